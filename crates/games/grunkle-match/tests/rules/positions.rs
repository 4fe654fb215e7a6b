//! The builder refuses positions that no match can reach.

use tinsel_grunkle_match::{
    Config, Garnets,
    testkit::{Position, submit},
};

use crate::support::*;

#[track_caller]
fn impossible(cases: Vec<(Position, &str)>) {
    for (position, reason) in cases {
        assert_eq!(position.try_build().err().as_deref(), Some(reason));
    }
}

#[test]
fn skills_that_cannot_have_been_won_are_refused() {
    let of = |round, holds| Position::round(round).skills(0, holds);
    impossible(vec![
        (
            of(2, "EYES"),
            "seat 0 holds more EYES_ON_THE_PRIZE than it can have won",
        ),
        (
            of(5, "GARNET_THIEF x2"),
            "seat 0 holds more GARNET_THIEF than it can have won",
        ),
        (
            of(5, "MAX_BID_UP x2"),
            "seat 0 holds more MAX_BID_UP than it can have won",
        ),
        (
            of(5, "MAX_BID_DOWN").skills(1, "MAX_BID_DOWN x2"),
            "seat 1 holds more MAX_BID_DOWN than it can have won",
        ),
        (
            of(6, "SADNESS").won(5, 1, "SADNESS"),
            "seat 0 holds more OVERWHELMING_SADNESS than it can have won",
        ),
        (
            of(6, "").won(5, 1, "SADNESS"),
            "seat 1 does not hold the OVERWHELMING_SADNESS that it won or stole",
        ),
        (of(4, "POP x4"), "seat 0 holds 4 Grunko Pops, and can have 3"),
        (
            of(4, "MAX_BID_UP, POP x3"),
            "seat 0 holds 3 Grunko Pops, and can have 2",
        ),
        (
            of(7, "SADNESS, BALLER"),
            "seat 0 in round 6: Overwhelming Sadness allows no bid",
        ),
    ]);
}

#[test]
fn a_nullified_kind_that_cannot_have_been_named_is_refused() {
    impossible(vec![
        (
            Position::round(3).nullified("POUCH"),
            "seat 6 holds more SKILL_NULLIFY than it can have won",
        ),
        (Position::round(4).nullified("POP"), "Grunko Pops cannot be nullified"),
    ]);
    let game = Position::round(4).nullified("POUCH").build();
    assert_eq!(held(&game, 6), "SKILL_NULLIFY", "its winner named the kind");
}

#[test]
fn thefts_that_cannot_have_been_made_are_refused() {
    let end = || Position::end().skills(1, "BALLER");
    impossible(vec![
        (
            Position::round(3).garnet_theft(1, 0, 1, 3),
            "Garnet Thief is won in round 1, and used later",
        ),
        (Position::round(3).garnet_theft(3, 0, 1, 3), "round 3 is not resolved"),
        (Position::round(3).garnet_theft(2, 0, 0, 3), "seat 0 cannot rob seat 0"),
        (Position::round(3).garnet_theft(2, 0, 1, 5), "seat 0 stole 5"),
        (
            Position::round(7).skill_theft(0, 1, "BALLER", true),
            "round 7 is not resolved",
        ),
        (
            end().skill_theft(0, 1, "BALLER", true),
            "seat 0 does not hold the BALLER that it won or stole",
        ),
    ]);
    let stolen = Position::end().skills(0, "BALLER").skill_theft(0, 1, "BALLER", true);
    assert_eq!(
        spectated(&resolved(stolen)).cool_baller,
        Some(seat(1)),
        "the victim had won it"
    );
}

#[test]
fn submissions_that_cannot_have_been_accepted_are_refused() {
    let of = |submission| Position::round(7).played(6, 0, submission);
    impossible(vec![
        (of("BANK 13"), "seat 0 in round 6: a bid is 0 or above any max bid"),
        (
            of("BANK 1, designate P1"),
            "seat 0 in round 6: a designation is owed with Phantom Thieves and not without",
        ),
        (of("BALLER 2"), "BALLER in round 6: seat 0 alone bid 2 and nobody won"),
        (
            of("zero BALLER").skills(0, "BALLER"),
            "seat 0 made a zero bid in round 6; Dark Ritual was won by None",
        ),
        (
            Position::round(7).defaulted(6, 0, "BALLER 1"),
            "seat 0 in round 6: a default bids on slot 1 only",
        ),
        (Position::round(6).played(6, 0, "BANK 1"), "round 6 is not resolved"),
        (
            Position::round(7).skills(0, "BALLER").played(6, 0, "BANK 1"),
            "seat 0 did not bid on slot 3 of round 6, which it won",
        ),
        (
            Position::round(6).sealed(0, "BANK 21"),
            "seat 0 cannot submit \"submit(\\\"GARNET_BANK 21\\\")\": A bid exceeds your maximum bid.",
        ),
    ]);
}

#[test]
fn garnets_beyond_all_gains_are_refused() {
    assert!(Position::round(7).garnets(0, 230).try_build().is_ok());
    impossible(vec![(
        Position::round(7).garnets(0, 231),
        "seat 0 started with 20 garnets and has 231",
    )]);
}

#[test]
fn options_set_the_garnets_of_seats_without_own_ones() {
    let config = || Config {
        starting_garnets: Garnets::new(7),
        ..Config::default()
    };
    let (first, last) = (
        Position::round(1).config(config()).garnets(3, 2),
        Position::round(1).garnets(3, 2).config(config()),
    );
    assert_eq!(garnets(&first.build()), [7, 7, 7, 2, 7, 7, 7]);
    assert_eq!(garnets(&last.build()), [7, 7, 7, 2, 7, 7, 7]);
}

#[test]
fn the_order_of_the_calls_does_not_matter_and_nothing_is_set_twice() {
    let end = || Position::end().all_garnets([1, 2, 3, 4, 5, 6, 7]);
    let first = end().all_pops([0, 0, 0, 0, 0, 1, 2]).skills(5, "BOOK, POP").build();
    let last = end().skills(5, "BOOK, POP").all_pops([0, 0, 0, 0, 0, 1, 2]).build();
    assert_eq!(
        (pops(&first), pops(&last)),
        ([0, 0, 0, 0, 0, 2, 2], [0, 0, 0, 0, 0, 2, 2])
    );
    let round = || Position::round(7).skills(0, "GARNET_THIEF");
    impossible(vec![
        (end().garnets(0, 1), "the garnets of P0 twice"),
        (round().skills(0, "BOOK"), "the skills of P0 twice"),
        (end().all_pops([0; 7]).all_pops([0; 7]), "the Grunko Pops of all twice"),
        (round().nullified("BOOK").nullified("POUCH"), "the nullified kind twice"),
        (
            round().won(1, 0, "BOOK").won(1, 1, "BOOK"),
            "the winner of BOOK in round 1 twice",
        ),
        (
            round().played(1, 0, "BOOK 1").played(1, 0, "POUCH 1"),
            "what P0 submitted in round 1 twice",
        ),
        (
            round().others("VAULT 1").others("VAULT 2"),
            "the submission of all others twice",
        ),
    ]);
    let twice = Position::round(1).sealed(0, "POUCH 1").sealed(0, "POUCH 1").try_build();
    assert!(twice.is_err_and(|reason| reason.ends_with("Your submission for this round is final.")));
    assert_eq!(asked(&round().build(), 0, &submit("VAULT 1")), "accepted");
}
