//! The builder builds exactly the positions that a match can reach.

use tinsel_snowball_war::{
    Draft, EndReason, Obstacle,
    testkit::{Position, discard},
};

use crate::support::*;

/// Impossible positions, each with its error.
#[allow(clippy::too_many_lines, reason = "one row for each position")]
fn impossible() -> Vec<(&'static str, Position)> {
    let bench = || Position::bench(0);
    let last_turn = open(Draft {
        turn_limit: Some(2),
        ..Draft::default()
    });
    let rerolling = || Position::rerolling().pool(0, &[1; 6]).pool(1, &[1; 6]);
    let allocating = || Position::allocating().pool(0, &[1; 6]).pool(1, &[1; 6]);
    vec![
        ("in two teams", bench().team(1, [Stephen, Natasha, Emily])),
        ("SW-I1", bench().team(1, [Bianca, Natasha])),
        (
            "Emily is in no team",
            bench().team(1, [Bianca, Natasha]).dice(Emily, [1, 0]),
        ),
        ("Paul is in no team", Position::draft(0).dice(Paul, [1, 1])),
        ("SW-I2", bench().tokens(Paul, 3)),
        ("SW-I2", bench().ran_away(Paul, 1).dice(Paul, [1, 0])),
        ("SW-I2", bench().ran_away(Paul, 0)),
        ("SW-I2", bench().ran_away(Paul, 4)),
        ("said twice", bench().ran_away(Paul, 1).tokens(Paul, 1)),
        ("SW-I2", bench().returning(Paul)),
        ("SW-I2", Position::homecoming(0).returning(Paul).tokens(Paul, 1)),
        ("SW-I2", Position::deployment(0).stands(Paul, 60, 150)),
        (
            "cannot stand at",
            bench().stands(Paul, 100, 100).stands(Robert, 110, 100),
        ),
        ("cannot stand at", bench().stands(Paul, 9, 100)),
        (
            "cannot stand at",
            bench()
                .stands(Paul, 100, 100)
                .obstacles([Obstacle::circle(100, 120, 15)]),
        ),
        ("SW-I4", bench().snowman(0, 250, 150)),
        ("SW-I5", bench().snowman_tokens(0, 9)),
        ("SW-I5", bench().snowman_tokens(0, 4)),
        ("SW-I5", Position::finished(EndReason::Knockout).snowman_tokens(0, 3)),
        ("SW-I8", rerolling().pool(0, &[1])),
        ("SW-I8", rerolling().ran_away(Paul, 1)),
        ("SW-I9", Position::action(0).dice(Bianca, [1, 1])),
        ("SW-I9", rerolling().dice(Paul, [1, 0])),
        ("SW-I10", bench().turn(200)),
        ("SW-I10", bench().config(last_turn).turn(3)),
        ("turn 0 in this phase", bench().turn(0)),
        ("turn 3 in this phase", Position::draft(0).turn(3)),
        ("ends in turn 3 of 30", Position::finished(EndReason::TurnLimit).turn(3)),
        ("started before turn 3", bench().started(0, 4, [5, 8])),
        (
            "SW-I11",
            Character::ALL
                .into_iter()
                .fold(Position::homecoming(0), |position, who| position.ran_away(who, 1)),
        ),
        ("nobody to bring back", Position::homecoming(0).returning(Emily)),
        ("dice that it has not", rerolling().chosen(0, &[6])),
        ("nobody owes", rerolling().chosen(0, &[]).chosen(1, &[])),
        ("otherwise than it can", allocating().allocated(1, &[(Bianca, [0, 1])])),
        (
            "otherwise than it can",
            allocating().allocated(1, &[(Bianca, [0, 1]), (Natasha, [2, 3]), (Emily, [4, 4])]),
        ),
        ("is refused", bench().then(0, discard(Paul, 0))),
    ]
}

#[test]
fn a_position_that_no_match_reaches_is_not_built() {
    for (expected, position) in impossible() {
        let built = position.try_build().map(|_| ());
        let wrong = built.expect_err(expected);
        assert!(
            wrong.contains(expected) || wrong.contains("base"),
            "{expected}: {wrong}"
        );
    }
}
