//! GM-11 to GM-18: the limits of bids.

use tinsel_grunkle_match::testkit::{Position, submit};

use crate::support::*;

/// All skills that add a field to a submission beside bids.
const USABLE: &str = "PHANTOM_THIEVES, GARNET_THIEF, SKILL_THIEF, GOD_DEFYING_WILL, DARK_RITUAL, POP";

/// P0 with these garnets and skills in a round.
fn p0(round: u8, garnets: u32, skills: &str) -> tinsel_grunkle_match::GrunkleMatch {
    Position::round(round).garnets(0, garnets).skills(0, skills).build()
}

// GM-11, GM-53, GM-54, GM-R30
#[test]
fn max_bid_is_10_and_its_copies() {
    // All copies together give 6 to 12, so that Even Steven always allows 2.
    for (skills, nullified, max_bid) in [
        ("", None, 10),
        ("BOOK", None, 10),
        ("MAX_BID_UP", None, 11),
        ("MAX_BID_DOWN", None, 9),
        ("MAX_BID_DOWN x2", None, 8),
        ("MAX_BID_UP, MAX_BID_DOWN", None, 10),
        ("MAX_BID_UP, MAX_BID_DOWN x2", None, 9),
        ("MAX_BID_UP, BOOK", None, 12),
        ("MAX_BID_UP, BOOK", Some("MAX_BID_UP"), 10),
        ("MAX_BID_DOWN, BOOK", None, 8),
        ("MAX_BID_DOWN x2, BOOK", None, 6),
        ("MAX_BID_DOWN x2, BOOK", Some("MAX_BID_DOWN"), 10),
        ("MAX_BID_UP, MAX_BID_DOWN x2, BOOK", None, 8),
    ] {
        let position = Position::round(5).garnets(0, 100).skills(0, skills);
        let game = nullified.into_iter().fold(position, Position::nullified).build();
        assert_eq!(form(&game, 0).max_bid, amount(max_bid), "{skills}");
        let bids = |amount: u32| judged(&game, 0, &format!("BANK {amount}, STEVEN 1"));
        assert_eq!(
            (bids(max_bid), bids(max_bid + 1)),
            ("accepted", "BID_OVER_MAX"),
            "{skills}"
        );
    }
}

// GM-12, GM-R8
#[test]
fn the_sum_of_bids_is_within_the_available_garnets() {
    p0_is(
        &p0(2, 9, ""),
        &[
            ("POUCH 9", "accepted"),
            ("POUCH 10", "OVER_BUDGET"),
            ("POUCH 3, REPLENISH 3, BONANZA 3", "accepted"),
            ("POUCH 3, REPLENISH 3, BONANZA 4", "OVER_BUDGET"),
        ],
    );
    p0_is(
        &p0(4, 9, "GOD_DEFYING_WILL, POP x2"),
        &[
            ("CHEST 5, BONANZA 5", "OVER_BUDGET"),
            ("discard, CHEST 5, BONANZA 5", "accepted"),
            ("discard, CHEST 5, BONANZA 6", "OVER_BUDGET"),
        ],
    );
    p0_is(
        &p0(6, 9, "DARK_RITUAL, BOOK"),
        &[
            ("zero BALLER, BANK 8", "accepted"),
            ("zero BALLER, BANK 9", "OVER_BUDGET"),
        ],
    );
    p0_is(&p0(6, 9, "DARK_RITUAL"), &[("zero BALLER, BANK 9", "accepted")]);
}

// GM-13
#[test]
fn a_positive_sum_leaves_the_floor() {
    for (skills, floor) in [("", 0), ("BOOK", 0), ("GREED", 5), ("GREED x2", 5), ("GREED, BOOK", 6)] {
        let game = p0(5, 9, skills);
        assert_eq!(form(&game, 0).floor, amount(floor), "{skills}");
        assert_eq!(form(&game, 0).means.budget, amount(9 - floor), "{skills}");
        let most = 9 - floor;
        let bids = |sum: u32| judged(&game, 0, &format!("BANK 1, STEVEN {}", sum - 1));
        assert_eq!(bids(most), "accepted", "{skills}");
        let refused = if floor == 0 { "OVER_BUDGET" } else { "BELOW_FLOOR" };
        assert_eq!(bids(most + 1), refused, "{skills}");
    }
    assert_eq!(form(&p0(4, 3, "GREED"), 0).means.budget, amount(0), "never below 0");
}

// GM-R31
#[test]
fn the_floor_counts_all_bids_except_a_free_zero_bid() {
    p0_is(
        &p0(6, 3, "GREED, DARK_RITUAL"),
        &[("zero BALLER", "accepted"), ("zero BALLER, BANK 1", "BELOW_FLOOR")],
    );
    p0_is(&p0(6, 6, "GREED, BOOK, DARK_RITUAL"), &[("zero BALLER", "BELOW_FLOOR")]);
    p0_is(&p0(6, 7, "GREED, BOOK, DARK_RITUAL"), &[("zero BALLER", "accepted")]);
    // A losing bid counts as well: the game refuses 4 and 4, although only one could win.
    p0_is(&p0(5, 12, "GREED x2"), &[("BANK 4, STEVEN 4", "BELOW_FLOOR")]);
    let game = Position::round(5)
        .garnets(0, 11)
        .skills(0, "GREED")
        .sealed(0, "DARK_RITUAL 6");
    assert_eq!(garnets_of(&resolved(game), 0), 0, "the loss is not limited");
}

// GM-14, GM-R32
#[test]
fn each_bid_is_even() {
    let game = p0(6, 20, "STEVEN, DARK_RITUAL");
    assert_eq!(form(&game, 0).unit, amount(2));
    p0_is(
        &game,
        &[
            ("BANK 2, BALLER 4", "accepted"),
            ("BANK 3, BALLER 1", "BID_NOT_EVEN"),
            ("BANK 1", "BID_NOT_EVEN"),
            ("zero BALLER", "accepted"),
        ],
    );
    assert_eq!(form(&p0(6, 20, ""), 0).unit, amount(1));
}

// GM-15, GM-R33
#[test]
fn eyes_on_the_prize_counts_every_skill_bid_on() {
    let one = p0(6, 20, "EYES, DARK_RITUAL");
    assert_eq!(form(&one, 0).skills_max, 1);
    p0_is(
        &one,
        &[
            ("BANK 1", "accepted"),
            ("BANK 1, BALLER 1", "TOO_MANY_SKILLS"),
            ("zero BALLER", "accepted"),
            ("zero BALLER, BANK 1", "TOO_MANY_SKILLS"),
        ],
    );
    let two = p0(6, 20, "EYES, DARK_RITUAL, BOOK");
    assert_eq!(form(&two, 0).skills_max, 2);
    p0_is(
        &two,
        &[
            ("BANK 1, BALLER 1", "accepted"),
            ("zero BALLER, BANK 1", "accepted"),
            ("BANK 1, BALLER 1, LEFT_LEG 1", "TOO_MANY_SKILLS"),
            ("zero BALLER, BANK 1, LEFT_LEG 1", "TOO_MANY_SKILLS"),
        ],
    );
}

// GM-16
#[test]
fn overwhelming_sadness_bars_its_winner_in_the_next_round_only() {
    for (round, expected) in [(6, "CANNOT_BID_THIS_ROUND"), (7, "accepted")] {
        let game = p0(round, 20, "SADNESS, DARK_RITUAL");
        let skill = if round == 6 { "BALLER" } else { "EXODIA" };
        for bid in [format!("{skill} 1"), format!("zero {skill}")] {
            assert_eq!(judged(&game, 0, &bid), expected, "{bid} in round {round}");
        }
    }
    let nullified = Position::round(6).skills(0, "SADNESS").nullified("SADNESS").build();
    p0_is(&nullified, &[("BALLER 1", "accepted"), ("", "MUST_BID")]);
}

// GM-17
#[test]
fn a_seat_that_can_bid_must_bid() {
    for (garnets, skills, able) in [
        (0, "", false),
        (1, "", true),
        (5, "GREED", false),
        (6, "GREED", true),
        (6, "GREED, BOOK", false),
        (7, "GREED, BOOK", true),
        (1, "STEVEN", false),
        (2, "STEVEN", true),
        (6, "STEVEN, GREED", false),
        (7, "STEVEN, GREED", true),
        (20, "SADNESS", false),
    ] {
        let game = p0(6, garnets, skills);
        assert_eq!(form(&game, 0).means.able_to_bid, able, "{garnets} with {skills}");
        let expected = if able { "MUST_BID" } else { "accepted" };
        assert_eq!(judged(&game, 0, ""), expected, "{garnets} with {skills}");
    }
    p0_is(
        &p0(6, 20, "DARK_RITUAL"),
        &[("zero BALLER", "accepted"), ("", "MUST_BID")],
    );
}

// GM-17, GM-R7
#[test]
fn no_seat_must_discard_or_bid_zero_but_a_discard_can_require_a_bid() {
    let skills = "GOD_DEFYING_WILL, POP, DARK_RITUAL";
    p0_is(
        &p0(6, 0, skills),
        &[
            ("", "accepted"),
            ("discard", "MUST_BID"),
            ("discard, BANK 1", "accepted"),
        ],
    );
    // The garnet does not enable this seat to bid.
    p0_is(&p0(6, 4, &format!("{skills}, GREED")), &[("discard", "accepted")]);
    p0_is(
        &p0(6, 5, &format!("{skills}, GREED")),
        &[("", "accepted"), ("discard", "MUST_BID")],
    );
    p0_is(&p0(6, 0, &format!("{skills}, STEVEN")), &[("discard", "accepted")]);
}

// GM-18
#[test]
fn a_seat_that_cannot_bid_submits_no_bid_or_a_legal_zero_bid() {
    p0_is(
        &p0(6, 0, "DARK_RITUAL"),
        &[("", "accepted"), ("zero BALLER", "accepted"), ("BANK 1", "OVER_BUDGET")],
    );
    p0_is(
        &p0(6, 0, "DARK_RITUAL, BOOK"),
        &[("", "accepted"), ("zero BALLER", "OVER_BUDGET")],
    );
}

// GM-R10
#[test]
fn garnets_that_cannot_be_bid_still_bring_a_pop() {
    for (garnets, skills) in [(5, "GREED"), (1, "STEVEN")] {
        let game = Position::round(6).garnets(0, garnets).skills(0, skills).sealed(0, "");
        let game = resolved(game);
        assert_eq!(
            (garnets_of(&game, 0), copies(&game, 0, "POP")),
            (garnets, 1),
            "{skills}"
        );
    }
}

// GM-R9
#[test]
fn garnets_of_this_round_back_no_bid_of_it() {
    let game = Position::round(2).garnets(0, 4).skills(0, "GARNET_THIEF").build();
    p0_is(
        &game,
        &[
            ("POUCH 4, thief on P1", "accepted"),
            ("POUCH 4, EYES 1, thief on P1", "OVER_BUDGET"),
        ],
    );
}

// GM-23, GM-26, GM-R12, GM-R13
#[test]
fn the_default_is_the_smallest_legal_bid_on_slot_1() {
    for (round, garnets, skills, expected) in [
        (1, 20, "", "POUCH 1"),
        (3, 20, "BOOK", "CHEST 1"),
        (6, 20, "STEVEN", "BANK 2"),
        (6, 7, "STEVEN, GREED", "BANK 2"),
        (6, 6, "STEVEN, GREED", ""),
        (6, 6, "GREED", "BANK 1"),
        (6, 5, "GREED", ""),
        (6, 6, "GREED, BOOK", ""),
        (6, 1, "STEVEN", ""),
        (6, 0, "", ""),
        (6, 20, "SADNESS", ""),
        (7, 20, "SADNESS", "VAULT 1"),
        (7, 1, "EYES", "VAULT 1"),
        // A seat that cannot bid owes the designation, too.
        (5, 0, "PHANTOM_THIEVES", "designate P0"),
        (6, 1, "PHANTOM_THIEVES, STEVEN", "designate P0"),
        (6, 20, "PHANTOM_THIEVES, SADNESS", "designate P0"),
        // The default uses nothing else.
        (7, 20, USABLE, "VAULT 1, designate P0"),
        (7, 0, USABLE, "designate P0"),
    ] {
        let game = p0(round, garnets, skills);
        assert_eq!(
            default_of(&game, 0),
            submit(expected),
            "{garnets} with {skills} in round {round}"
        );
        assert_eq!(judged(&game, 0, expected), "accepted", "a default is legal");
    }
}
