//! Star cards (SS-26 to SS-33).

use tinsel_secret_santa::{Action, Special};

use crate::support::*;

// SS-26
#[test]
fn star_cards_are_played_on_ones_own_turn_only() {
    let mut game = four(["4×2, Mouse", "3×3, Santa, Elf", "4×4", "4×5"]).build();
    codes(
        &game,
        1,
        &[("santa", "NO_DECISION_OWED"), ("3 + Elf", "NO_DECISION_OWED")],
    );
    run(&mut game, "0 2×2");
    codes(&game, 1, &[("santa", "WRONG_PHASE"), ("3 + Elf", "WRONG_PHASE")]);
    run(&mut game, "-");
    codes(&game, 1, &[("santa", "ok"), ("3 + Elf", "ok")]);
    run(&mut game, "1 pass; -; 2 2×4; -; 3 2×5; -; 0 pass; -");
    assert_eq!(now(&game), "TURN 2", "never after a pass");
    codes(&game, 1, &[("santa", "NO_DECISION_OWED")]);
}

// SS-27
#[test]
fn elves_count_as_copies_of_the_gift() {
    // The book: two 5s and an Elf are three 5s; three 4s and two Elves are five 4s.
    let mut game = four(["3×4, 3 Elves, 6", "8×5", "5×6", "5×7"]).build();
    for elves in ["3×4", "3×4 + Elf", "3×4 + 2 Elves", "3×4 + 3 Elves", "4 + 3 Elves"] {
        assert_eq!(code(&game, 0, elves), "ok", "{elves}");
    }
    run(&mut game, "0 3×4 + 2 Elves");
    assert_eq!(public(&game).count, Some(5));
    codes(&game, 1, &[("3×5", "WRONG_COUNT"), ("5×5", "ok")]);
    let mut game = four(["3×4", "2×5, Elf, 1", "5×6", "5×7"]).build();
    run(&mut game, "0 2×4!");
    codes(
        &game,
        1,
        &[("2×5", "ok"), ("5 + Elf", "ok"), ("2×5 + Elf", "WRONG_COUNT")],
    );
    run(&mut game, "1 5 + Elf");
    assert_eq!(table(&game), ["0: 2×4", "1: 1×5 + 1 Elves"]);
    codes(&game, 2, &[("2×6", "ok"), ("6", "WRONG_COUNT")]);
}

fn gifts(value: u32, gifts: u32, elves: u32) -> Action {
    Action::PlayGifts {
        value,
        gifts,
        elves,
        with_santa: false,
        final_gift: false,
    }
}

// SS-27, SS-R8
#[test]
fn elves_alone_are_no_play_with_or_without_santa() {
    let game = four(["3, 2 Elves, Santa", "4×5", "5×6", "5×7"]).build();
    for with_santa in [false, true] {
        let action = Action::PlayGifts {
            value: 3,
            gifts: 0,
            elves: 1,
            with_santa,
            final_gift: false,
        };
        assert_eq!(asked(&game, 0, &action), "GIFT_REQUIRED");
    }
    assert_eq!(asked(&game, 0, &gifts(3, 1, 2)), "ok");
    codes(&game, 0, &[("zeros Elf", "GIFTS_STILL_HELD")]);
    // Among zeros an Elf is one more zero.
    let mut game = four(["2 Elves, Santa", "4×5", "5×6", "5×7"]).build();
    run(&mut game, "0 zeros 2 Elves!");
    assert_eq!(public(&game).count, Some(2));
}

// SS-30, SS-R14, SS-R55
#[test]
fn zeros_have_no_effect() {
    let all = "Santa, Tree, Fruitcake, Scrooge, Carol, Mouse, Ghost";
    let mut game = four([all, "4×5", "5×6", "5×7"]).build();
    let sent = run(&mut game, "0 zeros Santa");
    assert_eq!(
        sent,
        ["0 plays zeros SANTA, left 6", "owed HOLLY 1 2 3"],
        "Santa wins nothing"
    );
    assert_eq!(order(&game), [0, 1, 2, 3]);
    run(&mut game, "-; 1 5; -; 2 pass; -; 3 pass; -; 0 pass; -; 1 pass");
    assert!(public(&game).specials.is_empty());
    let mut game = four([all, "4×5", "5×6", "5×7"]).build();
    let sent = run(&mut game, &format!("0 zeros {all}"));
    assert_eq!(
        sent[0],
        "0 plays zeros SANTA, TREE, FRUITCAKE, SCROOGE, CAROL, MOUSE, GHOST, left 0"
    );
    assert_eq!(now(&game), "TURN 1", "nothing is at large any more");
    assert_eq!(out(&game), [0]);
}

// SS-31
#[test]
fn zeros_are_a_play_like_any_other() {
    // They set the required number, a 1 beats them, they can be the top play, and the Ghost takes them back.
    let hands = ["Mouse, Elf, Tree", "2×1, 4×5", "5×6, Ghost", "5×7"];
    let mut game = four(hands).build();
    run(&mut game, "0 zeros Mouse, Elf!; -");
    codes(&game, 1, &[("1", "WRONG_COUNT"), ("2×1", "ok")]);
    let mut top = game.clone();
    run(&mut top, "1 pass; 2 pass; 3 pass");
    assert_eq!(now(&top), "TURN 0");
    let sent = run(&mut top, "0 pass");
    assert!(sent.contains(&"round 1 won by 0".to_owned()), "{sent:?}");

    let mut game = four(hands).build();
    run(&mut game, "0 zeros Mouse, Elf!");
    assert_eq!(status(&game, 0), "Declared");
    let sent = run(&mut game, "1 decline; 3 decline; 2 ghost");
    assert!(
        sent.contains(&"ghost 2 on 0: ELVES, MOUSE, left 5".to_owned()),
        "{sent:?}"
    );
    holds(&game, 0, "Elf, Tree, Mouse");
    assert_eq!(status(&game, 0), "None");
}

// SS-32, SS-R7, SS-R54
#[test]
fn a_leader_without_gifts_must_play_zeros_or_santa() {
    let game = four(["Mouse, Santa, Elf", "2×1", "5×6", "5×7"]).build();
    let cases = [
        ("pass", "MUST_LEAD"),
        ("zeros Mouse", "ok"),
        ("zeros Santa", "ok"),
        ("santa", "ok"),
    ];
    codes(&game, 0, &cases);
    assert_eq!(asked(&game, 0, &gifts(1, 1, 0)), "CARD_NOT_IN_HAND");
    let offered = turns(&game, 0);
    assert!(offered.sets.is_empty() && offered.can_play_santa && !offered.can_add_santa);
    assert_eq!(offered.zeros.len(), 3);
}

// SS-33, SS-R10
#[test]
fn santa_with_a_play_that_is_legal_without_him() {
    let hands = ["3×1", "2×3, 2×5, Elf, Santa, 9", "5×6, Ghost, Mouse", "5×7"];
    let mut game = four(hands).play(0, "2×4").turn(1).build();
    codes(
        &game,
        1,
        &[
            ("5 + Santa", "WRONG_COUNT"),
            ("2×3 + Santa", "VALUE_TOO_LOW"),
            ("2×5 + Elf + Santa", "WRONG_COUNT"),
            ("5 + Elf + Santa", "ok"),
            ("2×5 + Santa", "ok"),
        ],
    );
    let sent = run(&mut game, "1 2×5 + Santa");
    assert_eq!(
        sent,
        [
            "1 plays 2×5 + Santa, left 4",
            "santa 1, left 4",
            "round 1 won by 1",
            "cleared",
            "round 2 led by 1",
            "owed TURN 1"
        ],
        "no window, so the play cannot be haunted"
    );
    holds(&game, 1, "2×3, 9, Elf");
}

// SS-R12
#[test]
fn santa_on_an_empty_table() {
    let before = four(["3×1, Santa", "2×3", "5×6", "5×7"]).build();
    let mut game = before.clone();
    run(&mut game, "0 santa");
    assert_eq!((public(&game).round, now(&game).as_str()), (2, "TURN 0"));
    holds(&game, 0, "3×1");
    discarded(&game, "Santa", &before);
}

// SS-R13
#[test]
fn the_leader_after_santa() {
    let mut game = four(["3×1", "Santa", "", "5×7"])
        .placed([2])
        .play(0, "2")
        .turn(1)
        .build();
    let sent = run(&mut game, "1 santa");
    let expected = [
        "santa 1, left 0",
        "out 1",
        "round 1 won by 1: 1 at 2",
        "cleared",
        "round 2 led by 3",
        "owed TURN 3",
    ];
    assert_eq!(sent, expected);
}

// SS-R64
#[test]
fn a_picked_up_elf_is_an_elf_again() {
    let mut game = four(["2×3, 2 Elves, 1", "2×5", "5×6, Ghost", "5×7"]).build();
    run(&mut game, "0 3 + 2 Elves; 1 decline; 3 decline; 2 ghost");
    holds(&game, 0, "2×3, 2 Elves, 1");
}

// SS-33, SS-R68
#[test]
fn santa_beside_gifts_lies_on_the_table_until_the_interlude_is_over() {
    for (played, alone) in [("0 2×1 + Santa", false), ("0 santa", true)] {
        let mut game = four(["3×1, 4, Santa", "2×3, Tree", "5×6", "5×7"]).build();
        run(&mut game, played);
        assert_eq!(now(&game), "SNOW 0 1 2 3", "{alone}");
        let on_table: Vec<_> = public(&game).specials.iter().map(|used| used.special).collect();
        assert_eq!(on_table, [Special::Santa], "{alone}");
    }
}
