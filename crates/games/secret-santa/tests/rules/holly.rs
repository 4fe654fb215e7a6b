//! Carol, Mouse and Ghost (SS-44 to SS-47).

use tinsel_secret_santa::testkit::Position;

use crate::support::*;

// SS-44, SS-R23
#[test]
fn carol_swaps_places_and_nothing_else() {
    let hands = ["5×1, 4", "2×3", "2×2, Carol", "2×5", "3×6"];
    let game = Position::hands(hands).passed([4]).play(3, "1").turn(0);
    for (other, expected, next) in [
        (0, [2, 1, 0, 3, 4], 3),
        (1, [0, 2, 1, 3, 4], 2),
        (3, [0, 1, 3, 2, 4], 1),
        (4, [0, 1, 4, 3, 2], 1),
    ] {
        let mut game = game.clone().build();
        run(&mut game, "0 pass");
        assert_eq!(now(&game), "HOLLY 1 2 4");
        run(&mut game, &format!("1 decline; 4 decline; 2 carol {other}"));
        assert_eq!(order(&game), expected, "with {other}");
        assert_eq!(sizes(&game), [6, 2, 2, 2, 3]);
        assert_eq!(numbers(public(&game).passed.iter()), [0, 4]);
        assert_eq!(totals(&game), [0; 5]);
        assert_eq!(now(&game), format!("TURN {next}"), "at the left of 0's present place");
    }
}

// SS-44
#[test]
fn carol_swaps_with_a_seat_that_is_out_and_not_with_oneself() {
    let mut game = four(["5×1", "", "2×2, Carol", "2×5"]).placed([1]).build();
    run(&mut game, "0 1");
    codes(
        &game,
        2,
        &[
            ("carol 2", "SELF_TARGET"),
            ("carol 4", "UNKNOWN_SEAT"),
            ("carol 1", "ok"),
        ],
    );
    run(&mut game, "3 decline; 2 carol 1");
    assert_eq!(order(&game), [0, 2, 1, 3]);
    assert_eq!(out(&game), [1]);
    assert_eq!(now(&game), "TURN 2");
}

// SS-R23
#[test]
fn successor_tree_and_dealer_after_a_carol() {
    // The winner's left follows the new order.
    let mut game = four(["7", "2×3, 1", "2×2, Carol", "2×5"]).build();
    run(
        &mut game,
        "0 7; 1 decline; 3 decline; 2 carol 1; 2 pass; 1 pass; 3 pass",
    );
    assert_eq!(now(&game), "TURN 2", "0 is out; at its left sits seat 2");
    // The Tree deals in this order.
    let mut game = four(["3×1, 2", "2×3, 1", "2×2", "2×5, Tree"])
        .order([0, 2, 1, 3])
        .build();
    run(&mut game, "0 2; 2 pass; 1 3; 3 5; 0 pass; 1 pass; 3 pass");
    let sent = run(&mut game, "0 decline; 1 decline; 2 decline; 3 tree left");
    assert!(sent.iter().any(|line| line.contains("to 0 2 1, hidden 0")), "{sent:?}");
    // The next dealer follows the seat numbers.
    let mut game = four(["12", "2", "3", "4"]).order([0, 2, 1, 3]).dealer(0).build();
    let sent = run(&mut game, "0 12; 2 pass; 1 pass; 3 pass; 2 3; 1 pass; 3 4");
    assert!(
        sent.contains(&"deal 2 by 1 led by 2: 22 22 22 22".to_owned()),
        "{sent:?}"
    );
}

// SS-46, SS-R25
#[test]
fn the_ghost_gives_the_whole_play_back() {
    let mut game = four(["3×1, 4", "3×3, 2 Elves", "2×2, Ghost", "2×5, 6"])
        .play(0, "3×2")
        .turn(1)
        .build();
    let sent = run(&mut game, "1 2×3 + Elf; 0 decline; 3 decline; 2 ghost");
    assert_eq!(
        sent,
        [
            "answered 2 -> 2",
            "closed HOLLY",
            "ghost 2 on 1: 2×3, ELVES, left 2",
            "owed TURN 2"
        ]
    );
    holds(&game, 1, "3×3, 2 Elves");
    assert_eq!(table(&game), ["0: 3×2"], "the value to beat is that of the play below");
    assert_eq!(
        numbers(public(&game).played.iter()),
        [0, 1],
        "it counts as having played"
    );
    assert!(public(&game).passed.is_empty(), "a skip and no pass");
    run(&mut game, "2 pass; 3 pass; 0 pass");
    assert_eq!(now(&game), "TURN 1", "the haunted seat plays when the turn comes round");
    codes(&game, 1, &[("3×3", "ok"), ("2×3 + Elf", "ok")]);
}

// SS-46, SS-R25
#[test]
fn the_ghost_follows_plays_that_stand_only() {
    let mut game = four(["3×1, 4", "2×3", "2×2, Ghost, Carol", "2×5, Mouse"]).build();
    run(&mut game, "0 4; -; 1 pass");
    codes(&game, 2, &[("ghost", "NO_GIFT_JUST_PLAYED"), ("carol 0", "ok")]);
    // It cannot take one play back twice: in the reopened window no play still stands.
    let mut game = four(["3×1, 4", "2×3", "2×2, Ghost, Carol", "2×5"]).build();
    run(&mut game, "0 4; 1 decline; 3 decline; 2 ghost");
    assert!(!public(&game).turn_stands);
    assert_eq!(now(&game), "HOLLY 1 2 3");
    // After a Carol reopened the window, the play still stands.
    let mut game = four(["3×1, 4", "2×3", "2×2, Ghost, Carol", "2×5"]).build();
    run(&mut game, "0 4; 1 decline; 3 decline; 2 carol 0");
    assert!(public(&game).turn_stands);
    codes(&game, 2, &[("ghost", "ok")]);
}

// SS-R25
#[test]
fn holly_cards_taken_back_are_at_large_again() {
    let mut game = four(["Carol, Elf, Mouse", "2×3", "2×2, Ghost", "2×5"]).build();
    run(&mut game, "0 zeros Carol, Mouse!; 1 decline; 3 decline");
    let sent = run(&mut game, "2 ghost");
    assert_eq!(
        sent.last().unwrap(),
        "owed HOLLY 1 2 3",
        "the Carol is at large again: {sent:?}"
    );
}

// SS-47
#[test]
fn a_haunted_lead_leaves_nothing_in_play() {
    let mut game = four(["3×1, 2×4", "3×3", "2×2, Ghost", "2×5"]).build();
    run(&mut game, "0 2×4; 1 decline; 3 decline; 2 ghost");
    let view = public(&game);
    assert_eq!(
        (view.count, view.plays.len(), view.leader),
        (None, 0, Some(seat(0))),
        "the leader keeps the name"
    );
    assert_eq!(now(&game), "TURN 1");
    codes(&game, 1, &[("pass", "MUST_LEAD"), ("3×3", "ok"), ("3", "ok")]);
    run(&mut game, "1 3");
    assert_eq!(public(&game).count, Some(1), "a new count");
    run(&mut game, "2 pass; 3 pass");
    assert_eq!(
        now(&game),
        "TURN 0",
        "the haunted leader gets its turn later in the round"
    );
}

// SS-R62
#[test]
fn the_highest_standing_value_wins() {
    let mut game = four(["3×1, 4", "2×3, 9", "2×2, Ghost", "2×5"]).build();
    run(
        &mut game,
        "0 4; -; 1 9; 0 decline; 3 decline; 2 ghost; 2 pass; 3 pass; 0 pass",
    );
    let sent = run(&mut game, "1 pass");
    assert!(sent.contains(&"round 1 won by 0".to_owned()), "{sent:?}");
}
