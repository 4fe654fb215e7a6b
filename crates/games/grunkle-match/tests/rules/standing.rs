//! Section 2.5: effects of skills while a seat holds them, without a book, with it, and nullified.

use tinsel_grunkle_match::{LegalSubmission, testkit::Position};

use crate::support::*;

/// The form of P0 in a round with these skills, of which one kind can be nullified.
fn p0(round: u8, holds: &str, nullified: Option<&str>) -> LegalSubmission {
    let position = Position::round(round).skills(0, holds);
    let position = nullified.into_iter().fold(position, Position::nullified);
    form(&position.build(), 0)
}

// GM-51
#[test]
fn garnet_replenish_1_per_copy_at_each_round_end() {
    for (holds, first, gain) in [
        ("REPLENISH", 2, 1),
        ("REPLENISH x2", 3, 2),
        ("REPLENISH, BOOK", 2, 2),
        ("REPLENISH x2, BOOK", 3, 4),
    ] {
        for round in first..=7 {
            let position = Position::round(round).all_garnets([0; 7]).skills(0, holds);
            if round > 3 {
                let nullified = position.clone().nullified("REPLENISH");
                assert_eq!(garnets(&resolved(nullified)), [0; 7]);
            }
            assert_eq!(
                garnets(&resolved(position)),
                [gain, 0, 0, 0, 0, 0, 0],
                "{holds} in round {round}"
            );
        }
    }
    let won = resolved(Position::round(1).sealed(0, "REPLENISH 2"));
    assert_eq!(garnets_of(&won, 0), 19, "from the round it is won");
    let stopped = Position::round(3)
        .skills(0, "REPLENISH")
        .sealed(1, "NULLIFY 2 naming REPLENISH");
    assert_eq!(garnets_of(&resolved(stopped), 0), 20, "from that same round end on");
}

// GM-55
#[test]
fn secret_book_adds_1_to_the_other_skills_until_it_is_nullified() {
    assert_eq!(p0(4, "BOOK", None).max_bid, amount(10), "its own number is not changed");
    for (nullified, floor) in [(None, 6), (Some("BOOK"), 5)] {
        assert_eq!(p0(4, "BOOK, GREED", nullified).floor, amount(floor));
    }
}

// GM-56, GM-76, GM-R64
#[test]
fn the_five_pieces_are_a_set_while_none_is_nullified() {
    let set = "RIGHT_ARM, LEFT_ARM, RIGHT_LEG, LEFT_LEG, EXODIA";
    let bonus = |position: Position| scoring(&resolved(position)).bonus_token_seat;
    assert_eq!(bonus(Position::end().skills(2, set)), Some(seat(2)));
    assert_eq!(
        bonus(Position::end().skills(2, &format!("{set}, BOOK"))),
        Some(seat(2)),
        "no number"
    );
    for piece in set.split(", ") {
        assert_eq!(bonus(Position::end().skills(2, set).nullified(piece)), None, "{piece}");
        let others: Vec<&str> = set.split(", ").filter(|other| *other != piece).collect();
        let position = Position::end().skills(2, &others.join(", ")).skills(3, piece);
        assert_eq!(bonus(position), None, "{piece} is another seat's");
    }
}

// GM-59
#[test]
fn eyes_on_the_prize_1_skill() {
    for (holds, nullified, most) in [
        ("EYES", None, 1),
        ("EYES, BOOK", None, 2),
        ("EYES, BOOK", Some("EYES"), 5),
        ("", None, 5),
    ] {
        assert_eq!(p0(4, holds, nullified).skills_max, most, "{holds}");
    }
    for (round, listed) in [(1, 7), (2, 6), (3, 5), (4, 5), (5, 4), (6, 5), (7, 6)] {
        assert_eq!(p0(round, "", None).skills_max, listed, "no limit in round {round}");
    }
}

// GM-62
#[test]
fn corrosive_greed_5() {
    for (holds, nullified, floor) in [
        ("GREED", None, 5),
        ("GREED x2", None, 5),
        ("GREED, BOOK", None, 6),
        ("GREED x2, BOOK", None, 6),
        ("GREED x2, BOOK", Some("GREED"), 0),
    ] {
        let form = p0(5, holds, nullified);
        assert_eq!(
            (form.floor, form.means.budget),
            (amount(floor), amount(20 - floor)),
            "{holds}"
        );
    }
}

// GM-66
#[test]
fn even_steven_even_bids() {
    for (holds, nullified, unit) in [
        ("STEVEN", None, 2),
        ("STEVEN, BOOK", None, 2),
        ("STEVEN", Some("STEVEN"), 1),
    ] {
        assert_eq!(p0(6, holds, nullified).unit, amount(unit), "{holds}");
    }
}

// GM-67, GM-R36
#[test]
fn overwhelming_sadness_bars_from_bids_in_round_6_and_spares_the_pop() {
    for holds in ["SADNESS", "SADNESS, BOOK"] {
        for (nullified, barred) in [(None, true), (Some("SADNESS"), false)] {
            assert_eq!(p0(6, holds, nullified).barred, barred, "{holds}");
        }
    }
    assert!(!p0(7, "SADNESS", None).barred);
    // Its activations, discard and designation remain.
    let game = Position::round(6)
        .skills(0, "SADNESS, GARNET_THIEF, PHANTOM_THIEVES, GOD_DEFYING_WILL, POP")
        .skills(1, "RIGHT_ARM")
        .sealed(0, "discard, thief on P1, designate P1")
        .sealed(1, "BALLER 2");
    let game = resolved(game);
    assert_eq!(garnets(&game)[..2], [20 + 1 + 3, 20 - 3]);
    assert_eq!(winner(&game, "BALLER"), NOBODY, "P1 was designated");
    assert_eq!(copies(&game, 0, "POP"), 0);
    // In round 5 its winner has a win as usual, and pays.
    let won = resolved(Position::round(5).sealed(0, "SADNESS 2"));
    assert_eq!((garnets_of(&won, 0), copies(&won, 0, "POP")), (18, 0));
}

/// The total of P0 at the end, with 7 garnets and two Pops.
fn total(holds: &str, nullified: Option<&str>) -> (u32, u32) {
    let position = Position::end().garnets(0, 7).skills(0, &format!("{holds}POP x2"));
    let position = nullified.into_iter().fold(position, Position::nullified);
    let game = resolved(position);
    let value = scoring(&game).seats.at(seat(0)).grunko_pop_value;
    (value.get(), totals(&game)[0])
}

// GM-75, GM-R51, GM-90, GM-R75
#[test]
fn desecration_17_in_place_of_20() {
    assert_eq!(total("DESECRATION, ", None), (17, 41));
    assert_eq!(total("DESECRATION, BOOK, ", None), (18, 43));
    assert_eq!(total("DESECRATION, ", Some("DESECRATION")), (20, 47));
    assert_eq!(total("DESECRATION, BOOK, ", Some("DESECRATION")), (21, 49));
}

// GM-77, GM-R55
#[test]
fn grunko_pop_20() {
    assert_eq!(total("", None), (20, 47));
    assert_eq!(total("BOOK, ", None), (21, 49));
    assert_eq!(total("BOOK, ", Some("BOOK")), (20, 47));
    let game = Position::round(3).build();
    p0_is(&game, &[("NULLIFY 1 naming POP", "NULLIFY_NAME_INVALID")]);
}

// GM-96, GM-R51
#[test]
fn a_tie_at_the_top_compares_the_number_of_pops_and_not_their_value() {
    // P5 and P6 have two Pops each, which count 34 and 40 garnets: they are still tied.
    let equal = Position::end()
        .all_garnets([3, 4, 5, 30, 31, 6, 0])
        .skills(5, "DESECRATION")
        .all_pops([0, 0, 0, 0, 0, 2, 2]);
    let equal = scoring(&equal.build());
    assert_eq!(numbers(equal.candidates.iter()), [5, 6], "the winners vote");
    // Seven Pops at 17 are more than six at 20, although they count less.
    let more = Position::end()
        .all_garnets([3, 4, 5, 30, 31, 1, 0])
        .skills(5, "DESECRATION")
        .skills(6, "TREACHERY")
        .played(7, 6, "TREACHERY 2 naming P5")
        .all_pops([0, 0, 0, 0, 0, 7, 6])
        .build();
    assert_eq!(totals(&more)[5..], [120, 120]);
    assert_eq!(candidate(&more), (5, "Pops".to_owned()));
}
