//! Section 6: every refusal with its sentence, rule, limit and field, and the order of the checks.

use tinsel_engine_testkit::{checks::assert_answers, written};
use tinsel_jingle_brawl::{
    Action,
    testkit::{
        Position, bid, bidding, checked_positions, choosing, complete_actions, defend, discard, gambit,
        malformed_actions, open, reprise, verdict,
    },
};

use crate::support::*;

fn malformed() -> impl Iterator<Item = Action> {
    malformed_actions().into_iter().map(|(action, _)| action)
}

fn complete() -> impl Iterator<Item = Action> {
    complete_actions().into_iter().map(|(action, _)| action)
}

#[test]
fn every_reason_has_its_sentence_rule_limit_and_field() {
    assert_answers(&checked_positions());
}

#[test]
fn the_match_is_over_before_anything_else() {
    let over = Position::end(4).holds("0:g0(N0) 1:g1(N0) 2:g2(N0) 3:g3(N0)").build();
    for action in malformed().chain(complete()) {
        for index in [0, 3, 4, 255] {
            assert_eq!(asked(&over, index, &action), "MATCH_OVER", "{}", written(&action));
        }
    }
}

#[test]
fn not_a_seat_comes_before_the_checks_of_the_action() {
    let game = bidding();
    for action in malformed().chain(complete()) {
        for index in [4, 31, 255] {
            assert_eq!(asked(&game, index, &action), "NOT_A_SEAT", "{}", written(&action));
        }
    }
}

#[test]
fn malformed_comes_before_the_phase_and_the_seat() {
    let game = bidding();
    for action in malformed() {
        // Seat 0 owes nothing, seat 1 has bid, seat 3 owes a bid.
        for index in [0, 1, 3] {
            assert_eq!(asked(&game, index, &action), "MALFORMED_ACTION", "{}", written(&action));
        }
    }
}

#[test]
fn the_phase_comes_before_the_seat_and_own_checks() {
    let game = bidding();
    let wrong = complete().filter(|action| action.name() != "bid");
    for action in wrong.chain([open(99), gambit(99), discard(99), defend(99), reprise(99), verdict(99)]) {
        for index in [0, 1, 2, 3] {
            assert_eq!(asked(&game, index, &action), "WRONG_PHASE", "{}", written(&action));
        }
    }
    let choosing = choosing();
    assert_eq!(asked(&choosing, 1, &bid(99)), "WRONG_PHASE");
}
