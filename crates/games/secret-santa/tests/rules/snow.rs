//! The interlude, Tree and Scrooge (SS-59, SS-61 to SS-64).

use tinsel_engine_testkit::Draws;
use tinsel_secret_santa::{SecretSanta, testkit::Position};

use crate::support::*;

/// Seat 0 led round 1 with a 2 and seat 1 won it with a 3; seats 2 and 3 passed.
fn interlude(hands: [&str; 4]) -> SecretSanta {
    let position = four(hands).play(0, "2").play(1, "3").passed([0, 2, 3]).turn(1);
    let mut game = position.build();
    run(&mut game, "1 pass");
    game
}

// SS-59
#[test]
fn snow_cards_are_played_between_rounds() {
    let mut game = four(["2×2, Tree, Scrooge", "2×3", "2×4", "2×5"]).build();
    codes(&game, 0, &[("tree self", "WRONG_PHASE"), ("scrooge 1", "WRONG_PHASE")]);
    assert_eq!(now(&game), "TURN 0", "there is no interlude before the first round");
    run(&mut game, "0 2; 1 pass; 2 pass; 3 pass");
    let sent = run(&mut game, "0 pass");
    assert_eq!(
        sent,
        ["0 passes", "round 1 won by 0", "owed SNOW 0 1 2 3"],
        "settled, not cleared"
    );
    codes(&game, 0, &[("tree self", "ok"), ("scrooge 1", "ok")]);
}

// SS-59
#[test]
fn there_is_none_once_at_most_one_seat_is_in() {
    let mut game = last_four(["2×1, Tree", "3", "", ""])
        .placed([2, 3])
        .play(0, "2")
        .turn(1)
        .build();
    run(&mut game, "1 3");
    let sent = run(&mut game, "0 pass");
    assert_eq!(
        sent,
        [
            "0 passes",
            "round 1 won by 1: 1 at 3",
            "cleared",
            "deal 1 ends: 2 3 1 0, points 1 2 4 3, totals 1 2 4 3",
            "match ends: 2 3 1 0, totals 1 2 4 3"
        ]
    );
}

/// The Tree is at large and seat 1 could play it, but no other seat is in.
// SS-61, SS-62
#[test]
fn it_does_not_open_again_once_one_seat_is_in() {
    let mut game = last_four(["2×9, Scrooge", "5×3, Tree", "", ""]).placed([2, 3]).build();
    run(&mut game, "0 2×9!; 1 pass; 0 pass; 0 scrooge 1");
    let sent = run(&mut game, "1 decline");
    assert_eq!(
        sent,
        [
            "answered 1",
            "closed SNOW",
            "scrooge 0 on 1, left 0",
            "out 0 at 3",
            "cleared",
            "deal 1 ends: 2 3 0 1, points 2 1 4 3, totals 2 1 4 3",
            "match ends: 2 3 0 1, totals 2 1 4 3"
        ]
    );
}

// SS-61
#[test]
fn when_the_interlude_window_opens() {
    assert_eq!(now(&interlude(["2×2, Tree", "2×3", "2×4", "2×5"])), "SNOW 0 1 2 3");
    assert_eq!(now(&interlude(["2×2, Scrooge", "2×3", "2×4", "2×5"])), "SNOW 0 1 2 3");
    let others = "2×2, Santa, Fruitcake, Carol, Mouse, Ghost, 3 Elves";
    assert_eq!(
        now(&interlude([others, "2×3", "2×4", "2×5"])),
        "TURN 1",
        "neither is at large"
    );
    // Only Scrooge is at large, and he has no target: all seats that passed have played.
    let position = four(["2×2, Scrooge", "2×3", "2×4", "2×5"]);
    let plays = position.play(0, "2").play(1, "3").play(2, "4").play(3, "5");
    let mut game = plays.passed([0, 1, 2]).turn(3).build();
    run(&mut game, "3 pass");
    assert_eq!(now(&game), "TURN 3");
}

// SS-61
#[test]
fn without_an_eligible_seat_there_is_no_interlude_window() {
    // All seats that are in are undeclared: none may answer, though the Tree is at large.
    let position = four(["5, Tree", "12", "2×3", ""])
        .placed([3])
        .undeclared([1])
        .play(0, "2×2")
        .passed([1]);
    let mut game = position.turn(2).build();
    run(&mut game, "2 2×3; 0 pass");
    assert_eq!(now(&game), "SNOW 0", "seat 0 alone is eligible");
    let position = four(["Tree", "12", "2×3", ""])
        .placed([3])
        .undeclared([0, 1])
        .play(0, "2×2")
        .passed([0, 1]);
    let mut game = position.turn(2).build();
    let sent = run(&mut game, "2 2×3");
    assert!(!sent.iter().any(|line| line.starts_with("owed SNOW")), "{sent:?}");
    assert_eq!(now(&game), "TURN 0", "both missed a turn, then the first leads");
}

// SS-61
#[test]
fn eligible_are_all_that_are_in_and_not_undeclared_barred_ones_included() {
    let hands = ["2×1", "2×3", "2×4, Tree", "12", ""];
    let position = Position::hands(hands).placed([4]).undeclared([3]).barred(2);
    let mut game = position.play(0, "2×2").passed([1, 2, 3]).turn(0).build();
    run(&mut game, "0 pass");
    assert_eq!(now(&game), "SNOW 0 1 2");
}

// SS-61, SS-R28
#[test]
fn priority_goes_clockwise_from_the_winners_left() {
    // The winner, seat 1, comes last: seat 2 before 0 before 1.
    for (hands, script, first) in [
        (
            ["2×2, Tree", "2×3", "2×4, Scrooge", "2×5"],
            "0 tree self; 1 decline; 2 scrooge 3; 3 decline",
            "scrooge 2 on 3",
        ),
        (
            ["2×2, Tree", "2×3, Scrooge", "2×4", "2×5"],
            "0 tree self; 1 scrooge 3; 2 decline; 3 decline",
            "tree 0",
        ),
    ] {
        let mut game = interlude(hands);
        let sent = run(&mut game, script);
        let played: Vec<_> = sent
            .iter()
            .filter(|line| line.starts_with("scrooge") || line.starts_with("tree 0"))
            .collect();
        assert_eq!(played.len(), 1, "{sent:?}");
        assert!(played[0].starts_with(first), "{sent:?}");
        assert!(sent.iter().any(|line| line.starts_with("not used")), "{sent:?}");
        assert_eq!(now(&game), "SNOW 0 1 2 3", "then it is tested again");
    }
}

// SS-R28
#[test]
fn priority_is_counted_from_the_winner_also_when_it_is_out() {
    let mut game = four(["2×2, Tree", "3", "2×4", "2×5, Scrooge"])
        .play(0, "2")
        .passed([0, 2, 3])
        .turn(1)
        .build();
    run(&mut game, "1 3");
    assert_eq!(now(&game), "SNOW 0 2 3");
    let sent = run(&mut game, "0 tree self; 2 decline; 3 scrooge 2");
    assert!(
        sent.iter().any(|line| line.starts_with("scrooge 3 on 2")),
        "from the left of 1: 2, 3, 0: {sent:?}"
    );
}

// SS-R28
#[test]
fn both_cards_may_be_used_in_one_interlude_by_one_seat() {
    let mut game = interlude(["3×2, Tree, Scrooge", "2×3", "2×4", "2×5"]);
    let sent = run(&mut game, "0 scrooge 2; 1 decline; 2 decline; 3 decline");
    assert_eq!(
        sent[1..],
        ["closed SNOW", "scrooge 0 on 2, left 4", "owed SNOW 0 1 2 3"]
    );
    let sent = run(&mut game, "0 tree self; 1 decline; 2 decline; 3 decline");
    assert_eq!(sent.last().unwrap(), "owed TURN 1", "{sent:?}");
    assert!(sent.contains(&"round 2 led by 1, barred 2".to_owned()), "{sent:?}");
}

/// The pool is 2, 2, 3, 3, 5, 5, listed by ascending value; item i of the shuffled list goes to the i-th receiver.
// SS-63, SS-R60
#[test]
fn the_pool_is_shuffled_and_dealt_one_card_each() {
    let position = four(["7, 11", "2×10", "2×9, Tree", "2×8"]);
    let position = position
        .play(0, "2×2")
        .play(1, "2×3")
        .play(0, "2×5")
        .passed([1, 2, 3])
        .turn(0);
    let mut game = position.build();
    run(&mut game, "0 pass; 0 decline; 1 decline; 3 decline");
    let mut left = game.clone();
    // 2 2 3 3 5 5 becomes 5 2 3 2 5 3.
    let mut draws = Draws::new(Draws::shuffle("SS-63: pool", &[4, 0, 2, 1, 5, 3]));
    let sent = run_with(&mut game, "2 tree self", &mut draws);
    draws.assert_all_used();
    assert_eq!(
        sent[2..],
        [
            "tree 2 Oneself: 2×2, 2×3, 2×5 to 2 3 0 1, hidden 2, left 2",
            "tree gift 5 -> 2",
            "tree gift 2 -> 3",
            "tree gift 3 -> 0",
            "tree gift 2 -> 1",
            "cleared",
            "round 2 led by 0",
            "owed TURN 0"
        ]
    );
    holds(&game, 2, "5, 2×9");
    holds(&game, 3, "2, 2×8");
    holds(&game, 0, "3, 7, 11");
    holds(&game, 1, "2, 2×10");
    assert_eq!(public(&game).hidden_discards, 2);
    let mut draws = Draws::new(Draws::shuffle("SS-63: pool", &[4, 0, 2, 1, 5, 3]));
    run_with(&mut left, "2 tree left", &mut draws);
    holds(&left, 3, "5, 2×8");
    holds(&left, 2, "2, 2×9");
}

// SS-63, SS-R31
#[test]
fn only_real_gifts_of_standing_plays_are_in_the_pool() {
    let position = four(["7, 11", "2×10, Santa", "2×9, Tree", "2×8"]);
    let mut game = position.play(0, "2 + Elf").passed([2, 3]).turn(1).build();
    // A play with Santa counts; Elves do not.
    run(&mut game, "1 2×10 + Santa");
    assert_eq!(out(&game), [1]);
    let sent = run(&mut game, "0 decline; 3 decline; 2 tree self");
    assert!(
        sent.contains(&"tree 2 Oneself: 1×2, 2×10 to 2 3 0, hidden 0, left 2".to_owned()),
        "{sent:?}"
    );
    // Zeros do not count.
    let mut game = four(["Mouse, Elf", "2×10", "2×9, Tree", "2×8"]).build();
    run(&mut game, "0 zeros Elf!; -; 1 pass; -; 2 pass; -; 3 pass; -; 0 pass");
    let sent = run(&mut game, "0 decline; 1 decline; 3 decline; 2 tree self");
    assert!(
        sent.contains(&"tree 2 Oneself:  to , hidden 0, left 2".to_owned()),
        "it does nothing: {sent:?}"
    );
}

// SS-R31
#[test]
fn a_haunted_play_is_in_a_hand_and_not_in_the_pool() {
    let mut game = four(["7, 8, 3", "2×4", "2×9, Tree, Ghost", "2×8"]).build();
    run(
        &mut game,
        "0 3; -; 1 4!; 0 decline; 3 decline; 2 ghost; 2 pass; 3 pass; 0 pass; 1 pass",
    );
    let sent = run(&mut game, "0 decline; 1 decline; 3 decline; 2 tree self");
    assert!(
        sent.contains(&"tree 2 Oneself: 1×3 to 2, hidden 0, left 2".to_owned()),
        "{sent:?}"
    );
}

// SS-R29
#[test]
fn a_seat_that_is_out_gets_nothing() {
    let position = Position::hands(["7, 11", "2×10", "", "2×9, Tree", "2×8"]).placed([2]);
    let mut game = position.play(1, "5×2").passed([0, 3, 4]).turn(1).build();
    run(&mut game, "1 pass; 0 decline; 1 decline; 4 decline");
    let sent = run(&mut game, "3 tree left");
    assert!(
        sent.iter().any(|line| line.contains("to 4 0 1 3, hidden 1")),
        "{sent:?}"
    );
}

// SS-R30
#[test]
fn the_tree_as_the_last_card() {
    // A gift in its turn keeps the player in; it is out if the pool is empty before.
    for (direction, sizes_after, out_after) in [("self", [2, 2, 1, 2], vec![]), ("left", [2, 2, 0, 3], vec![2])] {
        let mut game = four(["2×6", "2×10", "Tree", "2×8"])
            .play(0, "2")
            .passed([1, 2, 3])
            .turn(0)
            .build();
        run(&mut game, "0 pass; 0 decline; 1 decline; 3 decline");
        let sent = run(&mut game, &format!("2 tree {direction}"));
        assert_eq!(
            (sizes(&game), out(&game)),
            (sizes_after.to_vec(), out_after.clone()),
            "{direction}: {sent:?}"
        );
        assert_eq!(sent.contains(&"out 2 at 1".to_owned()), direction == "left", "{sent:?}");
    }
}

// SS-R68
#[test]
fn the_rest_of_the_plays_lies_with_the_specials() {
    let mut game = four(["2×6, 3×2, 2 Elves", "2×10", "2×9, Tree, Scrooge", "2×8"]).build();
    run(&mut game, "0 2×2 + 2 Elves; 1 pass; 2 pass; 3 pass; 0 pass");
    let before = game.clone();
    run(&mut game, "0 decline; 1 decline; 3 decline; 2 tree self");
    assert_eq!(now(&game), "SNOW 0 1 2 3", "for Scrooge");
    let view = public(&game);
    assert!(view.plays.is_empty(), "the plays stand no more");
    let left: Vec<_> = view
        .specials
        .iter()
        .map(|used| (used.seat.get(), used.special.id()))
        .collect();
    assert_eq!(left, [(2, "TREE"), (0, "ELVES"), (0, "ELVES")], "after the Tree");
    assert_eq!(view.winner, Some(seat(0)), "fixed before");
    assert_eq!(numbers(view.misers.iter()), [1, 2, 3], "fixed before");
    run(&mut game, "-");
    discarded(&game, "2 Elves, Tree", &before);
}

// SS-R68, SS-30
#[test]
fn zeros_lie_after_the_tree_and_have_no_effect() {
    let hands = ["2×6", "2×10", "2×9, Tree", "2×8, Scrooge"];
    let position = four(hands).play(0, "zeros Santa, Mouse").play(1, "2×3");
    let mut game = position.passed([0, 2, 3]).turn(1).build();
    run(&mut game, "1 pass; 0 decline; 1 decline; 2 tree self; 3 decline");
    let view = public(&game);
    let left: Vec<_> = view
        .specials
        .iter()
        .map(|used| (used.seat.get(), used.special.id()))
        .collect();
    assert_eq!(left, [(2, "TREE"), (0, "SANTA"), (0, "MOUSE")]);
    assert_eq!((now(&game).as_str(), view.winner), ("SNOW 0 1 2 3", Some(seat(1))));
}

// SS-64
#[test]
fn scrooge_bars_a_miser_for_a_round() {
    let mut game = interlude(["2×2, Scrooge", "3×1", "2×4, Mouse", "2×5"]);
    assert_eq!(numbers(public(&game).misers.iter()), [2, 3]);
    let sent = run(&mut game, "0 scrooge 2; 1 decline; 2 decline; 3 decline");
    assert!(sent.contains(&"scrooge 0 on 2, left 2".to_owned()), "{sent:?}");
    let view = public(&game);
    assert_eq!((view.barred, numbers(view.passed.iter())), (Some(seat(2)), vec![2]));
    run(&mut game, "1 1");
    assert_eq!(now(&game), "HOLLY 0 3", "no card of any kind: it is not asked");
    run(&mut game, "-");
    assert_eq!(now(&game), "TURN 3");
    run(&mut game, "3 pass; -; 0 pass; -; 1 pass");
    assert_eq!(
        (public(&game).round, public(&game).barred),
        (3, None),
        "it ends with the round"
    );
    run(&mut game, "1 1!");
    assert_eq!(now(&game), "HOLLY 0 2 3");
}

// SS-64
#[test]
fn the_named_seat_is_shown_until_the_round_starts() {
    let mut game = interlude(["2×2, Scrooge", "3×1", "2×4, Tree", "2×5"]);
    run(&mut game, "0 scrooge 2; 1 decline; 2 decline; 3 decline");
    assert_eq!(
        (now(&game).as_str(), public(&game).named),
        ("SNOW 0 1 2 3", Some(seat(2))),
        "it may still play Snow"
    );
    codes(&game, 2, &[("tree self", "ok")]);
    run(&mut game, "-");
    assert_eq!((public(&game).named, public(&game).barred), (None, Some(seat(2))));
}

// SS-R32
#[test]
fn legal_targets_of_scrooge() {
    // Seat 0 leads and is haunted, 1 plays, 2 passes, 3 misses a turn, 4 is barred, 5 passes by choice and holds
    // Scrooge.
    let hands = ["2×6, 2×2", "2×10", "2×9", "12", "2×8", "2×7, Scrooge"];
    let position = Position::hands(hands).barred(4).haunted(0).play(1, "3");
    let mut game = position.passed([0, 2, 4, 5]).turn(1).build();
    run(&mut game, "1 pass; 3 pass");
    assert_eq!(now(&game), "SNOW 0 1 2 3 4 5");
    codes(
        &game,
        5,
        &[
            ("scrooge 0", "TARGET_NOT_A_MISER"),
            ("scrooge 1", "TARGET_NOT_A_MISER"),
            ("scrooge 2", "ok"),
            ("scrooge 3", "ok"),
            ("scrooge 4", "ok"),
            ("scrooge 5", "ok"),
            ("scrooge 6", "UNKNOWN_SEAT"),
        ],
    );
    assert_eq!(numbers(public(&game).misers.iter()), [2, 3, 4, 5]);
}

// SS-R32
#[test]
fn a_seat_without_a_turn_or_with_a_missed_one_has_not_passed() {
    // Santa ends the round: seats 2 and 3 had no turn; 1 missed its own.
    let mut game = four(["2×6, 3", "12", "2×9, Santa", "2×8, Scrooge"])
        .undeclared([1])
        .build();
    let sent = run(&mut game, "0 3; 2 santa");
    assert_eq!(
        sent.last().unwrap(),
        "owed TURN 2",
        "no legal target, no window: {sent:?}"
    );
    // SS-23.4 counts as a pass.
    let position = four(["2×6", "12", "2×9", "2×8, Scrooge"])
        .undeclared([1])
        .passed([2, 3])
        .play(0, "3");
    let mut game = position.turn(0).build();
    let sent = run(&mut game, "0 pass");
    assert!(sent.contains(&"missed 1, over true".to_owned()), "{sent:?}");
    assert_eq!(numbers(public(&game).misers.iter()), [1, 2, 3]);
    // A forced pass counts, too.
    let position = four(["2×6", "12", "2×9", "2×8, Scrooge"])
        .undeclared([1])
        .passed([2, 3])
        .play(0, "2×3");
    let mut game = position.turn(0).build();
    run(&mut game, "0 pass");
    assert_eq!(numbers(public(&game).misers.iter()), [1, 2, 3]);
}

// SS-R33
#[test]
fn a_barred_leader() {
    // The winner is out, the next seat is barred: the next active seat is the leader.
    let mut game = four(["2×6, Scrooge", "9", "2×7", "2×8"])
        .play(0, "3")
        .passed([0, 2, 3])
        .turn(1)
        .build();
    run(&mut game, "1 9; 0 scrooge 2; 2 decline");
    let sent = run(&mut game, "3 decline");
    assert!(sent.contains(&"round 2 led by 3, barred 2".to_owned()), "{sent:?}");
    // An undeclared seat keeps the lead and misses its turn.
    let position = four(["2×6, Scrooge", "2×9", "2×7", "12"])
        .undeclared([3])
        .play(0, "2×3")
        .passed([0, 2, 3]);
    let mut game = position.turn(1).build();
    run(&mut game, "1 2×9; 0 scrooge 2");
    let sent = run(&mut game, "2 decline");
    let expected = ["round 2 led by 3, barred 2", "missed 3, over false", "owed TURN 0"];
    assert_eq!(sent[sent.len() - 3..], expected);
}

// SS-R34
#[test]
fn scrooge_on_oneself_with_the_last_card() {
    let mut game = four(["Scrooge", "2×3", "2×4", "2×5"])
        .play(1, "2")
        .passed([0, 2, 3])
        .turn(1)
        .build();
    run(&mut game, "1 pass; 1 decline; 2 decline; 3 decline");
    let sent = run(&mut game, "0 scrooge 0");
    assert!(sent.contains(&"out 0 at 1".to_owned()), "{sent:?}");
    assert!(
        sent.contains(&"round 2 led by 1".to_owned()),
        "nothing happens: {sent:?}"
    );
    assert_eq!(public(&game).barred, None);
}
