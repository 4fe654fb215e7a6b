//! Section 6.1: the checks come in their order. Whatever two can fail at once, the earlier one is the reason.

use tinsel_grunkle_match::testkit::Position;

use crate::support::*;

/// What makes one check fail, and lets every earlier one pass.
///
/// `A` is the round's first skill, on which P0 bids 1 unless that would be a bid too many; `B` to `E` are others.
#[derive(Debug, Clone, Copy)]
struct Flaw {
    check: &'static str,
    code: &'static str,
    /// Flaws of the same part of a submission are not combined here.
    part: &'static str,
    round: Option<u8>,
    holds: &'static str,
    nullified: Option<&'static str>,
    garnets: u32,
    says: &'static str,
}

const fn flaw(check: &'static str, code: &'static str, part: &'static str, says: &'static str) -> Flaw {
    Flaw {
        check,
        code,
        part,
        round: None,
        holds: "",
        nullified: None,
        garnets: 20,
        says,
    }
}

const fn holding(flaw: Flaw, holds: &'static str) -> Flaw {
    Flaw { holds, ..flaw }
}

const fn nullified(flaw: Flaw, name: &'static str) -> Flaw {
    Flaw {
        holds: name,
        nullified: Some(name),
        ..flaw
    }
}

const fn in_round(flaw: Flaw, round: u8) -> Flaw {
    Flaw {
        round: Some(round),
        ..flaw
    }
}

const fn with_garnets(flaw: Flaw, garnets: u32) -> Flaw {
    Flaw { garnets, ..flaw }
}

const BIDS: &str = "bids";

const FLAWS: [Flaw; 43] = [
    flaw("4", "SKILL_NOT_ON_AUCTION", BIDS, "? 1"),
    flaw("5", "DUPLICATE_BID", BIDS, "A 1"),
    flaw("6", "BID_NOT_POSITIVE", BIDS, "D 0"),
    flaw("7", "SKILL_NOT_HELD", "zero", "zero E"),
    nullified(flaw("8", "SKILL_IS_NULLIFIED", "zero", "zero E"), "DARK_RITUAL"),
    in_round(
        holding(flaw("9", "DARK_RITUAL_SPENT", "zero", "zero E"), "DARK_RITUAL"),
        7,
    ),
    holding(flaw("10", "SKILL_NOT_ON_AUCTION", "zero", "zero ?"), "DARK_RITUAL"),
    holding(flaw("11", "DUPLICATE_BID", "zero", "zero A"), "DARK_RITUAL"),
    flaw("12", "SKILL_NOT_HELD", "discard", "discard"),
    nullified(
        flaw("12", "SKILL_IS_NULLIFIED", "discard", "discard"),
        "GOD_DEFYING_WILL",
    ),
    holding(flaw("13", "NO_GRUNKO_POP", "discard", "discard"), "GOD_DEFYING_WILL"),
    in_round(holding(flaw("14", "CANNOT_BID_THIS_ROUND", BIDS, ""), "SADNESS"), 6),
    holding(flaw("15", "TOO_MANY_SKILLS", BIDS, "C 1"), "EYES"),
    flaw("16", "BID_OVER_MAX", BIDS, "B 13"),
    holding(flaw("17", "BID_NOT_EVEN", BIDS, ""), "STEVEN"),
    with_garnets(flaw("18", "OVER_BUDGET", BIDS, ""), 0),
    with_garnets(holding(flaw("19", "BELOW_FLOOR", BIDS, ""), "GREED"), 5),
    flaw("20", "MUST_BID", "no bids", ""),
    in_round(flaw("21", "NULLIFY_NAME_REQUIRED", "name", "NULLIFY 1"), 3),
    flaw("22", "NULLIFY_NAME_INVALID", "name", "naming POP"),
    flaw("22", "NULLIFY_NAME_INVALID", "name", "naming ?"),
    flaw("23", "NULLIFY_NAME_NOT_ALLOWED", "name", "naming BOOK"),
    in_round(flaw("24", "TREACHERY_TARGET_REQUIRED", "treachery", "TREACHERY 1"), 7),
    flaw("25", "UNKNOWN_SEAT", "treachery", "naming P7"),
    flaw("26", "TARGET_IS_SELF", "treachery", "naming P0"),
    flaw("27", "TREACHERY_TARGET_NOT_ALLOWED", "treachery", "naming P1"),
    holding(flaw("28", "PHANTOM_TARGET_REQUIRED", "phantom", ""), "PHANTOM_THIEVES"),
    flaw("29", "SKILL_NOT_HELD", "phantom", "designate P1"),
    nullified(
        flaw("29", "SKILL_IS_NULLIFIED", "phantom", "designate P1"),
        "PHANTOM_THIEVES",
    ),
    holding(flaw("30", "UNKNOWN_SEAT", "phantom", "designate P7"), "PHANTOM_THIEVES"),
    flaw("31", "SKILL_NOT_HELD", "garnet thief", "thief on P1"),
    nullified(
        flaw("31", "SKILL_IS_NULLIFIED", "garnet thief", "thief on P1"),
        "GARNET_THIEF",
    ),
    holding(
        flaw("31", "UNKNOWN_SEAT", "garnet thief", "thief on P7"),
        "GARNET_THIEF",
    ),
    holding(
        flaw("31", "TARGET_IS_SELF", "garnet thief", "thief on P0"),
        "GARNET_THIEF",
    ),
    flaw("32", "SKILL_NOT_HELD", "skill thief", "steal BALLER from P1"),
    nullified(
        flaw("32", "SKILL_IS_NULLIFIED", "skill thief", "steal BALLER from P1"),
        "SKILL_THIEF",
    ),
    holding(
        flaw("32", "UNKNOWN_SEAT", "skill thief", "steal BALLER from P7"),
        "SKILL_THIEF",
    ),
    holding(
        flaw("32", "UNKNOWN_SEAT", "skill thief", "steal BALLER from ?"),
        "SKILL_THIEF",
    ),
    holding(
        flaw("32", "TARGET_IS_SELF", "skill thief", "steal SKILL_THIEF from P0"),
        "SKILL_THIEF",
    ),
    holding(
        flaw("33", "TARGET_LACKS_SKILL", "skill thief", "steal EXODIA from P1"),
        "SKILL_THIEF",
    ),
    holding(
        flaw("33", "TARGET_LACKS_SKILL", "skill thief", "steal ? from P1"),
        "SKILL_THIEF",
    ),
    holding(
        flaw("33", "TARGET_LACKS_SKILL", "skill thief", "steal POP from P1"),
        "SKILL_THIEF",
    ),
    holding(
        flaw("33", "TARGET_LACKS_SKILL", "skill thief", "steal BOOK from P1"),
        "SKILL_THIEF",
    ),
];

impl Flaw {
    fn bids(&self) -> bool {
        [BIDS, "zero"].contains(&self.part) || self.says.ends_with(" 1")
    }

    /// Whether both can be there at once: not two things in one field, not a bid and none, not two nullified kinds.
    fn goes_with(&self, other: &Self) -> bool {
        let parts = self.part != other.part || self.part == BIDS;
        let no_bids = |flaw: &Self| flaw.part == "no bids";
        let bids = !(no_bids(self) && other.bids() || no_bids(other) && self.bids());
        let rounds = self.round.is_none() || other.round.is_none() || self.round == other.round;
        let nullified = self.nullified.is_none() || other.nullified.is_none();
        parts && bids && rounds && nullified
    }
}

/// The code with which a submission with these flaws is refused.
fn refused_with(flaws: &[Flaw]) -> &'static str {
    let round = flaws.iter().find_map(|flaw| flaw.round).unwrap_or(7);
    // A to E of the round; neither Skill Nullify nor Treachery is among them.
    let [a, b, c, d, e] = match round {
        3 => ["GARNET_CHEST", "WHISPERS", "BONANZA", "GREED", "GREED"],
        6 => ["BANK", "SKILL_THIEF", "BALLER", "RIGHT_LEG", "LEFT_LEG"],
        _ => ["VAULT", "DESECRATION", "SUPERNOVA", "MORPHOGENETICS", "EXODIA"],
    };
    let letter = |word: &str| match word {
        "A" => a.to_owned(),
        "B" => b.to_owned(),
        "C" => c.to_owned(),
        "D" => d.to_owned(),
        "E" => e.to_owned(),
        other => other.to_owned(),
    };
    let without_bid = flaws.iter().any(|flaw| flaw.part == "no bids");
    let base = if without_bid { "" } else { "A 1" };
    let parts = [base].into_iter().chain(flaws.iter().map(|flaw| flaw.says));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let written = parts.join(", ");
    let submission = written.split(' ').map(|word| match word.strip_suffix(',') {
        Some(word) => letter(word) + ",",
        None => letter(word),
    });
    let submission = submission.collect::<Vec<_>>().join(" ");
    let holds: Vec<&str> = flaws
        .iter()
        .map(|flaw| flaw.holds)
        .filter(|held| !held.is_empty())
        .collect();
    let mut position = Position::round(round)
        .garnets(0, flaws.iter().map(|flaw| flaw.garnets).min().unwrap())
        .skills(0, &holds.join(", "))
        .skills(1, "BALLER");
    if let Some(name) = flaws.iter().find_map(|flaw| flaw.nullified) {
        position = position.nullified(name);
    }
    if flaws.iter().any(|flaw| flaw.check == "9") {
        position = position.played(6, 0, "zero BALLER, SKILL_THIEF 1");
    }
    judged(&position.build(), 0, &submission)
}

#[test]
fn each_check_4_to_33_can_be_the_reason() {
    for flaw in FLAWS {
        assert_eq!(refused_with(&[flaw]), flaw.code, "{flaw:?}");
    }
    let checks: Vec<usize> = FLAWS.iter().map(|flaw| flaw.check.parse().unwrap()).collect();
    assert!((4..=33).all(|check| checks.contains(&check)) && checks.is_sorted());
}

#[test]
fn the_earlier_of_two_checks_is_the_reason() {
    let mut pairs = 0;
    for (place, first) in FLAWS.iter().enumerate() {
        for second in FLAWS.iter().skip(place + 1).filter(|second| first.goes_with(second)) {
            assert_eq!(
                refused_with(&[*first, *second]),
                first.code,
                "{first:?} before {second:?}"
            );
            pairs += 1;
        }
    }
    // 43 flaws make 903 pairs; 73 are of one part, 16 are a bid and none, 5 are of two rounds, 10 nullify two kinds.
    assert_eq!(pairs, 799);
}

/// A submission of P0 in a round, with what it holds and what is nullified.
struct Pair(
    &'static str,
    u8,
    &'static str,
    Option<&'static str>,
    &'static str,
    &'static str,
);

const PAIRS: [Pair; 20] = [
    Pair("7, 10", 7, "", None, "zero ?", "SKILL_NOT_HELD"),
    Pair("7, 11", 7, "", None, "zero VAULT, VAULT 1", "SKILL_NOT_HELD"),
    Pair(
        "8, 10",
        7,
        "DARK_RITUAL",
        Some("DARK_RITUAL"),
        "zero ?",
        "SKILL_IS_NULLIFIED",
    ),
    Pair(
        "8, 11",
        7,
        "DARK_RITUAL",
        Some("DARK_RITUAL"),
        "zero VAULT, VAULT 1",
        "SKILL_IS_NULLIFIED",
    ),
    Pair("12, 13", 7, "", None, "VAULT 1, discard", "SKILL_NOT_HELD"),
    Pair(
        "12, 13",
        7,
        "GOD_DEFYING_WILL",
        Some("GOD_DEFYING_WILL"),
        "VAULT 1, discard",
        "SKILL_IS_NULLIFIED",
    ),
    Pair("22, 23", 7, "", None, "VAULT 1, naming POP", "NULLIFY_NAME_INVALID"),
    Pair("25, 27", 7, "", None, "VAULT 1, naming P7", "UNKNOWN_SEAT"),
    Pair("26, 27", 7, "", None, "VAULT 1, naming P0", "TARGET_IS_SELF"),
    Pair("29, 30", 7, "", None, "VAULT 1, designate P7", "SKILL_NOT_HELD"),
    Pair(
        "29, 30",
        7,
        "PHANTOM_THIEVES",
        Some("PHANTOM_THIEVES"),
        "VAULT 1, designate P7",
        "SKILL_IS_NULLIFIED",
    ),
    Pair("31", 7, "", None, "VAULT 1, thief on P7", "SKILL_NOT_HELD"),
    Pair("31", 7, "", None, "VAULT 1, thief on P0", "SKILL_NOT_HELD"),
    Pair(
        "31",
        7,
        "GARNET_THIEF",
        Some("GARNET_THIEF"),
        "VAULT 1, thief on P7",
        "SKILL_IS_NULLIFIED",
    ),
    Pair(
        "31",
        7,
        "GARNET_THIEF",
        Some("GARNET_THIEF"),
        "VAULT 1, thief on P0",
        "SKILL_IS_NULLIFIED",
    ),
    Pair("32", 7, "", None, "VAULT 1, steal EXODIA from P7", "SKILL_NOT_HELD"),
    Pair(
        "32",
        7,
        "SKILL_THIEF",
        Some("SKILL_THIEF"),
        "VAULT 1, steal EXODIA from P0",
        "SKILL_IS_NULLIFIED",
    ),
    Pair(
        "32, 33",
        7,
        "SKILL_THIEF",
        None,
        "VAULT 1, steal EXODIA from P7",
        "UNKNOWN_SEAT",
    ),
    Pair(
        "32, 33",
        7,
        "SKILL_THIEF",
        None,
        "VAULT 1, steal EXODIA from P0",
        "TARGET_IS_SELF",
    ),
    Pair("32, 33", 7, "", None, "VAULT 1, steal EXODIA from P1", "SKILL_NOT_HELD"),
];

#[test]
fn the_earlier_of_two_checks_of_one_field_is_the_reason() {
    for Pair(checks, round, holds, nullified, says, code) in PAIRS {
        let position = Position::round(round).skills(0, holds);
        let position = nullified.into_iter().fold(position, Position::nullified);
        assert_eq!(judged(&position.build(), 0, says), code, "{checks}: {says}");
    }
    let spent = Position::round(7)
        .skills(0, "DARK_RITUAL")
        .played(6, 0, "zero BALLER")
        .build();
    p0_is(
        &spent,
        &[
            ("zero ?", "DARK_RITUAL_SPENT"),
            ("zero VAULT, VAULT 1", "DARK_RITUAL_SPENT"),
        ],
    );
}
