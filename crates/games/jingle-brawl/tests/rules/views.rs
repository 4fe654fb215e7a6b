//! Section 7: complete views, line by line, at points with a long turn behind them.

use tinsel_jingle_brawl::{
    JingleBrawl, Method, Throw,
    testkit::{Position, bid, reprise, stand, throw, yields},
};

use crate::support::*;

/// A seat's view as lines, without the wrapped gifts.
fn shown(game: &JingleBrawl, index: u8) -> Vec<String> {
    let text = print::view(&seen(game, index));
    let lines = text.lines().filter(|line| !line.ends_with(": wrapped"));
    lines.map(str::to_owned).collect()
}

/// Seats 0 and 1 duel with throws for the gift that seat 5 yielded; the first round is tied.
fn yielded() -> Position {
    Position::opened(6, 5, 5)
        .methods([Method::RockPaperScissors])
        .holds("0:g0(N2) 1:g1(N1)")
        .bids("0:5 1:4")
        .does(5, yields())
        .does(0, throw(Throw::Rock))
        .does(1, throw(Throw::Rock))
}

#[test]
fn in_a_yield_duel_the_gift_of_the_turn_is_on_the_table() {
    assert_eq!(
        shown(&yielded().build(), 0),
        [
            "phase: DuelThrow, Main turn 3 of 5",
            "awaited: 0 1, submitted: -",
            "at stake: g5, pot 4",
            "bids are for: Main",
            "bids: 0:5 1:4 2:0 3:0 4:0",
            "challengers: 0 1",
            "duel: Yield, 0 against 1 for g5, RockPaperScissors, round 2, throws Rock-Rock",
            "chips: 8 8 10 10 10 10",
            "bank: 0, head elf: 0, bag: 2 3 4 5",
            "gift 0: held by 0, \"Gift 1\" (N2)",
            "gift 1: held by 1, \"Gift 2\" (N1)",
            "gift 5: on the table, \"Gift 6\" (N0)",
            "pile: ",
        ]
    );
}

#[test]
fn in_a_discard_choice_the_decided_duel_is_shown_with_all_its_throws() {
    let two = yielded().does(0, throw(Throw::Paper)).does(1, throw(Throw::Rock));
    assert_eq!(
        shown(&two.build(), 1),
        [
            "phase: DiscardChoice, Main turn 3 of 5",
            "awaited: 1, submitted: -",
            "at stake: g5, pot 0",
            "bids are for: Main",
            "bids: 0:5 1:4 2:0 3:0 4:0",
            "challengers: 0 1",
            "received: gift 0",
            "duel: Yield, 0 against 1 for g5, RockPaperScissors, round 0, throws Rock-Rock Paper-Rock",
            "chips: 11 8 10 10 10 10",
            "bank: 1, head elf: 0, bag: 2 3 4 5",
            "gift 0: held by 1, \"Gift 1\" (N2)",
            "gift 1: held by 1, \"Gift 2\" (N1)",
            "gift 5: held by 0, \"Gift 6\" (N1)",
            "pile: ",
        ]
    );
}

#[test]
fn in_and_after_a_reprisal_choice_bids_and_challengers_stay() {
    let lost = Position::opened(5, 0, 0)
        .holds("1:g1(N0) 2:g2(N0)")
        .bids("1:5 2:4")
        .does(0, stand())
        .won(0);
    assert_eq!(
        shown(&lost.clone().build(), 1),
        [
            "phase: ReprisalChoice, Main turn 3 of 0",
            "awaited: 1, submitted: -",
            "at stake: g0, pot 0",
            "bids are for: Main",
            "bids: 1:5 2:4 3:0 4:0",
            "challengers: 1 2",
            "excluded: gift 0",
            "chips: 14 6 10 10 10",
            "bank: 0, head elf: 0, bag: 3 4",
            "gift 0: held by 0, \"Gift 1\" (N1)",
            "gift 1: held by 1, \"Gift 2\" (N0)",
            "gift 2: held by 2, \"Gift 3\" (N0)",
            "pile: ",
        ]
    );
    assert_eq!(
        shown(&lost.does(1, reprise(2)).build(), 1),
        [
            "phase: DuelReport, Main turn 3 of 0",
            "awaited: 1 2, submitted: -",
            "at stake: g0, pot 0",
            "bids are for: Main",
            "bids: 1:5 2:4 3:0 4:0",
            "challengers: 1 2",
            "reprisals: 1",
            "duel: Reprisal, 1 against 2 for g2, Reported, round 0, throws ",
            "chips: 14 5 10 10 10",
            "bank: 1, head elf: 0, bag: 3 4",
            "gift 0: held by 0, \"Gift 1\" (N1)",
            "gift 1: held by 1, \"Gift 2\" (N0)",
            "gift 2: held by 2, \"Gift 3\" (N0)",
            "pile: ",
        ]
    );
}

#[test]
fn in_a_gambit_choice_the_bids_of_0_and_what_they_were_for_are_shown() {
    let game = Position::opened(4, 0, 0).holds("1:g1(N2)").bids("").build();
    assert_eq!(
        shown(&game, 0),
        [
            "phase: GambitChoice, Main turn 2 of 0",
            "awaited: 0, submitted: -",
            "at stake: g0, pot 0",
            "bids are for: Main",
            "bids: 1:0 2:0 3:0",
            "chips: 10 10 10 10",
            "bank: 0, head elf: 0, bag: 2 3",
            "gift 0: held by 0, \"Gift 1\" (N0)",
            "gift 1: held by 1, \"Gift 2\" (N2)",
            "pile: ",
        ]
    );
}

#[test]
fn a_bid_that_the_clock_made_is_shown_to_its_seat_like_an_own_one() {
    let late = Position::opened(4, 0, 0).does(1, bid(3)).absent(2).build();
    assert_eq!(
        shown(&late, 2),
        [
            "phase: Bidding, Main turn 1 of 0",
            "awaited: 3, submitted: 1 2",
            "at stake: g0, pot 0",
            "bids are for: Main",
            "chips: 10 10 10 10",
            "bank: 0, head elf: 0, bag: 1 2 3",
            "gift 0: held by 0, \"Gift 1\" (N0)",
            "pile: ",
            "own bid: 0",
        ]
    );
}
