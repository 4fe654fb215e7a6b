//! The action phase: order, one die, throws, moves, doubles (2.5).

use tinsel_snowball_war::{
    Draft, Obstacle,
    testkit::{Position, discard, dodge, force_reroll, move_again, skip, take_hit, throw, throw_again, throw_as, walk},
};

use crate::support::*;

/// Teams with double throws and moves: Bianca and Natasha for seat 0.
fn doubles() -> Position {
    Position::action(0)
        .team(0, [Bianca, Natasha, Emily])
        .team(1, [Stephen, Paul, Robert])
}

// SW-36, SW-R36
#[test]
fn a_seat_with_dice_left_acts_alone_and_dice_of_reactions_count_as_spent() {
    let mut game = Position::action(0)
        .stands(Stephen, 300, 150)
        .dice(Stephen, [4, 4])
        .dice(Paul, [1, 0])
        .stands(Bianca, 380, 150)
        .dice(Bianca, [5, 0])
        .build();
    act(&mut game, 0, throw(Stephen, 0, Bianca));
    let sent = act(&mut game, 1, dodge(0));
    assert_eq!(sent.last().unwrap(), "due 0", "seat 1 spent its last die on the dodge");
    let sent = act(&mut game, 0, throw(Stephen, 1, Bianca));
    assert_eq!(sent.last().unwrap(), "due 0");
    act_with(&mut game, 0, discard(Paul, 0), rolled(&[1; 12]));
}

// SW-36
#[test]
fn an_action_is_complete_with_its_second_symbol_and_its_reactions() {
    let mut game = doubles()
        .stands(Bianca, 300, 150)
        .dice(Bianca, [6, 0])
        .stands(Paul, 380, 150)
        .dice(Paul, [2, 2])
        .build();
    act(&mut game, 0, throw(Bianca, 0, Paul));
    assert_eq!(now(&game), "REACTION 1");
    act(&mut game, 1, take_hit());
    assert_eq!(now(&game), "THROWAGAIN 0");
    act(&mut game, 0, throw_again(Paul));
    assert_eq!(now(&game), "REACTION 1");
    let sent = act(&mut game, 1, dodge(1));
    assert_eq!(sent.last().unwrap(), "due 1");
}

// SW-37, SW-R29
#[test]
fn there_is_no_passing_and_a_die_can_always_be_discarded() {
    let game = Position::action(0).dice(Stephen, [3, 5]).build();
    assert_eq!(code(&game, 0, &skip()), "WRONG_PHASE");
    codes(&game, 0, &[(discard(Stephen, 0), "ok"), (discard(Stephen, 1), "ok")]);
    // A seat that keeps dice for dodges must discard them one by one at the end.
    let mut game = Position::action(0).dice(Stephen, [3, 5]).dice(Bianca, [2, 2]).build();
    act(&mut game, 0, discard(Stephen, 0));
    act(&mut game, 1, discard(Bianca, 0));
    assert_eq!(dice(&game, Stephen), [0, 5]);
    assert_eq!(now(&game), "ACTION 0");
}

// SW-38
#[test]
fn a_die_leaves_the_card_at_once_and_before_the_effect() {
    let mut game = Position::action(0)
        .stands(Stephen, 300, 150)
        .dice(Stephen, [4, 1])
        .stands(Bianca, 380, 150)
        .dice(Bianca, [5, 1])
        .build();
    let sent = act(&mut game, 0, throw(Stephen, 0, Bianca));
    assert_eq!(
        sent,
        [
            "0 spends Stephen 0: 4 for THROW",
            "Stephen throws at Bianca, 1",
            "hit 1 of 1 on Bianca, 1 decides"
        ]
    );
    assert_eq!(dice(&game, Stephen), [0, 1], "while the hit is pending");
    assert_eq!(code(&game, 1, &discard(Bianca, 0)), "WRONG_PHASE");
    act(&mut game, 1, take_hit());
    assert_eq!(code(&game, 1, &discard(Stephen, 1)), "NOT_YOUR_CHARACTER");
    let away = Position::action(0).dice(Stephen, [1, 0]).ran_away(Paul, 1).build();
    assert_eq!(code(&away, 0, &discard(Paul, 0)), "CHARACTER_NOT_IN_PLAY");
    assert_eq!(code(&away, 0, &discard(Stephen, 1)), "NO_SUCH_DIE");
}

// SW-39
#[test]
fn the_value_in_use_decides_by_the_characters_own_sheet() {
    // Section 1.2: the meaning of 3 for each of them.
    let game = |acting, who| {
        Position::action(acting)
            .stands(who, 250, 150)
            .dice(who, [3, 0])
            .stands(if acting == 0 { Bianca } else { Stephen }, 250, 200)
            .build()
    };
    for (who, moves, throws) in [(Stephen, false, false), (Paul, true, false), (Robert, true, false)] {
        let game = game(0, who);
        assert_eq!(code(&game, 0, &walk(who, 0, (250, 140))) == "ok", moves, "{who}");
        assert_eq!(code(&game, 0, &throw(who, 0, Bianca)) == "ok", throws, "{who}");
        assert_ne!(code(&game, 0, &throw(who, 0, Bianca)), "OUT_OF_RANGE");
    }
    let natasha = game(1, Natasha);
    assert_eq!(code(&natasha, 1, &walk(Natasha, 0, (250, 140))), "ok");
    assert_eq!(code(&natasha, 1, &throw(Natasha, 0, Stephen)), "WRONG_FACE");
    let emily = game(1, Emily);
    assert_eq!(code(&emily, 1, &throw(Emily, 0, Stephen)), "ok");
    assert_eq!(code(&emily, 1, &walk(Emily, 0, (250, 140))), "WRONG_FACE");
    assert_eq!(
        code(&emily, 1, &throw_as(Emily, 0, 3, Stephen)),
        "ok",
        "its own value may be named"
    );
    assert_eq!(code(&emily, 1, &throw_as(Emily, 0, 4, Stephen)), "BAD_VALUE");
}

// SW-41
#[test]
fn a_move_may_end_where_it_began() {
    let mut game = Position::action(0)
        .stands(Stephen, 250, 150)
        .dice(Stephen, [1, 1])
        .stands(Paul, 250, 170)
        .build();
    let sent = act(&mut game, 0, walk(Stephen, 0, (250, 150)));
    assert_eq!(sent[1], "Stephen from (250,150) to (250,150)");
    assert_eq!(code(&game, 0, &walk(Stephen, 1, (250, 151))), "OVERLAPS_PIECE");
    assert_eq!(code(&game, 0, &walk(Stephen, 1, (250, 62))), "ok");
    assert_eq!(code(&game, 0, &walk(Stephen, 1, (250, 61))), "TOO_FAR");
}

// SW-42, SW-R35
#[test]
fn a_second_throw_may_be_at_the_same_target_and_may_be_left_out() {
    let position = || {
        doubles()
            .stands(Natasha, 300, 150)
            .dice(Natasha, [6, 1])
            .stands(Paul, 400, 150)
            .dice(Paul, [1, 0])
    };
    let mut game = position().build();
    act(&mut game, 0, throw(Natasha, 0, Paul));
    let sent = act(&mut game, 0, throw_again(Paul));
    assert_eq!(sent[1..], ["Paul + = 2", "due 1"]);
    let mut game = position().build();
    act(&mut game, 0, throw(Natasha, 0, Paul));
    assert_eq!(act(&mut game, 0, skip()), ["Natasha skips", "due 1"]);
    assert_eq!(tokens(&game, Paul), 1);
}

// SW-42
#[test]
fn a_double_move_is_two_moves_from_where_one_is_then() {
    let position = || {
        doubles()
            .stands(Emily, 100, 150)
            .dice(Emily, [6, 0])
            .dice(Bianca, [1, 0])
            .dice(Paul, [1, 0])
    };
    let mut game = position().build();
    let sent = act(&mut game, 0, walk(Emily, 0, (188, 150)));
    assert_eq!(
        sent,
        [
            "0 spends Emily 0: 6 for MOVE",
            "Emily from (100,150) to (188,150)",
            "second MOVE of Emily, 0 decides"
        ]
    );
    codes(
        &game,
        0,
        &[
            (move_again((276, 150)), "ok"),
            (move_again((277, 150)), "TOO_FAR"),
            (move_again((188, 150)), "ok"),
            (throw_again(Paul), "WRONG_PHASE"),
            (skip(), "ok"),
        ],
    );
    let sent = act(&mut game, 0, move_again((276, 150)));
    assert_eq!(sent, ["Emily from (188,150) to (276,150), second", "due 1"]);
    let mut game = position().build();
    act(&mut game, 0, walk(Emily, 0, (188, 150)));
    assert_eq!(act(&mut game, 0, skip()), ["Emily skips", "due 1"]);
}

// SW-43
#[test]
fn a_second_throw_without_a_legal_target_is_skipped_by_itself() {
    // The only visible enemy runs away.
    let mut game = doubles()
        .stands(Bianca, 150, 150)
        .dice(Bianca, [6, 1])
        .stands(Stephen, 250, 150)
        .tokens(Stephen, 1)
        .build();
    let sent = act(&mut game, 0, throw(Bianca, 0, Stephen));
    assert_eq!(
        sent[2..],
        [
            "Stephen + = 2",
            "Stephen runs away, lost:",
            "Bianca skips, no target",
            "due 0"
        ]
    );
    // A second move needs a decision even with hardly any room.
    let mut game = doubles().stands(Emily, 100, 150).dice(Emily, [6, 0]).build();
    act(&mut game, 0, walk(Emily, 0, (100, 150)));
    assert_eq!(now(&game), "MOVEAGAIN 0");
}

/// Paul is 100 mm from Bianca, which is in range, and behind the rectangle.
// SW-43
#[test]
fn a_second_throw_is_skipped_too_when_the_only_enemy_in_range_is_hidden() {
    let position = || {
        doubles()
            .stands(Bianca, 250, 200)
            .dice(Bianca, [6, 1])
            .stands(Stephen, 250, 120)
            .tokens(Stephen, 1)
            .stands(Paul, 350, 200)
    };
    let mut hidden = position().obstacles([Obstacle::rectangle(280, 190, 320, 210)]).build();
    let sent = act(&mut hidden, 0, throw(Bianca, 0, Stephen));
    assert_eq!(sent[4..], ["Bianca skips, no target", "due 0"]);
    let mut seen = position().build();
    act(&mut seen, 0, throw(Bianca, 0, Stephen));
    assert_eq!(now(&seen), "THROWAGAIN 0", "without the rectangle there is a target");
}

/// Faces that are single on the default sheets are double here, and vice versa.
// SW-42
#[test]
fn a_custom_sheet_decides_whether_a_face_is_double() {
    let options = open(Draft {
        sheets: vec![sheet(Bianca, 3, "MM M TT M D T"), sheet(Emily, 3, "D M T M D M")],
        ..Draft::default()
    });
    let position = || {
        doubles()
            .config(options.clone())
            .stands(Bianca, 300, 150)
            .stands(Emily, 100, 150)
            .stands(Paul, 380, 150)
            .dice(Paul, [1, 0])
    };
    for (value, then) in [(3, "THROWAGAIN 0"), (6, "ACTION 1")] {
        let mut game = position().dice(Bianca, [value, 0]).build();
        act(&mut game, 0, throw(Bianca, 0, Paul));
        assert_eq!(now(&game), then, "Bianca throws with a {value}");
    }
    for (who, value, then) in [(Bianca, 1, "MOVEAGAIN 0"), (Emily, 6, "ACTION 1")] {
        let mut game = position().dice(who, [value, 0]).build();
        let here = at(&game, who).unwrap();
        act(&mut game, 0, walk(who, 0, here));
        assert_eq!(now(&game), then, "{who} moves with a {value}");
    }
}

// SW-44, SW-R37
#[test]
fn a_face_that_only_dodges_does_nothing_on_the_own_turn() {
    let game = Position::action(1)
        .stands(Bianca, 250, 150)
        .dice(Bianca, [1, 5])
        .stands(Stephen, 250, 200)
        .dice(Stephen, [2, 0])
        .build();
    codes(
        &game,
        1,
        &[
            (throw(Bianca, 0, Stephen), "WRONG_FACE"),
            (walk(Bianca, 0, (250, 150)), "WRONG_FACE"),
            (walk(Bianca, 1, (250, 150)), "WRONG_FACE"),
            (dodge(0), "WRONG_PHASE"),
            (discard(Bianca, 0), "ok"),
            (force_reroll(0, Stephen), "ok"),
        ],
    );
    // A face of a custom sheet without any symbol is the same.
    let options = open(Draft {
        sheets: vec![sheet(Bianca, 3, "- - - - - T")],
        ..Draft::default()
    });
    let game = Position::action(1).config(options).dice(Bianca, [1, 5]).build();
    codes(
        &game,
        1,
        &[(walk(Bianca, 0, (250, 150)), "WRONG_FACE"), (discard(Bianca, 1), "ok")],
    );
}
