//! The worked examples of the specification, section 12, with all their numbers.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

mod support;

use support::*;
use tinsel_engine::{GameEngine, SeatSet, Viewer};
use tinsel_engine_testkit::Draws;
use tinsel_secret_santa::{Draft, SecretSanta, testkit::Position};

// SS-7, SS-10, SS-R4, SS-W1
#[test]
fn dealing() {
    let draft = || Draft {
        first_dealer: Some(2),
        ..Draft::default()
    };
    let (mut game, events) = SecretSanta::start(&config(5, draft()), &mut rng(1));
    assert_eq!(sizes(&game), [18, 17, 17, 18, 18]);
    assert_eq!(public(&game).deck.len(), 88);
    assert_eq!(now(&game), "FRUITCAKE 0 1 2 3 4");
    assert_eq!(lines(&events)[0], "deal 1 by 2 led by 3: 18 17 17 18 18");
    run(&mut game, "-");
    assert_eq!(now(&game), "TURN 3");
    assert_eq!(public(&game).leader, Some(seat(3)));
    let (game, _) = SecretSanta::start(&config(3, draft()), &mut rng(1));
    assert_eq!(public(&game).deck.len(), 51);
    assert_eq!(sizes(&game), [17, 17, 17]);
}

// SS-13, SS-18, SS-19, SS-20, SS-R6, SS-W2
#[test]
fn climbing() {
    let mut game = four(["2×1, 3×2", "3×3, 2×7", "2×2, 3×4, 2×9", "5, 2×11"]).build();
    codes(&game, 0, &[("pass", "MUST_LEAD")]);
    run(&mut game, "0 3×2");
    codes(&game, 1, &[("2×7", "WRONG_COUNT"), ("3×7", "CARD_NOT_IN_HAND")]);
    run(&mut game, "1 3×3; 2 3×4; 3 pass; 0 pass; 1 pass");
    assert_eq!(now(&game), "TURN 2");
    let sent = run(&mut game, "2 pass");
    assert_eq!(
        sent,
        [
            "2 passes",
            "round 1 won by 2",
            "cleared",
            "round 2 led by 2",
            "owed TURN 2"
        ]
    );
}

// SS-48, SS-R35, SS-W3
#[test]
fn example_elves() {
    let mut game = four(["3×4, 2×6", "2×5, 2 Elves", "8, 3×9", "2×1, 2×10"]).build();
    run(&mut game, "0 3×4");
    let three_elves = tinsel_secret_santa::Action::PlayGifts {
        value: 5,
        gifts: 0,
        elves: 3,
        with_santa: false,
        final_gift: false,
    };
    assert_eq!(asked(&game, 1, &three_elves), "GIFT_REQUIRED");
    codes(&game, 1, &[("2×5 + 2 Elves", "WRONG_COUNT")]);
    let sent = run(&mut game, "1 2×5 + Elf!");
    assert_eq!(sent, ["1 plays 2×5 + 1 Elves, left 1", "declared 1", "owed TURN 2"]);
    assert_eq!(public(&game).count, Some(3));
    holds(&game, 1, "Elf");
    assert_eq!(status(&game, 1), "Declared");
}

// SS-17, SS-R16, SS-W4
#[test]
fn on_top_of_yourself() {
    let mut game = four(["2×2, 6, 8, 11", "5×1", "5×3", "5×4"]).build();
    run(&mut game, "0 6; 1 pass; 2 pass; 3 pass; 0 8");
    assert_eq!(now(&game), "TURN 0");
    run(&mut game, "0 11; 0 pass");
    assert_eq!(public(&game).round, 2);
    assert_eq!(now(&game), "TURN 0");
    holds(&game, 0, "2×2");
}

// SS-66, SS-R15, SS-W5
#[test]
fn winner_out_two_finish_in_one_round() {
    let mut game = four(["7", "3×1, 9", "10", "5×1"]).build();
    let sent = run(&mut game, "0 7; 1 9; 2 10; 3 pass; 1 pass");
    assert_eq!(
        sent,
        [
            "1 passes",
            "round 1 won by 2: 2 at 1, 0 at 2",
            "cleared",
            "round 2 led by 3",
            "owed TURN 3"
        ]
    );
    assert_eq!(numbers(public(&game).places), [2, 0]);
}

// SS-R11, SS-W6
#[test]
fn example_santa() {
    let mut game = four(["5×1, 12", "5×3, Santa", "5×4, Ghost", "5×6, Mouse"]).build();
    run(&mut game, "0 5×1!");
    assert_eq!(now(&game), "HOLLY 1 2 3");
    let sent = run(&mut game, "-; 1 santa");
    assert_eq!(
        sent,
        [
            "santa 1, left 5",
            "round 1 won by 1",
            "cleared",
            "round 2 led by 1",
            "owed TURN 1"
        ]
    );
    holds(&game, 1, "5×3");
    holds(&game, 0, "12");
    assert_eq!(status(&game, 0), "Declared");
}

/// SS-W7 up to the turn of seat 1.
fn contested() -> SecretSanta {
    let mut game = four(["3×2, 9, 10", "4×1, 5", "4×3, Ghost", "4×4, Mouse"]).build();
    run(&mut game, "0 9");
    assert_eq!(now(&game), "HOLLY 1 2 3");
    let sent = run(&mut game, "3 mouse; 2 ghost; 1 decline");
    assert_eq!(
        sent,
        [
            "answered 1 -> 1",
            "closed HOLLY",
            "not used MOUSE -> 3",
            "ghost 2 on 0: 1×9, left 4",
            "owed TURN 1"
        ]
    );
    holds(&game, 0, "3×2, 9, 10");
    holds(&game, 3, "4×4, Mouse");
    codes(&game, 1, &[("pass", "MUST_LEAD")]);
    run(&mut game, "1 4×1!");
    assert_eq!(now(&game), "HOLLY 0 2 3");
    game
}

// SS-W7
#[test]
fn a_contested_window() {
    assert_eq!(status(&contested(), 1), "Declared");
}

// SS-16, SS-W8
#[test]
fn the_seats_that_may_answer() {
    let mut game = contested();
    run(&mut game, "-; 2 pass");
    assert_eq!(now(&game), "HOLLY 0 3");
    run(&mut game, "-; 3 pass");
    assert_eq!(now(&game), "HOLLY 0 2");
    run(&mut game, "-");
    assert_eq!(now(&game), "TURN 0");
    assert_eq!(numbers(public(&game).passed.iter()), [2, 3]);
}

// SS-R40, SS-W9
#[test]
fn ghost_on_a_last_card() {
    let mut game = four(["3×1, 6", "8", "3×2, 9", "3×2, Ghost"]).build();
    run(&mut game, "0 6; -; 1 8");
    assert_eq!(now(&game), "HOLLY 0 2 3");
    assert_eq!((sizes(&game)[1], out(&game)), (0, vec![]));
    run(&mut game, "0 decline; 2 decline; 3 ghost");
    holds(&game, 1, "8");
    assert_eq!(status(&game, 1), "Declared");
    assert_eq!(table(&game), ["0: 1×6"]);
    codes(&game, 2, &[("2", "VALUE_TOO_LOW")]);
    run(&mut game, "2 9; 3 pass; 0 pass");
    assert_eq!(now(&game), "TURN 1", "it is active again");
    run(&mut game, "1 pass");
    assert_eq!(now(&game), "TURN 2");
}

// SS-45, SS-W10
#[test]
fn example_mouse() {
    let mut game = four(["4×1, 2×5", "2×1, 2×7", "3×3, Mouse", "2×11, 12"]).build();
    run(&mut game, "0 2×5; -; 1 2×7");
    assert_eq!(now(&game), "HOLLY 0 2 3");
    let sent = run(&mut game, "0 decline; 3 decline; 2 mouse");
    assert_eq!(
        sent,
        [
            "answered 2 -> 2",
            "closed HOLLY",
            "mouse 2, won by 1, left 3",
            "round 1 won by 1",
            "cleared",
            "round 2 led by 1",
            "owed TURN 1"
        ]
    );
}

// SS-W11
#[test]
fn example_carol() {
    let mut game = four(["2×7", "4×1", "2×5, 2×8", "3×1, Carol"]).build();
    run(&mut game, "0 2×7");
    assert_eq!(sizes(&game)[0], 0);
    run(&mut game, "1 decline; 2 decline; 3 carol 1");
    assert_eq!(order(&game), [0, 3, 2, 1]);
    assert_eq!(out(&game), [0]);
    assert_eq!(now(&game), "TURN 3");
    run(&mut game, "3 pass");
    assert_eq!(now(&game), "TURN 2");
    run(&mut game, "2 pass");
    assert_eq!(now(&game), "TURN 1");
    let sent = run(&mut game, "1 pass");
    assert!(sent.contains(&"round 1 won by 0: 0 at 1".to_owned()), "{sent:?}");
    assert_eq!(now(&game), "TURN 3");
    assert_eq!(public(&game).leader, Some(seat(3)));
}

// SS-W12
#[test]
fn scrooge_on_the_next_leader() {
    let mut game = four(["9", "4×1", "4×3", "2×2, 10, Scrooge"]).build();
    run(&mut game, "0 9; 1 pass; 2 pass; 3 pass");
    assert_eq!(now(&game), "SNOW 1 2 3");
    codes(&game, 3, &[("scrooge 0", "TARGET_OUT")]);
    let sent = run(&mut game, "1 decline; 2 decline; 3 scrooge 1");
    assert_eq!(
        sent,
        [
            "answered 3",
            "closed SNOW",
            "scrooge 3 on 1, left 3",
            "cleared",
            "round 2 led by 2, barred 1",
            "owed TURN 2"
        ]
    );
}

// SS-W13
#[test]
fn example_tree() {
    let mut game = four(["2×2, 5×6", "3×1, 2×3", "5×1", "4×4, Tree"]).build();
    run(&mut game, "0 2×2; 1 2×3; 2 pass; 3 pass; 0 pass; 1 pass");
    let sent = run(&mut game, "0 decline; 1 decline; 2 decline; 3 tree self");
    let tree = "tree 3 Oneself: 2×2, 2×3 to 3 0 1 2, hidden 0, left 4";
    assert!(sent.contains(&tree.to_owned()), "{sent:?}");
    assert_eq!(sizes(&game), [6, 4, 6, 5]);
    assert_eq!(public(&game).hidden_discards, 0);

    let mut game = four(["8, 5×6", "3×1, 10", "5×1", "4×4, Tree"]).build();
    run(&mut game, "0 8; 1 10; 2 pass; 3 pass; 0 pass; 1 pass");
    run(&mut game, "0 decline; 1 decline; 2 decline; 3 tree left");
    assert_eq!(sizes(&game), [6, 4, 5, 4], "only seats 0 and 1 get a card");
}

// SS-55, SS-W14
#[test]
fn forgotten_final_gift_single_cards() {
    let mut game = four(["3, 12", "3×1, 4", "3×1, 5", "4×1"]).build();
    run(&mut game, "0 3");
    assert_eq!(status(&game, 0), "Undeclared");
    let sent = run(&mut game, "1 4; 2 5; 3 pass");
    assert_eq!(sent, ["3 passes", "missed 0, over false", "owed TURN 1"]);
    assert_eq!(status(&game, 0), "Declared");
    assert_eq!(numbers(public(&game).passed.iter()), [3]);
    run(&mut game, "1 pass; 2 pass");
    assert_eq!(now(&game), "TURN 0");
    codes(&game, 0, &[("12", "ok")]);
}

// SS-W15
#[test]
fn forgotten_final_gift_pairs() {
    let mut game = four(["2×3, 12", "3×1, 2×4", "3×1, 2×5", "4×1"]).build();
    let sent = run(&mut game, "0 2×3; 1 2×4; 2 2×5; 3 pass");
    assert_eq!(sent, ["3 passes", "0 passes by force", "owed TURN 1"]);
    assert_eq!(status(&game, 0), "Undeclared");
    run(&mut game, "1 pass; 2 pass");
    assert_eq!((public(&game).round, now(&game).as_str()), (2, "TURN 2"));
    let sent = run(&mut game, "2 1; 3 pass");
    assert_eq!(sent, ["3 passes", "missed 0, over false", "owed TURN 1"]);
    assert_eq!(status(&game, 0), "Declared");
    run(&mut game, "1 pass; 2 pass");
    assert_eq!(now(&game), "TURN 0");
    run(&mut game, "0 12");
    assert_eq!(out(&game), [0]);
}

// SS-R9, SS-W16
#[test]
fn example_zeros() {
    let hands = ["Scrooge, Fruitcake, Elf", "5, Mouse", "4×1, 2×2", "2×3, 2×4"];
    let mut game = four(hands).build();
    let sent = run(&mut game, "0 zeros Fruitcake, Elf!");
    assert_eq!(
        sent,
        [
            "0 plays zeros ELVES, FRUITCAKE, left 1",
            "declared 0",
            "owed HOLLY 1 2 3"
        ]
    );
    let top = public(&game).plays[0];
    assert_eq!((top.laid.value().get(), public(&game).count), (0, Some(2)));
    run(&mut game, "-");
    codes(&game, 1, &[("zeros Mouse", "NOT_LEADING")]);
    run(&mut game, "1 pass");
    assert_eq!(now(&game), "HOLLY 2 3");
    run(&mut game, "-; 2 2×1");
    assert_eq!(table(&game), ["0: zeros ELVES, FRUITCAKE", "2: 2×1"]);
}

// SS-58, SS-W17
#[test]
fn example_fruitcake() {
    let mut game = four(["7×6", "6×5", "Fruitcake, 8×1", "7×3"]).fruitcake().build();
    assert_eq!(now(&game), "FRUITCAKE 0 1 2 3");
    let events = play(
        &mut game,
        "0 decline; 1 decline; 3 decline; 2 fruitcake 1 to 3",
        &mut Draws::none(),
    );
    assert_eq!(
        lines(&events),
        [
            "answered 2",
            "fruitcake closed, played true",
            "fruitcake 2 to 3",
            "gave 1: 2 to 3 -> 2 3",
            "round 1 led by 0",
            "owed TURN 0"
        ]
    );
    assert_eq!(sizes(&game), [7, 6, 7, 8]);
    holds(&game, 3, "1, 7×3");
    for (viewer, sent) in [(0, 5), (1, 5), (2, 6), (3, 6)] {
        assert_eq!(
            events.seen_by(Viewer::Seat(seat(viewer))).count(),
            sent,
            "seat {viewer}"
        );
    }
    assert_eq!(events.seen_by(Viewer::Spectator).count(), 5);
}

// SS-W18
#[test]
fn whole_match() {
    let game = Position::seats(4)
        .finished([0, 1, 2, 3])
        .finished([1, 0, 2, 3])
        .finished([2, 3, 0, 1])
        .over()
        .build();
    assert_eq!(totals(&game), [9, 8, 8, 5]);
    let outcome = game.outcome(SeatSet::EMPTY).unwrap();
    let ranks: Vec<u8> = outcome.standings.iter().map(|standing| standing.rank).collect();
    assert_eq!(ranks, [1, 2, 2, 4]);
}

// SS-W19
#[test]
#[expect(clippy::cognitive_complexity, reason = "it is one example, step by step")]
fn standing_declines() {
    let mut game = four(["3×1, 5", "3×3, 7", "3×4, 9, Mouse", "4×6"]).build();
    run(&mut game, "0 5");
    assert_eq!(now(&game), "HOLLY 1 2 3");
    run(&mut game, "1 decline round; 3 decline deal");
    for (viewer, expected) in [(0, vec![1, 2, 3]), (1, vec![2, 3]), (2, vec![1, 2, 3]), (3, vec![1, 2])] {
        assert_eq!(awaited(&game, Viewer::Seat(seat(viewer))), expected, "seat {viewer}");
    }
    assert_eq!(awaited(&game, Viewer::Spectator), [1, 2, 3]);
    let sent = run(&mut game, "2 decline; 1 7");
    assert_eq!(sent, ["1 plays 1×7, left 3", "owed HOLLY 0 2 3"]);
    assert_eq!(now(&game), "HOLLY 0 2");
    let sent = run(&mut game, "0 decline round; 2 decline; 2 9");
    assert_eq!(
        sent,
        ["2 plays 1×9, left 4", "owed HOLLY 0 1 3", "closed HOLLY", "owed TURN 3"]
    );
    run(&mut game, "3 withdraw");
    codes(&game, 3, &[("withdraw", "NO_STANDING_DECLINE")]);
    let sent = run(&mut game, "3 pass");
    assert_eq!(sent, ["3 passes", "owed HOLLY 0 1", "closed HOLLY", "owed TURN 0"]);
    let sent = run(&mut game, "0 pass");
    assert_eq!(sent, ["0 passes", "owed HOLLY 1 3"]);
    assert_eq!(now(&game), "HOLLY 3");
    run(&mut game, "3 decline; 1 pass");
    assert_eq!(public(&game).eligible.iter().count(), 2);
    assert_eq!(now(&game), "HOLLY 3");
    run(&mut game, "3 decline; 2 pass");
    assert_eq!(public(&game).round, 2);
    for index in [0, 1] {
        assert_eq!(own(&game, index).standing, None, "seat {index}");
    }
}
