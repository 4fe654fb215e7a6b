//! Section 2.3: auctions, their winners and payments, and Grunko Pops.

use tinsel_grunkle_match::{GrunkleMatch, testkit::Position};

use crate::support::*;

/// Round 2 with these bids on `LEFT_ARM`; a seat with 0 has no garnets and makes no bid.
fn left_arm(bids: [u32; 7]) -> GrunkleMatch {
    let bidders = (0u8..).zip(bids);
    let position = bidders.fold(Position::round(2), |position, (index, amount)| match amount {
        0 => position.garnets(index, 0).sealed(index, ""),
        amount => position.sealed(index, &format!("LEFT_ARM {amount}")),
    });
    position.build()
}

// GM-28, GM-R17
#[test]
fn the_highest_unique_amount_wins() {
    for (bids, expected) in [
        ([0, 0, 0, 1, 0, 0, 0], Some(3)),
        ([0, 0, 10, 0, 0, 0, 0], Some(2)),
        ([9, 9, 4, 0, 0, 0, 0], Some(2)),
        ([9, 8, 4, 0, 0, 0, 0], Some(0)),
        ([1, 2, 3, 4, 5, 6, 7], Some(6)),
        ([7, 7, 7, 6, 6, 1, 5], Some(6)),
        ([3, 3, 3, 1, 1, 7, 7], NOBODY),
        ([10, 9, 10, 9, 8, 8, 2], Some(6)),
        ([4, 9, 0, 0, 0, 0, 9], Some(0)),
    ] {
        let game = left_arm(bids);
        assert_eq!(winner(&game, "LEFT_ARM"), expected, "{bids:?}");
    }
}

// GM-29, GM-R16
#[test]
fn without_a_unique_amount_no_seat_wins_or_pays_and_the_skill_is_gone() {
    for bids in [
        [0; 7],
        [5, 5, 0, 0, 0, 0, 0],
        [5, 5, 5, 5, 5, 5, 5],
        [9, 9, 4, 4, 4, 0, 0],
    ] {
        let game = left_arm(bids);
        assert_eq!(winner(&game, "LEFT_ARM"), NOBODY, "{bids:?}");
        assert_eq!(garnets(&game), bids.map(|bid| if bid == 0 { 0 } else { 20 }));
        assert!((0..7).all(|index| copies(&game, index, "LEFT_ARM") == 0));
    }
    // An unsold Secret Book is auctioned in no later round; an unsold Pouch has its second copy in round 2.
    let mut game = resolved(Position::round(1).others("POUCH 1"));
    assert_eq!(judged(&game, 0, "POUCH 1"), "accepted");
    for _ in 2..=7 {
        assert_eq!(judged(&game, 0, "SECRET_BOOK 1"), "SKILL_NOT_ON_AUCTION");
        all_absent(&mut game);
    }
}

// GM-30
#[test]
fn a_zero_bid_wins_whatever_else_is_bid() {
    for (bids, holds, p1_holds) in [
        ([12, 8, 7], "DARK_RITUAL", "MAX_BID_UP, BOOK"),
        ([1, 1, 1], "DARK_RITUAL", ""),
        ([9, 9, 9], "DARK_RITUAL, BOOK", ""),
    ] {
        let position = Position::round(6).skills(0, holds).skills(1, p1_holds);
        let position = (1u8..).zip(bids).fold(position, |position, (index, bid)| {
            position.sealed(index, &format!("BALLER {bid}"))
        });
        let game = resolved(position.sealed(0, "zero BALLER, BANK 2"));
        assert_eq!(winner(&game, "BALLER"), Some(0), "{bids:?}");
        assert_eq!(garnets(&game)[1..4], [20; 3], "every other bid fails, and is not paid");
        assert_eq!(pops(&game)[1..4], [1; 3]);
    }
}

// GM-30, GM-R39
#[test]
fn a_zero_bid_wins_even_for_a_designated_seat() {
    let game = Position::round(6)
        .skills(0, "DARK_RITUAL")
        .skills(1, "PHANTOM_THIEVES")
        .sealed(0, "zero BALLER, LEFT_LEG 5")
        .sealed(1, "BALLER 9, designate P0")
        .sealed(2, "LEFT_LEG 1");
    let game = resolved(game);
    assert_eq!(winner(&game, "BALLER"), Some(0));
    assert_eq!(winner(&game, "LEFT_LEG"), Some(2), "its ordinary bid is ignored");
    assert_eq!(judged(&game, 0, "zero EXODIA"), "DARK_RITUAL_SPENT");
}

// GM-31, GM-R20, GM-3
#[test]
fn only_the_winner_pays_and_its_own_bid() {
    let game = left_arm([10, 9, 8, 8, 7, 1, 1]);
    assert_eq!(garnets(&game), [10, 20, 20, 20, 20, 20, 20]);
    assert_eq!(paid(&game, 0), [("LEFT_ARM", 10)]);
    assert_eq!(paid(&game, 1), []);
}

// GM-32, GM-R19
#[test]
fn a_seat_may_win_several_auctions_and_can_pay_them_all() {
    let all = "POUCH 1, REPLENISH 1, BONANZA 1, GOD_DEFYING_WILL 1, EYES 2, LEFT_ARM 3";
    let game = Position::round(2).all_garnets([9, 0, 0, 0, 0, 0, 0]).sealed(0, all);
    let game = resolved(game);
    assert_eq!(winners(&game), [Some(0); 6]);
    // The seat bid and paid 9, and gained 10 + 5 + 1.
    assert_eq!(garnets(&game), [16, 5, 5, 5, 5, 5, 5]);
    let split = resolved(
        Position::round(2)
            .sealed(0, "POUCH 3, EYES 3")
            .sealed(1, "POUCH 2, EYES 9"),
    );
    assert_eq!((winner(&split, "POUCH"), winner(&split, "EYES")), (Some(0), Some(1)));
}

// GM-33
#[test]
fn a_seat_without_a_win_gets_a_pop() {
    let game = Position::round(5)
        .all_garnets([20, 0, 3, 20, 20, 20, 20])
        .skills(2, "GREED")
        .skills(0, "PHANTOM_THIEVES")
        .nullified("STEVEN")
        .sealed(0, "SADNESS 5, designate P3")
        .sealed(1, "")
        .sealed(2, "")
        .sealed(3, "STEVEN 9")
        .sealed(4, "STEVEN 3")
        .absent(5)
        .absent(6);
    let game = resolved(game);
    // P0 wins Sadness, P1 has nothing, P2 cannot bid, P3 is ignored, P4 wins a nullified skill, P5 and P6 time out and
    // tie.
    assert_eq!(pops(&game), [0, 1, 1, 1, 0, 1, 1]);
}

// GM-33
#[test]
fn only_a_seat_barred_by_sadness_gets_no_pop() {
    for (position, expected) in [
        (Position::round(6).skills(0, "SADNESS"), 0),
        (Position::round(6).skills(0, "SADNESS").nullified("SADNESS"), 1),
        (Position::round(7).skills(0, "SADNESS"), 1),
    ] {
        let game = resolved(position);
        assert_eq!(pops(&game), [expected, 1, 1, 1, 1, 1, 1]);
    }
}

// GM-33
#[test]
fn a_theft_is_no_win() {
    let game = Position::round(7)
        .skills(0, "SKILL_THIEF, GARNET_THIEF")
        .skills(1, "BALLER")
        .sealed(0, "EXODIA 1, thief on P1, steal BALLER from P1")
        .sealed(1, "EXODIA 1");
    let game = resolved(game);
    assert_eq!(held(&game, 0), "BALLER, GRUNKO_POP");
}

// GM-R18
#[test]
fn one_pop_a_round_however_many_bids_are_lost() {
    let lost = Position::round(2)
        .sealed(0, "POUCH 1, EYES 1, LEFT_ARM 1")
        .sealed(1, "POUCH 2, EYES 2, LEFT_ARM 2");
    assert_eq!(pops(&resolved(lost))[..2], [1, 0]);
    let one_won = Position::round(2)
        .sealed(0, "POUCH 1, EYES 3, LEFT_ARM 1")
        .sealed(1, "POUCH 2, EYES 2, LEFT_ARM 2");
    assert_eq!(pops(&resolved(one_won))[..2], [0, 0], "only if nothing at all was won");
}

// GM-R11
#[test]
fn garnets_that_arrive_during_the_round_do_not_spare_the_pop() {
    let game = Position::round(4).garnets(0, 0).sealed(0, "").sealed(1, "BONANZA 1");
    let game = resolved(game);
    assert_eq!((garnets_of(&game, 0), copies(&game, 0, "POP")), (5, 1));
}
