//! Possible positions of the builder, and those that it refuses.

use tinsel_secret_santa::{Draft, Standing, testkit::Position};

use crate::support::*;

const HANDS: [&str; 4] = ["2×1, 2", "2×3, Mouse", "2×4, Scrooge", "2×5"];

/// The middle of a round: seat 0 has led, seat 3 has passed, and seat 1 has its turn.
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
    let other = (0..)
        .zip(HANDS)
        .fold(other, |position, (seat, hand)| position.hand(seat, hand));
    assert_eq!(one.build(), other.build());
}

#[test]
#[should_panic(expected = "the leader is set twice")]
fn unique_parts_are_set_once() {
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
        (
            middle().declines(2, Standing::Deal).declines(2, Standing::Round),
            "seat 2 declines twice",
        ),
        (four(HANDS).fruitcake(), "the Fruitcake window is the first of a deal"),
    ] {
        refused(position, wrong);
    }
}

#[test]
fn a_seat_without_cards_is_placed_unless_it_played_in_the_round() {
    let position = four(["2×1", "", "2×4", ""]).play(1, "9").passed([0]).turn(2);
    let game = position.build();
    assert_eq!((out(&game), numbers(public(&game).places)), (vec![1, 3], vec![3]));
}
