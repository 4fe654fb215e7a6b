//! Section 6: every reason with its sentence, rule, number and field, and the order of the checks.

use std::collections::BTreeSet;

use tinsel_engine_testkit::checks::{assert_answers, reason_of};
use tinsel_grunkle_match::testkit::{Position, checked_positions, flawed, flaws, over, submit, submitted, tie};

use crate::support::*;

// GM-R84, GM-9, GM-R6, GM-20, GM-R79
#[test]
fn every_reason_has_its_sentence_rule_number_and_field() {
    assert_answers(&checked_positions());
}

#[test]
fn checks_1_to_3_come_before_all_others() {
    let hopeless = submit("? 0, ? 0, zero ?, discard, naming POP, naming P9, designate P9, thief on P9");
    assert_eq!(asked(&over(), 0, &hopeless), "MATCH_OVER");
    assert_eq!(asked(&tie(), 0, &hopeless), "WRONG_PHASE");
    assert_eq!(asked(&submitted(), 0, &hopeless), "ALREADY_SUBMITTED");
    assert_eq!(asked(&submitted(), 1, &hopeless), "SKILL_NOT_ON_AUCTION");
}

#[test]
fn the_earlier_of_two_checks_is_the_reason() {
    let flaws = flaws();
    let checks: BTreeSet<u8> = flaws.iter().map(|flaw| flaw.check).collect();
    assert!(checks.into_iter().eq(4..=33) && flaws.is_sorted_by_key(|flaw| flaw.check));
    for (place, first) in flaws.iter().enumerate() {
        for second in flaws.iter().skip(place + 1).filter(|second| first.goes_with(second)) {
            let (game, action) = flawed(&[*first, *second]);
            assert_eq!(
                asked(&game, 0, &action),
                reason_of(first.answer),
                "{first:?} before {second:?}"
            );
        }
    }
}

/// Two checks of one field: the skills of P0 in round 7, its submission, and the reason of the earlier check.
const PAIRS: [(&str, &str, &str); 20] = [
    ("", "zero ?", "SKILL_NOT_HELD"),
    ("", "zero VAULT, VAULT 1", "SKILL_NOT_HELD"),
    ("!DARK_RITUAL", "zero ?", "SKILL_IS_NULLIFIED"),
    ("!DARK_RITUAL", "zero VAULT, VAULT 1", "SKILL_IS_NULLIFIED"),
    ("", "VAULT 1, discard", "SKILL_NOT_HELD"),
    ("!GOD_DEFYING_WILL", "VAULT 1, discard", "SKILL_IS_NULLIFIED"),
    ("", "VAULT 1, naming POP", "NULLIFY_NAME_INVALID"),
    ("", "VAULT 1, naming P7", "UNKNOWN_SEAT"),
    ("", "VAULT 1, naming P0", "TARGET_IS_SELF"),
    ("", "VAULT 1, designate P7", "SKILL_NOT_HELD"),
    ("!PHANTOM_THIEVES", "VAULT 1, designate P7", "SKILL_IS_NULLIFIED"),
    ("", "VAULT 1, thief on P7", "SKILL_NOT_HELD"),
    ("", "VAULT 1, thief on P0", "SKILL_NOT_HELD"),
    ("!GARNET_THIEF", "VAULT 1, thief on P7", "SKILL_IS_NULLIFIED"),
    ("!GARNET_THIEF", "VAULT 1, thief on P0", "SKILL_IS_NULLIFIED"),
    ("", "VAULT 1, steal EXODIA from P7", "SKILL_NOT_HELD"),
    ("!SKILL_THIEF", "VAULT 1, steal EXODIA from P0", "SKILL_IS_NULLIFIED"),
    ("SKILL_THIEF", "VAULT 1, steal EXODIA from P7", "UNKNOWN_SEAT"),
    ("SKILL_THIEF", "VAULT 1, steal EXODIA from P0", "TARGET_IS_SELF"),
    ("", "VAULT 1, steal EXODIA from P1", "SKILL_NOT_HELD"),
];

#[test]
fn the_earlier_of_two_checks_of_one_field_is_the_reason() {
    for (holds, submission, code) in PAIRS {
        let position = Position::round(7).skills(0, holds.trim_start_matches('!'));
        let position = holds.strip_prefix('!').into_iter().fold(position, Position::nullified);
        assert_eq!(judged(&position.build(), 0, submission), code, "{submission}");
    }
    let spent = Position::round(7)
        .skills(0, "DARK_RITUAL, BALLER")
        .played(6, 0, "zero BALLER");
    for submission in ["zero ?", "zero VAULT, VAULT 1"] {
        assert_eq!(judged(&spent.clone().build(), 0, submission), "DARK_RITUAL_SPENT");
    }
}
