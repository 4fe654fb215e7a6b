//! Events, their order and recipients (section 8).

use tinsel_engine::{Audience, GameEngine, SeatSet};
use tinsel_secret_santa::{Draft, Event, SecretSanta, Standing};

use crate::support::*;

#[test]
fn the_start_of_a_match() {
    let draft = Draft {
        first_dealer: Some(3),
        ..Draft::default()
    };
    let (game, events) = SecretSanta::start(&config(4, draft), &mut rng(5));
    assert_eq!(
        lines(&events),
        [
            "deal 1 by 3 led by 0: 22 22 22 22",
            "dealt 22 -> 0",
            "dealt 22 -> 1",
            "dealt 22 -> 2",
            "dealt 22 -> 3",
            "owed FRUITCAKE 0 1 2 3"
        ]
    );
    for (index, addressed) in (0..4u8).zip(events.iter().skip(1)) {
        assert_eq!(addressed.to, Audience::Only(SeatSet::only(seat(index))));
        let cards = own(&game, index).hand;
        assert_eq!(addressed.event, Event::HandDealt { cards });
    }
}

#[test]
fn the_end_of_a_deal_and_the_start_of_the_next() {
    let mut game = four(["8", "", "10", "2×1, 3"]).placed([1]).build();
    let sent = run(&mut game, "0 8; 2 10; 3 pass");
    assert_eq!(
        sent,
        [
            "3 passes",
            "round 1 won by 2: 2 at 2, 0 at 3",
            "cleared",
            "deal 1 ends: 1 2 0 3, points 2 4 3 1, totals 2 4 3 1",
            "deal 2 by 0 led by 1: 22 22 22 22",
            "dealt 22 -> 0",
            "dealt 22 -> 1",
            "dealt 22 -> 2",
            "dealt 22 -> 3",
            "owed FRUITCAKE 0 1 2 3"
        ]
    );
}

// SS-40
#[test]
fn an_answer_with_a_standing_decline() {
    let mut game = four(["5×1", "2×3", "2×4, Mouse", "2×5"]).build();
    assert_eq!(
        run(&mut game, "0 1; 1 decline round"),
        ["answered 1 -> 1", "standing ROUND -> 1"]
    );
    assert_eq!(run(&mut game, "3 decline"), ["answered 3 -> 3"]);
    assert_eq!(
        run(&mut game, "2 decline deal"),
        ["answered 2 -> 2", "standing DEAL -> 2", "closed HOLLY", "owed TURN 1"]
    );
}

/// All possible events of one action in a Holly window, in order.
// SS-41, SS-42
#[test]
fn a_last_answer_with_a_card_that_reopens_a_window_of_standing_declines() {
    let mut game = four(["5×1", "Carol", "2×4, Mouse", "2×5, Ghost"]).build();
    run(&mut game, "0 1; 2 decline round");
    let mut more = game.clone();
    let sent = run(&mut game, "1 carol 3; 3 decline deal");
    assert_eq!(
        sent,
        [
            "answered 3 -> 3",
            "standing DEAL -> 3",
            "closed HOLLY",
            "carol 1 with 3: 0 3 2 1, left 0",
            "out 1",
            "owed HOLLY 2 3",
            "closed HOLLY",
            "owed TURN 3"
        ]
    );
    // With a card that is not used, and a window that reopens.
    let sent = run(&mut more, "1 carol 3; 3 ghost");
    assert_eq!(
        sent,
        [
            "answered 3 -> 3",
            "closed HOLLY",
            "not used GHOST -> 3",
            "carol 1 with 3: 0 3 2 1, left 0",
            "out 1",
            "owed HOLLY 2 3"
        ]
    );
    assert_eq!(now(&more), "HOLLY 3");
}

// SS-48, SS-46
#[test]
fn a_ghost_as_last_but_one_card_comes_before_the_final_gift_of_its_player() {
    for (answer, said) in [("2 ghost!", "declared 2"), ("2 ghost", "forgotten 2")] {
        let mut game = four(["2×6, 3", "2×10", "9, Ghost", "2×8"]).build();
        let sent = run(&mut game, &format!("0 3; 1 decline; 3 decline; {answer}"));
        assert_eq!(
            sent,
            [
                "answered 2 -> 2",
                "closed HOLLY",
                "ghost 2 on 0: 1×3, left 1",
                said,
                "owed TURN 1"
            ]
        );
    }
}

// SS-48, SS-44, SS-45, SS-64
#[test]
fn every_other_card_as_last_but_one_comes_before_the_final_gift_of_its_player() {
    for (card, answer, expected) in [
        (
            "Carol",
            "2 carol 0!",
            ["carol 2 with 0: 2 1 0 3, left 1", "declared 2", "owed TURN 3"],
        ),
        (
            "Mouse",
            "2 mouse",
            ["mouse 2, won by 0, left 1", "forgotten 2", "round 1 won by 0"],
        ),
    ] {
        let mut game = four(["2×6, 3", "2×10", &format!("9, {card}"), "2×8"]).build();
        let sent = run(&mut game, &format!("0 3; 1 decline; 3 decline; {answer}"));
        assert_eq!(sent[2..5], expected, "{card}");
    }
    let mut game = four(["2×6", "2×10", "9, Scrooge", "2×8"])
        .play(0, "2")
        .passed([1, 2, 3])
        .turn(0)
        .build();
    let sent = run(&mut game, "0 pass; 0 decline; 1 decline; 3 decline; 2 scrooge 1!");
    assert_eq!(sent[2..4], ["scrooge 2 on 1, left 1", "declared 2"]);
}

// SS-63
#[test]
fn a_tree_has_its_word_before_its_gifts_and_going_out_after() {
    let mut game = four(["2×6", "2×10, Scrooge", "8, Tree", "2×8"])
        .play(0, "2")
        .passed([1, 2, 3])
        .turn(0)
        .build();
    let sent = run(&mut game, "0 pass; 0 decline; 1 scrooge 3; 3 decline; 2 tree left!");
    assert_eq!(
        sent[..3],
        ["answered 2", "closed SNOW", "not used TREE -> 2"],
        "1 is first from the left of 0"
    );
    let sent = run(&mut game, "0 decline; 1 decline; 3 decline; 2 tree left!");
    assert_eq!(
        sent,
        [
            "answered 2",
            "closed SNOW",
            "tree 2 Left: 1×2 to 3, hidden 0, left 1",
            "declared 2",
            "tree gift 2 -> 3",
            "cleared",
            "round 2 led by 0, barred 3",
            "owed TURN 0"
        ]
    );
    let mut last = four(["2×6", "2×10", "Tree", "2×8"])
        .play(0, "2")
        .passed([1, 2, 3])
        .turn(0)
        .build();
    let sent = run(&mut last, "0 pass; 0 decline; 1 decline; 3 decline; 2 tree left");
    assert_eq!(
        sent[2..5],
        [
            "tree 2 Left: 1×2 to 3, hidden 0, left 0",
            "tree gift 2 -> 3",
            "out 2 at 1"
        ]
    );
}

// SS-33
#[test]
fn gifts_with_santa_say_both_with_the_same_cards_left() {
    let mut game = four(["2×6, Santa, 7", "2×10", "8", "2×8"]).build();
    let sent = run(&mut game, "0 2×6 + Santa");
    assert_eq!(
        sent[..3],
        ["0 plays 2×6 + Santa, left 1", "santa 0, left 1", "forgotten 0"]
    );
    let mut game = four(["2×6, Santa", "2×10", "8", "2×8"]).build();
    let sent = run(&mut game, "0 2×6 + Santa");
    assert_eq!(
        sent,
        [
            "0 plays 2×6 + Santa, left 0",
            "santa 0, left 0",
            "out 0",
            "round 1 won by 0: 0 at 1",
            "cleared",
            "round 2 led by 1",
            "owed TURN 1"
        ]
    );
}

// SS-75
#[test]
fn a_withdrawal_has_one_event_and_the_end_of_a_decline_none() {
    let mut game = four(["12", "2×3", "2×4", "2×5"])
        .declines(0, Standing::Deal)
        .declines(1, Standing::Round)
        .build();
    let mut all = Vec::new();
    for step in ["0 12", "1 pass", "2 pass", "3 pass"] {
        all.extend(run(&mut game, step));
    }
    assert!([0, 1].iter().all(|index| own(&game, *index).standing.is_none()));
    assert!(!all.iter().any(|line| line.starts_with("standing")), "{all:?}");
}
