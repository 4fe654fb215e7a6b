//! Section 2, JB-34 and the swap: JB-50 to JB-52.

use tinsel_jingle_brawl::{
    Phase,
    testkit::{Position, auction, defend, discard, gambit, reprise, reprise_misfit, yields},
};

use crate::support::*;

/// Two holders fight a yield duel; seat 0 wins.
fn two_gifts() -> Position {
    Position::opened(6, 5, 5)
        .holds("0:g0(N2) 1:g1(N1)")
        .bids("0:5 1:4")
        .does(5, yields())
        .won(0)
}

// JB-34
#[test]
fn the_steps_of_a_standard_duel_come_in_order() {
    let lost = Position::opened(5, 0, 4).holds("1:g0(N1) 2:g1(N0)").bids("1:3").won(1);
    let (_, events) = drawn(&lost, []);
    assert_eq!(
        lines(&events)[2..],
        [
            "STANDARD won by 1 from 0",
            "1 from POT to BANK SANTA_TAX",
            "2 from POT to 1 POT",
            "g4 is N1",
            "1 from BANK to 0 DIVIDEND",
            "g4 from 0 to 1",
            "g0 from 1 to 0",
            "reprisal 1 offered to 0 without g4"
        ]
    );
}

// JB-34, JB-58
#[test]
fn a_discard_then_the_head_elf_then_the_reprisal() {
    let (_, events) = drawn(&two_gifts(), []);
    assert_eq!(
        lines(&events)[2..],
        [
            "YIELD won by 0 from 1",
            "1 from POT to BANK SANTA_TAX",
            "3 from POT to 0 POT",
            "g5 is N1",
            "g5 from TABLE to 0",
            "g0 from 0 to 1"
        ]
    );
    let (_, events) = drawn(&two_gifts().does(1, discard(0)), [name(4, 0)]);
    assert_eq!(
        lines(&events),
        ["g0 from 1 to PILE", "elf 1", "MAIN 3 ends", "MAIN 4: 2"]
    );
    let misfit = Position::opened(6, 0, 5)
        .holds("1:g0(N1) 2:g1(N0)")
        .pile("g2(N2)")
        .bids("1:1")
        .won(0)
        .does(1, reprise_misfit(2, 2))
        .won(1);
    let (_, events) = drawn(&misfit, []);
    assert_eq!(
        lines(&events)[2..],
        [
            "REPRISAL won by 1 from 2",
            "g2 is N3",
            "1 from BANK to 2 DIVIDEND",
            "g2 from PILE to 1",
            "g0 from 1 to 2"
        ]
    );
    let (_, events) = drawn(&misfit.does(2, discard(1)), []);
    assert_eq!(
        lines(&events),
        ["g1 from 2 to PILE", "elf 2", "reprisal 2 offered to 2 without g2"]
    );
}

// JB-34
#[test]
fn the_toll_comes_before_the_level() {
    let lottery = Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N0) 1:g1(N0) 2:g2(N0)")
        .pile("g4(N0)");
    let named = lottery.does(3, auction()).bids("").does(3, defend(1)).won(1);
    let (_, events) = drawn(&named, []);
    assert_eq!(
        lines(&events)[2..6],
        [
            "CHOSEN_DEFENDER won by 1 from 3",
            "1 from 3 to 1 TOLL",
            "g3 is N2",
            "g3 from TABLE to 3"
        ]
    );
}

// JB-13, JB-50
#[test]
fn the_winner_takes_the_contested_gift_and_the_loser_the_winners_old_one() {
    let standard = Position::opened(5, 0, 0).holds("1:g1(N9)").bids("1:1");
    assert_eq!(hands(&any(&standard.clone().won(1))), "0:g1(N9) 1:g0(N1)");
    assert_eq!(
        hands(&any(&standard.won(0))),
        "0:g0(N1) 1:g1(N9)",
        "the holder who wins moves nothing"
    );
    let yielded = Position::opened(5, 0, 0)
        .holds("1:g1(N9)")
        .bids("1:2 2:1")
        .does(0, yields());
    assert_eq!(hands(&any(&yielded.clone().won(1))), "1:g0(N1) 2:g1(N9)");
    assert_eq!(hands(&any(&yielded.won(2))), "1:g1(N9) 2:g0(N1)");
    let gambit = Position::opened(5, 0, 0).holds("1:g1(N4)").bids("").does(0, gambit(1));
    assert_eq!(hands(&any(&gambit.won(0))), "0:g1(N5) 1:g0(N0)");
    let reprised = Position::opened(5, 0, 0)
        .holds("1:g1(N4) 2:g2(N0)")
        .bids("1:1")
        .won(0)
        .does(1, reprise(2));
    assert_eq!(hands(&any(&reprised.won(1))), "0:g0(N1) 1:g2(N1) 2:g1(N4)");
    let claim = Position::lottery(4, 3, "g3(N1)")
        .holds("0:g0(N0) 1:g1(N0) 2:g2(N0)")
        .bids("1:1");
    assert_eq!(
        hands(&any(&claim.clone().won(1))),
        "0:g0(N0) 1:g3(N2) 2:g2(N0) 3:g1(N0)"
    );
    assert_eq!(hands(&any(&claim.won(3))), "0:g0(N0) 1:g1(N0) 2:g2(N0) 3:g3(N2)");
}

// JB-51
#[test]
fn the_loser_of_two_gifts_chooses_which_goes_to_the_back_of_the_pile() {
    for (sent, kept, piled) in [(0, "1:g1(N1)", "g2(N0) g0(N2)"), (1, "1:g0(N2)", "g2(N0) g1(N1)")] {
        let position = Position::opened(6, 5, 5)
            .holds("0:g0(N2) 1:g1(N1)")
            .pile("g2(N0)")
            .bids("0:5 1:4")
            .does(5, yields())
            .won(0);
        let game = position.clone().build();
        assert_eq!((phase(&game), owing(&game)), (Phase::DiscardChoice, vec![1]));
        assert_eq!(spectated(&game).received, Some(gift(0)));
        let game = any(&position.does(1, discard(sent)));
        assert!(hands(&game).contains(kept));
        assert_eq!(pile(&game), piled);
    }
}

// JB-52, JB-R13
#[test]
fn the_loser_becomes_head_elf_whichever_it_sent_away() {
    for sent in [0, 1] {
        let (game, events) = drawn(&two_gifts().head_elf(3).does(1, discard(sent)), [name(4, 0)]);
        assert_eq!(elf(&game), 1);
        assert!(lines(&events).contains(&"elf 1".to_owned()));
    }
    // The event occurs only if the title moves to another seat.
    let (game, events) = drawn(&two_gifts().head_elf(1).does(1, discard(0)), [name(4, 0)]);
    assert_eq!(elf(&game), 1);
    assert!(!lines(&events).iter().any(|line| line.starts_with("elf")));
}

// JB-R14
#[test]
fn nothing_but_a_discard_makes_a_head_elf() {
    // A gift that changes hands, is yielded to the table, or is taken from the pile makes no Head Elf.
    let opened = || Position::opened(6, 0, 5).head_elf(4).holds("1:g0(N1)").pile("g2(N0)");
    for position in [
        opened().bids("1:1").won(1),
        opened().bids("1:2 2:1").does(0, yields()).won(2),
        opened().bids("").does(0, gambit(0)).won(0),
        opened().bids("3:1").won(0).does(3, reprise_misfit(2, 1)).won(3),
    ] {
        assert_eq!(elf(&any(&position)), 4);
    }
}

// JB-11, JB-R19, JB-R20
#[test]
fn only_the_contested_gift_is_involved() {
    let swapped = any(&Position::opened(5, 0, 0).holds("1:g1(N2)").bids("1:1").won(1));
    assert_eq!((naughty(&swapped, 0), naughty(&swapped, 1)), (Some(1), Some(2)));
    let gambit = any(&Position::opened(5, 0, 0)
        .holds("1:g1(N2)")
        .bids("")
        .does(0, gambit(1))
        .won(0));
    assert_eq!((naughty(&gambit, 0), naughty(&gambit, 1)), (Some(0), Some(3)));
    let stolen = Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0)");
    let stolen = any(&stolen.does(3, tinsel_jingle_brawl::testkit::steal(1)).won(3));
    assert_eq!((naughty(&stolen, 3), naughty(&stolen, 1)), (Some(1), Some(1)));
}

// JB-R34
#[test]
fn a_loser_holds_two_gifts_only_after_a_yield_or_a_misfit_reprisal_of_holders() {
    assert_eq!(phase(&two_gifts().build()), Phase::DiscardChoice);
    // One of the Challengers has no gift.
    for (hold, winner) in [("0:g0(N2)", 0), ("0:g0(N2)", 1), ("1:g1(N2)", 0), ("1:g1(N2)", 1)] {
        let yielded = Position::opened(6, 5, 5)
            .holds(hold)
            .bids("0:5 1:4")
            .does(5, yields())
            .won(winner);
        assert_ne!(phase(&any(&yielded)), Phase::DiscardChoice, "{hold}, {winner} wins");
    }
    // A giftless Challenger wins a Misfit; a holder wins one from a giftless Defender.
    let lost = || Position::opened(6, 0, 5).holds("2:g1(N0)").pile("g2(N0)");
    let none = lost().bids("1:1").won(0).does(1, reprise_misfit(2, 2)).won(1);
    assert_eq!(phase(&none.build()), Phase::ReprisalChoice);
    let giftless = lost().bids("2:1").won(0).does(2, reprise_misfit(2, 4)).won(2).build();
    assert_eq!(
        (phase(&giftless), hands(&giftless)),
        (Phase::ReprisalChoice, "0:g5(N1) 2:g2(N1) 4:g1(N0)".to_owned())
    );
}
