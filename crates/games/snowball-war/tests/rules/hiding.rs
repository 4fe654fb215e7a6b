//! Which viewer sees which facts, and from when on (section 7). A law checks that hidden facts stay hidden.

use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_snowball_war::{
    Card, CardAsked, Config, DiceSet, EndReason, Event, Phase, SnowballWar, View,
    testkit::{Position, allocate, reroll, throw, walk},
};

use crate::support::*;

const TEAM: [Character; 3] = [Bianca, Natasha, Emily];

fn chosen(dice: &[u8]) -> SnowballWar {
    Position::rerolling()
        .pool(0, &[1, 2, 3, 4, 5, 6])
        .pool(1, &[6, 5, 4, 3, 2, 1])
        .chosen(1, dice)
        .build()
}

fn allocated(pairs: [[u8; 2]; 3]) -> SnowballWar {
    let cards: Vec<_> = TEAM.into_iter().zip(pairs).collect();
    Position::allocating()
        .pool(0, &[1, 2, 3, 4, 5, 6])
        .pool(1, &[6, 5, 4, 3, 2, 1])
        .allocated(1, &cards)
        .build()
}

// SW-32, SW-34
#[test]
fn a_commitment_is_shown_to_its_seat_at_once() {
    let own = |game: &SnowballWar| seen(game, 1).own.unwrap();
    let dice: DiceSet = [0, 5].into_iter().collect();
    assert_eq!(own(&chosen(&[0, 5])).reroll, Some(dice));
    let pairs = [[5, 4], [3, 2], [1, 0]];
    let cards = TEAM
        .into_iter()
        .zip(pairs)
        .map(|(character, dice)| Card { character, dice });
    assert_eq!(own(&allocated(pairs)).allocation, Some(cards.collect()));
}

#[test]
fn whether_a_seat_has_committed_is_known_at_once() {
    for game in [chosen(&[1]), allocated([[0, 1], [2, 3], [4, 5]])] {
        for viewer in viewers() {
            let view = game.view(viewer, SeatSet::EMPTY);
            let seats = |set: SeatSet| set.iter().map(|seat| seat.get()).collect::<Vec<_>>();
            assert_eq!((seats(view.committed), seats(view.awaited)), (vec![1], vec![0]));
        }
    }
}

/// An automatic allocation is no choice that a seat has committed.
// SW-R72
#[test]
fn a_seat_that_is_allocated_automatically_has_not_committed() {
    let position = || {
        Position::allocating()
            .ran_away(Paul, 2)
            .ran_away(Robert, 2)
            .pool(0, &[4, 6])
            .pool(1, &[1; 6])
    };
    for viewer in viewers() {
        let view = position().build().view(viewer, SeatSet::EMPTY);
        assert!(view.committed.is_empty(), "seat 0 has chosen nothing");
        assert_eq!(view.awaited, SeatSet::only(seat(1)));
    }
}

/// One public event of equal size for each commitment.
// SW-R22, SW-R24
#[test]
fn others_receive_a_commitment_without_its_content() {
    let sent = |before: &dyn Fn() -> SnowballWar, action| {
        let mut game = before();
        let events = events_of(&mut game, 1, &action, []);
        let others: Vec<Event> = events.seen_by(Viewer::Seat(seat(0))).cloned().collect();
        let spectators: Vec<Event> = events.seen_by(Viewer::Spectator).cloned().collect();
        assert_eq!(others, spectators);
        let own = events.seen_by(Viewer::Seat(seat(1))).count();
        assert_eq!(own, 2);
        others
    };
    let rerolling = || Position::rerolling().pool(0, &[1; 6]).pool(1, &[6; 6]).build();
    let expected = [Event::RerollCommitted { seat: seat(1) }];
    for dice in [&[][..], &[3], &[0, 1, 2, 3, 4, 5]] {
        assert_eq!(sent(&rerolling, reroll(dice)), expected);
    }
    let allocating = || Position::allocating().pool(0, &[1; 6]).pool(1, &[6; 6]).build();
    let expected = [Event::AllocationCommitted { seat: seat(1) }];
    for pairs in [[[0, 1], [2, 3], [4, 5]], [[5, 4], [0, 2], [1, 3]]] {
        let cards: Vec<_> = TEAM.into_iter().zip(pairs).collect();
        assert_eq!(sent(&allocating, allocate(&cards)), expected);
    }
}

#[test]
fn everything_else_is_public() {
    let games = [
        Position::draft(0).build(),
        Position::deployment(1).snowman(0, 15, 150).build(),
        Position::rerolling().pool(0, &[1; 6]).pool(1, &[6; 6]).build(),
        Position::action(0)
            .dice(Stephen, [4, 1])
            .dice(Bianca, [2, 6])
            .tokens(Natasha, 2)
            .ran_away(Emily, 1)
            .snowman_tokens(1, 2)
            .started(0, 3, [5, 8])
            .build(),
        Position::action(1)
            .stands(Bianca, 300, 150)
            .dice(Bianca, [3, 0])
            .stands(Stephen, 220, 150)
            .dice(Stephen, [3, 0])
            .then(1, throw(Bianca, 0, Stephen))
            .build(),
        Position::action(1)
            .stands(Emily, 300, 150)
            .dice(Emily, [6, 0])
            .then(1, walk(Emily, 0, (310, 150)))
            .build(),
        Position::homecoming(0).returning(Robert).build(),
        Position::finished(EndReason::Knockout).snowman_tokens(0, 4).build(),
    ];
    for game in games {
        let without_own = |view: View| View { own: None, ..view };
        let spectator = public(&game);
        assert_eq!(spectator.own, None);
        for index in [0, 1] {
            assert_eq!(without_own(seen(&game, index)), spectator);
            let own = seen(&game, index).own.unwrap();
            assert_eq!((own.seat, own.reroll, own.allocation), (seat(index), None, None));
        }
    }
}

#[test]
fn pending_hits_and_second_symbols_are_shown_with_all_there_is() {
    let game = Position::action(0)
        .stands(Paul, 300, 150)
        .dice(Paul, [4, 5])
        .stands(Bianca, 380, 150)
        .dice(Bianca, [1, 0])
        .then(0, tinsel_snowball_war::testkit::double_throw(Bianca))
        .build();
    let hit = public(&game).hit.unwrap();
    assert_eq!(
        (hit.attacker, hit.target, hit.defender.get(), hit.hit, hit.hits),
        (Paul, Bianca.into(), 1, 1, 2)
    );
    assert_eq!(public(&game).active, Some(seat(0)), "whose action it is");
    assert_eq!(public(&game).phase, Phase::Reaction);
    // During the reaction to the first of two throws, the second is pending.
    let game = Position::action(1)
        .stands(Bianca, 300, 150)
        .dice(Bianca, [6, 0])
        .stands(Stephen, 220, 150)
        .dice(Stephen, [3, 0])
        .then(1, throw(Bianca, 0, Stephen))
        .build();
    assert_eq!(public(&game).second, Some((Bianca, tinsel_snowball_war::Symbol::Throw)));
}

/// Lengths, limits, sheets and generated obstacles are public from the beginning; no view contains the seed.
#[test]
fn the_options_and_the_map_are_known_from_creation() {
    let (one, _) = SnowballWar::start(&Config::default(), &mut rng(3));
    for viewer in viewers() {
        let view = one.view(viewer, SeatSet::EMPTY);
        assert_eq!(view.measures, Config::default().measures);
        assert_eq!(
            (view.snowman_limit, view.turn_limit, view.snowmen_block_sight),
            (4, 30, true)
        );
        assert!(view.obstacles.len() >= 6);
    }
}

// SW-R70
#[test]
fn re_rolled_dice_are_shown_until_the_next_roll() {
    let rerolled = |game: &SnowballWar| public(game).pools.iter().map(|pool| pool.rerolled).collect::<Vec<_>>();
    let mut chance = rng(5);
    let mut game = Position::rerolling()
        .pool(0, &[1, 2, 3, 4, 5, 6])
        .pool(1, &[1; 6])
        .build();
    done(&mut game, 1, &reroll(&[4, 0]), &mut chance);
    assert!(rerolled(&game) == [None, None], "before both have chosen");
    done(&mut game, 0, &reroll(&[]), &mut chance);
    let shown = [Some(DiceSet::EMPTY), Some(DiceSet::EMPTY.with(0).with(4))];
    let turn = public(&game).turn;
    while public(&game).turn == turn {
        assert!(rerolled(&game) == shown, "in this turn");
        let seat = game.owing().iter().next().unwrap();
        let made = game.absent(seat).unwrap();
        game.commit(made, SeatSet::EMPTY, &mut chance);
    }
    assert_eq!(phase(&game), Phase::Reroll);
    assert!(rerolled(&game) == [None, None], "in the next turn");
}

/// `Debug` of types that can hold a sealed choice prints only the type's name.
#[test]
fn debug_output_of_what_can_be_secret_has_nothing_in_it() {
    for game in [chosen(&[4, 5]), allocated([[5, 4], [3, 2], [1, 0]])] {
        let own = game.view(Viewer::Seat(seat(1)), SeatSet::EMPTY);
        let default = game.pending_decisions(Viewer::Seat(seat(0))).remove(0).default.action;
        let printed = format!("{game:?} {own:?} {:?} {default:?}", own.own);
        assert_eq!(printed, "SnowballWar(…) View(…) Some(OwnView(…)) Some(Action(…))");
    }
    for position in [
        Position::rerolling().pool(0, &[1; 6]).pool(1, &[6; 6]).chosen(1, &[4]),
        Position::allocating()
            .pool(0, &[1; 6])
            .pool(1, &[6; 6])
            .allocated(1, &[(Bianca, [5, 4]), (Natasha, [3, 2]), (Emily, [1, 0])]),
    ] {
        assert!(format!("{position:?}").contains("stage: Stage(…)"));
    }
    let mut rerolling = Position::rerolling().pool(0, &[1; 6]).pool(1, &[6; 6]).build();
    let mut allocating = Position::allocating().pool(0, &[1; 6]).pool(1, &[6; 6]).build();
    let cards = allocate(&[(Bianca, [5, 4]), (Natasha, [3, 2]), (Emily, [1, 0])]);
    for (game, action) in [(&mut rerolling, reroll(&[4, 5])), (&mut allocating, cards)] {
        let made = game.resolve(seat(1), &action).unwrap();
        let printed = format!("{action:?} {made:?}");
        assert_eq!(printed, "Action(…) Move(…)");
        let events = game.commit(made, SeatSet::EMPTY, &mut rng(0));
        for addressed in events {
            assert_eq!(format!("{:?}", addressed.event), "Event(…)");
        }
    }
    let dice: DiceSet = [4, 5].into_iter().collect();
    let card = Card {
        character: Bianca,
        dice: [5, 4],
    };
    let asked = CardAsked {
        character: Some(Bianca),
        dice: vec![5, 4],
    };
    assert_eq!(
        format!("{dice:?} {card:?} {asked:?}"),
        "DiceSet(…) Card(…) CardAsked(…)"
    );
}
