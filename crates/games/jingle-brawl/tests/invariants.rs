//! The invariants of the specification, section 11, over whole matches by chance, seen from outside: by views and
//! events alone.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]
#![allow(clippy::wildcard_enum_match_arm, reason = "tests pick what they look at")]

mod support;

use support::*;
use tinsel_engine::{Chance, Events, GameEngine, SeatIndex, Viewer};
use tinsel_jingle_brawl::{
    Action, Asked, Context, Draft, DuelKind, Event, GiftName, JingleBrawl, Method, Part, Phase, Place, Purse, Reason,
    Scoring, View, bot, testkit,
};

/// How many matches are played with each option.
const MATCHES: u8 = 3;

/// One decision, or the start of a match.
struct Step<'a> {
    before: Option<(&'a JingleBrawl, &'a View)>,
    after: &'a JingleBrawl,
    /// What a spectator sees.
    view: View,
    events: &'a Events<Event>,
    /// Everything that was told since the match began, this step included.
    history: &'a [Event],
}

fn drafts() -> Vec<(u32, Draft)> {
    let methods = |methods: &[Method]| methods.iter().copied().map(Some).collect::<Vec<_>>();
    let reported = Draft {
        duel_methods: methods(&[Method::Reported]),
        head_elf_seat: 2,
        ..Draft::default()
    };
    let throws = Draft {
        duel_methods: methods(&[Method::RockPaperScissors, Method::Reported]),
        rps_max_rounds: 1,
        scoring: Asked::Given(Scoring::WishPoints),
        ..Draft::default()
    };
    let poor = Draft {
        starting_chips: 1,
        duel_methods: methods(&[Method::CoinFlip]),
        ..Draft::default()
    };
    let rich = Draft {
        starting_chips: 99,
        duel_methods: methods(&[Method::HighCard]),
        ..Draft::default()
    };
    vec![
        (3, Draft::default()),
        (3, poor.clone()),
        (4, reported.clone()),
        (6, rich.clone()),
        (6, throws.clone()),
        (10, Draft::default()),
        (11, throws),
        (20, rich),
        (20, poor),
        (20, reported),
    ]
}

/// Plays matches with every option and checks every decision. Now and then a seat stays away.
fn over_matches(mut check: impl FnMut(&Step<'_>)) {
    for (seed, (players, draft)) in (0..MATCHES).flat_map(|seed| drafts().into_iter().map(move |of| (seed, of))) {
        let mut chance = rng(seed);
        let (mut game, mut events) = JingleBrawl::start(&config(players, draft), &mut chance);
        let mut before: Option<(JingleBrawl, View)> = None;
        let mut history = Vec::new();
        loop {
            history.extend(events.seen_by(Viewer::Spectator).cloned());
            let view = spectated(&game);
            check(&Step {
                before: before.as_ref().map(|(game, view)| (game, view)),
                after: &game,
                view: view.clone(),
                events: &events,
                history: &history,
            });
            let owing: Vec<_> = game.owing().iter().collect();
            let Some(next) = <dyn Chance>::pick(&mut chance, "test: who is next", &owing).copied() else {
                break;
            };
            let stays_away = <dyn Chance>::pick(&mut chance, "test: absence", &[true, false, false, false, false]);
            let made = if stays_away == Some(&true) {
                game.absent(next)
            } else {
                let action = bot::random(&game.legal(Viewer::Seat(next)), &mut chance).unwrap();
                game.resolve(next, &action)
            };
            before = Some((game.clone(), view));
            events = game.commit(made.unwrap(), &mut chance);
        }
    }
}

fn held(view: &View) -> Vec<u8> {
    let held = view.gifts.iter().filter_map(|gift| match gift.place {
        Place::Held(seat) => Some(seat.get()),
        Place::Wrapped | Place::Pile(_) | Place::Table => None,
    });
    held.collect()
}

fn giftless(view: &View) -> Vec<u8> {
    let held = held(view);
    (0..view.options.players.get())
        .filter(|seat| !held.contains(seat))
        .collect()
}

fn count(view: &View, of: impl Fn(Place) -> bool) -> usize {
    view.gifts.iter().filter(|gift| of(gift.place)).count()
}

fn wrapped_in(view: &View) -> usize {
    count(view, |place| place == Place::Wrapped)
}

fn on_table(view: &View) -> usize {
    count(view, |place| place == Place::Table)
}

fn in_pile(view: &View) -> usize {
    count(view, |place| matches!(place, Place::Pile(_)))
}

fn balances(view: &View) -> Vec<i32> {
    view.chips.iter().map(|chips| i32::from(chips.get())).collect()
}

/// Follows the chips through the events of a step: never below 0 on the way, and in the end as the view has them.
fn follow(step: &Step<'_>) {
    let Some((_, before)) = step.before else { return };
    let (mut seats, mut pot, mut bank) = (balances(before), i32::from(before.pot.get()), before.bank.get());
    for event in step.events.seen_by(Viewer::Spectator) {
        if let Event::ChipsMoved { from, to, amount, .. } = event {
            let amount = i32::from(amount.get());
            assert!(amount > 0, "a move of 0 makes no event");
            for (purse, change) in [(from, -amount), (to, amount)] {
                match purse {
                    Purse::Seat(seat) => seats[usize::from(seat.get())] += change,
                    Purse::Pot => pot += change,
                    Purse::Bank => bank += change,
                }
            }
            assert!(pot >= 0 && seats.iter().all(|chips| *chips >= 0), "{event:?}");
        }
    }
    assert_eq!(
        (seats, pot, bank),
        (
            balances(&step.view),
            i32::from(step.view.pot.get()),
            step.view.bank.get()
        )
    );
}

// JB-I1
#[test]
fn chips_and_the_pot_are_never_below_0() {
    over_matches(follow);
}

// JB-I2
#[test]
fn chips_pot_and_bank_add_up() {
    over_matches(|step| {
        let view = &step.view;
        let all = balances(view).iter().sum::<i32>() + i32::from(view.pot.get()) + view.bank.get();
        assert_eq!(
            all,
            i32::from(view.options.players.get()) * i32::from(view.options.starting_chips.get())
        );
    });
}

// JB-I3
#[test]
fn each_gift_is_in_one_place() {
    over_matches(|step| {
        let view = &step.view;
        assert_eq!(view.gifts.len(), usize::from(view.options.players.get()));
        assert_eq!(view.pile.len(), in_pile(view));
        for (place, number) in (0..).zip(&view.pile) {
            let of = view.gifts.iter().find(|gift| gift.gift == *number).unwrap();
            assert_eq!(of.place, Place::Pile(place));
        }
        assert!(on_table(view) <= 1);
    });
}

// JB-I4
#[test]
fn a_seat_holds_one_gift_at_most_but_for_a_discard() {
    over_matches(|step| {
        let held = held(&step.view);
        let two: Vec<u8> = (0..20)
            .filter(|seat| held.iter().filter(|holder| *holder == seat).count() > 1)
            .collect();
        let discards = step.view.phase == Phase::DiscardChoice;
        assert_eq!(two, if discards { set(step.view.awaited) } else { vec![] });
        assert!(!discards || two.len() == 1 && held.iter().filter(|holder| **holder == two[0]).count() == 2);
    });
}

// JB-I5
#[test]
fn giftless_seats_are_as_many_as_gifts_that_nobody_holds() {
    over_matches(|step| {
        let view = &step.view;
        let discard = usize::from(view.phase == Phase::DiscardChoice);
        assert_eq!(
            giftless(view).len(),
            wrapped_in(view) + in_pile(view) + on_table(view) + discard
        );
    });
}

// JB-I6
#[test]
fn the_bag_is_the_giftless_without_whose_turn_it_is() {
    over_matches(|step| {
        let view = &step.view;
        let mut expected = giftless(view);
        if view.part == Part::Lottery || view.phase == Phase::Opening {
            expected.retain(|seat| view.current.map(SeatIndex::get) != Some(*seat));
        }
        assert_eq!(set(view.bag), expected);
        // Before the draw there was one name more, and in the Lottery one Misfit.
        let before_the_draw = set(view.bag).len() + 1;
        match view.phase {
            Phase::Opening => assert_eq!(before_the_draw, wrapped_in(view) + in_pile(view)),
            Phase::PathChoice => assert_eq!(before_the_draw, in_pile(view) + 1),
            _ => {}
        }
    });
}

// JB-I7
#[test]
fn the_pile_is_at_most_n_less_2() {
    over_matches(|step| assert!(step.view.pile.len() + 2 <= step.view.gifts.len()));
}

// JB-I8
#[test]
fn levels_never_fall_and_count_the_duels() {
    over_matches(|step| {
        if let Some((_, before)) = step.before {
            for (old, new) in before.gifts.iter().zip(&step.view.gifts) {
                assert!(old.naughty <= new.naughty, "{new:?}");
            }
        }
        let levels: u32 = step
            .view
            .gifts
            .iter()
            .filter_map(|gift| gift.naughty)
            .map(|n| u32::from(n.get()))
            .sum();
        let duels = step
            .history
            .iter()
            .filter(|event| matches!(event, Event::DuelEnded { kind, .. } if *kind != DuelKind::TieBreak));
        assert_eq!(usize::try_from(levels).unwrap(), duels.count());
    });
}

// JB-I9
#[test]
fn turns_are_as_many_as_gifts_and_then_as_misfits() {
    over_matches(|step| {
        let view = &step.view;
        let counted = |of: fn(&Event) -> bool| step.history.iter().filter(|event| of(event)).count();
        let main = counted(|event| matches!(event, Event::NameDrawn { part: Part::Main, .. }));
        let opened = counted(|event| matches!(event, Event::GiftOpened { .. }));
        assert_eq!(main, opened + usize::from(view.phase == Phase::Opening));
        let piled = step.history.iter().find_map(|event| match event {
            Event::LotteryStarted { pile, bag } => {
                assert_eq!(pile.len(), set(*bag).len());
                Some(pile.len())
            }
            _ => None,
        });
        if view.part == Part::Lottery && view.phase != Phase::Finished {
            assert_eq!(usize::from(view.turn) + view.pile.len(), piled.unwrap());
        }
        if view.phase == Phase::Finished {
            let lottery = counted(|event| {
                matches!(
                    event,
                    Event::NameDrawn {
                        part: Part::Lottery,
                        ..
                    }
                )
            });
            assert_eq!((main, lottery), (view.gifts.len(), piled.unwrap_or(0)));
        }
    });
}

/// The duels of the running or last turn.
fn duels(history: &[Event]) -> Vec<DuelKind> {
    let start = history
        .iter()
        .rposition(|event| matches!(event, Event::NameDrawn { .. }))
        .unwrap();
    let kinds = history[start..].iter().filter_map(|event| match event {
        Event::DuelStarted { kind, .. } => Some(*kind),
        _ => None,
    });
    kinds.collect()
}

// JB-I10
#[test]
fn a_turn_has_few_duels() {
    over_matches(|step| {
        let duels = duels(step.history);
        let of = |kind| duels.iter().filter(|other| **other == kind).count();
        assert!(of(DuelKind::TieBreak) <= 1 && of(DuelKind::Reprisal) <= 2);
        assert!(duels.len() - of(DuelKind::TieBreak) - of(DuelKind::Reprisal) <= 1);
        assert!(step.view.part == Part::Main || duels.len() <= 2, "{duels:?}");
    });
}

// JB-I11
#[test]
fn the_pot_is_there_only_while_bids_are_fought_over() {
    over_matches(|step| {
        let kind = step.view.duel.as_ref().map(|duel| duel.kind);
        let with_pot = [
            DuelKind::Standard,
            DuelKind::Yield,
            DuelKind::Auction,
            DuelKind::LastClaim,
        ];
        let may = kind.is_some_and(|kind| with_pot.contains(&kind)) && step.view.phase != Phase::DiscardChoice;
        assert!(step.view.pot.get() == 0 || may, "{kind:?}");
    });
}

// JB-I12
#[test]
fn in_the_lottery_the_bank_never_falls_and_the_pile_never_grows() {
    over_matches(|step| {
        if let Some((_, before)) = step.before.filter(|(_, before)| before.part == Part::Lottery) {
            assert!(before.bank <= step.view.bank);
            assert!(before.pile.len() >= step.view.pile.len());
            assert_eq!(before.head_elf, step.view.head_elf);
        }
    });
}

// JB-I13
#[test]
fn the_head_elf_changes_only_by_a_discard() {
    over_matches(|step| {
        assert!(step.view.options.players.has(step.view.head_elf));
        let Some((_, before)) = step.before else { return };
        let discards = before.phase == Phase::DiscardChoice;
        assert!(discards || before.head_elf == step.view.head_elf);
        assert!(!discards || set(before.awaited) == [step.view.head_elf.get()]);
    });
}

// JB-I14
#[test]
fn the_table_is_for_what_is_fought_over() {
    over_matches(|step| {
        let view = &step.view;
        let yielded = view.duel.as_ref().is_some_and(|duel| duel.kind == DuelKind::Yield);
        let lottery = view.part == Part::Lottery && view.context != Some(Context::LastClaim);
        let expected = yielded && view.phase != Phase::DiscardChoice || lottery && view.phase != Phase::Finished;
        assert_eq!(on_table(view) == 1, expected, "{:?}", view.phase);
    });
}

// JB-I15
#[test]
fn somebody_owes_until_the_end() {
    over_matches(|step| assert_eq!(step.after.owing().is_empty(), step.view.phase == Phase::Finished));
}

// JB-I16
#[test]
fn a_turn_and_a_match_have_a_bounded_number_of_decisions() {
    let (mut turn, mut all, mut last) = (0_u64, 0_u64, None);
    over_matches(|step| {
        let Some((_, before)) = step.before else {
            (turn, all, last) = (0, 0, None);
            return;
        };
        let now = Some((before.part, before.turn));
        turn = if now == last { turn + 1 } else { 1 };
        (all, last) = (all + 1, now);
        let n = u64::from(before.options.players.get());
        let d = 1 + (2 * u64::from(before.options.rps_max_rounds)).max(3);
        let (main, lottery) = (n + 5 + 4 * d, n + 2 * d);
        assert!(turn <= if before.part == Part::Main { main } else { lottery });
        let most = n * main + (n - 2) * lottery;
        assert!(all <= most);
        assert_eq!(JingleBrawl::decisions_max(step.after.config()), most);
    });
}

// JB-I17
#[test]
fn in_the_end_everybody_holds_one_gift() {
    let mut ended = 0;
    over_matches(|step| {
        if step.view.phase == Phase::Finished {
            let mut held = held(&step.view);
            held.sort_unstable();
            assert_eq!(held, (0..step.view.options.players.get()).collect::<Vec<_>>());
            assert!(step.view.bag.is_empty() && step.view.pile.is_empty());
            ended += 1;
        }
    });
    assert_eq!(ended, usize::from(MATCHES) * drafts().len());
}

// JB-I18
#[test]
fn what_a_seat_submits_in_secret_is_hidden_from_all_others() {
    let hidden = [Phase::Bidding, Phase::DuelThrow, Phase::DuelReport];
    let mut compared = 0;
    over_matches(|step| {
        let owing: Vec<_> = step.after.owing().iter().collect();
        // The last one to submit reveals all.
        if owing.len() < 2 || !hidden.contains(&step.view.phase) {
            return;
        }
        let (seat, mut chance) = (owing[0], rng(9));
        let submitted = |game: &JingleBrawl, chance: &mut dyn Chance, by_clock: bool| {
            let mut game = game.clone();
            let made = if by_clock {
                game.absent(seat)
            } else {
                game.resolve(seat, &bot::random(&game.legal(Viewer::Seat(seat)), chance).unwrap())
            };
            let events = game.commit(made.unwrap(), chance);
            (game, events)
        };
        let (one, told) = submitted(step.after, &mut chance, false);
        for by_clock in [true, false] {
            let (other, told_otherwise) = submitted(step.after, &mut chance, by_clock);
            let others = viewers(step.view.options.players.get())
                .into_iter()
                .filter(|viewer| !viewer.is(seat));
            for viewer in others {
                assert_eq!(one.view(viewer), other.view(viewer));
                assert_eq!(one.legal(viewer), other.legal(viewer));
                assert_eq!(one.waiting(viewer), other.waiting(viewer));
                assert!(told.seen_by(viewer).eq(told_otherwise.seen_by(viewer)));
                let index = viewer.seat().unwrap_or(SeatIndex::new(99));
                let action = testkit::nonsense(&mut chance);
                assert_eq!(one.resolve(index, &action).err(), other.resolve(index, &action).err());
                compared += 1;
            }
        }
    });
    assert!(compared > 1000, "{compared}");
}

// JB-I18
#[test]
fn names_of_wrapped_gifts_are_hidden() {
    let named = |names: [&str; 4]| Draft {
        gift_names: names.map(GiftName::new).to_vec(),
        ..Draft::default()
    };
    let start = |draft| JingleBrawl::start(&config(4, draft), &mut rng(3)).0;
    let (one, other) = (start(named(["a", "b", "c", "d"])), start(named(["p", "q", "r", "s"])));
    for viewer in viewers(4) {
        assert_eq!(one.view(viewer), other.view(viewer));
        assert_eq!(one.legal(viewer), other.legal(viewer));
        assert_eq!(one.waiting(viewer), other.waiting(viewer));
    }
}

// JB-I19
#[test]
fn an_action_is_accepted_exactly_if_legal_allows_it() {
    let (mut chance, mut accepted, mut refused) = (rng(8), 0, 0);
    over_matches(|step| {
        let before = step.after.clone();
        let seats = step
            .view
            .options
            .players
            .iter()
            .take(6)
            .chain(step.after.owing().iter().take(2));
        for seat in seats {
            let legal = step.after.legal(Viewer::Seat(seat));
            let own: Option<Action> = bot::random(&legal, &mut chance);
            for action in own
                .into_iter()
                .chain((0..3).map(|_| testkit::nonsense(&mut chance)).collect::<Vec<_>>())
            {
                let answer = step.after.resolve(seat, &action);
                assert_eq!(answer.is_ok(), legal.allows(&action), "{seat}: {action:?}");
                if answer.is_ok() { accepted += 1 } else { refused += 1 }
            }
        }
        assert_eq!(*step.after, before, "a refusal changes nothing");
    });
    assert!(accepted > 1000 && refused > 1000, "{accepted}, {refused}");
}

// JB-I20
#[test]
fn chips_fall_only_by_bids_costs_and_tolls() {
    over_matches(|step| {
        follow(step);
        let named = step.before.and_then(|(_, before)| before.challengers);
        let mut highest = named.map(|challengers| challengers.first);
        let events: Vec<&Event> = step.events.seen_by(Viewer::Spectator).collect();
        for (place, event) in events.iter().enumerate() {
            if let Event::ChallengersNamed { first, .. } = event {
                highest = Some(*first);
            }
            if let Event::ChipsMoved {
                from: Purse::Seat(payer),
                to,
                reason,
                ..
            } = event
            {
                assert_pays(&events, place, (*payer, *to, *reason), highest);
            }
        }
    });
}

/// The duel that is paid for starts next; the one that a toll is for has just ended.
fn assert_pays(events: &[&Event], place: usize, payment: (SeatIndex, Purse, Reason), highest: Option<SeatIndex>) {
    let (payer, to, reason) = payment;
    let started = events[place..].iter().find_map(|event| match event {
        Event::DuelStarted {
            kind,
            challenger,
            defender,
            ..
        } => Some((*kind, *challenger, *defender)),
        _ => None,
    });
    let ended = events[..place].iter().rev().find_map(|event| match event {
        Event::DuelEnded { kind, winner, loser } => Some((*kind, *winner, *loser)),
        _ => None,
    });
    match reason {
        Reason::Bid => assert_eq!((started.unwrap().1, highest), (payer, Some(payer))),
        Reason::HalfBid => {
            let (kind, challenger, defender) = started.unwrap();
            assert!(kind == DuelKind::Yield && [challenger, defender].contains(&payer));
        }
        Reason::MinimumCost => assert_eq!((started.unwrap().1, to), (payer, Purse::Bank)),
        Reason::Toll => {
            let (kind, winner, loser) = ended.unwrap();
            assert_eq!(
                (kind, loser, to),
                (DuelKind::ChosenDefender, payer, Purse::Seat(winner))
            );
        }
        Reason::SantaTax | Reason::Pot | Reason::Dividend => panic!("no seat pays {reason:?}"),
    }
}
