//! Section 6: every refusal with its rule, its limit, its field and its sentence, in the order of the checks.

use tinsel_engine::GameEngine;
use tinsel_engine_testkit::checks::assert_answers;
use tinsel_presents_of_mine::{
    Action, Config, PresentRef, Replacement,
    testkit::{Position, checked_positions, pass, references, select, swap},
};

use crate::support::*;

// PM-5, PM-R6, PM-21, PM-R31, PM-R83, PM-54, PM-R35, PM-R38
#[test]
fn every_reason_has_its_sentence_rule_limit_and_field() {
    assert_answers(&checked_positions());
}

// W-15
#[test]
fn rejections() {
    let round = |number| Position::round(number).hand(0, "A0 A0 B1 C2 H3 I1");
    let [first, second, fourth] = [1, 2, 4].map(|number| round(number).build());
    let in_already = round(1).sealed(0, pass("A0 B1 C2")).build();
    assert!(second.resolve(seat(0), &swap("A0 B1 C2", "A0", "K")).is_ok());
    let empty = Action::PassPresents {
        passes: references("A0 B1 C2"),
        replacement: Some(Replacement::default()),
    };
    let [kaboom, a, b] = *references("K1(4) A0 B0") else {
        panic!("three references")
    };
    let layerless = Action::PassPresents {
        passes: vec![PresentRef { layers: 0, ..kaboom }, a, b],
        replacement: None,
    };
    let pregame = start(Config::default());
    let third = Position::round(3).hand(0, "A0 B0 C0 D0 E0 K1(4)").build();
    for (game, action, reason) in [
        (&pregame, select("ABCD"), "SELECTION_COUNT"),
        (&pregame, select("ABCDK"), "UNKNOWN_PRESENT"),
        (&pregame, select("ABCCL"), "UNKNOWN_PRESENT"),
        (&first, pass("A0 A0 A0"), "NOT_ENOUGH_COPIES"),
        (&first, pass("A0 A1 B1"), "PRESENT_NOT_HELD"),
        (&first, swap("A0 B1 C2", "H3", "K"), "REPLACEMENT_NOT_ALLOWED"),
        (&second, swap("A0 A0 B1", "A0", "K"), "REPLACEMENT_NOT_KEPT"),
        (&second, swap("A0 B1 C2", "H3", "M"), "UNKNOWN_REPLACEMENT"),
        (&second, empty, "BAD_PRESENT_REF"),
        (&second, swap("A0 B1 C2", "A0", ""), "UNKNOWN_REPLACEMENT"),
        (&third, layerless, "BAD_PRESENT_REF"),
        (&fourth, pass("A0 B1 C2"), "WRONG_PHASE"),
        (&in_already, pass("A0 B1 C2"), "ALREADY_SUBMITTED"),
    ] {
        assert_eq!(refusal(game, 0, &action), reason);
    }
}
