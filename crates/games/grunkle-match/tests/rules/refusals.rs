//! Section 6: every refusal, its sentence and its field; the checks before those of a submission, and those of a vote.

use std::collections::BTreeSet;

use tinsel_engine::{GameEngine, RejectCode};
use tinsel_grunkle_match::{
    Action, GrunkleMatch, Rejected,
    testkit::{Position, submit, vote},
};

use crate::support::*;

/// The sentences of section 6.
const SENTENCES: [(&str, &str); 28] = [
    ("MATCH_OVER", "The match has ended."),
    ("ALREADY_SUBMITTED", "Your submission for this round is final."),
    (
        "SKILL_NOT_ON_AUCTION",
        "You can only bid on the skills auctioned this round.",
    ),
    ("DUPLICATE_BID", "Give at most one bid per skill."),
    (
        "BID_NOT_POSITIVE",
        "A bid must be at least 1; leave out skills you do not bid on.",
    ),
    ("SKILL_NOT_HELD", "You do not hold the skill this needs."),
    ("SKILL_IS_NULLIFIED", "That skill is nullified and cannot be used."),
    ("DARK_RITUAL_SPENT", "Your Dark Ritual zero bid has been used."),
    ("NO_GRUNKO_POP", "You have no Grunko Pop to discard."),
    (
        "CANNOT_BID_THIS_ROUND",
        "Overwhelming Sadness: you cannot bid this round.",
    ),
    (
        "TOO_MANY_SKILLS",
        "Eyes on the Prize limits how many skills you may bid on.",
    ),
    ("BID_OVER_MAX", "A bid exceeds your maximum bid."),
    ("BID_NOT_EVEN", "Even Steven: you can only bid even amounts."),
    ("OVER_BUDGET", "Your bids add up to more garnets than you have."),
    (
        "BELOW_FLOOR",
        "Corrosive Greed: your bids could leave you with too few garnets.",
    ),
    ("MUST_BID", "You can bid, so you must bid on at least one skill."),
    ("NULLIFY_NAME_REQUIRED", "Name the skill to nullify."),
    (
        "NULLIFY_NAME_INVALID",
        "You can name any auctioned skill, but not Grunko Pop.",
    ),
    (
        "NULLIFY_NAME_NOT_ALLOWED",
        "Name a skill only when you bid on Skill Nullify.",
    ),
    ("TREACHERY_TARGET_REQUIRED", "Name the player targeted by Treachery."),
    ("UNKNOWN_SEAT", "There is no such seat."),
    ("TARGET_IS_SELF", "Choose another player."),
    (
        "TREACHERY_TARGET_NOT_ALLOWED",
        "Name a target only when you bid on Treachery.",
    ),
    (
        "PHANTOM_TARGET_REQUIRED",
        "Phantom Thieves: designate a player each round.",
    ),
    ("TARGET_LACKS_SKILL", "That player does not hold that skill."),
    ("NOT_YOUR_DECISION", "Only the winners break the tie."),
    ("ALREADY_VOTED", "Your vote is final."),
    ("NOT_A_CANDIDATE", "Vote for one of the tied seats."),
];

fn over() -> GrunkleMatch {
    Position::end().all_garnets([1, 2, 3, 4, 5, 6, 7]).build()
}

/// P0, P1 and P2 have won; P5 and P6 are tied; P0 has voted.
fn tie() -> GrunkleMatch {
    Position::end().all_garnets([1, 2, 3, 4, 5, 9, 9]).voted(0, 5).build()
}

fn round_7(holds: &str) -> GrunkleMatch {
    Position::round(7).skills(0, holds).skills(1, "BALLER").build()
}

/// A submission of P0 that is refused: where, what it says, the code, and the field that is malformed.
struct Way(fn() -> GrunkleMatch, &'static str, &'static str, Option<&'static str>);

const NULLIFY: Option<&str> = Some("submit_round.nullify_name");
const TREACHERY: Option<&str> = Some("submit_round.treachery_target");

const WAYS: [Way; 29] = [
    Way(over, "", "MATCH_OVER", None),
    Way(
        || Position::round(1).absent(0).build(),
        "POUCH 1",
        "ALREADY_SUBMITTED",
        None,
    ),
    Way(|| round_7(""), "POUCH 1", "SKILL_NOT_ON_AUCTION", None),
    Way(
        || round_7(""),
        "VAULT 1, EXODIA 1, VAULT 2",
        "DUPLICATE_BID",
        Some("submit_round.bids[2].skill"),
    ),
    Way(
        || round_7("DARK_RITUAL"),
        "VAULT 1, zero VAULT",
        "DUPLICATE_BID",
        Some("submit_round.dark_ritual_skill"),
    ),
    Way(
        || round_7(""),
        "VAULT 1, EXODIA 0, TREACHERY 0",
        "BID_NOT_POSITIVE",
        Some("submit_round.bids[1].amount"),
    ),
    Way(|| round_7(""), "zero VAULT", "SKILL_NOT_HELD", None),
    Way(
        || {
            Position::round(4)
                .skills(0, "GARNET_THIEF")
                .nullified("GARNET_THIEF")
                .build()
        },
        "CHEST 1, thief on P1",
        "SKILL_IS_NULLIFIED",
        None,
    ),
    Way(
        || {
            Position::round(7)
                .skills(0, "DARK_RITUAL")
                .played(6, 0, "zero BALLER")
                .build()
        },
        "zero VAULT",
        "DARK_RITUAL_SPENT",
        None,
    ),
    Way(
        || round_7("GOD_DEFYING_WILL"),
        "VAULT 1, discard",
        "NO_GRUNKO_POP",
        None,
    ),
    Way(
        || Position::round(6).skills(0, "SADNESS").build(),
        "BANK 1",
        "CANNOT_BID_THIS_ROUND",
        None,
    ),
    Way(|| round_7("EYES"), "VAULT 1, EXODIA 1", "TOO_MANY_SKILLS", None),
    Way(|| round_7(""), "VAULT 11", "BID_OVER_MAX", None),
    Way(|| round_7("STEVEN"), "VAULT 1", "BID_NOT_EVEN", None),
    Way(|| round_7(""), "VAULT 10, EXODIA 10, SUPERNOVA 1", "OVER_BUDGET", None),
    Way(|| round_7("GREED"), "VAULT 10, EXODIA 6", "BELOW_FLOOR", None),
    Way(|| round_7(""), "", "MUST_BID", None),
    Way(
        || Position::round(3).build(),
        "NULLIFY 1",
        "NULLIFY_NAME_REQUIRED",
        NULLIFY,
    ),
    Way(
        || Position::round(3).build(),
        "NULLIFY 1 naming POP",
        "NULLIFY_NAME_INVALID",
        NULLIFY,
    ),
    Way(
        || round_7(""),
        "VAULT 1, naming BOOK",
        "NULLIFY_NAME_NOT_ALLOWED",
        NULLIFY,
    ),
    Way(|| round_7(""), "TREACHERY 1", "TREACHERY_TARGET_REQUIRED", TREACHERY),
    Way(|| round_7(""), "TREACHERY 1 naming P7", "UNKNOWN_SEAT", TREACHERY),
    Way(
        || round_7("PHANTOM_THIEVES"),
        "VAULT 1, designate P9",
        "UNKNOWN_SEAT",
        Some("submit_round.phantom_target"),
    ),
    Way(
        || round_7("GARNET_THIEF"),
        "VAULT 1, thief on P9",
        "UNKNOWN_SEAT",
        Some("submit_round.garnet_thief_target"),
    ),
    Way(
        || round_7("SKILL_THIEF"),
        "VAULT 1, steal BALLER from ?",
        "UNKNOWN_SEAT",
        Some("submit_round.skill_thief.target"),
    ),
    Way(|| round_7(""), "TREACHERY 1 naming P0", "TARGET_IS_SELF", None),
    Way(
        || round_7(""),
        "VAULT 1, naming P1",
        "TREACHERY_TARGET_NOT_ALLOWED",
        TREACHERY,
    ),
    Way(
        || round_7("PHANTOM_THIEVES"),
        "VAULT 1",
        "PHANTOM_TARGET_REQUIRED",
        None,
    ),
    Way(
        || round_7("SKILL_THIEF"),
        "VAULT 1, steal ? from P1",
        "TARGET_LACKS_SKILL",
        None,
    ),
];

/// A way to each refusal but those of the phase, votes included.
fn ways() -> Vec<(GrunkleMatch, u8, Action, &'static str, Option<&'static str>)> {
    let submissions = WAYS.into_iter();
    let submissions = submissions.map(|Way(game, says, code, field)| (game(), 0, submit(says), code, field));
    let votes = [
        (tie(), 3, vote(5), "NOT_YOUR_DECISION", None),
        (tie(), 0, vote(5), "ALREADY_VOTED", None),
        (tie(), 1, vote(0), "NOT_A_CANDIDATE", None),
    ];
    submissions.chain(votes).collect()
}

#[test]
fn every_refusal_is_said_in_the_words_of_the_specification() {
    for (game, index, action, code, expected) in ways() {
        let rejected = refused(&game, index, &action);
        let said = SENTENCES.iter().find(|(listed, _)| *listed == code).unwrap();
        assert_eq!((rejected.code(), rejected.to_string().as_str()), *said, "{action:?}");
        assert_eq!(field(&rejected).as_deref(), expected, "{code}");
        assert!(rejected.rule().starts_with("GM-"), "{code}");
    }
    let reached: BTreeSet<&str> = ways().iter().map(|way| way.3).collect();
    let all: BTreeSet<&str> = SENTENCES.iter().map(|(code, _)| *code).collect();
    assert_eq!(reached, all);
}

/// The same reason can come from several skills; the rule says from which.
#[test]
fn a_refusal_names_the_rule_of_the_field_it_is_about() {
    let cases = [
        ("zero VAULT", "SKILL_NOT_HELD", "GM-22"),
        ("VAULT 1, discard", "SKILL_NOT_HELD", "GM-21"),
        ("VAULT 1, designate P1", "SKILL_NOT_HELD", "GM-23"),
        ("VAULT 1, thief on P1", "SKILL_NOT_HELD", "GM-24"),
        ("VAULT 1, steal BALLER from P1", "SKILL_NOT_HELD", "GM-25"),
        ("TREACHERY 1 naming P0", "TARGET_IS_SELF", "GM-20"),
    ];
    for (submission, code, rule) in cases {
        let rejected = refused(&round_7(""), 0, &submit(submission));
        assert_eq!((rejected.code(), rejected.rule()), (code, rule), "{submission}");
    }
    let holding = [
        ("GARNET_THIEF", "VAULT 1, thief on P0", "GM-24"),
        ("SKILL_THIEF", "VAULT 1, steal SKILL_THIEF from P0", "GM-25"),
    ];
    for (skill, submission, rule) in holding {
        let rejected = refused(&round_7(skill), 0, &submit(submission));
        assert_eq!(
            (rejected.code(), rejected.rule()),
            ("TARGET_IS_SELF", rule),
            "{submission}"
        );
        let nullified = Position::round(7).skills(0, skill).nullified(skill).build();
        let rejected = refused(&nullified, 0, &submit(submission));
        assert_eq!(
            (rejected.code(), rejected.rule()),
            ("SKILL_IS_NULLIFIED", rule),
            "{submission}"
        );
    }
}

#[test]
fn the_catalogue_lists_every_code_once_and_says_which_are_malformed() {
    let listed: Vec<&str> = Rejected::CATALOGUE.iter().map(|reason| reason.code).collect();
    let unique: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!(unique.len(), listed.len());
    let by_phase = ["WRONG_PHASE", "NO_DECISION_OWED"];
    for code in SENTENCES.iter().map(|(code, _)| *code).chain(by_phase) {
        assert!(unique.contains(code), "{code}");
    }
    for (game, index, action, code, expected) in ways() {
        let rejected = refused(&game, index, &action);
        let reason = Rejected::CATALOGUE
            .iter()
            .find(|reason| reason.code == rejected.code())
            .unwrap();
        assert_eq!(reason.malformed, expected.is_some(), "{code}");
    }
}

#[test]
fn checks_1_to_3_come_before_all_others() {
    let hopeless = submit("? 0, ? 0, zero ?, discard, naming POP, naming P9, designate P9, thief on P9");
    assert_eq!(asked(&over(), 0, &hopeless), "MATCH_OVER");
    let rejected = refused(&tie(), 0, &hopeless);
    assert_eq!(rejected.code(), "WRONG_PHASE");
    assert_eq!(rejected.to_string(), "No auction is open now; check the phase.");
    let game = Position::round(4).absent(0).build();
    assert_eq!(asked(&game, 0, &hopeless), "ALREADY_SUBMITTED");
    assert_eq!(asked(&game, 1, &hopeless), "SKILL_NOT_ON_AUCTION");
}

#[test]
fn votes_are_checked_in_their_order() {
    let nobody = Action::VoteElimination { seat: None };
    assert_eq!(asked(&over(), 0, &nobody), "MATCH_OVER");
    let rejected = refused(&Position::round(7).build(), 0, &nobody);
    assert_eq!(rejected.code(), "WRONG_PHASE");
    assert_eq!(rejected.to_string(), "There is no tie to break now.");
    // Without a right to vote, for no candidate; twice, for no candidate.
    assert_eq!(asked(&tie(), 5, &nobody), "NOT_YOUR_DECISION");
    assert_eq!(asked(&tie(), 5, &vote(5)), "NOT_YOUR_DECISION");
    assert_eq!(asked(&tie(), 0, &nobody), "ALREADY_VOTED");
    for wrong in [nobody, vote(1), vote(4), vote(7), vote(200)] {
        assert_eq!(asked(&tie(), 1, &wrong), "NOT_A_CANDIDATE", "{wrong:?}");
    }
    assert_eq!(asked(&tie(), 1, &vote(5)), "accepted");
    assert_eq!(asked(&tie(), 2, &vote(6)), "accepted");
}

#[test]
fn a_refusal_changes_nothing() {
    for (game, index, action, code, _) in ways() {
        let mut after = game.clone();
        let mut chance = rng(0);
        assert!(after.apply(seat(index), &action, &mut chance).is_err(), "{code}");
        assert_eq!((after, chance), (game, rng(0)), "{code}");
    }
}

#[test]
fn a_seat_that_owes_nothing_cannot_time_out() {
    for (game, index, code) in [
        (over(), 0, "MATCH_OVER"),
        (tie(), 0, "NO_DECISION_OWED"),
        (tie(), 5, "NO_DECISION_OWED"),
        (Position::round(4).absent(0).build(), 0, "NO_DECISION_OWED"),
    ] {
        assert_eq!(game.absent(seat(index)).unwrap_err().code(), code);
    }
}

// GM-R79
#[test]
fn nobody_abstains_by_an_action() {
    let open = Position::end().all_garnets([1, 2, 3, 4, 5, 9, 9]).build();
    let nobody = Action::VoteElimination { seat: None };
    assert_eq!(asked(&open, 0, &nobody), "NOT_A_CANDIDATE");
}
