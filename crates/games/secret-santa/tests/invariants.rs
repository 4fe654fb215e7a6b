//! The invariants of the specification, section 11, over whole matches by chance.
//!
//! Those that speak of one state or one decision stand in the crate and are held here along more ways of playing; those
//! that count along a match, or compare what is shown, are judged from outside: by what all seats together see, and by
//! what was told.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "tests pick the events they look at")]

#[path = "support/matches.rs"]
mod matches;
mod support;

use matches::*;
use support::*;
use tinsel_engine::{Events, GameEngine, SeatIndex, SeatSet, Viewer};
use tinsel_secret_santa::{
    Action, Card, Event, Legal, Phase, Scope, SecretSanta, Special, Standing, View, bot,
    invariants::{self, Kept, Passage},
    testkit::{cards, redeal, said},
};

// SS-I1, SS-I2
#[test]
fn cards_are_conserved() {
    let mut hidden = 0;
    over_matches(|step| {
        let view = step.view();
        let face_up = step
            .seats()
            .into_iter()
            .fold(on_table(&view).plus(&view.discards), |all, seat| {
                all.plus(&step.hand(seat))
            });
        if view.phase == Phase::Over {
            return;
        }
        assert!(view.deck.contains(&face_up), "{face_up}");
        assert_eq!(face_up.len() + view.hidden_discards, view.deck.len());
        // What is missing are gifts only: the hidden discards.
        assert_eq!(face_up.only_specials(), view.deck.only_specials());
        let tree = Card::Special(Special::Tree);
        let tree_played = !step.seats().iter().any(|seat| step.hand(*seat).has(tree));
        assert!(tree_played || view.hidden_discards == 0);
        hidden = hidden.max(view.hidden_discards);
    });
    assert!(hidden > 0, "a Tree has discarded something");
}

// SS-I9
#[test]
fn windows_come_where_they_belong() {
    over_matches(|step| {
        let view = step.view();
        let fruitcakes = step.told().filter(|event| {
            matches!(
                event,
                Event::DecisionsOwed {
                    phase: Phase::Fruitcake,
                    ..
                }
            )
        });
        assert_eq!(fruitcakes.count() == 1, step.dealt() && view.phase == Phase::Fruitcake);
        match view.phase {
            Phase::Fruitcake => assert_eq!((view.round, view.last_gift), (0, None)),
            Phase::Snow => assert!(view.round >= 1 && view.winner.is_some()),
            _ => {}
        }
    });
}

type Holds = fn(Passage<'_>) -> Kept;

/// What an invariant says of a decision on `game` of which these events are told, if `game` stays as it is.
fn told(holds: Holds, game: &SecretSanta, events: &[Event]) -> Kept {
    let mut all = Events::new();
    for event in events {
        all.everyone(event.clone());
    }
    holds(Passage {
        before: Some(game),
        after: game,
        events: &all,
    })
}

// SS-I11, SS-I12, SS-I13
#[test]
#[expect(clippy::too_many_lines, reason = "it is one list of events that no match has")]
fn the_bounds_of_rounds_and_windows_can_be_broken() {
    let leads = four(["2×1", "2×3", "2×4", "2×5"]).build();
    let middle = four(["2×1", "2×3", "2×4", "2×5"])
        .play(0, "2")
        .passed([3])
        .turn(1)
        .build();
    let (santa, missed) = (
        Event::SantaPlayed {
            seat: seat(1),
            cards_left: 2,
        },
        Event::TurnMissed {
            seat: seat(1),
            round_over: false,
        },
    );
    let passed = |index| Event::Passed {
        seat: seat(index),
        forced: false,
    };
    let ghost = Event::GhostPlayed {
        seat: seat(1),
        haunted: seat(0),
        cards: cards("2"),
        cards_left: 2,
    };
    let ended = Event::RoundEnded {
        round: 1,
        winner: seat(0),
        placed: Vec::new(),
    };
    let zeros = Event::ZerosPlayed {
        seat: seat(1),
        cards: cards("Elf"),
        cards_left: 2,
    };
    let round = |number| Event::RoundStarted {
        round: number,
        leader: seat(0),
        barred: None,
    };
    let owed = |phase| Event::DecisionsOwed {
        phase,
        seats: SeatSet::EMPTY,
    };
    let carol = Event::CarolPlayed {
        seat: seat(1),
        other: seat(0),
        order: public(&leads).order,
        cards_left: 2,
    };
    let moves: Holds = invariants::rounds_are_bounded;
    let bounded: Holds = invariants::a_round_is_bounded;
    let opened: Holds = invariants::windows_are_bounded;
    for (holds, game, events, wrong) in [
        (moves, &leads, vec![ended], "a round moved no card"),
        (moves, &middle, vec![zeros.clone()], "cards on the table"),
        (moves, &leads, vec![round(93)], "round 93"),
        (bounded, &leads, vec![passed(1), passed(1)], "passes twice"),
        (bounded, &middle, vec![passed(3)], "passes twice"),
        (bounded, &leads, vec![missed.clone(), missed], "misses two turns"),
        (bounded, &leads, vec![zeros; 14], "14 plays stand"),
        (bounded, &leads, vec![ghost.clone(), ghost], "two plays are haunted"),
        (bounded, &leads, vec![santa.clone(), santa], "Santa is played twice"),
        (
            opened,
            &leads,
            vec![owed(Phase::Holly), owed(Phase::Holly)],
            "without a cause",
        ),
        (
            opened,
            &leads,
            vec![owed(Phase::Snow), carol, owed(Phase::Snow)],
            "without a cause",
        ),
    ] {
        let broken = told(holds, game, &events).unwrap_err();
        assert!(broken.contains(wrong), "{broken:?} does not say {wrong:?}");
    }
    // What was used earlier in the round counts, and a new round counts anew.
    let used = four(["2×1", "2×3", "2×4", "2×5"])
        .used(2, "Ghost")
        .haunted(1)
        .last_gift(1)
        .build();
    let again = Event::GhostPlayed {
        seat: seat(1),
        haunted: seat(0),
        cards: cards("2"),
        cards_left: 2,
    };
    assert!(told(bounded, &used, std::slice::from_ref(&again)).is_err());
    assert_eq!(told(bounded, &used, &[round(2), again]), Ok(()));
}

/// What has happened in a round or a deal so far.
#[derive(Default)]
struct Count {
    rounds: u32,
    moved: i32,
    passes: Vec<SeatIndex>,
    missed: Vec<SeatIndex>,
    standing: i32,
    hauntings: u32,
    santas: u32,
    effects: Vec<Special>,
    answers: u64,
}

#[test]
#[expect(
    clippy::too_many_lines,
    reason = "the four bounds are counted along the same matches"
)]
// SS-I11, SS-I12, SS-I14, SS-I21
fn rounds_and_deals_are_bounded() {
    let mut count = Count::default();
    over_matches(|step| {
        let (n, d) = (
            u64::from(step.after.config().players.get()),
            u64::from(step.view().deck.len()),
        );
        if step.before.is_none() {
            count = Count::default();
        }
        count.answers += u64::from(step.by.is_some());
        assert!(count.answers <= n + (d + n) * n * (2 * n + 35));
        for event in step.told() {
            let mut effect = None;
            match event {
                Event::DealStarted { .. } => count = Count::default(),
                Event::RoundStarted { .. } => {
                    count = Count {
                        rounds: count.rounds + 1,
                        effects: std::mem::take(&mut count.effects),
                        answers: count.answers,
                        ..Count::default()
                    };
                    assert!(u64::from(count.rounds) <= d + n);
                }
                Event::RoundEnded { .. } => assert!(count.moved > 0, "a round moves a card"),
                Event::Passed { seat, .. } => {
                    assert!(!count.passes.contains(seat), "one pass per seat");
                    count.passes.push(*seat);
                }
                Event::TurnMissed { seat, .. } => {
                    assert!(!count.missed.contains(seat), "one missed turn per seat");
                    count.missed.push(*seat);
                }
                Event::GiftsPlayed { gifts, elves, .. } => {
                    count.standing += 1;
                    count.moved += i32::from(gifts + elves);
                }
                Event::ZerosPlayed { cards, .. } => {
                    count.standing += 1;
                    count.moved += i32::from(cards.len());
                }
                Event::GhostPlayed { cards, .. } => {
                    count.standing -= 1;
                    count.hauntings += 1;
                    count.moved += 1 - i32::from(cards.len());
                    effect = Some(Special::Ghost);
                }
                Event::SantaPlayed { .. } => {
                    count.santas += 1;
                    count.moved += 1;
                    effect = Some(Special::Santa);
                }
                Event::CarolPlayed { .. } => effect = Some(Special::Carol),
                Event::MousePlayed { .. } => effect = Some(Special::Mouse),
                Event::TreePlayed { .. } => effect = Some(Special::Tree),
                Event::ScroogePlayed { .. } => effect = Some(Special::Scrooge),
                Event::FruitcakePlayed { .. } => effect = Some(Special::Fruitcake),
                _ => {}
            }
            assert!(count.standing <= 13 && count.hauntings <= 1 && count.santas <= 1);
            if let Some(effect) = effect {
                assert!(!count.effects.contains(&effect), "{effect} takes effect once a deal");
                count.effects.push(effect);
            }
        }
    });
}

// SS-I13
#[test]
fn windows_open_three_times_at_most_after_a_turn_and_twice_in_an_interlude() {
    let (mut holly, mut snow, mut most) = (0, 0, (0, 0));
    over_matches(|step| {
        for event in step.told() {
            match event {
                Event::DecisionsOwed {
                    phase: Phase::Holly, ..
                } => holly += 1,
                Event::DecisionsOwed { phase: Phase::Snow, .. } => snow += 1,
                Event::GiftsPlayed { .. }
                | Event::ZerosPlayed { .. }
                | Event::Passed { .. }
                | Event::TurnMissed { .. } => holly = 0,
                Event::RoundStarted { .. } | Event::DealStarted { .. } => (holly, snow) = (0, 0),
                _ => {}
            }
            assert!(holly <= 3 && snow <= 3, "{holly}, {snow}");
            assert!(snow <= 2, "{snow} interlude windows");
            most = most.max((holly, snow));
        }
    });
    assert!(most.0 >= 2, "{most:?}");
}

// SS-I16
#[test]
fn places_are_given_in_order_and_never_changed() {
    over_matches(|step| {
        let places = numbers(step.view().places);
        let mut once = places.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), places.len());
        if let Some(before) = step.before.filter(|_| !step.dealt()) {
            assert!(places.starts_with(&numbers(public(before).places)));
        }
        // What is told agrees, with places from 1 without gaps.
        for event in step.told() {
            if let Event::RoundEnded { placed, .. } = event
                && !step.dealt()
            {
                for placed in placed {
                    assert_eq!(places[usize::from(placed.place.get()) - 1], placed.seat.get());
                }
            }
        }
    });
}

// SS-I17, SS-I20
#[test]
fn points_add_up_and_totals_never_decrease() {
    let mut ends = 0;
    over_matches(|step| {
        let n = u16::from(step.after.config().players.get());
        let of_a_deal = n * (n + 1) / 2;
        let view = step.view();
        let sum: u16 = totals(step.after).iter().sum();
        let finished = u16::from(view.deal) - u16::from(view.phase != Phase::Over);
        assert_eq!(sum, finished * of_a_deal);
        for event in step.told() {
            if let Event::DealEnded { points, .. } = event {
                ends += 1;
                assert_eq!(points.iter().map(|points| points.get()).sum::<u16>(), of_a_deal);
            }
        }
        if let Some(before) = step.before {
            assert!(
                totals(before)
                    .iter()
                    .zip(totals(step.after))
                    .all(|(before, after)| *before <= after)
            );
        }
    });
    assert!(ends >= 9 * usize::from(MATCHES));
}

// SS-I19
#[test]
fn what_all_see_does_not_depend_on_how_unseen_cards_are_spread() {
    let (mut chance, mut compared, mut number) = (rng(8), 0u32, 0u32);
    over_matches(|step| {
        number += 1;
        if number % 7 != 0 {
            return;
        }
        for viewer in viewers(step.after) {
            let Some(world) = redeal(step.after, viewer, &mut chance) else {
                continue;
            };
            assert_eq!(world.view(viewer), step.after.view(viewer), "{viewer}");
            assert_eq!(world.legal(viewer), step.after.legal(viewer), "{viewer}");
            assert_eq!(world.waiting(viewer), step.after.waiting(viewer), "{viewer}");
            compared += 1;
            // The same action of the viewer is judged alike, and in a turn told alike to everybody.
            let Some(seat) = viewer.seat().filter(|seat| step.after.owing().contains(*seat)) else {
                continue;
            };
            let Some(action) = bot::random(&step.after.legal(viewer), &mut chance) else {
                continue;
            };
            assert_eq!(asked(&world, seat.get(), &action), "ok");
            if phase(step.after) == Phase::Turn {
                let (mut one, mut other) = (step.after.clone(), world);
                // SS-R50: standing declines show in how soon a window closes.
                if step
                    .seats()
                    .iter()
                    .any(|seat| own(&one, seat.get()).standing != own(&other, seat.get()).standing)
                {
                    continue;
                }
                let dice = rng(9);
                let told = one.apply(seat, &action, &mut dice.clone()).unwrap();
                let otherwise = other.apply(seat, &action, &mut dice.clone()).unwrap();
                let dealt = told.iter().any(|told| matches!(told.event, Event::DealStarted { .. }));
                if !dealt {
                    assert!(
                        told.seen_by(Viewer::Spectator).eq(otherwise.seen_by(Viewer::Spectator)),
                        "{}",
                        said(&action)
                    );
                    assert_eq!(public(&one).eligible, public(&other).eligible);
                    assert_eq!(public(&one), public(&other));
                }
            }
        }
    });
    assert!(compared > 1000);
}

// SS-I22
#[test]
fn standing_declines_are_given_by_their_seats_and_end_in_time() {
    let (mut rounds, mut deals) = (0, 0);
    over_matches(|step| {
        let view = step.view();
        let round_over = step.told().any(|event| matches!(event, Event::RoundEnded { .. }));
        for seat in step.seats() {
            let before = step.before.and_then(|before| own(before, seat.get()).standing);
            let after = own(step.after, seat.get()).standing;
            let Some(standing) = after else { continue };
            assert!(view.phase != Phase::Fruitcake && !view.seats.at(seat).out, "{seat}");
            if before == after {
                assert!(
                    !(step.dealt() || round_over && standing == Standing::Round),
                    "{seat} {standing:?}"
                );
                let came_in = step.told().any(|event| match event {
                    Event::GhostPlayed { haunted, .. } => *haunted == seat,
                    Event::TreePlayed { receivers, .. } => receivers.contains(&seat),
                    _ => false,
                });
                assert!(!came_in, "{seat} keeps its decline though cards came in");
            } else {
                let scope = match standing {
                    Standing::Round => Scope::Round,
                    Standing::Deal => Scope::Deal,
                };
                let given = Some((seat, Action::Decline { scope: Some(scope) }));
                assert_eq!(step.by, given);
                assert_eq!(phase(step.before.unwrap()), Phase::Holly);
                rounds += u32::from(standing == Standing::Round);
                deals += u32::from(standing == Standing::Deal);
            }
        }
    });
    assert!(rounds > 0 && deals > 0);
}

/// All answer the open window with declines, in this order, `seat` in this way; what others than `seat` are told, see and
/// may do in the end.
fn declined(
    game: &SecretSanta,
    order: &[SeatIndex],
    seat: SeatIndex,
    how: Scope,
) -> Vec<(Viewer, Vec<String>, View, Legal)> {
    let mut game = game.clone();
    let others: Vec<Viewer> = viewers(&game).into_iter().filter(|viewer| !viewer.is(seat)).collect();
    let mut told = vec![Vec::new(); others.len()];
    for next in order {
        let scope = Some(if *next == seat { how } else { Scope::Window });
        let events = game.apply(*next, &Action::Decline { scope }, &mut rng(1)).unwrap();
        for (told, viewer) in told.iter_mut().zip(&others) {
            // A seat's own answer is its own affair; all else comes in sequence.
            told.extend(
                events
                    .seen_by(*viewer)
                    .filter(|event| !matches!(event, Event::Answered { .. }))
                    .map(line),
            );
        }
    }
    let shown = others.into_iter().zip(told);
    let shown = shown.map(|(viewer, told)| (viewer, told, game.view(viewer), game.legal(viewer)));
    shown.collect()
}

// SS-I23
#[test]
fn how_and_when_one_declines_is_ones_own_affair() {
    let (mut windows, mut withdrawn) = (0u32, 0u32);
    over_matches(|step| {
        if phase(step.after) != Phase::Holly || step.after.owing().len() < 2 {
            return;
        }
        windows += 1;
        let mut order: Vec<_> = step.after.owing().iter().collect();
        let first = order[0];
        let by_hand = declined(step.after, &order, first, Scope::Window);
        for scope in [Scope::Round, Scope::Deal] {
            assert_eq!(declined(step.after, &order, first, scope), by_hand, "{scope:?}");
        }
        order.reverse();
        assert_eq!(
            declined(step.after, &order, first, Scope::Window),
            by_hand,
            "in another order"
        );
        order.rotate_left(1);
        assert_eq!(
            declined(step.after, &order, first, Scope::Deal),
            by_hand,
            "in another order"
        );
        // Whoever has a standing decline has answered by it, and can withdraw it.
        let eligible = step.view().eligible;
        for stands in eligible
            .iter()
            .filter(|seat| own(step.after, seat.get()).standing.is_some())
        {
            withdrawn += 1;
            let mut without = step.after.clone();
            without.apply(stands, &Action::WithdrawDecline, &mut rng(1)).unwrap();
            assert_eq!(
                declined(&without, &order, stands, Scope::Window),
                declined(step.after, &order, stands, Scope::Window),
                "after a withdrawal"
            );
        }
    });
    assert!(windows > 500 && withdrawn > 100, "{windows}, {withdrawn}");
}
