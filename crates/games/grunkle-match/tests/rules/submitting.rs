//! GM-8 to GM-10 and GM-19 to GM-27: sealed submissions, and the fields beside bids.

use tinsel_engine::{GameEngine, SeatSet};
use tinsel_grunkle_match::{Config, GrunkleMatch, Skill, testkit::Position};

use crate::support::*;

// GM-8, GM-34, GM-R4
#[test]
fn every_seat_owes_one_submission_in_every_round() {
    for round in 1..=7 {
        let mut position = Position::round(round).all_garnets([0, 0, 5, 20, 20, 20, 20]);
        if round > 3 {
            position = position.skills(2, "GREED");
        }
        if round > 5 {
            position = position.skills(1, "SADNESS");
        }
        let mut game = position.build();
        for index in 0..7 {
            let owing: Vec<u8> = (index..7).collect();
            assert_eq!(numbers(game.owing().iter()), owing, "round {round}");
            let made = game.absent(seat(index)).unwrap();
            game.commit(made, SeatSet::EMPTY, &mut rng(1));
        }
        let resolved = spectated(&game).past.len();
        assert_eq!(resolved, usize::from(round), "the seventh resolves the round");
    }
}

// GM-8, GM-R5
#[test]
fn a_submission_is_final() {
    let game = Position::round(1).sealed(0, "POUCH 1").absent(1).build();
    for (index, submission) in [(0, "POUCH 1"), (0, "POUCH 2"), (1, ""), (1, "BOOK 3")] {
        assert_eq!(judged(&game, index, submission), "ALREADY_SUBMITTED");
    }
    assert!(game.absent(seat(0)).is_err());
}

// GM-8, GM-R15
#[test]
fn a_sealed_submission_changes_no_other_one() {
    let position = Position::round(7)
        .garnets(1, 3)
        .skills(0, "GARNET_THIEF, SKILL_THIEF")
        .skills(1, "GOD_DEFYING_WILL, POP, BALLER");
    let before = position.clone().build();
    let after = position.sealed(0, "EXODIA 1, thief on P1, steal POP from P1").build();
    assert_eq!(form(&after, 1), form(&before, 1));
    for submission in [
        "VAULT 3",
        "VAULT 4",
        "discard, VAULT 4",
        "discard, VAULT 3, EXODIA 2",
        "",
    ] {
        assert_eq!(
            judged(&after, 1, submission),
            judged(&before, 1, submission),
            "{submission}"
        );
    }
    assert_eq!(judged(&after, 1, "discard, VAULT 4"), "accepted");
    assert_eq!(
        judged(&after, 2, "VAULT 1, steal BALLER from P1"),
        "SKILL_NOT_HELD",
        "nothing has moved yet"
    );
}

// GM-R15
#[test]
fn a_submission_counts_the_skills_held_when_the_round_opened() {
    // A skill that P0 wins now neither limits it nor helps it in this round.
    let game = Position::round(2).skills(1, "BOOK").build();
    p0_is(&game, &[("EYES 1, GOD_DEFYING_WILL 1, POUCH 1", "accepted")]);
    let game = Position::round(6).skills(1, "SADNESS, POP").build();
    p0_is(&game, &[("SKILL_THIEF 9, steal POP from P1", "SKILL_NOT_HELD")]);
}

// GM-10, GM-9
#[test]
fn any_number_of_skills_but_one_at_least() {
    let game = start(&Config::default());
    let all = "POUCH 1, REPLENISH 1, GARNET_THIEF 1, MAX_BID_UP 1, MAX_BID_DOWN 1, BOOK 1, RIGHT_ARM 1";
    p0_is(
        &game,
        &[(all, "accepted"), ("RIGHT_ARM 1", "accepted"), ("", "MUST_BID")],
    );
}

// GM-19, GM-R60
#[test]
fn a_bid_on_skill_nullify_names_any_auctioned_kind() {
    let game = Position::round(3).skills(0, "BOOK").build();
    for kind in Skill::ALL {
        let expected = if kind == Skill::GrunkoPop {
            "NULLIFY_NAME_INVALID"
        } else {
            "accepted"
        };
        assert_eq!(
            judged(&game, 0, &format!("NULLIFY 1 naming {kind}")),
            expected,
            "{kind}"
        );
    }
    p0_is(
        &game,
        &[
            ("NULLIFY 1", "NULLIFY_NAME_REQUIRED"),
            ("NULLIFY 1 naming ?", "NULLIFY_NAME_INVALID"),
            ("CHEST 1, naming BOOK", "NULLIFY_NAME_NOT_ALLOWED"),
            ("CHEST 1, naming POP", "NULLIFY_NAME_INVALID"),
        ],
    );
    let other_round = Position::round(4).build();
    p0_is(&other_round, &[("CHEST 1, naming BOOK", "NULLIFY_NAME_NOT_ALLOWED")]);
}

// GM-21
#[test]
fn a_discard_is_a_garnet_for_the_same_submission() {
    let game = Position::round(4)
        .garnets(0, 3)
        .skills(0, "GOD_DEFYING_WILL, POP x2")
        .build();
    p0_is(
        &game,
        &[
            ("CHEST 4", "OVER_BUDGET"),
            ("discard, CHEST 4", "accepted"),
            ("discard, CHEST 5", "OVER_BUDGET"),
        ],
    );
    assert_eq!(
        form(&game, 0).means_with_discard.unwrap().available,
        amount(4),
        "one per round"
    );
    let without = Position::round(4)
        .skills(0, "POP")
        .skills(1, "GOD_DEFYING_WILL")
        .build();
    p0_is(&without, &[("discard, CHEST 1", "SKILL_NOT_HELD")]);
    assert_eq!(judged(&without, 1, "discard, CHEST 1"), "NO_GRUNKO_POP");
}

// GM-22
#[test]
fn the_holder_of_dark_ritual_has_one_zero_bid() {
    let position = Position::round(6).skills(0, "DARK_RITUAL");
    let game = position.clone().build();
    assert_eq!(form(&game, 0).zero_bid_cost, Some(amount(0)));
    p0_is(
        &game,
        &[
            ("zero BALLER", "accepted"),
            ("zero BALLER, BANK 5", "accepted"),
            ("zero BALLER, BALLER 5", "DUPLICATE_BID"),
            ("zero EXODIA", "SKILL_NOT_ON_AUCTION"),
            ("zero ?", "SKILL_NOT_ON_AUCTION"),
        ],
    );
    assert_eq!(judged(&game, 1, "zero BALLER"), "SKILL_NOT_HELD");
    assert_eq!(form(&game, 1).zero_bid_cost, None);
    let spent = resolved(position.sealed(0, "zero BALLER"));
    assert_eq!(judged(&spent, 0, "zero EXODIA"), "DARK_RITUAL_SPENT");
    assert_eq!(form(&spent, 0).zero_bid_cost, None);
}

// GM-R56
#[test]
fn with_the_book_the_zero_bid_costs_1() {
    let of = |garnets, skills| Position::round(6).garnets(0, garnets).skills(0, skills);
    let game = of(1, "DARK_RITUAL, BOOK").sealed(0, "zero BALLER");
    let game = resolved(game);
    assert_eq!((winner(&game, "BALLER"), garnets_of(&game, 0)), (Some(0), 0));
    assert_eq!(paid(&game, 0), [("BALLER", 1)]);
    p0_is(&of(0, "DARK_RITUAL, BOOK").build(), &[("zero BALLER", "OVER_BUDGET")]);
    p0_is(
        &of(9, "DARK_RITUAL, BOOK, STEVEN").build(),
        &[("zero BALLER", "BID_NOT_EVEN")],
    );
}

// GM-23, GM-R43
#[test]
fn phantom_thieves_must_designate_any_seat() {
    let game = Position::round(5).skills(0, "PHANTOM_THIEVES").build();
    p0_is(
        &game,
        &[
            ("BANK 1", "PHANTOM_TARGET_REQUIRED"),
            ("BANK 1, designate P0", "accepted"),
            ("BANK 1, designate P6", "accepted"),
            ("BANK 1, designate P7", "UNKNOWN_SEAT"),
        ],
    );
    assert_eq!(judged(&game, 1, "BANK 1, designate P0"), "SKILL_NOT_HELD");
    // The skill is won in round 4, so round 5 is the first with a designation.
    let won = resolved(Position::round(4).sealed(0, "PHANTOM_THIEVES 2"));
    p0_is(&won, &[("BANK 1", "PHANTOM_TARGET_REQUIRED")]);
}

// GM-24, GM-R28
#[test]
fn any_holder_may_use_garnet_thief_on_another_seat_in_any_round() {
    for (round, garnets, skills) in [(2, 20, ""), (2, 0, ""), (6, 20, "SADNESS, "), (7, 20, "")] {
        let skills = format!("{skills}GARNET_THIEF");
        let position = Position::round(round).garnets(0, garnets).skills(0, &skills);
        let able = form(&position.clone().build(), 0).means.able_to_bid;
        let bid = match (able, round) {
            (false, _) => "",
            (true, 7) => "EXODIA 1, ",
            (true, _) => "EYES 1, ",
        };
        let game = position.build();
        let expected = [("P6", "accepted"), ("P0", "TARGET_IS_SELF"), ("P7", "UNKNOWN_SEAT")];
        for (target, expected) in expected {
            assert_eq!(
                judged(&game, 0, &format!("{bid}thief on {target}")),
                expected,
                "round {round}"
            );
        }
        let submission = bid.trim_end_matches(", ");
        assert_eq!(judged(&game, 0, submission), "accepted", "it need not be used");
    }
}

// GM-25, GM-R67, GM-R70
#[test]
fn skill_thief_names_another_seat_and_what_it_holds_then() {
    let game = Position::round(7)
        .skills(0, "SKILL_THIEF")
        .skills(1, "DARK_RITUAL, CHEST, BALLER, POP")
        .nullified("CHEST")
        .played(6, 1, "zero BALLER")
        .build();
    p0_is(
        &game,
        &[
            ("VAULT 1", "accepted"),
            ("VAULT 1, steal POP from P1", "accepted"),
            ("VAULT 1, steal CHEST from P1", "accepted"),
            ("VAULT 1, steal DARK_RITUAL from P1", "accepted"),
            ("VAULT 1, steal EXODIA from P1", "TARGET_LACKS_SKILL"),
            ("VAULT 1, steal ? from P1", "TARGET_LACKS_SKILL"),
            ("VAULT 1, steal POP from P2", "TARGET_LACKS_SKILL"),
            ("VAULT 1, steal SKILL_THIEF from P0", "TARGET_IS_SELF"),
            ("VAULT 1, steal POP from P7", "UNKNOWN_SEAT"),
            ("VAULT 1, steal POP from ?", "UNKNOWN_SEAT"),
        ],
    );
}

// GM-R13
#[test]
fn the_designation_of_a_default_is_harmless() {
    let alone = Position::round(5).all_garnets([20, 0, 0, 0, 0, 0, 0]);
    let game = resolved(alone.skills(0, "PHANTOM_THIEVES"));
    assert_eq!(own_submission(&game, 0).sheet.phantom_target, Some(seat(0)));
    assert_eq!(winner(&game, "BANK"), Some(0));
}

// GM-R14
#[test]
fn equal_defaults_cancel_each_other() {
    let two = Position::round(1).each_of([2, 3, 4, 5, 6], "BOOK 1");
    assert_eq!(winner(&resolved(two), "POUCH"), NOBODY);
    let one = Position::round(1).each_of([1, 2, 3, 4, 5, 6], "BOOK 1");
    assert_eq!(winner(&resolved(one), "POUCH"), Some(0));
}

// GM-27, GM-R24
#[test]
fn a_skill_gained_shapes_the_next_submission_first() {
    let shaped = |round, won: &str, then: &[(&str, &str)]| {
        let game: GrunkleMatch = resolved(Position::round(round).sealed(0, won));
        p0_is(&game, then);
    };
    shaped(
        1,
        "MAX_BID_UP 2, BOOK 2",
        &[("POUCH 12", "accepted"), ("POUCH 13", "BID_OVER_MAX")],
    );
    shaped(2, "EYES 2, LEFT_ARM 2", &[("CHEST 1, BONANZA 1", "TOO_MANY_SKILLS")]);
    shaped(
        3,
        "GREED 10, CHEST 9",
        &[
            ("CHEST 10, BONANZA 1", "accepted"),
            ("CHEST 10, BONANZA 2", "BELOW_FLOOR"),
        ],
    );
    shaped(
        5,
        "STEVEN 3, BANK 3",
        &[("BALLER 3", "BID_NOT_EVEN"), ("BALLER 4", "accepted")],
    );
    // The seat won both with bids that the skill itself would not have allowed.
    let next = resolved(Position::round(2).sealed(0, "EYES 2, LEFT_ARM 2"));
    assert_eq!(held(&next, 0), "EYES_ON_THE_PRIZE, LEFT_ARM");
}
