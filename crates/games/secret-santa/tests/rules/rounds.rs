//! The round, and the order of turns (SS-11 to SS-25).

use tinsel_secret_santa::testkit::Position;

use crate::support::*;

// SS-11
#[test]
fn turns_go_clockwise_among_the_active_seats() {
    let mut game = Position::hands(["2×1", "2×2", "", "2×3", "2×4"]).leads(3).build();
    run(&mut game, "3 3");
    assert_eq!(now(&game), "TURN 4");
    run(&mut game, "4 4");
    assert_eq!(now(&game), "TURN 0");
    run(&mut game, "0 pass");
    assert_eq!(now(&game), "TURN 1");
    run(&mut game, "1 pass");
    assert_eq!(now(&game), "TURN 3", "seat 2 is out");
    run(&mut game, "3 pass");
    assert_eq!(now(&game), "TURN 4", "0 and 1 have passed");
    assert_eq!(public(&game).leader, Some(seat(3)));
}

// SS-14
#[test]
fn following_takes_as_many_of_a_higher_value() {
    let hand = "3×4, 3×5, 3×6, Santa";
    let game = four(["", hand, "4×1", "4×2"]).play(0, "2×5").turn(1).build();
    codes(
        &game,
        1,
        &[
            ("2×4", "VALUE_TOO_LOW"),
            ("2×5", "VALUE_TOO_LOW"),
            ("2×6", "ok"),
            ("6", "WRONG_COUNT"),
            ("3×6", "WRONG_COUNT"),
            ("santa", "ok"),
            ("pass", "ok"),
        ],
    );
}

// SS-15, SS-R49
#[test]
fn passing_is_allowed_and_never_done_for_a_hand() {
    // Seat 1 could beat the play, seat 2 cannot: both have a turn and may pass.
    let mut game = four(["4×2, 9", "4×3", "4×1", "4×4"]).build();
    run(&mut game, "0 4×2!");
    assert_eq!(now(&game), "TURN 1");
    run(&mut game, "1 pass");
    assert_eq!(now(&game), "TURN 2", "it has nothing to play, and is asked");
    assert!(turns(&game, 2).sets.is_empty());
    codes(&game, 2, &[("pass", "ok")]);
}

// SS-21, SS-62
#[test]
fn the_cards_of_a_round_lie_until_the_interlude_is_over_and_are_discarded() {
    let before = four(["2×2, 9, 1", "3×3, Tree", "3×1, Santa", "2×5, 6, 7"]).build();
    let mut game = before.clone();
    run(&mut game, "0 2×2; 1 2×3; 2 santa");
    assert_eq!(now(&game), "SNOW 0 1 2 3");
    assert_eq!(table(&game), ["0: 2×2", "1: 2×3"]);
    assert_eq!(public(&game).specials.len(), 1);
    discarded(&game, "", &before);
    let sent = run(&mut game, "-");
    assert_eq!(
        sent,
        [
            "answered 3",
            "closed SNOW",
            "cleared",
            "round 2 led by 2",
            "owed TURN 2"
        ]
    );
    discarded(&game, "2×2, 2×3, Santa", &before);
    assert!(public(&game).plays.is_empty() && public(&game).specials.is_empty());
}

// SS-22
#[test]
fn plays_are_announced_and_five_gold_rings_are_flagged() {
    let played = |hand: &str, step: &str| {
        let mut game = four([hand, "3×1", "3×2", "3×3"]).build();
        run(&mut game, step).swap_remove(0)
    };
    assert_eq!(played("8×5, 2", "0 5×5"), "0 plays 5×5, left 4, five gold rings");
    assert_eq!(
        played("8×5, 3 Elves", "0 3×5 + 2 Elves"),
        "0 plays 3×5 + 2 Elves, left 6, five gold rings"
    );
    assert_eq!(played("8×5, 2", "0 4×5"), "0 plays 4×5, left 5");
    assert_eq!(played("8×5, 2", "0 6×5"), "0 plays 6×5, left 3");
    assert_eq!(played("8×4, 2", "0 5×4"), "0 plays 5×4, left 4");
    assert_eq!(
        played("8×5, 2, Santa", "0 5×5 + Santa"),
        "0 plays 5×5 + Santa, left 4, five gold rings",
        "Santa is none of the five"
    );
}

// SS-23, SS-25, SS-R20
#[test]
fn undeclared_seats_are_stepped_over_without_windows() {
    // Ghost, Mouse and Carol are at large: every decision has a window, a missed turn has none.
    let mut game = four(["4×1, 2", "12", "3×2, Mouse, Carol", "3×3, Ghost"])
        .undeclared([1])
        .build();
    run(&mut game, "0 2");
    assert_eq!(now(&game), "HOLLY 2 3");
    let sent = run(&mut game, "-");
    assert_eq!(
        sent,
        ["answered 3 -> 3", "closed HOLLY", "missed 1, over false", "owed TURN 2"]
    );
    // A forced pass has no window either.
    let mut game = four(["4×1, 2×2", "12", "3×3, Mouse, Carol", "3×4, Ghost"])
        .undeclared([1])
        .build();
    run(&mut game, "0 2×2");
    let sent = run(&mut game, "-");
    assert_eq!(
        sent,
        ["answered 3 -> 3", "closed HOLLY", "1 passes by force", "owed TURN 2"]
    );
    assert_eq!(numbers(public(&game).passed.iter()), [1]);
}

/// SS-23.4: the only active seat that is undeclared also counts as having passed.
// SS-23
#[test]
fn the_only_active_seat_misses_its_turn_and_the_round_ends() {
    let mut game = four(["2×1, 5", "12", "3×2", "3×3"])
        .undeclared([1])
        .passed([2, 3])
        .play(1, "4")
        .turn(0)
        .build();
    let sent = run(&mut game, "0 pass");
    let expected = [
        "0 passes",
        "missed 1, over true",
        "round 1 won by 1",
        "cleared",
        "round 2 led by 1",
        "owed TURN 1",
    ];
    assert_eq!(sent, expected);
    assert_eq!(status(&game, 1), "Declared");
}

/// SS-23.3 and not SS-23.4: on an empty table the only active seat misses its lead, and then still leads.
// SS-23
#[test]
fn the_only_active_seat_misses_its_lead_and_the_round_goes_on() {
    let mut game = last_four(["1, 2×9", "5×3, Scrooge", "", ""]).placed([2, 3]).build();
    let sent = run(&mut game, "0 2×9; 1 pass");
    assert_eq!(sent[1..], ["0 passes by force", "round 1 won by 0", "owed SNOW 1"]);
    let sent = run(&mut game, "1 scrooge 1");
    let expected = [
        "answered 1",
        "closed SNOW",
        "scrooge 1 on 1, left 5",
        "cleared",
        "round 2 led by 0, barred 1",
        "missed 0, over false",
        "owed TURN 0",
    ];
    assert_eq!(sent, expected);
    assert_eq!(status(&game, 0), "Declared");
    codes(&game, 0, &[("pass", "MUST_LEAD"), ("1", "ok")]);
}

// SS-24
#[test]
fn a_leader_that_misses_its_turn_keeps_the_name() {
    // With pairs it passes by force and stays undeclared, wins, and misses its lead.
    let mut game = four(["3×1, 2×2", "12, 2×11", "3×3", "4×4"]).leads(0).build();
    run(&mut game, "0 2×2; 1 2×11; 2 pass; 3 pass");
    let sent = run(&mut game, "0 pass");
    assert_eq!(
        sent,
        [
            "0 passes",
            "1 passes by force",
            "round 1 won by 1",
            "cleared",
            "round 2 led by 1",
            "missed 1, over false",
            "owed TURN 2"
        ]
    );
    assert_eq!(
        (public(&game).leader, status(&game, 1).as_str()),
        (Some(seat(1)), "Declared")
    );
    codes(&game, 2, &[("pass", "MUST_LEAD")]);
}

// SS-24, SS-R57
#[test]
fn if_all_are_undeclared_each_misses_once_and_then_the_first_leads() {
    let mut game = four(["5", "12, 2×11", "6", "7"])
        .undeclared([0, 2, 3])
        .passed([0, 2, 3])
        .play(0, "2×2")
        .turn(1)
        .build();
    let sent = run(&mut game, "1 2×11");
    assert_eq!(
        sent,
        [
            "1 plays 2×11, left 1",
            "forgotten 1",
            "1 passes by force",
            "round 1 won by 1",
            "cleared",
            "round 2 led by 1",
            "missed 1, over false",
            "missed 2, over false",
            "missed 3, over false",
            "missed 0, over false",
            "owed TURN 1"
        ]
    );
    assert!((0..4).all(|index| status(&game, index) == "Declared"));
}

// SS-R58, SS-47
#[test]
fn a_round_cannot_end_without_a_card() {
    // A Ghost takes the only play back and no other seat is active: the haunted seat leads again, and cannot pass.
    let mut game = four(["4×1, 3", "3×2", "Ghost", ""]).placed([3]).barred(1).build();
    run(&mut game, "0 3");
    assert_eq!(now(&game), "HOLLY 2");
    let sent = run(&mut game, "2 ghost");
    assert_eq!(
        sent,
        [
            "answered 2 -> 2",
            "closed HOLLY",
            "ghost 2 on 0: 1×3, left 0",
            "out 2",
            "owed TURN 0"
        ]
    );
    codes(&game, 0, &[("pass", "MUST_LEAD"), ("4×1!", "ok")]);
    run(&mut game, "0 3");
    assert_eq!(now(&game), "TURN 0");
    let sent = run(&mut game, "0 pass");
    assert!(sent.contains(&"round 1 won by 0: 2 at 2".to_owned()), "{sent:?}");
}
