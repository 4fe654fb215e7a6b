//! The abilities (2.7).

use tinsel_snowball_war::{
    Legal, Obstacle,
    testkit::{Position, discard, double_throw, force_reroll, intercept, rush, swap, throw, throw_as, walk, walk_as},
};

use crate::support::*;

// SW-60, SW-38, SW-R59
#[test]
fn an_ability_works_with_a_die_of_any_value() {
    for value in 1..=6 {
        let position = || {
            Position::action(1)
                .stands(Bianca, 200, 150)
                .dice(Bianca, [value, 0])
                .stands(Natasha, 200, 100)
                .dice(Natasha, [value, 0])
                .stands(Emily, 60, 150)
                .dice(Emily, [value, 0])
                .dice(Stephen, [1, 1])
                .stands(Stephen, 240, 150)
        };
        for (who, action, drawn, spent_for) in [
            (Natasha, swap(0, Bianca), vec![], "SWAP"),
            (Emily, rush(0), vec![], "RUSH"),
            (Bianca, force_reroll(0, Stephen), forced(&[1, 1]), "FORCE_REROLL"),
        ] {
            let mut game = position().build();
            let sent = act_with(&mut game, 1, action, drawn);
            assert_eq!(sent[0], format!("1 spends {who} 0: {value} for {spent_for}"));
            assert_eq!(now(&game), "ACTION 0", "no second symbol, whatever the face");
        }
    }
}

// SW-61
#[test]
fn stephen_uses_a_die_as_a_value_beside() {
    let game = Position::action(0)
        .stands(Stephen, 300, 150)
        .dice(Stephen, [3, 5])
        .stands(Bianca, 380, 150)
        .build();
    codes(
        &game,
        0,
        &[
            (throw_as(Stephen, 0, 4, Bianca), "ok"),
            (walk_as(Stephen, 0, 2, (300, 160)), "ok"),
            (throw(Stephen, 0, Bianca), "WRONG_FACE"),
            (throw_as(Stephen, 0, 2, Bianca), "WRONG_FACE"),
            (walk_as(Stephen, 0, 4, (300, 160)), "WRONG_FACE"),
            (walk_as(Stephen, 0, 1, (300, 160)), "BAD_VALUE"),
            (throw_as(Stephen, 1, 4, Bianca), "ok"),
            (throw_as(Stephen, 1, 6, Bianca), "ok"),
            (throw_as(Stephen, 1, 7, Bianca), "BAD_VALUE"),
        ],
    );
    // No other character can.
    let game = Position::action(0)
        .stands(Robert, 300, 150)
        .dice(Robert, [1, 3])
        .stands(Bianca, 380, 150)
        .build();
    codes(
        &game,
        0,
        &[
            (throw_as(Robert, 0, 2, Bianca), "BAD_VALUE"),
            (walk_as(Robert, 0, 1, (300, 150)), "ok"),
        ],
    );
}

// SW-R56
#[test]
fn stephens_values_do_not_wrap_and_there_is_no_seventh() {
    let game = Position::action(0)
        .stands(Stephen, 300, 150)
        .dice(Stephen, [1, 6])
        .stands(Bianca, 380, 150)
        .build();
    codes(
        &game,
        0,
        &[
            (throw_as(Stephen, 0, 6, Bianca), "BAD_VALUE"),
            (walk_as(Stephen, 0, 0, (300, 150)), "BAD_VALUE"),
            (walk_as(Stephen, 1, 1, (300, 150)), "BAD_VALUE"),
            (walk_as(Stephen, 1, 7, (300, 150)), "BAD_VALUE"),
            (walk_as(Stephen, 1, u32::MAX, (300, 150)), "BAD_VALUE"),
            (throw_as(Stephen, 1, 6, Bianca), "ok"),
        ],
    );
    let Legal::Act(acting) = legal(&game, 0) else { panic!() };
    let uses = |slot: usize| {
        let uses = acting.characters[0].dice[slot].uses.iter();
        uses.map(|one| one.as_value.get()).collect::<Vec<_>>()
    };
    assert_eq!((uses(0), uses(1)), (vec![1, 2], vec![6]), "5 dodges only");
}

/// Stephen's sum counts the values of his dice, and a re-roll of him draws dice.
// SW-R57
#[test]
fn stephens_ability_is_for_using_dice_and_for_nothing_else() {
    let mut game = duel(Position::rerolling(), Stephen, Bianca)
        .pool(0, &[3, 4])
        .pool(1, &[3, 3])
        .build();
    act(&mut game, 0, tinsel_snowball_war::testkit::reroll(&[]));
    let sent = act(&mut game, 1, tinsel_snowball_war::testkit::reroll(&[]));
    assert!(sent.contains(&"turn 3 started by 1: 7 6".to_owned()));
}

/// Paul 80 away from Bianca.
fn paul(dice: [u8; 2]) -> Position {
    Position::action(0)
        .stands(Paul, 300, 150)
        .dice(Paul, dice)
        .stands(Bianca, 380, 150)
        .stands(Natasha, 420, 150)
        .dice(Stephen, [1, 0])
}

// SW-62, SW-R51
#[test]
fn paul_spends_two_dice_of_4_or_5_for_two_hits_on_one_target() {
    for one in 0..=6 {
        for other in 0..=6 {
            let game = paul([one, other]).build();
            let fine = [4, 5].contains(&one) && [4, 5].contains(&other);
            let expected = if fine { "ok" } else { "WRONG_DICE" };
            assert_eq!(code(&game, 0, &double_throw(Bianca)), expected, "{one} {other}");
        }
    }
    let mut game = paul([5, 4]).build();
    let sent = act(&mut game, 0, double_throw(Bianca));
    assert_eq!(
        sent,
        [
            "0 spends Paul 0: 5 for DOUBLE_THROW",
            "0 spends Paul 1: 4 for DOUBLE_THROW",
            "Paul throws at Bianca, 2",
            "Bianca + = 1",
            "Bianca + = 2",
            "due 0"
        ]
    );
    assert_eq!(dice(&game, Paul), [0, 0]);
}

// SW-62, SW-R51
#[test]
fn pauls_target_can_be_the_snowman() {
    let mut game = paul([4, 4]).snowman(1, 420, 190).stands(Natasha, 100, 250).build();
    let sent = act(&mut game, 0, double_throw(snowman(1)));
    assert_eq!(sent[3..], ["SNOWMAN_1 + = 1", "SNOWMAN_1 + = 2", "due 0"]);
}

// SW-63, SW-R54
#[test]
fn bianca_makes_one_character_roll_all_its_dice_again() {
    let position = || {
        Position::action(1)
            .stands(Bianca, 200, 150)
            .dice(Bianca, [2, 5])
            .stands(Natasha, 200, 100)
            .dice(Natasha, [3, 4])
            .stands(Stephen, 240, 150)
            .dice(Stephen, [0, 6])
            .stands(Paul, 200, 200)
    };
    let sent = act_with(&mut position().build(), 1, force_reroll(1, Stephen), forced(&[6]));
    assert_eq!(
        sent[1], "Bianca forces Stephen, 1: 6 > 6",
        "only the dice that are left; the new value stands"
    );
    let mut game = position().build();
    let sent = act_with(&mut game, 1, force_reroll(0, Natasha), forced(&[1, 2]));
    assert_eq!(sent[1], "Bianca forces Natasha, 0: 3 > 1, 1: 4 > 2");
    assert_eq!(dice(&game, Natasha), [1, 2]);
    let mut game = position().build();
    let sent = act_with(&mut game, 1, force_reroll(0, Bianca), forced(&[6]));
    assert_eq!(
        sent[1], "Bianca forces Bianca, 1: 5 > 6",
        "the die that is used is gone first"
    );
    assert_eq!(dice(&game, Bianca), [0, 6]);
}

// SW-63
#[test]
fn a_forced_re_roll_needs_no_line() {
    let game = Position::action(1)
        .obstacles([Obstacle::rectangle(215, 100, 225, 200)])
        .stands(Bianca, 200, 150)
        .dice(Bianca, [1, 0])
        .stands(Stephen, 240, 150)
        .dice(Stephen, [1, 0])
        .build();
    assert_eq!(code(&game, 1, &force_reroll(0, Stephen)), "ok");
}

// SW-64, SW-R55
#[test]
fn natasha_swaps_places_with_a_team_mate_and_nothing_else_moves() {
    let mut game = Position::action(1)
        .stands(Natasha, 300, 100)
        .dice(Natasha, [5, 1])
        .tokens(Natasha, 1)
        .stands(Emily, 360, 164)
        .dice(Emily, [3, 3])
        .tokens(Emily, 2)
        .stands(Stephen, 300, 120)
        .ran_away(Bianca, 1)
        .dice(Paul, [1, 0])
        .build();
    let sent = act(&mut game, 1, swap(0, Emily));
    assert_eq!(sent[1..], ["Natasha now (360,164), Emily now (300,100)", "due 0"]);
    assert_eq!((tokens(&game, Natasha), tokens(&game, Emily)), (1, 2));
    assert_eq!((dice(&game, Natasha), dice(&game, Emily)), ([0, 1], [3, 3]));
}

// SW-65, SW-R44
#[test]
fn robert_has_no_ability_on_his_own_turn() {
    let game = Position::action(0).dice(Robert, [3, 3]).build();
    assert_eq!(code(&game, 0, &intercept(0)), "WRONG_PHASE");
    let Legal::Act(acting) = legal(&game, 0) else { panic!() };
    assert!(acting.double_throw.is_none() && acting.force_rerolls.is_empty());
    assert!(acting.swaps.is_empty() && acting.rushes.is_empty());
    codes(
        &game,
        0,
        &[(walk(Robert, 0, (60, 60)), "ok"), (discard(Robert, 1), "ok")],
    );
}

// SW-66, SW-R52
#[test]
fn emily_hits_the_enemys_snowman_twice_without_a_line() {
    let behind = Position::action(1)
        .obstacles([Obstacle::rectangle(50, 100, 60, 200)])
        .stands(Emily, 80, 150)
        .dice(Emily, [1, 5])
        .stands(Paul, 40, 150)
        .dice(Paul, [2, 2])
        .build();
    assert_eq!(code(&behind, 1, &throw(Emily, 0, snowman(0))), "WRONG_FACE");
    let mut game = behind;
    let sent = act(&mut game, 1, rush(1));
    assert_eq!(
        sent,
        [
            "1 spends Emily 1: 5 for RUSH",
            "Emily rushes SNOWMAN_0, 2",
            "SNOWMAN_0 + = 1",
            "SNOWMAN_0 + = 2",
            "due 0"
        ]
    );
}
