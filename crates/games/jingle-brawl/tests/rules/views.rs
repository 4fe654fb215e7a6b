//! Section 7: complete views as their scenes, line by line, at points with a long turn behind them.

use tinsel_engine::Viewer;
use tinsel_engine_testkit::presentation;
use tinsel_jingle_brawl::{
    JingleBrawl, Method, Throw,
    testkit::{Position, bid, reprise, stand, throw, yields},
};

use crate::support::*;

/// A seat's scene as lines, without the options.
fn shown(game: &JingleBrawl, index: u8) -> Vec<String> {
    let text = presentation::scene(game, Viewer::Seat(seat(index)));
    let (facts, rest) = text.split_once("  [Options]\n").unwrap();
    let meters = rest.lines().filter(|line| !line.starts_with("    "));
    facts
        .lines()
        .chain(meters)
        .map(|line| line.trim_start().to_owned())
        .collect()
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
            "== Main Game, turn 3 ==",
            "Secret throws are missing from Ann and Ben.",
            "[Gifts] parcel 1, “Gift 1” (Ann) (Naughty Level 2, held by Ann), parcel 2, “Gift 2” (Ben) (Naughty \
             Level 1, held by Ben), parcel 3, face down, parcel 4, face down, parcel 5, face down, parcel 6, \
             “Gift 6” (Naughty Level 0, on the table)",
            "[Misfit Gift pile, oldest first]",
            "[Players]",
            "Ann (decides, Head Elf)",
            "Ben (decides)",
            "Cleo (in the Santa Sack)",
            "Dan (in the Santa Sack)",
            "Eve (in the Santa Sack)",
            "Finn (current player, in the Santa Sack)",
            "[Duel]",
            "Ann against Ben for parcel 6 (yield duel)",
            "Method: rock-paper-scissors",
            "Throw 1: rock against rock",
            "Throw 2",
            "[This turn]",
            "At stake: parcel 6",
            "Bids are for the right to duel for the opened gift.",
            "Bids: 5 by Ann, 4 by Ben, 0 by Cleo, 0 by Dan and 0 by Eve",
            "Challenger 1: Ann. Challenger 2: Ben.",
            "Ann: chips 8",
            "Ben: chips 8",
            "Cleo: chips 10",
            "Dan: chips 10",
            "Eve: chips 10",
            "Finn: chips 10",
            "Chips in the pot 4",
            "Chips in the North Pole Fund 0",
        ]
    );
}

#[test]
fn in_a_discard_choice_the_decided_duel_is_shown_with_all_its_throws() {
    let two = yielded().does(0, throw(Throw::Paper)).does(1, throw(Throw::Rock));
    assert_eq!(
        shown(&two.build(), 1),
        [
            "== Main Game, turn 3 ==",
            "Ben sends one of two gifts to the Misfit Gift pile.",
            "[Gifts] parcel 1, “Gift 1” (Ben) (Naughty Level 2, held by Ben), parcel 2, “Gift 2” (Ben) (Naughty \
             Level 1, held by Ben), parcel 3, face down, parcel 4, face down, parcel 5, face down, parcel 6, \
             “Gift 6” (Ann) (Naughty Level 1, held by Ann)",
            "[Misfit Gift pile, oldest first]",
            "[Players]",
            "Ann (Head Elf)",
            "Ben (decides)",
            "Cleo (in the Santa Sack)",
            "Dan (in the Santa Sack)",
            "Eve (in the Santa Sack)",
            "Finn (current player, in the Santa Sack)",
            "[Duel]",
            "Ann against Ben for parcel 6 (yield duel)",
            "Method: rock-paper-scissors",
            "Throw 1: rock against rock",
            "Throw 2: paper against rock",
            "[This turn]",
            "At stake: parcel 6",
            "Bids are for the right to duel for the opened gift.",
            "Bids: 5 by Ann, 4 by Ben, 0 by Cleo, 0 by Dan and 0 by Eve",
            "Challenger 1: Ann. Challenger 2: Ben.",
            "Just received: parcel 1",
            "Ann: chips 11",
            "Ben: chips 8",
            "Cleo: chips 10",
            "Dan: chips 10",
            "Eve: chips 10",
            "Finn: chips 10",
            "Chips in the pot 0",
            "Chips in the North Pole Fund 1",
        ]
    );
}

/// Seat 1 has lost the duel for the opened gift.
fn lost() -> Position {
    Position::opened(5, 0, 0)
        .holds("1:g1(N0) 2:g2(N0)")
        .bids("1:5 2:4")
        .does(0, stand())
        .won(0)
}

#[test]
fn in_a_reprisal_choice_bids_and_challengers_stay() {
    assert_eq!(
        shown(&lost().build(), 1),
        [
            "== Main Game, turn 3 ==",
            "Ben may declare a Reindeer Reprisal for another gift.",
            "[Gifts] parcel 1, “Gift 1” (Ann) (Naughty Level 1, held by Ann), parcel 2, “Gift 2” (Ben) (Naughty \
             Level 0, held by Ben), parcel 3, “Gift 3” (Cleo) (Naughty Level 0, held by Cleo), parcel 4, face \
             down, parcel 5, face down",
            "[Misfit Gift pile, oldest first]",
            "[Players]",
            "Ann (current player, Head Elf)",
            "Ben (decides)",
            "Cleo",
            "Dan (in the Santa Sack)",
            "Eve (in the Santa Sack)",
            "[This turn]",
            "At stake: parcel 1",
            "Bids are for the right to duel for the opened gift.",
            "Bids: 5 by Ben, 4 by Cleo, 0 by Dan and 0 by Eve",
            "Challenger 1: Ben. Challenger 2: Cleo.",
            "No Reprisal for parcel 1: it was contested in the lost duel",
            "Ann: chips 14",
            "Ben: chips 6",
            "Cleo: chips 10",
            "Dan: chips 10",
            "Eve: chips 10",
            "Chips in the pot 0",
            "Chips in the North Pole Fund 0",
        ]
    );
}

#[test]
fn after_a_reprisal_choice_bids_and_challengers_stay() {
    assert_eq!(
        shown(&lost().does(1, reprise(2)).build(), 1),
        [
            "== Main Game, turn 3 ==",
            "Secret reports are missing from Ben and Cleo.",
            "[Gifts] parcel 1, “Gift 1” (Ann) (Naughty Level 1, held by Ann), parcel 2, “Gift 2” (Ben) (Naughty \
             Level 0, held by Ben), parcel 3, “Gift 3” (Cleo) (Naughty Level 0, held by Cleo), parcel 4, face \
             down, parcel 5, face down",
            "[Misfit Gift pile, oldest first]",
            "[Players]",
            "Ann (current player, Head Elf)",
            "Ben (decides)",
            "Cleo (decides)",
            "Dan (in the Santa Sack)",
            "Eve (in the Santa Sack)",
            "[Duel]",
            "Ben against Cleo for parcel 3 (duel of a Reindeer Reprisal)",
            "Method: reported duel",
            "[This turn]",
            "At stake: parcel 1",
            "Bids are for the right to duel for the opened gift.",
            "Bids: 5 by Ben, 4 by Cleo, 0 by Dan and 0 by Eve",
            "Challenger 1: Ben. Challenger 2: Cleo.",
            "Reprisals in this turn: 1",
            "Ann: chips 14",
            "Ben: chips 5",
            "Cleo: chips 10",
            "Dan: chips 10",
            "Eve: chips 10",
            "Chips in the pot 0",
            "Chips in the North Pole Fund 1",
        ]
    );
}

#[test]
fn in_a_gambit_choice_the_bids_of_0_and_what_they_were_for_are_shown() {
    let game = Position::opened(4, 0, 0).holds("1:g1(N2)").bids("").build();
    assert_eq!(
        shown(&game, 0),
        [
            "== Main Game, turn 2 ==",
            "Nobody bid: Ann keeps the gift or declares a Grinch's Gambit for another.",
            "[Gifts] parcel 1, “Gift 1” (Ann) (Naughty Level 0, held by Ann), parcel 2, “Gift 2” (Ben) (Naughty \
             Level 2, held by Ben), parcel 3, face down, parcel 4, face down",
            "[Misfit Gift pile, oldest first]",
            "[Players]",
            "Ann (current player, decides, Head Elf)",
            "Ben",
            "Cleo (in the Santa Sack)",
            "Dan (in the Santa Sack)",
            "[This turn]",
            "At stake: parcel 1",
            "Bids are for the right to duel for the opened gift.",
            "Bids: 0 by Ben, 0 by Cleo and 0 by Dan",
            "Ann: chips 10",
            "Ben: chips 10",
            "Cleo: chips 10",
            "Dan: chips 10",
            "Chips in the pot 0",
            "Chips in the North Pole Fund 0",
        ]
    );
}

#[test]
fn a_bid_that_the_clock_made_is_shown_to_its_seat_like_an_own_one() {
    let late = Position::opened(4, 0, 0).does(1, bid(3)).absent(2).build();
    assert_eq!(
        shown(&late, 2),
        [
            "== Main Game, turn 1 ==",
            "Sealed bids are missing from Dan.",
            "[Gifts] parcel 1, “Gift 1” (Ann) (Naughty Level 0, held by Ann), parcel 2, face down, parcel 3, \
             face down, parcel 4, face down",
            "[Misfit Gift pile, oldest first]",
            "[Players]",
            "Ann (current player, Head Elf)",
            "Ben (has sealed a bid, in the Santa Sack)",
            "Cleo (has sealed a bid, in the Santa Sack)",
            "Dan (decides, in the Santa Sack)",
            "[This turn]",
            "At stake: parcel 1",
            "Bids are for the right to duel for the opened gift.",
            "[Sealed choice of Cleo]",
            "Sealed bid: 0 chips",
            "Ann: chips 10",
            "Ben: chips 10",
            "Cleo: chips 10",
            "Dan: chips 10",
            "Chips in the pot 0",
            "Chips in the North Pole Fund 0",
        ]
    );
}
