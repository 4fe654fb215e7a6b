//! What the builder of positions can set up, and what it refuses.

use tinsel_secret_santa::{Draft, Standing, testkit::Position};

use crate::support::*;

const HANDS: [&str; 4] = ["2×1, 2", "2×3, Mouse", "2×4, Scrooge", "2×5"];

/// In mid-round: seat 0 has led, seat 3 has passed, and seat 1 has its turn.
fn middle() -> Position {
    four(HANDS).play(0, "2").passed([3]).turn(1)
}

#[track_caller]
fn refused(position: Position, wrong: &str) {
    let refused = position.try_build().unwrap_err();
    assert!(refused.contains(wrong), "{refused:?} does not say {wrong:?}");
}

#[test]
fn a_barred_seat_has_passed_in_any_order_of_the_calls() {
    let position = || four(["2×1, 2", "2×3, Mouse", "2×4", "2×5"]).play(0, "2");
    let one = position().barred(1).passed([3]).turn(2).build();
    let other = position().turn(2).passed([3]).barred(1).build();
    assert_eq!(one, other);
    assert_eq!(numbers(public(&one).passed.iter()), [1, 3]);
    refused(position().barred(1).passed([3]).turn(1), "seat 1 cannot have a turn");
}

#[test]
fn the_order_of_the_calls_makes_no_difference() {
    let one = middle()
        .leads(0)
        .last_gift(0)
        .round(4)
        .declines(2, Standing::Deal)
        .hidden("9");
    let other = Position::seats(4)
        .hidden("9")
        .declines(2, Standing::Deal)
        .round(4)
        .turn(1)
        .last_gift(0)
        .passed([3])
        .play(0, "2")
        .leads(0);
    assert_eq!(one.build(), with_hands(other, &HANDS).build());
}

#[test]
#[should_panic(expected = "the leader is set twice")]
fn what_there_is_one_of_is_set_once() {
    let _ = four(HANDS).leads(1).leads(2);
}

// SS-I3, SS-I4, SS-I5, SS-I6, SS-I7, SS-I10, SS-I15, SS-I16
#[test]
fn positions_that_break_an_invariant_are_refused() {
    let automatic = Draft {
        auto_final_gift: true,
        ..Draft::default()
    };
    for (position, wrong) in [
        (middle().undeclared([2]), "SS-I4"),
        (
            four(["2×1", "12", "2×4", "2×5"]).undeclared([1]).options(automatic),
            "SS-I4",
        ),
        (middle().placed([2]), "SS-I3"),
        (middle().gone([2]), "SS-I3"),
        (middle().play(3, "2"), "SS-I5"),
        (middle().play(3, "2×6"), "SS-I5"),
        (middle().play(3, "zeros Ghost"), "SS-I5"),
        (four(HANDS).passed([1]), "SS-I10"),
        (middle().order([0, 1, 2, 2]), "SS-I15"),
        (four(["2×1", "", "2×4", "2×5"]).placed([1, 1]), "SS-I16"),
        (four(["2×1", "", "2×4", "2×5"]).declines(1, Standing::Deal), "SS-I22"),
        (middle().hidden("Ghost"), "SS-I2"),
        (middle().hidden("9").hand(0, "Scrooge"), "does not have"),
    ] {
        refused(position, wrong);
    }
}

#[test]
fn positions_that_no_match_reaches_are_refused() {
    for (position, wrong) in [
        (middle().passed([4]), "there is no seat Some(4)"),
        (Position::seats(2), "these options cannot be played with"),
        (four(HANDS).finished([0, 1, 2]), "is no finishing order"),
        (four(HANDS).finished([0, 0, 1, 2]), "is no finishing order"),
        (
            four(HANDS).options(one_deal()).finished([0, 1, 2, 3]),
            "1 of 1 deals are finished",
        ),
        (
            Position::seats(4).over().finished([0, 1, 2, 3]),
            "1 of 3 deals are finished",
        ),
        (
            four(["2×1", "", "2×4", "2×5"]).play(1, "2").placed([1]),
            "in the round in which it played",
        ),
        (
            four(["2×1", "", "2×4", "2×5"]).play(0, "2").passed([1]),
            "is placed, and passes",
        ),
        (four(["2×1", "", "", ""]), "one seat is in"),
        (middle().barred(0), "is barred, and plays a card"),
        (middle().last_gift(2), "did not make the last play"),
        (middle().named(2), "no Scrooge was played"),
        (
            middle().declines(2, Standing::Deal).declines(2, Standing::Round),
            "seat 2 declines twice",
        ),
        (four(HANDS).fruitcake(), "the Fruitcake window is the first of a deal"),
        (middle().answered(1, "decline"), "cannot answer decline"),
    ] {
        refused(position, wrong);
    }
}

// SS-24, SS-33, SS-55
#[test]
fn a_round_can_start_with_an_undeclared_or_a_barred_leader() {
    let undeclared = four(["2×1", "12", "2×4", "2×5"])
        .undeclared([1])
        .round(3)
        .starts(1)
        .build();
    assert_eq!(
        (public(&undeclared).round, public(&undeclared).leader),
        (3, Some(seat(1)))
    );
    assert_eq!(
        (now(&undeclared).as_str(), status(&undeclared, 1).as_str()),
        ("TURN 2", "Declared")
    );
    let barred = four(["2×1", "2×3", "2×4", "2×5"]).named(1).starts(1).build();
    assert_eq!(
        (now(&barred).as_str(), public(&barred).barred),
        ("TURN 2", Some(seat(1)))
    );
    assert_eq!((public(&barred).leader, public(&barred).named), (Some(seat(2)), None));
}

// SS-36, SS-39, SS-43
#[test]
fn a_holly_window_can_be_open_with_answers_and_an_empty_hand_that_is_in() {
    let position = || four(["", "2×3, Mouse", "2×4", "2×5, Ghost"]).play(0, "2").holly(0);
    let game = position().declines(2, Standing::Deal).answered(1, "mouse").build();
    assert_eq!((now(&game), out(&game)), ("HOLLY 3".to_owned(), vec![]));
    assert_eq!(own(&game, 1).answer, Some(tinsel_secret_santa::testkit::act("mouse")));
    // It is what play reaches.
    let mut played = four(["2", "2×3, Mouse", "2×4", "2×5, Ghost"])
        .declines(2, Standing::Deal)
        .build();
    run(&mut played, "0 2; 1 mouse");
    assert_eq!(game, played);
    let passed = four(["2×1", "2×3", "2×4, Mouse", "2×5"])
        .play(0, "2")
        .passed([1])
        .holly(1);
    assert_eq!(
        (
            now(&passed.clone().build()).as_str(),
            public(&passed.build()).turn_stands
        ),
        ("HOLLY 2 3", false)
    );
    for (position, wrong) in [
        (middle_of_holly("2×3"), "no Holly window opens"),
        (four(HANDS).play(0, "2").holly(1), "neither played nor passed"),
        (position().answered(2, "mouse"), "cannot answer mouse"),
        (
            position().answered(1, "decline deal"),
            "is no answer for this window alone",
        ),
        (
            position()
                .answered(1, "mouse")
                .answered(2, "decline")
                .answered(3, "decline"),
            "SS-I7",
        ),
        (
            four(["", "2×3", "2×4", "2×5, Ghost"]).play(0, "2").placed([0]).holly(0),
            "in the round in which it played",
        ),
    ] {
        refused(position, wrong);
    }
}

fn middle_of_holly(hand: &str) -> Position {
    four(["2×1", hand, "2×4", "2×5"]).play(0, "2").holly(0)
}

// SS-61, SS-64
#[test]
fn an_interlude_window_can_be_open_with_a_named_seat() {
    let position = || {
        let hands = four(["2×1", "2×3", "2×4, Tree", "2×5"]);
        hands.play(0, "2").passed([0, 1, 2, 3]).snow(0)
    };
    let game = position().used(1, "Scrooge").named(3).answered(1, "decline").build();
    assert_eq!(now(&game), "SNOW 0 2 3");
    assert_eq!(
        (public(&game).winner, public(&game).named),
        (Some(seat(0)), Some(seat(3)))
    );
    assert_eq!(numbers(public(&game).misers.iter()), [1, 2, 3]);
    refused(position().named(3), "no Scrooge was played");
    refused(position().declines(2, Standing::Round), "the round is over");
    refused(
        four(["2×1", "2×3", "2×4", "2×5"]).play(0, "2").snow(0),
        "no interlude window opens",
    );
    let gone = four(["2×1", "2×3", "2×4, Tree", ""]).play(0, "2").gone([3]).snow(0);
    refused(gone, "seats are gone");
}

// SS-60, SS-66
#[test]
fn seats_can_be_gone_and_not_placed() {
    let position = || four(["2×1", "", "2×4", ""]).play(3, "8").play(1, "9").passed([0]);
    let game = position().gone([1, 3]).turn(2).build();
    assert_eq!((out(&game), public(&game).places.len()), (vec![1, 3], 0));
    let mut settled = game.clone();
    run(&mut settled, "2 pass");
    assert_eq!(numbers(public(&settled).places), [1, 3], "the higher value first");
    // A seat without cards that played in the round is gone, if nothing else is said.
    assert_eq!(position().turn(2).build(), game);
}
