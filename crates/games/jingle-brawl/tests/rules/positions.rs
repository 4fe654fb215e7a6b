//! The builder refuses impossible positions: otherwise a mistake in a test could pass as another case.

use tinsel_jingle_brawl::testkit::{Position, bid};

use crate::support::*;

#[test]
fn positions_that_no_match_can_come_to_are_not_built() {
    let opened = || Position::opened(4, 0, 0);
    let lottery = || Position::lottery(4, 3, "g3(N0)").holds("0:g0(N0) 1:g1(N0)");
    let sets = |change: fn(&mut tinsel_jingle_brawl::Config)| opened().options(change);
    for (position, wrong) in [
        (opened().holds("1:g1(N0) 2:g1(N0)"), "gift 1 is in two places"),
        (opened().holds("1:g1(N0)").pile("g1(N0)"), "gift 1 is in two places"),
        (opened().pile("g1(N0) g2(N0) g1(N0)"), "gift 1 is in two places"),
        (lottery().pile("g2(N0) g3(N0)"), "gift 3 is in two places"),
        (
            opened().holds("1:g4(N0)"),
            "gift 4 is in two places, or in no match of 4",
        ),
        (opened().holds("1:g1(N0)").holds("1:g2(N0)"), "seat 1 holds two gifts"),
        (opened().holds("4:g1(N0)"), "seat 4 holds two gifts, or is no seat of 4"),
        (opened().pile("g1(N0) g2(N0) g3(N0)"), "3 gifts are in the pile"),
        (
            opened().holds("0:g1(N0)"),
            "seat 0 is drawn and is no seat without a gift",
        ),
        (Position::opened(4, 4, 0), "seat 4 is drawn"),
        (opened().holds("1:g0(N0)"), "seat 0 cannot open gift 0"),
        (
            Position::opening(4, 0).holds("1:g1(N0) 2:g2(N0) 3:g3(N0)"),
            "an Opener chooses between two wrapped gifts",
        ),
        (lottery(), "a gift is wrapped in the Lottery"),
        (
            lottery().holds("3:g2(N0)"),
            "seat 3 is drawn and is no seat without a gift",
        ),
        (Position::end(3).holds("0:g0(N0) 1:g1(N0)"), "somebody has no gift"),
        (opened().head_elf(4), "seat 4 is Head Elf and no seat"),
        (opened().chips([10, 10, 10]), "4 seats have as many amounts of chips"),
        (opened().wishes([[1, 2, 3, 3]; 4]), "each seat has the points"),
        (opened().wishes([[1, 2, 3]; 3]), "each seat has the points"),
        (sets(|options| options.rps_max_rounds = 0), "options are decided"),
        (sets(|options| options.rps_max_rounds = 21), "rps_max_rounds"),
        (sets(|options| options.duel_methods.clear()), "options are decided"),
        (sets(|options| options.head_elf_seat = seat(4)), "head_elf_seat"),
        (opened().names(["one"]), "gift_names"),
        (opened().bids("1:5 4:3"), "bids"),
        (opened().bids("0:5"), "bids"),
        (opened().bids("1:5 1:4"), "bids"),
        (opened().does(1, bid(4)).bids("1:4"), "bids"),
        (opened().bids("1:1").bids("1:1"), "bids"),
        (opened().bids("1:11"), "seat 1 cannot decide bid"),
        (opened().won(0), "no duel waits for reports"),
        (opened().bids("1:1").won(3), "seat 0 cannot decide report"),
        (opened().absent(0), "seat 0 cannot decide its default"),
    ] {
        let refused = position.clone().try_build().expect_err(wrong);
        assert!(refused.starts_with(wrong), "{refused:?} instead of {wrong:?}");
    }
}

#[test]
fn the_order_in_which_a_position_is_described_makes_no_difference() {
    let one = Position::lottery(5, 3, "g3(N1)")
        .holds("0:g0(N3) 1:g1(N0) 2:g2(N1)")
        .pile("g4(N0)")
        .chips([9, 9, 9, 4, 9])
        .head_elf(2)
        .wishes([[1, 2, 3, 4, 5]; 5]);
    let other = Position::lottery(5, 3, "g3(N1)")
        .wishes([[1, 2, 3, 4, 5]; 5])
        .head_elf(2)
        .chips([9, 9, 9, 4, 9])
        .pile("g4(N0)")
        .holds("2:g2(N1)")
        .holds("1:g1(N0) 0:g0(N3)");
    assert!(one.build() == other.build());
}
