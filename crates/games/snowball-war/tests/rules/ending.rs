//! The turn limit and the outcome (2.8, section 10).

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_snowball_war::{
    Config, Draft, EndReason, SnowballWar,
    testkit::{Position, discard, throw},
};

use crate::support::*;

/// The last die of the last turn.
fn last_turn() -> Position {
    let options = open(Draft {
        turn_limit: Some(3),
        ..Draft::default()
    });
    Position::action(0).config(options).dice(Stephen, [3, 0])
}

// SW-70, SW-R67
#[test]
fn the_match_ends_after_the_actions_of_the_last_turn() {
    let mut game = last_turn().ran_away(Robert, 1).snowman_tokens(1, 2).build();
    let sent = act(&mut game, 0, discard(Stephen, 0));
    assert_eq!(sent[1..], ["TURN_LIMIT, won by 0: 0 2"]);
    assert_eq!(tokens(&game, Robert), 1, "that turn has no end phase");
    assert_eq!(now(&game), "FINISHED");
    // One turn earlier, the match continues.
    let mut game = last_turn().turn(2).build();
    act_with(&mut game, 0, discard(Stephen, 0), rolled(&[1; 12]));
    assert_eq!((now(&game).as_str(), public(&game).turn), ("REROLL 0 1", 3));
    assert_eq!(Config::default().turn_limit, 30);
}

// SW-77, SW-R67
#[test]
fn fewer_tokens_on_the_own_snowman_win_and_equal_ones_draw() {
    for (own, other, ranks, winner, labels) in [
        (0, 1, [1, 2], "0", ["WINNER", ""]),
        (3, 1, [2, 1], "1", ["", "WINNER"]),
        (2, 2, [1, 1], "nobody", ["DRAW", "DRAW"]),
    ] {
        let mut game = last_turn()
            .snowman_tokens(0, own)
            .snowman_tokens(1, other)
            .tokens(Stephen, 1)
            .ran_away(Emily, 3)
            .build();
        let sent = act(&mut game, 0, discard(Stephen, 0));
        assert_eq!(sent[1], format!("TURN_LIMIT, won by {winner}: {own} {other}"));
        assert_eq!(result(&game), (ranks, [other.into(), own.into()], labels));
    }
}

// SW-54
#[test]
fn a_knock_out_counts_in_the_last_turn_as_in_any() {
    let mut game = last_turn()
        .stands(Stephen, 400, 150)
        .dice(Stephen, [4, 0])
        .snowman_tokens(0, 3)
        .snowman_tokens(1, 3)
        .build();
    act(&mut game, 0, throw(Stephen, 0, snowman(1)));
    assert_eq!(result(&game), ([1, 2], [4, 3], ["WINNER", "KNOCKED_OUT"]));
}

// SW-77
#[test]
fn a_match_that_goes_on_has_no_outcome_and_one_that_is_over_is_shown_to_all() {
    let game = last_turn().build();
    assert_eq!(game.outcome(SeatSet::EMPTY), None);
    assert_eq!(public(&game).ending, None);
    let over = Position::finished(EndReason::TurnLimit).snowman_tokens(0, 1).build();
    for viewer in viewers() {
        let ending = over.view(viewer, SeatSet::EMPTY).ending.unwrap();
        assert_eq!((ending.reason, ending.winner), (EndReason::TurnLimit, Some(seat(1))));
    }
}

/// Two inactive seats: five picks, two deployments, and in each turn two choices, two allocations and twelve discarded
/// dice (section 9). No token is placed, and the match is a draw after the last turn.
// SW-R67
#[test]
fn a_match_of_defaults_ends_in_a_draw_at_the_limit() {
    for seed in 0..4 {
        let mut chance = rng(seed);
        let (mut game, _) = SnowballWar::start(&Config::default(), &mut chance);
        let mut decisions = 0;
        while let Some(owing) = game.owing().iter().next() {
            let made = game.absent(owing).unwrap();
            game.commit(made, SeatSet::EMPTY, &mut chance);
            decisions += 1;
        }
        assert_eq!(decisions, 5 + 2 + 30 * (2 + 2 + 12), "seed {seed}");
        assert_eq!(
            (public(&game).turn, result(&game)),
            (30, ([1, 1], [0, 0], ["DRAW", "DRAW"]))
        );
    }
}
