//! The reaction window (2.6): dodging, Robert, and taking the hit.

use tinsel_snowball_war::{
    Draft, Legal, Slot,
    testkit::{Position, dodge, dodge_as, double_throw, intercept, rush, take_hit, throw, throw_again},
};

use crate::support::*;

/// Seat 1's Bianca throws; seat 0 has Stephen, Paul and Robert near one another.
fn attacked() -> Position {
    Position::action(1)
        .stands(Bianca, 300, 150)
        .dice(Bianca, [3, 6])
        .stands(Stephen, 220, 150)
        .stands(Robert, 220, 200)
        .stands(Paul, 220, 100)
}

// SW-47, SW-R41
#[test]
fn the_owner_decides_once_per_hit_before_the_token() {
    let mut game = attacked().dice(Stephen, [3, 3]).dice(Robert, [1, 0]).build();
    act(&mut game, 1, throw(Bianca, 0, Stephen));
    assert_eq!((now(&game).as_str(), tokens(&game, Stephen)), ("REACTION 0", 0));
    let Legal::React { dodges, intercepts } = legal(&game, 0) else {
        panic!()
    };
    let dodges: Vec<_> = dodges
        .iter()
        .map(|dodge| (dodge.slot, dodge.value.get(), dodge.as_value.get()))
        .collect();
    assert_eq!(dodges, [(Slot::First, 3, 3), (Slot::Second, 3, 3)]);
    assert_eq!(intercepts, [Slot::First]);
    let sent = act(&mut game, 0, dodge(1));
    assert_eq!(sent.last().unwrap(), "due 0", "a reaction costs no turn");
}

// SW-48, SW-R50
#[test]
fn one_die_stops_one_hit() {
    let position = || {
        Position::action(0)
            .stands(Paul, 300, 150)
            .dice(Paul, [4, 4])
            .stands(Bianca, 380, 150)
            .dice(Bianca, [1, 5])
    };
    let mut game = position().build();
    act(&mut game, 0, double_throw(Bianca));
    act(&mut game, 1, dodge(1));
    assert_eq!(now(&game), "REACTION 1", "the second hit is still to come");
    act_with(&mut game, 1, dodge(0), rolled(&[1; 12]));
    assert_eq!(tokens(&game, Bianca), 0);
    let mut game = position().build();
    act(&mut game, 0, double_throw(Bianca));
    act(&mut game, 1, dodge(1));
    act(&mut game, 1, take_hit());
    assert_eq!((tokens(&game, Bianca), dice(&game, Bianca)), (1, [1, 0]));
}

// SW-48, SW-R57
#[test]
fn stephen_dodges_with_a_value_beside() {
    let mut game = attacked().dice(Stephen, [4, 1]).build();
    act(&mut game, 1, throw(Bianca, 0, Stephen));
    codes(
        &game,
        0,
        &[
            (dodge(0), "NO_DODGE"),
            (dodge_as(0, 3), "ok"),
            (dodge_as(0, 5), "ok"),
            (dodge_as(0, 4), "NO_DODGE"),
            (dodge_as(0, 2), "BAD_VALUE"),
            (dodge_as(0, 6), "BAD_VALUE"),
            (dodge_as(1, 2), "NO_DODGE"),
        ],
    );
    let sent = act(&mut game, 0, dodge_as(0, 5));
    assert_eq!(sent[0], "0 spends Stephen 0: 4 as 5 for DODGE");
}

// SW-49, SW-R44
#[test]
fn robert_takes_a_hit_for_a_nearby_piece() {
    for die in [0, 1] {
        let mut game = attacked().dice(Robert, [6, 1]).build();
        act(&mut game, 1, throw(Bianca, 0, Stephen));
        let sent = act(&mut game, 0, intercept(die));
        let value = if die == 0 { 6 } else { 1 };
        assert_eq!(
            sent,
            [
                format!("0 spends Robert {die}: {value} for INTERCEPT"),
                "Robert takes it for Stephen".to_owned(),
                "Robert + = 1".to_owned(),
                "due 0".to_owned()
            ]
        );
        assert_eq!((tokens(&game, Stephen), tokens(&game, Robert)), (0, 1));
    }
}

// SW-49
#[test]
fn robert_is_in_play_near_another_target_of_his_side_and_has_a_die() {
    let pending = |position: Position, target: Character| {
        let mut game = position.build();
        act(&mut game, 1, throw(Bianca, 0, target));
        (code(&game, 0, &intercept(0)), now(&game))
    };
    let near = || attacked().dice(Stephen, [3, 0]);
    assert_eq!(pending(near().dice(Robert, [1, 0]), Stephen).0, "ok");
    assert_eq!(pending(near().dice(Robert, [0, 1]), Stephen).0, "NO_SUCH_DIE");
    let none = near().stands(Robert, 220, 240).dice(Robert, [1, 0]);
    assert_eq!(pending(none, Stephen).0, "CANNOT_INTERCEPT", "90 away");
    assert_eq!(pending(near().ran_away(Robert, 2), Stephen).0, "CANNOT_INTERCEPT");
    // Robert cannot take his own hit.
    let mut game = attacked().dice(Robert, [4, 4]).build();
    act(&mut game, 1, throw(Bianca, 0, Robert));
    assert_eq!(code(&game, 0, &intercept(0)), "CANNOT_INTERCEPT");
    // Robert is on the other side.
    let mut game = Position::action(0)
        .team(0, [Robert, Paul, Bianca])
        .team(1, [Stephen, Natasha, Emily])
        .stands(Paul, 300, 150)
        .dice(Paul, [4, 0])
        .stands(Robert, 350, 200)
        .dice(Robert, [1, 1])
        .stands(Stephen, 380, 150)
        .dice(Stephen, [3, 3])
        .build();
    act(&mut game, 0, throw(Paul, 0, Stephen));
    assert_eq!(code(&game, 1, &intercept(0)), "CANNOT_INTERCEPT");
}

// SW-49, SW-R43
#[test]
fn an_intercepted_hit_is_neither_dodged_nor_intercepted_again() {
    // A 4 dodges on Robert's card.
    let mut game = attacked().dice(Robert, [4, 4]).build();
    act(&mut game, 1, throw(Bianca, 0, Stephen));
    let sent = act(&mut game, 0, intercept(0));
    assert_eq!(sent[1..], ["Robert takes it for Stephen", "Robert + = 1", "due 0"]);
}

// SW-50, SW-R58
#[test]
fn a_hit_without_a_possible_reaction_lands_at_once() {
    let at_once = |position: Position| {
        let mut game = position.build();
        act(&mut game, 1, throw(Bianca, 0, Stephen));
        !now(&game).starts_with("REACTION")
    };
    assert!(at_once(attacked()), "no dice");
    assert!(
        at_once(attacked().dice(Paul, [2, 2]).dice(Stephen, [1, 1])),
        "none that dodges: 1 may be 2"
    );
    assert!(!at_once(attacked().dice(Stephen, [2, 0])), "2 may be 3");
    assert!(!at_once(attacked().dice(Robert, [1, 0])));
    assert!(
        at_once(attacked().stands(Robert, 130, 150).dice(Robert, [1, 1])),
        "Robert is too far away"
    );
}

// SW-R42
#[test]
fn there_is_one_window_with_one_choice() {
    let mut game = attacked().dice(Stephen, [3, 0]).dice(Robert, [1, 1]).build();
    act(&mut game, 1, throw(Bianca, 0, Stephen));
    codes(
        &game,
        0,
        &[
            (dodge(0), "ok"),
            (intercept(0), "ok"),
            (intercept(1), "ok"),
            (take_hit(), "ok"),
        ],
    );
    act(&mut game, 0, take_hit());
    assert_eq!(tokens(&game, Stephen), 1);
    assert_eq!((dice(&game, Stephen), dice(&game, Robert)), ([3, 0], [1, 1]));
}

/// The distance is from his centre to that of the target; neither an obstacle in between nor the thrower's distance
/// matters.
// SW-R46
#[test]
fn roberts_reach_is_measured_at_the_hit_and_needs_no_line() {
    let wall = tinsel_snowball_war::Obstacle::rectangle(200, 170, 240, 180);
    for (y, expected) in [(238, "ok"), (239, "CANNOT_INTERCEPT")] {
        let mut game = attacked()
            .obstacles([wall])
            .dice(Stephen, [3, 0])
            .stands(Robert, 220, y)
            .dice(Robert, [1, 0])
            .build();
        act(&mut game, 1, throw(Bianca, 0, Stephen));
        assert_eq!(code(&game, 0, &intercept(0)), expected);
    }
}

// SW-R47
#[test]
fn robert_may_run_away_while_he_intercepts() {
    let mut game = Position::action(1)
        .stands(Emily, 95, 185)
        .dice(Emily, [1, 6])
        .stands(Robert, 40, 150)
        .dice(Robert, [4, 2])
        .tokens(Robert, 3)
        .build();
    act(&mut game, 1, rush(0));
    let sent = act(&mut game, 0, intercept(1));
    assert_eq!(
        sent,
        [
            "0 spends Robert 1: 2 for INTERCEPT",
            "Robert takes it for SNOWMAN_0",
            "Robert + = 4",
            "Robert runs away, lost: 4",
            "SNOWMAN_0 + = 1",
            "due 1"
        ],
        "the first hit is absorbed, and the second finds no Robert"
    );
}

// SW-R48, SW-R45
#[test]
fn robert_may_save_a_piece_from_running_away_or_a_knock_out() {
    let mut game = attacked().tokens(Stephen, 1).dice(Robert, [1, 0]).build();
    act(&mut game, 1, throw(Bianca, 0, Stephen));
    act(&mut game, 0, intercept(0));
    assert!(!has_run_away(&game, Stephen));
    let mut game = Position::action(1)
        .stands(Natasha, 100, 150)
        .dice(Natasha, [2, 1])
        .stands(Robert, 15, 200)
        .dice(Robert, [1, 0])
        .snowman_tokens(0, 3)
        .build();
    act(&mut game, 1, throw(Natasha, 0, snowman(0)));
    act(&mut game, 0, intercept(0));
    assert_eq!((now(&game).as_str(), tokens(&game, snowman(0))), ("ACTION 1", 3));
}

// SW-R38
#[test]
fn a_face_that_acts_and_dodges_serves_for_either_once() {
    let options = || {
        open(Draft {
            sheets: vec![sheet(Paul, 3, "TD MD D - TTD M")],
            ..Draft::default()
        })
    };
    let position = || {
        Position::action(1)
            .config(options())
            .stands(Bianca, 300, 150)
            .dice(Bianca, [3, 1])
            .stands(Paul, 220, 150)
            .dice(Paul, [1, 0])
    };
    let mut game = position().build();
    act(&mut game, 1, throw(Bianca, 0, Paul));
    act(&mut game, 0, dodge(0));
    assert_eq!(dice(&game, Paul), [0, 0]);
    assert_eq!(now(&game), "ACTION 1", "the die is gone, and does not throw as well");
    let mut game = position().build();
    act(&mut game, 1, throw(Bianca, 0, Paul));
    act(&mut game, 0, take_hit());
    assert_eq!(code(&game, 0, &throw(Paul, 0, Bianca)), "ok");
}

/// A face with a double throw and a dodge dodges one hit, like any other.
// SW-R39
#[test]
fn a_dodge_ignores_one_hit_whatever_the_face() {
    let options = open(Draft {
        sheets: vec![sheet(Stephen, 3, "TTD TTD TTD TTD TTD TTD")],
        ..Draft::default()
    });
    let mut game = Position::action(1)
        .config(options)
        .stands(Bianca, 300, 150)
        .dice(Bianca, [6, 0])
        .stands(Stephen, 220, 150)
        .dice(Stephen, [1, 0])
        .build();
    act(&mut game, 1, throw(Bianca, 0, Stephen));
    act(&mut game, 0, dodge(0));
    assert_eq!(now(&game), "THROWAGAIN 1");
    act_with(&mut game, 1, throw_again(Stephen), rolled(&[1; 12]));
    assert_eq!(tokens(&game, Stephen), 1, "its one die stopped one hit");
}
