//! Section 2, Chips: JB-17 to JB-22, JB-26.

use tinsel_jingle_brawl::{
    Phase,
    testkit::{Position, decline, defend, gambit, reprise, stand, steal, yields},
};

use crate::support::*;

/// A Lottery turn of seat 3, with seat 4 still in the bag.
fn lottery() -> Position {
    Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0)")
}

// JB-3, JB-17, JB-18
#[test]
fn a_direct_challenge_makes_no_pot_and_a_bid_goes_to_no_bank() {
    let direct = Position::opened(4, 0, 0).holds("1:g1(N2)").bids("").does(0, gambit(1));
    assert_eq!((pot(&direct.clone().build()), bank(&direct.build())), (0, 3));
    let steal = lottery().does(3, steal(2)).build();
    assert_eq!((pot(&steal), bank(&steal)), (0, 2));
    let bidden = Position::opened(4, 0, 0).bids("1:5").build();
    assert_eq!((pot(&bidden), bank(&bidden)), (5, 0));
}

// JB-19
#[test]
fn the_minimum_cost_is_1_plus_the_level_paid_before_the_duel() {
    for (level, cost) in [(0, 1), (1, 2), (2, 3), (5, 6), (9, 10)] {
        let position = Position::opened(4, 0, 0).holds(&format!("1:g1(N{level})")).bids("");
        assert_eq!(targets(&position.clone().build(), 0), [format!("g1@{cost} of 1")]);
        let game = position.does(0, gambit(1)).build();
        assert_eq!((chips(&game)[0], bank(&game)), (10 - cost, i32::from(cost)));
        assert_eq!(naughty(&game, 1), Some(level), "raised after the duel only");
    }
}

// JB-20
#[test]
fn a_seat_that_cannot_pay_may_not_challenge() {
    let position = Position::opened(4, 0, 0)
        .holds("1:g1(N2) 2:g2(N3)")
        .chips([3, 10, 10, 10])
        .bids("");
    let game = position.build();
    assert_eq!(asked(&game, 0, &gambit(1)), "accepted");
    assert_eq!(asked(&game, 0, &gambit(2)), "CANNOT_AFFORD");
    let broke = Position::opened(4, 0, 0)
        .holds("1:g1(N0)")
        .chips([0, 1, 10, 10])
        .bids("");
    assert!(
        lines_after(&broke).contains(&"0 keeps g0 forced".to_owned()),
        "no Gambit with 0 chips"
    );
}

// JB-20
#[test]
fn a_seat_without_chips_may_be_challenged_and_named() {
    let challenged = Position::opened(4, 0, 0)
        .holds("1:g1(N0)")
        .chips([5, 0, 10, 10])
        .bids("")
        .does(0, gambit(1));
    assert_eq!(duel(&challenged.build()), "GAMBIT 0 against 1 for g1");
    let opener = Position::opened(4, 0, 0).chips([0, 5, 5, 5]).bids("1:1").won(0);
    assert_eq!(chips(&any(&opener)), [1, 5, 5, 5], "it defends, and takes the pot");
    let broke = lottery().chips([9, 9, 9, 0, 0]);
    let named = broke.bids("").does(3, defend(4)).build();
    assert_eq!(duel(&named), "CHOSEN_DEFENDER 3 against 4 for g3");
}

// JB-3, JB-21, JB-R29
#[test]
fn a_pot_of_3_or_more_is_taxed_and_the_winner_takes_the_rest() {
    for (bid, tax) in [(1, 0), (2, 0), (3, 1), (4, 1), (10, 1)] {
        let position = Position::opened(4, 0, 0).bids(&format!("1:{bid}"));
        let challenger = any(&position.clone().won(1));
        // The Opener gets the dividend of 1.
        assert_eq!(chips(&challenger), [11, 10 - tax, 10, 10], "bid {bid}");
        assert_eq!(bank(&challenger), i32::from(tax) - 1);
        let opener = any(&position.won(0));
        assert_eq!(chips(&opener), [10 + bid - tax, 10 - bid + 1, 10, 10], "bid {bid}");
        assert_eq!((bank(&opener), pot(&opener)), (i32::from(tax) - 1, 0));
    }
}

// JB-R27, JB-R30
#[test]
fn a_pot_of_0_is_legal() {
    let yielded = Position::opened(4, 0, 0).bids("1:1 2:1").won(1).does(0, yields());
    let (game, events) = drawn(&yielded, []);
    assert_eq!((pot(&game), chips(&game)), (0, vec![10; 4]));
    assert!(
        !lines(&events).iter().any(|line| line.contains("HALF_BID")),
        "0 chips make no event"
    );
    let (game, events) = drawn(&yielded.won(2), [name(3, 0)]);
    assert_eq!((chips(&game), bank(&game)), (vec![10; 4], 0));
    assert!(!lines(&events).iter().any(|line| line.contains("POT")));
    assert_eq!(hands(&game), "2:g0(N1)");
}

// JB-22
#[test]
fn the_dividend_goes_to_the_loser_of_main_duels_but_tie_break_and_yield() {
    let main = || Position::opened(5, 0, 0).holds("3:g3(N0)");
    let dividend = |position: &Position| {
        let paid: Vec<String> = lines_after(position)
            .into_iter()
            .filter(|line| line.ends_with("DIVIDEND"))
            .collect();
        paid
    };
    for (position, loser) in [
        (main().bids("1:2").won(0), 1),
        (main().bids("1:2").won(1), 0),
        (main().bids("").does(0, gambit(3)).won(0), 3),
        (main().bids("").does(0, gambit(3)).won(3), 0),
        (main().bids("1:2").won(0).does(1, reprise(3)).won(1), 3),
        (main().bids("1:2").won(0).does(1, reprise(3)).won(3), 1),
    ] {
        assert_eq!(dividend(&position), [format!("1 from BANK to {loser} DIVIDEND")]);
    }
    for exempt in [
        main().bids("1:2 2:2").won(1),
        main().bids("1:3 2:2").does(0, yields()).won(1),
        main().bids("1:3 2:2").does(0, yields()).won(2),
    ] {
        assert!(dividend(&exempt).is_empty());
    }
}

// JB-26
#[test]
fn lower_bidders_and_the_loser_of_a_tie_break_keep_their_chips() {
    let bidden = Position::opened(6, 0, 0).bids("1:9 2:8 3:1 4:7").does(0, stand());
    assert_eq!(chips(&bidden.build()), [10, 1, 10, 10, 10, 10]);
    let tied = Position::opened(6, 0, 0).bids("1:9 2:9 3:1").won(2).does(0, stand());
    assert_eq!(chips(&tied.build()), [10, 10, 1, 10, 10, 10]);
}

// JB-26
#[test]
fn payments_are_made_just_before_the_method_is_chosen() {
    let bidden = Position::opened(4, 0, 0).methods(tinsel_jingle_brawl::Method::ALL);
    let game = bidden.clone().bids("1:4 2:2").build();
    assert_eq!((phase(&game), pot(&game)), (Phase::YieldChoice, 0), "not yet");
    let game = bidden.bids("1:4").build();
    assert_eq!((phase(&game), pot(&game)), (Phase::DuelMethod, 4));
}

// JB-58, JB-R33
#[test]
fn the_dividend_is_paid_before_gifts_move_and_before_the_reprisal() {
    let lost = Position::opened(4, 0, 0)
        .holds("1:g1(N0) 2:g2(N0)")
        .chips([0, 10, 10, 10])
        .bids("1:1")
        .won(1);
    let sent = lines_after(&lost);
    let at = |start: &str| sent.iter().position(|line| line.starts_with(start)).unwrap();
    assert!(at("1 from BANK to 0 DIVIDEND") < at("g0 from 0 to 1"));
    assert!(at("g0 from 0 to 1") < at("reprisal 1 offered to 0"));
    // The chip that the seat has just received pays for it.
    let game = lost.build();
    assert_eq!((chips(&game)[0], targets(&game, 0)), (1, vec!["g2@1 of 2".to_owned()]));
    assert_eq!(asked(&game, 0, &decline()), "accepted");
}
