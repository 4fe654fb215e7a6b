//! Holly cards and their windows (SS-34 to SS-43).

use tinsel_engine::GameEngine;
use tinsel_secret_santa::{Special, testkit::Position};

use crate::support::*;

// SS-35, SS-R19
#[test]
fn a_window_opens_after_each_play_and_pass_but_not_the_last_pass() {
    let mut game = four(["5×1", "2×3", "2×4", "5, 12, Carol"]).build();
    run(&mut game, "0 1");
    assert_eq!(now(&game), "HOLLY 1 2 3", "after a lead");
    run(&mut game, "-; 1 3!");
    assert_eq!(now(&game), "HOLLY 0 2 3", "after a play");
    run(&mut game, "-; 2 pass");
    assert_eq!(now(&game), "HOLLY 0 3", "after a pass");
    run(&mut game, "-; 3 5; -; 0 pass; -; 1 pass");
    assert_eq!(
        now(&game),
        "HOLLY 0 2",
        "seat 3 is still active, and the last gift seat"
    );
    run(&mut game, "-");
    let sent = run(&mut game, "3 pass");
    assert_eq!(
        sent[..2],
        ["3 passes", "round 1 won by 3"],
        "after the pass that ends the round there is none"
    );
}

// SS-35, SS-R19
#[test]
fn after_the_play_that_leaves_no_active_seat_there_is_a_window() {
    let mut game = four(["3×1", "7", "2×4", "5, Mouse"])
        .passed([0, 2, 3])
        .play(0, "2")
        .turn(1)
        .build();
    run(&mut game, "1 7");
    assert_eq!(now(&game), "HOLLY 0 2 3");
    let sent = run(&mut game, "-");
    assert_eq!(
        sent[..4],
        ["answered 3 -> 3", "closed HOLLY", "out 1", "round 1 won by 1: 1 at 1"]
    );
}

// SS-36, SS-R59
#[test]
fn the_eligible_seats() {
    // Seat 0 has its turn, 1 is undeclared, 2 barred, 3 out, 4 the last gift seat, 5 has passed; 6 has none of these.
    let hands = ["3×2", "12", "2×4", "", "5×1", "2×5", "2×6, Carol"];
    let position = Position::hands(hands)
        .placed([3])
        .undeclared([1])
        .barred(2)
        .play(4, "1");
    let game = position.passed([2, 5]).turn(0);
    let mut passes = game.clone().build();
    run(&mut passes, "0 pass");
    assert_eq!(now(&passes), "HOLLY 5 6");
    let mut plays = game.build();
    run(&mut plays, "0 2");
    assert_eq!(now(&plays), "HOLLY 4 5 6", "now seat 0 is the last gift seat");
}

/// The book: wait until another player has played gift cards.
// SS-37, SS-R21
#[test]
fn the_last_gift_seat_waits_for_another_play() {
    let mut game = four(["5×1, 3", "2×3", "2×2, Carol", "2×5"]).build();
    run(&mut game, "0 1; -; 1 pass");
    assert_eq!(now(&game), "HOLLY 2 3", "A may not answer B's pass");
    run(&mut game, "-; 2 2");
    assert_eq!(now(&game), "HOLLY 0 1 3", "C plays: A may");
}

// SS-R21
#[test]
fn it_carries_over_from_round_to_round_and_counts_plays_picked_up_and_zeros() {
    // The last play of the round before was seat 3's; seat 0 leads round 2 with Santa's help.
    let mut game = four(["3×1, Santa", "2×3", "2×2, Carol", "2×5, 4"]).leads(3).build();
    run(&mut game, "3 4; -; 0 santa");
    assert_eq!(
        (public(&game).round, public(&game).last_gift),
        (2, Some(seat(3))),
        "it carries over"
    );
    // A play that was taken back still counts as played.
    let mut game = four(["3×1, 5", "2×3", "2×2, Carol, Ghost", "2×5"]).build();
    run(&mut game, "0 1; 1 decline; 3 decline; 2 ghost");
    assert_eq!(now(&game), "HOLLY 1 2 3", "not seat 0");
    run(&mut game, "-; 1 3!");
    assert_eq!(now(&game), "HOLLY 0 2 3");
    // Zeros count as gift cards here.
    let mut game = four(["Elf, Tree, Mouse", "2×3", "2×2, Carol", "2×5"]).build();
    run(&mut game, "0 zeros Elf; -; 1 pass");
    assert_eq!(now(&game), "HOLLY 2 3");
}

// SS-37, SS-R21
#[test]
fn a_play_laid_with_santa_is_the_last_gift_and_santa_alone_is_none() {
    for (script, last) in [("1 5 + Santa", 1), ("1 santa", 0)] {
        let mut game = four(["3×1, 4", "2×3, 5, Santa", "2×2, Carol", "2×6"]).build();
        run(&mut game, &format!("0 4; -; {script}"));
        assert_eq!(
            (public(&game).round, public(&game).last_gift),
            (2, Some(seat(last))),
            "{script}"
        );
    }
}

/// Whether windows open after a lead of seat 0 and after the pass of seat 1, with one Holly card at large.
fn asked_with(holly: &str) -> (bool, bool) {
    let mut game = four(["5×1", "2×3", &format!("2×2, {holly}"), "2×5"]).build();
    run(&mut game, "0 1");
    let after_play = now(&game) == "HOLLY 1 2 3";
    if after_play {
        run(&mut game, "-");
    }
    run(&mut game, "1 pass");
    (after_play, now(&game) == "HOLLY 2 3")
}

// SS-38, SS-R18
#[test]
fn a_window_opens_only_if_it_could_matter() {
    assert_eq!(asked_with("Carol"), (true, true));
    assert_eq!(asked_with("Mouse"), (true, true), "the Mouse also answers a pass");
    assert_eq!(asked_with("Ghost"), (true, false), "the Ghost answers plays only");
    assert_eq!(asked_with("Tree, Santa, Scrooge, Fruitcake, 3 Elves"), (false, false));
}

// SS-38
#[test]
fn without_an_eligible_seat_there_is_no_window() {
    // Seats 1 and 2 are in; 1 is undeclared.
    let mut game = four(["3×1", "Carol", "", ""]).placed([2, 3]).undeclared([1]).build();
    let sent = run(&mut game, "0 2×1!");
    assert_eq!(
        sent,
        ["0 plays 2×1, left 1", "declared 0", "1 passes by force", "owed TURN 0"]
    );
}

// SS-38, SS-R18
#[test]
fn a_card_known_to_lie_in_one_hand_is_still_at_large() {
    // Seat 0 led its Mouse and Elf and took them back; these cards are public, and all eligible seats may still answer.
    let mut game = four(["Mouse, Elf, Tree", "2×3", "2×2, Ghost", "2×5"]).build();
    run(&mut game, "0 zeros Mouse; 1 decline; 3 decline; 2 ghost");
    assert_eq!(now(&game), "TURN 1", "nothing in play, no Carol: no window reopens");
    run(&mut game, "1 3!");
    assert_eq!(now(&game), "HOLLY 0 2 3");
}

// SS-39, SS-R17
#[test]
fn every_eligible_seat_is_asked_whatever_it_holds_and_answers_are_sealed() {
    let mut game = four(["5×1", "2×3, Mouse", "2×2", "2×5"]).build();
    let before = game.clone();
    run(&mut game, "0 1");
    assert_eq!(now(&game), "HOLLY 1 2 3");
    let sent = run(&mut game, "1 mouse");
    assert_eq!(sent, ["answered 1 -> 1"], "it is looked at only when all have answered");
    codes(
        &game,
        1,
        &[("decline", "NO_DECISION_OWED"), ("mouse", "NO_DECISION_OWED")],
    );
    assert_eq!(sizes(&game)[1], sizes(&before)[1]);
    run(&mut game, "3 decline");
    assert_eq!(now(&game), "HOLLY 2");
    let sent = run(&mut game, "2 decline");
    assert!(sent.contains(&"mouse 1, won by 0, left 2".to_owned()), "{sent:?}");
}

// SS-40
#[test]
fn the_three_scopes_of_a_decline() {
    for (words, standing) in [
        ("decline", "None"),
        ("decline round", "Some(Round)"),
        ("decline deal", "Some(Deal)"),
    ] {
        let mut game = four(["5×1", "2×3, Mouse", "2×2", "2×5"]).build();
        run(&mut game, &format!("0 1; 1 {words}"));
        assert_eq!(format!("{:?}", own(&game, 1).standing), standing);
    }
    // After a pass, with seat 2's play on top: a seat with a standing decline owes no answer.
    for (words, owing) in [
        ("decline", "HOLLY 0 1"),
        ("decline round", "HOLLY 0"),
        ("decline deal", "HOLLY 0"),
    ] {
        let mut game = four(["5×1", "3×3, Mouse", "2×2, 3", "2×5"]).build();
        run(
            &mut game,
            &format!("0 1; 1 {words}; 2 decline; 3 decline; 1 pass; -; 2 2"),
        );
        run(&mut game, "-; 3 pass");
        assert_eq!(now(&game), owing, "{words}");
        assert_eq!(numbers(public(&game).eligible.iter()), [0, 1], "{words}");
    }
}

// SS-41
#[test]
fn priority_follows_the_table_order() {
    let hands = ["5×1", "2×3, Mouse", "2×2", "2×5, Ghost"];
    let mut game = four(hands).order([0, 3, 2, 1]).build();
    let sent = run(&mut game, "0 1; 1 mouse; 2 decline; 3 ghost");
    assert!(sent.contains(&"not used MOUSE -> 1".to_owned()), "{sent:?}");
    assert!(sent.iter().any(|line| line.starts_with("ghost 3 on 0")), "{sent:?}");
}

// SS-41
#[test]
fn a_card_played_lies_face_up_on_the_table() {
    let mut game = four(["5×1", "2×3, Carol", "2×2", "2×5"]).build();
    run(&mut game, "0 1; 2 decline; 3 decline; 1 carol 3");
    let used = &public(&game).specials;
    assert_eq!(
        (used.len(), used[0].seat, used[0].special),
        (1, seat(1), Special::Carol)
    );
}

// SS-42, SS-R22
#[test]
fn the_window_is_tested_again_after_carol_and_ghost() {
    // The same seat plays both: first the Carol, then the Ghost.
    let mut game = four(["5×1", "2×3, Carol, Ghost", "2×2", "2×5"]).build();
    run(&mut game, "0 1");
    let sent = run(&mut game, "2 decline; 3 decline; 1 carol 2");
    assert_eq!(sent.last().unwrap(), "owed HOLLY 1 2 3", "{sent:?}");
    let sent = run(&mut game, "2 decline; 3 decline; 1 ghost");
    assert!(sent.contains(&"ghost 1 on 0: 1×1, left 2".to_owned()), "{sent:?}");
    assert_eq!(now(&game), "TURN 2", "at the left of 0 sits seat 2 now");
    // After the Ghost, with a Carol at large, the window reopens; seats may change their earlier answers.
    let mut game = four(["5×1", "2×3, Ghost", "2×2, Carol", "2×5"]).build();
    let sent = run(&mut game, "0 1; 1 ghost; 2 carol 0; 3 decline");
    assert!(sent.contains(&"not used CAROL -> 2".to_owned()), "{sent:?}");
    assert_eq!(now(&game), "HOLLY 1 2 3");
    run(&mut game, "-");
    holds(&game, 2, "2×2, Carol");
}

// SS-42
#[test]
fn after_a_mouse_it_does_not_open_again() {
    let mut game = four(["5×1", "2×3, Mouse", "2×2, Carol", "2×5, Ghost"]).build();
    let sent = run(&mut game, "0 1; 1 mouse; 2 carol 0; 3 ghost");
    assert_eq!(
        sent,
        [
            "answered 3 -> 3",
            "closed HOLLY",
            "not used CAROL -> 2",
            "not used GHOST -> 3",
            "mouse 1, won by 0, left 2",
            "round 1 won by 0",
            "cleared",
            "round 2 led by 0",
            "owed TURN 0"
        ]
    );
}

// SS-43
#[test]
fn when_the_window_closes_the_turns_seat_is_out_if_its_hand_is_empty() {
    let mut game = four(["1", "2×3, Mouse", "2×2", "2×5"]).build();
    run(&mut game, "0 1");
    assert_eq!((out(&game), now(&game).as_str()), (vec![], "HOLLY 1 2 3"));
    let sent = run(&mut game, "-");
    assert_eq!(sent, ["answered 3 -> 3", "closed HOLLY", "out 0", "owed TURN 1"]);
    // This includes a skipped window.
    let mut game = four(["1", "2×3", "2×2", "2×5"]).build();
    assert_eq!(run(&mut game, "0 1"), ["0 plays 1×1, left 0", "out 0", "owed TURN 1"]);
}

// SS-R61
#[test]
fn the_next_seat_may_answer_and_keeps_its_turn() {
    let mut game = four(["5×1", "2×3, Carol", "2×2", "2×5"]).build();
    run(&mut game, "0 1; 2 decline; 3 decline; 1 carol 3");
    assert_eq!(order(&game), [0, 3, 2, 1]);
    run(&mut game, "3 pass; 2 pass");
    assert_eq!(now(&game), "TURN 1", "its Carol did not use up its turn");
    let mut game = four(["5×1, 4", "2×3, Ghost", "2×2", "2×5"]).build();
    run(&mut game, "0 4; 2 decline; 3 decline; 1 ghost");
    assert_eq!(now(&game), "TURN 1");
    assert_eq!(game.owing().len(), 1);
}

// SS-41
#[test]
fn the_first_clockwise_plays_and_the_other_cards_stay_unseen() {
    for (turn, first) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        // Each of the three others answers with a card; the seat to the left of the turn comes first.
        let cards = ["Mouse", "Ghost", "Carol"];
        let mut held = cards.iter();
        let mut position = Position::seats(4).leads(turn);
        for index in 0..4u8 {
            let special = if index == turn { "5" } else { held.next().unwrap() };
            position = position.hand(index, &format!("4×{}, {special}", index + 1));
        }
        let mut game = position.build();
        run(&mut game, &format!("{turn} {}", turn + 1));
        let mut sent = Vec::new();
        for index in (0..4u8).filter(|index| *index != turn) {
            let hand = own(&game, index).hand;
            let words = if hand.has(Special::Mouse) {
                "mouse".to_owned()
            } else if hand.has(Special::Ghost) {
                "ghost".to_owned()
            } else {
                format!("carol {turn}")
            };
            sent = run(&mut game, &format!("{index} {words}"));
        }
        let unused: Vec<_> = sent.iter().filter(|line| line.starts_with("not used")).collect();
        assert_eq!(unused.len(), 2, "{sent:?}");
        assert!(
            unused.iter().all(|line| !line.ends_with(&format!("-> {first}"))),
            "{sent:?}"
        );
        for index in (0..4).filter(|index| *index != turn) {
            let size = own(&game, index).hand.len();
            assert_eq!(size, if index == first { 4 } else { 5 }, "turn {turn}, seat {index}");
        }
    }
}
