//! Section 6: every reason with its sentence, rule, number and field, and the order of the checks.

use std::collections::BTreeSet;

use tinsel_engine::{GameEngine, RejectCode};
use tinsel_grunkle_match::{
    Action, GrunkleMatch, Rejected,
    testkit::{Position, submit, vote, written},
};

use crate::support::*;

/// One row for each case in which a check of `SubmitRound` fails and every earlier check passes.
///
/// P0 holds the skills (`!` marks a nullified one) and bids 1 on the first skill of the list, in addition to the parts
/// in the row; only the part `no bids` has none. Rows of the same part of a submission are not combined. Skills are
/// those of round 7; in another possible round, the skill at the same position of `LISTS` replaces each.
///
/// Columns: check, reason, rule, number, rounds, part, the skills of P0, its garnets, its submission, the malformed
/// field.
const FLAWS: &str = "
4  | SKILL_NOT_ON_AUCTION        | GM-9  |    | 3 6 7 | bids      |                   | 20 | ? 1                      |
5  | DUPLICATE_BID               | GM-9  |    | 3 6 7 | bids      |                   | 20 | VAULT 1                  | bids[1].skill
6  | BID_NOT_POSITIVE            | GM-9  | 1  | 3 6 7 | bids      |                   | 20 | MORPHOGENETICS 0         | bids[1].amount
7  | SKILL_NOT_HELD              | GM-22 |    | 3 6 7 | zero      |                   | 20 | zero EXODIA              |
8  | SKILL_IS_NULLIFIED          | GM-22 |    | 6 7   | zero      | !DARK_RITUAL      | 20 | zero EXODIA              |
9  | DARK_RITUAL_SPENT           | GM-22 |    | 7     | zero      | DARK_RITUAL, RIGHT_LEG | 20 | zero EXODIA         |
10 | SKILL_NOT_ON_AUCTION        | GM-22 |    | 6 7   | zero      | DARK_RITUAL       | 20 | zero ?                   |
11 | DUPLICATE_BID               | GM-22 |    | 6 7   | zero      | DARK_RITUAL       | 20 | zero VAULT               | dark_ritual_skill
12 | SKILL_NOT_HELD              | GM-21 |    | 3 6 7 | discard   |                   | 20 | discard                  |
12 | SKILL_IS_NULLIFIED          | GM-21 |    | 6 7   | discard   | !GOD_DEFYING_WILL | 20 | discard                  |
13 | NO_GRUNKO_POP               | GM-21 |    | 3 6 7 | discard   | GOD_DEFYING_WILL  | 20 | discard                  |
14 | CANNOT_BID_THIS_ROUND       | GM-16 |    | 6     | bids      | SADNESS           | 20 |                          |
15 | TOO_MANY_SKILLS             | GM-15 | 1  | 3 6 7 | bids      | EYES              | 20 | SUPERNOVA 1              |
16 | BID_OVER_MAX                | GM-11 | 10 | 3 6 7 | bids      |                   | 20 | DESECRATION 13           |
17 | BID_NOT_EVEN                | GM-14 |    | 6 7   | bids      | STEVEN            | 20 |                          |
18 | OVER_BUDGET                 | GM-12 | 0  | 3 6 7 | bids      |                   | 0  |                          |
19 | BELOW_FLOOR                 | GM-13 | 0  | 6 7   | bids      | GREED             | 5  |                          |
20 | MUST_BID                    | GM-17 |    | 3 6 7 | no bids   |                   | 20 |                          |
21 | NULLIFY_NAME_REQUIRED       | GM-19 |    | 3     | name      |                   | 20 | NULLIFY 1                | nullify_name
22 | NULLIFY_NAME_INVALID        | GM-19 |    | 3 6 7 | name      |                   | 20 | naming POP               | nullify_name
22 | NULLIFY_NAME_INVALID        | GM-19 |    | 3 6 7 | name      |                   | 20 | naming ?                 | nullify_name
23 | NULLIFY_NAME_NOT_ALLOWED    | GM-19 |    | 3 6 7 | name      |                   | 20 | naming BOOK              | nullify_name
24 | TREACHERY_TARGET_REQUIRED   | GM-20 |    | 7     | treachery |                   | 20 | TREACHERY 1              | treachery_target
25 | UNKNOWN_SEAT                | GM-1  |    | 3 6 7 | treachery |                   | 20 | naming P7                | treachery_target
26 | TARGET_IS_SELF              | GM-20 |    | 3 6 7 | treachery |                   | 20 | naming P0                |
27 | TREACHERY_TARGET_NOT_ALLOWED| GM-20 |    | 3 6 7 | treachery |                   | 20 | naming P1                | treachery_target
28 | PHANTOM_TARGET_REQUIRED     | GM-23 |    | 6 7   | phantom   | PHANTOM_THIEVES   | 20 |                          |
29 | SKILL_NOT_HELD              | GM-23 |    | 3 6 7 | phantom   |                   | 20 | designate P1             |
29 | SKILL_IS_NULLIFIED          | GM-23 |    | 6 7   | phantom   | !PHANTOM_THIEVES  | 20 | designate P1             |
30 | UNKNOWN_SEAT                | GM-1  |    | 6 7   | phantom   | PHANTOM_THIEVES   | 20 | designate P7             | phantom_target
31 | SKILL_NOT_HELD              | GM-24 |    | 3 6 7 | garnets   |                   | 20 | thief on P1              |
31 | SKILL_IS_NULLIFIED          | GM-24 |    | 6 7   | garnets   | !GARNET_THIEF     | 20 | thief on P1              |
31 | UNKNOWN_SEAT                | GM-1  |    | 3 6 7 | garnets   | GARNET_THIEF      | 20 | thief on P7              | garnet_thief_target
31 | TARGET_IS_SELF              | GM-24 |    | 3 6 7 | garnets   | GARNET_THIEF      | 20 | thief on P0              |
32 | SKILL_NOT_HELD              | GM-25 |    | 3 6 7 | skills    |                   | 20 | steal BALLER from P1     |
32 | SKILL_IS_NULLIFIED          | GM-25 |    | 7     | skills    | !SKILL_THIEF      | 20 | steal BALLER from P1     |
32 | UNKNOWN_SEAT                | GM-1  |    | 7     | skills    | SKILL_THIEF       | 20 | steal BALLER from P7     | skill_thief.target
32 | UNKNOWN_SEAT                | GM-1  |    | 7     | skills    | SKILL_THIEF       | 20 | steal BALLER from ?      | skill_thief.target
32 | TARGET_IS_SELF              | GM-25 |    | 7     | skills    | SKILL_THIEF       | 20 | steal SKILL_THIEF from P0|
33 | TARGET_LACKS_SKILL          | GM-25 |    | 7     | skills    | SKILL_THIEF       | 20 | steal EXODIA from P1     |
33 | TARGET_LACKS_SKILL          | GM-25 |    | 7     | skills    | SKILL_THIEF       | 20 | steal ? from P1          |
33 | TARGET_LACKS_SKILL          | GM-25 |    | 7     | skills    | SKILL_THIEF       | 20 | steal POP from P1        |
33 | TARGET_LACKS_SKILL          | GM-25 |    | 7     | skills    | SKILL_THIEF       | 20 | steal BOOK from P1       |";

/// The skills that replace each other in rounds 7, 6 and 3.
const LISTS: [[&str; 3]; 5] = [
    ["VAULT", "BANK", "CHEST"],
    ["DESECRATION", "SKILL_THIEF", "WHISPERS"],
    ["SUPERNOVA", "BALLER", "BONANZA"],
    ["MORPHOGENETICS", "RIGHT_LEG", "GREED"],
    ["EXODIA", "LEFT_LEG", "GREED"],
];

/// A row of [`FLAWS`].
#[derive(Debug, Clone, Copy)]
struct Flaw {
    check: u8,
    code: &'static str,
    rule: &'static str,
    limit: Option<u64>,
    rounds: &'static str,
    part: &'static str,
    holds: &'static str,
    garnets: u32,
    says: &'static str,
    field: &'static str,
}

fn flaws() -> Vec<Flaw> {
    let rows = FLAWS.trim().lines().map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        Flaw {
            check: cells[0].parse().unwrap(),
            code: cells[1],
            rule: cells[2],
            limit: cells[3].parse().ok(),
            rounds: cells[4],
            part: cells[5],
            holds: cells[6],
            garnets: cells[7].parse().unwrap(),
            says: cells[8],
            field: cells[9],
        }
    });
    rows.collect()
}

impl Flaw {
    fn bids(&self) -> bool {
        ["bids", "zero"].contains(&self.part) || self.says.ends_with(" 1")
    }

    /// Whether both flaws fit into one submission: not two in one field, nor a bid and none, nor two nullified kinds.
    fn goes_with(&self, other: &Self) -> bool {
        let parts = self.part != other.part || self.part == "bids";
        let no_bids = |flaw: &Self| flaw.part == "no bids";
        let bids = !(no_bids(self) && other.bids() || no_bids(other) && self.bids());
        let nullified = self.holds.starts_with('!') && other.holds.starts_with('!');
        parts && bids && !nullified && round(&[*self, *other]).is_some()
    }
}

/// The last round in which all of the flaws are possible.
fn round(flaws: &[Flaw]) -> Option<usize> {
    let possible = |round: &&str| flaws.iter().all(|flaw| flaw.rounds.contains(*round));
    ["7", "6", "3"].iter().position(possible)
}

/// A submission of P0 with these flaws, and the match in which it is refused.
fn flawed(flaws: &[Flaw]) -> (GrunkleMatch, Action) {
    let list = round(flaws).unwrap();
    let base = if flaws.iter().any(|flaw| flaw.part == "no bids") {
        ""
    } else {
        "VAULT 1"
    };
    let says = [base].into_iter().chain(flaws.iter().map(|flaw| flaw.says));
    let says: Vec<&str> = says.filter(|says| !says.is_empty()).collect();
    let submission = LISTS.iter().fold(says.join(", "), |says, skills| {
        // A stolen skill keeps its name.
        says.replace(&format!("{} ", skills[0]), &format!("{} ", skills[list]))
            .replace(&format!("zero {}", skills[0]), &format!("zero {}", skills[list]))
    });
    let held = flaws.iter().map(|flaw| flaw.holds).filter(|held| !held.is_empty());
    let held: Vec<&str> = held.collect();
    let garnets = flaws.iter().map(|flaw| flaw.garnets).min();
    let mut position = Position::round([7, 6, 3][list])
        .garnets(0, garnets.unwrap())
        .skills(0, &held.join(", ").replace('!', ""));
    if let Some(nullified) = held.iter().find_map(|held| held.strip_prefix('!')) {
        position = position.nullified(nullified);
    }
    if flaws.iter().any(|flaw| flaw.check == 9) {
        let with = |holds: &str, says| if held.contains(&holds) { says } else { "" };
        let thief = with("SKILL_THIEF", ", SKILL_THIEF 1");
        let nullified_thief = with("!SKILL_THIEF", ", SKILL_THIEF 1");
        let designation = with("PHANTOM_THIEVES", ", designate P5");
        position = position.played(6, 0, &format!("zero RIGHT_LEG{thief}{nullified_thief}{designation}"));
    }
    if list == 0 {
        position = position.skills(1, "BALLER");
    }
    (position.build(), submit(&submission))
}

/// The tie-break: P0 to P2 are winners, P5 and P6 are tied, and P0 has voted.
fn tie() -> GrunkleMatch {
    Position::end().all_garnets([1, 2, 3, 4, 5, 9, 9]).voted(0, 5).build()
}

fn over() -> GrunkleMatch {
    Position::end().all_garnets([1, 2, 3, 4, 5, 6, 7]).build()
}

fn submitted() -> GrunkleMatch {
    Position::round(1).absent(0).build()
}

/// A case for every reason that is not in [`FLAWS`]: the match, the seat, its action, the reason, its rule.
type Way = (fn() -> GrunkleMatch, u8, Action, &'static str, &'static str);

fn other_ways() -> Vec<Way> {
    let nobody = Action::VoteElimination { seat: None };
    vec![
        (over, 0, submit(""), "MATCH_OVER", "GM-R84"),
        (over, 0, nobody.clone(), "MATCH_OVER", "GM-R84"),
        (tie, 1, submit("VAULT 1"), "WRONG_PHASE", "GM-8"),
        (submitted, 1, nobody.clone(), "WRONG_PHASE", "GM-97"),
        (submitted, 0, submit("POUCH 1"), "ALREADY_SUBMITTED", "GM-8"),
        (submitted, 7, submit("POUCH 1"), "NO_DECISION_OWED", "GM-1"),
        (tie, 3, nobody.clone(), "NOT_YOUR_DECISION", "GM-97"),
        (tie, 0, nobody.clone(), "ALREADY_VOTED", "GM-97"),
        (tie, 1, vote(0), "NOT_A_CANDIDATE", "GM-97"),
        (tie, 1, vote(7), "NOT_A_CANDIDATE", "GM-97"),
        (tie, 1, nobody, "NOT_A_CANDIDATE", "GM-97"),
    ]
}

// GM-R84, GM-9, GM-R6, GM-20, GM-R79
#[test]
fn every_reason_has_its_sentence_rule_number_and_field() {
    let mut reached = BTreeSet::new();
    let mut refuse =
        |game: GrunkleMatch, index: u8, action: &Action, expected: (&'static str, &str, Option<u64>, &str)| {
            let rejected = refused(&game, index, action);
            let field = field(&rejected).unwrap_or_default();
            let field = field.strip_prefix("submit_round.").unwrap_or(&field);
            let said = (rejected.code(), rejected.rule(), rejected.limit(), field);
            assert_eq!(said, expected, "{index}: {}", written(action));
            let (code, sentence) = (rejected.code(), rejected.to_string());
            let written = [format!("{code} | \"{sentence}\""), format!("{code} (\"{sentence}\"")];
            let rules = GrunkleMatch::FACTS.rules;
            assert!(
                written.iter().any(|written| rules.contains(written)),
                "{code}: {sentence}"
            );
            reached.insert(code);
        };
    for flaw in flaws() {
        let (game, action) = flawed(&[flaw]);
        refuse(game, 0, &action, (flaw.code, flaw.rule, flaw.limit, flaw.field));
    }
    for (game, index, action, code, rule) in other_ways() {
        refuse(game(), index, &action, (code, rule, None, ""));
    }
    let listed: Vec<&str> = Rejected::CATALOGUE.iter().map(|reason| reason.code).collect();
    let unique: BTreeSet<&str> = listed.iter().copied().collect();
    assert_eq!((unique.len(), unique), (listed.len(), reached));
}

#[test]
fn a_reason_about_a_number_carries_the_number_of_the_seat() {
    for (holds, garnets, submission, code, limit) in [
        ("BOOK, MAX_BID_UP", 20, "BANK 13", "BID_OVER_MAX", 12),
        ("BOOK, EYES", 20, "BANK 1, BALLER 1, LEFT_LEG 1", "TOO_MANY_SKILLS", 2),
        ("", 7, "BANK 4, BALLER 4", "OVER_BUDGET", 7),
        (
            "GOD_DEFYING_WILL, POP",
            7,
            "discard, BANK 4, BALLER 5",
            "OVER_BUDGET",
            8,
        ),
        ("GREED", 9, "BANK 4, BALLER 1", "BELOW_FLOOR", 4),
        ("GREED, BOOK", 4, "BANK 1", "BELOW_FLOOR", 0),
        ("DARK_RITUAL, BOOK", 0, "zero BALLER", "OVER_BUDGET", 0),
    ] {
        let game = Position::round(6).garnets(0, garnets).skills(0, holds).build();
        let rejected = refused(&game, 0, &submit(submission));
        assert_eq!((rejected.code(), rejected.limit()), (code, Some(limit)), "{submission}");
    }
}

#[test]
fn a_seat_that_owes_nothing_cannot_time_out() {
    for (game, index, code, rule) in [
        (over(), 0, "MATCH_OVER", "GM-R84"),
        (tie(), 0, "NO_DECISION_OWED", "GM-97"),
        (tie(), 5, "NO_DECISION_OWED", "GM-97"),
        (submitted(), 0, "NO_DECISION_OWED", "GM-8"),
        (submitted(), 7, "NO_DECISION_OWED", "GM-1"),
    ] {
        let rejected = game.absent(seat(index)).unwrap_err();
        assert_eq!((rejected.code(), rejected.rule()), (code, rule), "P{index}");
    }
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
    let mut pairs = 0;
    for (place, first) in flaws.iter().enumerate() {
        for second in flaws.iter().skip(place + 1).filter(|second| first.goes_with(second)) {
            let (game, action) = flawed(&[*first, *second]);
            assert_eq!(asked(&game, 0, &action), first.code, "{first:?} before {second:?}");
            pairs += 1;
        }
    }
    assert_eq!(pairs, 773);
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
