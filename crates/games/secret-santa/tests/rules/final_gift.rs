//! "Final Gift!" (SS-48 to SS-57).

use tinsel_secret_santa::{Draft, Standing};

use crate::support::*;

fn automatic() -> Draft {
    Draft {
        auto_final_gift: true,
        ..Draft::default()
    }
}

/// Hands and actions that leave one card, and others.
// SS-49, SS-50, SS-51
#[test]
fn when_the_flag_is_due() {
    let turn = [
        ("2×2, 9", "0 2×2!"),
        ("2, 9", "0 2!"),
        ("2, Elf, 9", "0 2 + Elf!"),
        ("2, Santa, 9", "0 2 + Santa!"),
        ("2, Elf, Santa, 9", "0 2 + Elf + Santa!"),
        ("2, Santa", "0 santa!"),
        ("Mouse, Tree, Elf", "0 zeros Mouse, Elf!"),
    ];
    for (hand, step) in turn {
        let mut game = four([hand, "2×3", "2×4", "2×5"]).build();
        run(&mut game, step);
        assert_eq!(status(&game, 0), "Declared", "{hand}: {step}");
        let mut forgotten = four([hand, "2×3", "2×4", "2×5"]).build();
        run(&mut forgotten, step.trim_end_matches('!'));
        // After Santa or a lead that wins, the missed turn can already have come.
        assert_ne!(status(&forgotten, 0), "None", "{hand}: {step}");
    }
    for (hand, words) in [
        ("3×2, 9", "2×2!"),
        ("2×2", "2×2!"),
        ("9", "9!"),
        ("2, Santa", "2 + Santa!"),
        ("2×2, Santa", "santa!"),
        ("Mouse, Tree", "zeros Mouse, Tree!"),
        ("2×2, Elf, 9", "2×2!"),
    ] {
        let game = four([hand, "2×3", "2×4", "2×5"]).build();
        codes(
            &game,
            0,
            &[(words, "FINAL_GIFT_NOT_DUE"), (words.trim_end_matches('!'), "ok")],
        );
    }
}

// SS-49
#[test]
fn holly_and_snow_cards_count_as_one_and_what_comes_in_does_not() {
    for (held, words) in [("Mouse", "mouse!"), ("Ghost", "ghost!"), ("Carol", "carol 0!")] {
        let mut game = four(["2×2, 9", "2×3", &format!("4, {held}"), "2×5"]).build();
        run(&mut game, "0 9");
        let plain = words.trim_end_matches('!');
        codes(&game, 2, &[(words, "ok"), (plain, "ok")]);
        let sent = run(&mut game, &format!("1 decline; 3 decline; 2 {words}"));
        assert!(sent.contains(&"declared 2".to_owned()), "{sent:?}");
        let mut more = four(["2×2, 9", "2×3", &format!("4, 5, {held}"), "2×5"]).build();
        run(&mut more, "0 9");
        codes(&more, 2, &[(words, "FINAL_GIFT_NOT_DUE")]);
        let mut last = four(["2×2, 9", "2×3", held, "2×5"]).build();
        run(&mut last, "0 9");
        codes(&last, 2, &[(words, "FINAL_GIFT_NOT_DUE"), (plain, "ok")]);
    }
    // The Tree: the flag is due although the seat gets a card of its own, and this card makes it two.
    let mut game = four(["2×2, 9", "2×3", "4, Tree", "2×5"]).build();
    run(&mut game, "0 9; 1 pass; 2 pass; 3 pass; 0 pass");
    codes(&game, 2, &[("tree self!", "ok"), ("tree self", "ok")]);
    let sent = run(&mut game, "0 decline; 1 decline; 3 decline; 2 tree self!");
    assert!(sent.contains(&"declared 2".to_owned()), "{sent:?}");
    assert_eq!(status(&game, 2), "None", "two cards again");
    let mut game = four(["2×2, 9", "2×3", "4, Tree", "2×5"]).build();
    run(
        &mut game,
        "0 9; 1 pass; 2 pass; 3 pass; 0 pass; 0 decline; 1 decline; 3 decline",
    );
    let sent = run(&mut game, "2 tree self");
    assert!(sent.contains(&"forgotten 2".to_owned()), "{sent:?}");
    assert_eq!(status(&game, 2), "None");
}

// SS-52, SS-R39
#[test]
fn more_than_one_card_clears_the_status() {
    // The seat forgot, and a Ghost gave its play back: it has two cards again, and misses no turn.
    let mut game = four(["2, 9", "2×3", "2×4, Ghost", "2×5"]).build();
    run(&mut game, "0 2");
    assert_eq!(status(&game, 0), "Undeclared");
    run(&mut game, "1 decline; 3 decline; 2 ghost");
    assert_eq!(status(&game, 0), "None");
    run(&mut game, "1 3!; 2 pass; 3 pass");
    assert_eq!(now(&game), "TURN 0", "coming down to one again needs a new declaration");
    codes(&game, 0, &[("9", "ok"), ("9!", "ok")]);
    run(&mut game, "0 9");
    assert_eq!(status(&game, 0), "Undeclared");
}

// SS-52, SS-R39
#[test]
fn one_card_by_receiving_is_declared() {
    // The Ghost gives a last card back, and the Tree gives one to its player, which has just played a last card.
    let mut game = four(["9", "2×3", "2×4, Ghost", "2×5"]).build();
    run(&mut game, "0 9; 1 decline; 3 decline; 2 ghost");
    assert_eq!(status(&game, 0), "Declared");
    let mut game = four(["2×2, 9", "2×3", "Tree", "2×5"]).build();
    run(
        &mut game,
        "0 9; 1 pass; 2 pass; 3 pass; 0 pass; 0 decline; 1 decline; 3 decline; 2 tree self",
    );
    holds(&game, 2, "9");
    assert_eq!((status(&game, 2).as_str(), out(&game)), ("Declared", vec![]));
}

// SS-52
#[test]
fn the_tree_clears_both_statuses() {
    // Seat 1 is declared, seat 2 undeclared; each gets a card.
    let position = four(["2×2, 9, 8", "12", "11", "2×5, Tree"]).undeclared([2]);
    let mut game = position
        .passed([1, 2, 3])
        .play(0, "3")
        .play(1, "4")
        .play(2, "5")
        .play(0, "6")
        .turn(0)
        .build();
    let sent = run(&mut game, "0 pass");
    assert_eq!(sent.last().unwrap(), "owed SNOW 0 1 3", "{sent:?}");
    run(&mut game, "0 decline; 1 decline; 3 tree self");
    assert_eq!([1, 2].map(|index| status(&game, index)), ["None", "None"]);
}

// SS-53
#[test]
fn with_auto_final_gift_the_engine_declares_and_the_flag_is_ignored() {
    for step in ["0 2×2", "0 2×2!"] {
        let mut game = four(["2×2, 9", "2×3", "2×4", "2×5"]).options(automatic()).build();
        let sent = run(&mut game, step);
        assert_eq!(sent, ["0 plays 2×2, left 1", "declared 0", "owed TURN 1"]);
    }
    let mut game = four(["3×2, 9", "2×3", "2×4", "2×5"]).options(automatic()).build();
    assert_eq!(
        run(&mut game, "0 2!"),
        ["0 plays 1×2, left 3", "owed TURN 1"],
        "never refused for it"
    );
    let mut game = four(["2×2, 9", "2×3", "4, Mouse", "2×5"]).options(automatic()).build();
    let sent = run(&mut game, "0 9; 1 decline; 3 decline; 2 mouse");
    assert!(sent.contains(&"declared 2".to_owned()), "{sent:?}");
}

// SS-54, SS-R36
#[test]
fn an_undeclared_seat_plays_no_card_at_all_until_it_has_missed() {
    let mut game = four(["2, Mouse", "2×3, 12", "2×4, Carol", "2×5, Tree"]).build();
    run(&mut game, "0 2");
    assert_eq!(
        (status(&game, 0).as_str(), now(&game).as_str()),
        ("Undeclared", "HOLLY 1 2 3")
    );
    run(&mut game, "-; 1 12");
    assert_eq!(
        now(&game),
        "HOLLY 2 3",
        "not asked in Holly windows, even with the Mouse"
    );
    run(&mut game, "-; 2 pass; -; 3 pass");
    assert_eq!(now(&game), "HOLLY 2");
    let sent = run(&mut game, "-");
    assert!(sent.contains(&"missed 0, over false".to_owned()), "{sent:?}");
    assert_eq!(now(&game), "TURN 1");
    run(&mut game, "1 pass");
    assert_eq!(now(&game), "HOLLY 0 2 3", "now it is asked again");
}

// SS-55
#[test]
fn if_it_would_have_led_the_next_active_seat_leads() {
    // A Ghost gives its lead back, so that the undeclared seat is next with an empty table.
    let mut game = four(["2×1, 3", "12", "2×4, Ghost", "2×5"]).undeclared([1]).build();
    run(&mut game, "0 3; 3 decline");
    let sent = run(&mut game, "2 ghost");
    assert_eq!(
        sent[2..],
        ["ghost 2 on 0: 1×3, left 2", "missed 1, over false", "owed TURN 2"]
    );
    codes(&game, 2, &[("pass", "MUST_LEAD")]);
    assert_eq!(public(&game).leader, Some(seat(0)));
}

// SS-56, SS-R37
#[test]
fn with_two_or_more_cards_it_passes_by_force_and_still_owes_a_miss() {
    for (laid, expected) in [
        ("2×3", "1 passes by force"),
        ("4×3", "1 passes by force"),
        ("3", "missed 1, over false"),
    ] {
        let mut game = four(["2×1, 5×3", "Santa", "2×4", "2×5"]).undeclared([1]).build();
        let sent = run(&mut game, &format!("0 {laid}"));
        assert_eq!(sent[1], expected, "{laid}");
        let status_after = if laid == "3" { "Declared" } else { "Undeclared" };
        assert_eq!(status(&game, 1), status_after, "even with Santa as the last card");
    }
}

// SS-57, SS-R38
#[test]
fn a_barred_seat_does_not_miss_a_turn() {
    let mut game = four(["2×1, 3", "12", "2×4", "2×5"]).undeclared([1]).barred(1).build();
    let sent = run(&mut game, "0 3");
    assert_eq!(sent, ["0 plays 1×3, left 2", "owed TURN 2"]);
    run(&mut game, "2 pass; 3 pass; 0 pass");
    assert_eq!((public(&game).round, status(&game, 1).as_str()), (2, "Undeclared"));
    let sent = run(&mut game, "0 1");
    assert!(
        sent.contains(&"missed 1, over false".to_owned()),
        "in the next round it does: {sent:?}"
    );
}

// SS-54
#[test]
fn a_standing_decline_is_not_touched_by_forgetting() {
    let mut game = four(["2, Mouse", "2×3, 12", "2×4, Carol", "2×5"])
        .declines(0, Standing::Deal)
        .build();
    run(&mut game, "0 2");
    assert_eq!(own(&game, 0).standing, Some(Standing::Deal));
}
