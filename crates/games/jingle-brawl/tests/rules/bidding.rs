//! Section 2, Main Game turn: bids, Challengers, yielding (JB-37 to JB-49).

use tinsel_jingle_brawl::{
    Context, Legal, Phase,
    testkit::{Position, bid, draws, stand, yields},
};

use crate::support::*;

// JB-37
#[test]
fn every_seat_but_the_opener_bids_0_to_its_chips_once() {
    let position = Position::opened(5, 2, 0)
        .holds("0:g1(N0)")
        .head_elf(4)
        .chips([10, 3, 10, 0, 1]);
    let game = position.clone().build();
    assert_eq!(
        (phase(&game), owing(&game)),
        (Phase::Bidding, vec![0, 1, 4]),
        "seat 3 has no chips"
    );
    for (index, max) in [(0, 10), (1, 3), (4, 1)] {
        for (amount, answer) in [(0, "accepted"), (max, "accepted"), (max + 1, "BID_OUT_OF_RANGE")] {
            assert_eq!(asked(&game, index, &bid(amount)), answer, "{index} bids {amount}");
        }
    }
    assert_eq!(asked(&game, 0, &bid(u32::MAX)), "BID_OUT_OF_RANGE");
    assert_eq!(asked(&game, 0, &bid(65_536)), "BID_OUT_OF_RANGE", "not cut to 16 bits");
    let bidden = position.does(1, bid(3)).build();
    assert_eq!(asked(&bidden, 1, &bid(2)), "ALREADY_SUBMITTED");
}

// JB-37, JB-R59
#[test]
fn without_chips_no_seat_owes_a_bid() {
    let position = Position::opening(3, 0)
        .chips([10, 0, 0])
        .does(0, tinsel_jingle_brawl::testkit::open(1));
    let (game, events) = drawn(&position, [name(2, 0)]);
    assert_eq!(
        lines(&events),
        [
            "0 opens g1 Gift 2",
            "bidding MAIN for g1: ",
            "bids 1:0 2:0, clock ",
            "0 keeps g1 forced",
            "MAIN 1 ends",
            "MAIN 2: 1"
        ]
    );
    assert_eq!(phase(&game), Phase::Opening);
}

// JB-38
#[test]
fn all_bids_are_shown_at_once_when_the_last_is_in() {
    let mut game = Position::opened(5, 2, 0).chips([10, 10, 10, 0, 10]).build();
    for (index, amount) in [(4, 0), (0, 7)] {
        let events = act(&mut game, index, &bid(amount));
        assert_eq!(
            addressed(&events),
            [format!("{index} bid"), format!("(to {index}) own bid {amount}")]
        );
        assert!(spectated(&game).bids.is_empty());
    }
    let events = act(&mut game, 1, &bid(2));
    assert_eq!(
        lines(&events)[..3],
        ["1 bid", "bids 0:7 1:2 3:0 4:0, clock ", "challengers 0 1"]
    );
    let shown: Vec<(u8, u16)> = spectated(&game)
        .bids
        .iter()
        .map(|bid| (bid.seat.get(), bid.amount.get()))
        .collect();
    assert_eq!(shown, [(0, 7), (1, 2), (3, 0), (4, 0)]);
}

// JB-40, JB-41, JB-R25
#[test]
fn challenger_2_is_the_second_highest_bidder_or_one_of_them_at_random() {
    let second = |bids: &str, script: &[Scripted]| {
        let (game, _) = drawn(&Position::opened(6, 0, 0).bids(bids), script.iter().copied());
        spectated(&game).challengers.unwrap().second.map(|seat| seat.get())
    };
    assert_eq!(second("5:6 1:2 3:5", &[]), Some(3));
    assert_eq!(second("5:6 1:1", &[]), Some(1), "a bid of 1 is one");
    assert_eq!(second("5:6", &[]), None, "0 is none");
    for (place, expected) in [(0, 1), (1, 3), (2, 4)] {
        let pick = [(draws::SECOND_CHALLENGER, 3, place)];
        assert_eq!(second("5:6 1:2 3:2 4:2 2:1", &pick), Some(expected));
    }
}

// JB-41
#[test]
fn in_the_lottery_there_is_no_challenger_2_and_none_is_picked() {
    let auction = Position::lottery(6, 3, "g3(N1)")
        .holds("0:g0(N0) 1:g1(N0) 2:g2(N0)")
        .pile("g4(N0) g5(N0)");
    let auction = auction.does(3, tinsel_jingle_brawl::testkit::auction());
    // Seats 1 and 2 share the second place; there is no draw.
    let (game, events) = drawn(&auction.bids("0:5 1:2 2:2"), []);
    assert!(lines(&events).contains(&"challengers 0 -".to_owned()));
    assert_eq!(spectated(&game).challengers.unwrap().second, None);
    let claim = Position::lottery(4, 3, "g3(N1)")
        .holds("0:g0(N0) 1:g1(N0) 2:g2(N0)")
        .bids("0:5 1:2 2:2");
    let (game, _) = drawn(&claim, []);
    assert_eq!(spectated(&game).challengers.unwrap().second, None);
}

// JB-42
#[test]
fn a_shared_highest_bid_is_a_tie_break_of_two_at_random() {
    let bidden = Position::opened(6, 5, 0);
    let (game, events) = drawn(&bidden.clone().bids("1:3 4:3 2:2"), []);
    assert!(lines(&events).contains(&"tied 1 4, duel 1 4".to_owned()));
    assert_eq!(duel(&game), "TIE_BREAK 4 against 1 for nothing");
    // Two draws, the second among the rest.
    for (first, second, tied) in [
        (0, 0, "0 2"),
        (0, 1, "0 4"),
        (1, 0, "0 2"),
        (1, 1, "2 4"),
        (2, 0, "0 4"),
        (2, 1, "2 4"),
    ] {
        let script = [(draws::TIED_DUELIST, 3, first), (draws::TIED_DUELIST, 2, second)];
        let (_, events) = drawn(&bidden.clone().bids("0:3 2:3 4:3 1:2"), script);
        assert!(lines(&events).contains(&format!("tied 0 2 4, duel {tied}")));
    }
    let script = [(draws::TIED_DUELIST, 5, 4), (draws::TIED_DUELIST, 4, 3)];
    let (game, events) = drawn(&bidden.bids("0:1 1:1 2:1 3:1 4:1"), script);
    assert!(lines(&events).contains(&"tied 0 1 2 3 4, duel 3 4".to_owned()));
    assert_eq!(
        spectated(&game).challengers,
        None,
        "the rest drop out, and nobody is named yet"
    );
}

// JB-43, JB-R17
#[test]
fn the_defender_of_a_tie_break_is_the_first_clockwise_from_the_current_seat() {
    for (opener, bids, expected) in [
        (0, "1:2 4:2", "TIE_BREAK 4 against 1 for nothing"),
        (2, "1:2 4:2", "TIE_BREAK 1 against 4 for nothing"),
        (5, "1:2 4:2", "TIE_BREAK 4 against 1 for nothing"),
        (3, "0:2 2:2", "TIE_BREAK 2 against 0 for nothing"),
        (4, "5:2 0:2", "TIE_BREAK 0 against 5 for nothing"),
    ] {
        let game = Position::opened(6, opener, 0).bids(bids).build();
        assert_eq!(duel(&game), expected);
    }
    let auction = Position::lottery(5, 2, "g3(N1)")
        .holds("0:g0(N0) 1:g1(N0) 4:g2(N0)")
        .pile("g4(N0)");
    let game = auction
        .does(2, tinsel_jingle_brawl::testkit::auction())
        .bids("1:2 4:2")
        .build();
    assert_eq!(duel(&game), "TIE_BREAK 1 against 4 for nothing");
}

// JB-44
#[test]
fn a_tie_break_costs_nothing_and_gives_nothing() {
    let tied = Position::opened(5, 0, 0).holds("1:g1(N0) 2:g2(N0)").bids("1:3 2:3");
    let fought = tied.clone().build();
    assert_eq!((chips(&fought), pot(&fought)), (vec![10; 5], 0));
    let (game, events) = drawn(&tied.won(2), []);
    assert_eq!(
        lines(&events)[1..],
        ["reports 2 2, clock ", "TIE_BREAK won by 2 from 1", "challengers 2 1"]
    );
    assert_eq!((chips(&game), bank(&game), pot(&game)), (vec![10; 5], 0, 0));
    assert_eq!(hands(&game), "0:g0(N0) 1:g1(N0) 2:g2(N0)");
    assert_eq!(phase(&game), Phase::YieldChoice, "no Reprisal");
}

// JB-47, JB-R28
#[test]
fn the_opener_chooses_only_if_there_is_a_challenger_2() {
    let two = Position::opened(4, 0, 0).bids("1:3 2:1").build();
    assert_eq!(
        (phase(&two), owing(&two), legal(&two, 0)),
        (Phase::YieldChoice, vec![0], Legal::Respond)
    );
    let (one, events) = drawn(&Position::opened(4, 0, 0).bids("1:3"), []);
    assert_eq!(duel(&one), "STANDARD 1 against 0 for g0");
    assert!(!lines(&events).iter().any(|line| line.ends_with("STAND")));
}

// JB-48
#[test]
fn an_opener_that_stands_duels_challenger_1_for_the_full_bid() {
    let (game, events) = drawn(&Position::opened(4, 0, 0).bids("1:7 2:5").does(0, stand()), []);
    assert_eq!(
        lines(&events),
        [
            "0: STAND",
            "7 from 1 to POT BID",
            "duel STANDARD 1 against 0 for g0",
            "method REPORTED forced"
        ]
    );
    assert_eq!((pot(&game), chips(&game)), (7, vec![10, 3, 10, 10]));
    assert_eq!(spectated(&game).context, Some(Context::Main));
}

// JB-17, JB-49, JB-R16
#[test]
fn an_opener_that_yields_loses_the_gift_and_both_challengers_pay_half() {
    for (bids, half) in [
        ("1:5 2:4", (2, 2)),
        ("1:10 2:9", (5, 4)),
        ("1:3 2:1", (1, 0)),
        ("1:2 2:1", (1, 0)),
    ] {
        let game = Position::opened(4, 0, 0).bids(bids).does(0, yields()).build();
        assert_eq!(chips(&game), [10, 10 - half.0, 10 - half.1, 10], "{bids}");
        assert_eq!(pot(&game), half.0 + half.1);
    }
    let (game, events) = drawn(&Position::opened(4, 0, 0).bids("1:5 2:4").does(0, yields()), []);
    assert_eq!(
        lines(&events),
        [
            "0: YIELD",
            "g0 from 0 to TABLE",
            "bag +[0] -[]",
            "2 from 1 to POT HALF_BID",
            "2 from 2 to POT HALF_BID",
            "duel YIELD 1 against 2 for g0",
            "method REPORTED forced"
        ]
    );
    assert_eq!((table(&game), hands(&game)), (Some(0), String::new()));
}

// JB-49, JB-R36, JB-R38
#[test]
fn a_yielding_opener_gets_nothing_and_no_seat_has_a_reprisal() {
    let yielded = Position::opened(5, 0, 0)
        .holds("3:g1(N0)")
        .bids("1:5 2:4")
        .does(0, yields());
    for winner in [1, 2] {
        let (game, events) = drawn(&yielded.clone().won(winner), [name(3, 0)]);
        assert_eq!(chips(&game)[0], 10);
        assert!(!hands(&game).contains("0:"));
        assert!(
            !lines(&events)
                .iter()
                .any(|line| line.starts_with("reprisal") || line.contains("DIVIDEND"))
        );
        assert_eq!(current(&game), Some(0), "it can be drawn again");
    }
}
