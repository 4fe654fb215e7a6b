//! The bounds of rounds and windows (SS-I11 to SS-I13) report violations that no match has: `invariants_hold` only
//! shows that they hold.

use tinsel_engine::{Events, SeatSet};
use tinsel_engine_testkit::{Change, Verdict};
use tinsel_secret_santa::{
    Event, Phase, SecretSanta,
    invariants::{self},
    testkit::cards,
};

use crate::support::*;

type Holds = fn(Change<'_, SecretSanta>) -> Verdict;

/// The verdict of an invariant on a decision in `game` with these events, if `game` stays unchanged.
fn check_events(holds: Holds, game: &SecretSanta, events: &[Event]) -> Verdict {
    let mut all = Events::new();
    for event in events {
        all.everyone(event.clone());
    }
    holds(Change {
        before: Some(game),
        after: game,
        events: &all,
        draws: &[],
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
        let broken = check_events(holds, game, &events).unwrap_err();
        assert!(broken.contains(wrong), "{broken:?} does not say {wrong:?}");
    }
    // Cards used earlier in the round count, and a new round starts from zero.
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
    assert!(check_events(bounded, &used, std::slice::from_ref(&again)).is_err());
    assert_eq!(check_events(bounded, &used, &[round(2), again]), Ok(()));
}
