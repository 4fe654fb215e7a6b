//! Section 6: the contents of `legal` in each phase.

use tinsel_jingle_brawl::{
    Bar, Chips, GiftId, Legal, Method, Throw,
    testkit::{Position, auction, report, throw, yields},
};

use crate::support::*;

fn numbered(gifts: &[GiftId]) -> Vec<u8> {
    gifts.iter().map(|gift| gift.get()).collect()
}

#[test]
fn each_phase_lists_its_answers_in_ascending_order() {
    let Legal::Open { gifts } = legal(&Position::opening(6, 2).holds("1:g3(N0)").pile("g0(N0)").build(), 2) else {
        panic!()
    };
    assert_eq!(numbered(&gifts), [1, 2, 4, 5]);
    let game = Position::opened(4, 0, 0).chips([1, 7, 3, 9]).build();
    assert_eq!(legal(&game, 1), Legal::Bid { max: Chips::new(7) });
    assert_eq!(
        legal(&Position::opened(4, 0, 0).bids("1:2 2:1").build(), 0),
        Legal::Respond
    );
    let methods = [Method::Reported, Method::CoinFlip, Method::RockPaperScissors];
    let game = Position::opened(4, 0, 0).methods(methods).bids("3:2").build();
    assert_eq!(
        legal(&game, 0),
        Legal::Method {
            methods: methods.to_vec()
        }
    );
    let throwing = Position::opened(4, 0, 0)
        .methods([Method::RockPaperScissors])
        .bids("3:2")
        .does(0, throw(Throw::Rock));
    let throwing = throwing.build();
    assert_eq!(
        (legal(&throwing, 3), legal(&throwing, 0)),
        (Legal::Throw, Legal::Nothing)
    );
    let reporting = Position::opened(4, 0, 0).head_elf(2).bids("3:2");
    let duelists = [0, 3].map(seat).into_iter().collect();
    assert_eq!(legal(&reporting.clone().build(), 3), Legal::Report { duelists });
    let disputed = reporting.does(0, report(0)).does(3, report(3)).build();
    assert_eq!(legal(&disputed, 2), Legal::Verdict { duelists });
    // Seat 1 holds gift 1 or gift 3, and receives the other.
    for held in ["0:g3(N2) 1:g1(N1)", "0:g1(N2) 1:g3(N1)"] {
        let two = Position::opened(6, 5, 5)
            .holds(held)
            .bids("0:5 1:4")
            .does(5, yields())
            .won(0)
            .build();
        let Legal::Discard { gifts } = legal(&two, 1) else {
            panic!()
        };
        assert_eq!(numbered(&gifts), [1, 3]);
    }
    let naming = Position::lottery(5, 1, "g3(N1)")
        .holds("0:g0(N9) 3:g1(N0) 2:g2(N1)")
        .pile("g4(N0)");
    let Legal::Defender { seats } = legal(&naming.does(1, auction()).bids("").build(), 1) else {
        panic!()
    };
    assert_eq!(set(seats), [0, 2, 3, 4]);
}

#[test]
fn targets_have_their_cost_and_holder_and_ascend() {
    let gambit = Position::opened(6, 0, 3)
        .holds("5:g1(N0) 2:g5(N3) 4:g0(N1)")
        .bids("")
        .build();
    assert_eq!(targets(&gambit, 0), ["g0@2 of 4", "g1@1 of 5", "g5@4 of 2"]);
    let path = Position::lottery(5, 3, "g0(N1)")
        .holds("2:g1(N9) 1:g3(N0) 0:g2(N1)")
        .pile("g4(N0)")
        .build();
    assert_eq!(targets(&path, 3), ["g1@10 of 2", "g2@2 of 0", "g3@1 of 1"]);
    let reprisal = Position::opened(7, 0, 3)
        .holds("2:g1(N2)")
        .pile("g5(N0) g0(N1)")
        .bids("1:1")
        .won(0)
        .build();
    assert_eq!(targets(&reprisal, 1), ["g0@2 Misfit", "g1@3 of 2", "g5@1 Misfit"]);
    let Legal::Reprisal { defenders, .. } = legal(&reprisal, 1) else {
        panic!()
    };
    assert_eq!(set(defenders), [0, 2, 3, 4, 5, 6]);
}

#[test]
fn every_other_gift_is_listed_with_the_first_target_check_that_it_fails() {
    // The Target Misfit is on the table, another one in the pile, and one gift costs more than the Active player has.
    let path = Position::lottery(5, 3, "g0(N9)")
        .holds("2:g1(N4) 1:g3(N0) 0:g2(N1)")
        .pile("g4(N9)")
        .chips([10, 10, 10, 4, 10])
        .build();
    assert_eq!(targets(&path, 3), ["g2@2 of 0", "g3@1 of 1"]);
    let too_dear = |cost| Bar::TooDear { cost: Chips::new(cost) };
    assert_eq!(
        barred(&path, 3),
        [(0, Bar::NotHeld), (1, too_dear(5)), (4, Bar::NotHeld)]
    );
    // The gift of the last claim is its player's own, and also too expensive.
    let claim = Position::lottery(4, 3, "g3(N9)")
        .holds("0:g0(N0) 1:g1(N4) 2:g2(N0)")
        .chips([9, 9, 9, 1])
        .bids("")
        .build();
    assert_eq!(barred(&claim, 3), [(1, too_dear(5)), (3, Bar::OwnGift)]);
}
