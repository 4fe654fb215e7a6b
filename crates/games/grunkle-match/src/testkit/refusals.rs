//! Positions with the answers of the game, for every reason, and flaws of submissions for the order of the checks.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a row that cannot be read stops the test that wants it"
)]

use tinsel_engine_testkit::checks::{CheckedPosition, merged};

use super::{Position, submit, vote};
use crate::{action::Action, state::GrunkleMatch};

/// One row for each case in which a check of `SubmitRound` fails and every earlier check passes.
///
/// P0 holds the skills (`!` marks a nullified one) and bids 1 on the first skill of the list, in addition to the parts
/// in the row; only the part `no bids` has none. Rows of the same part of a submission are not combined. Skills are
/// those of round 7; in another possible round, the skill at the same position of `LISTS` replaces each.
///
/// Columns: check, rounds, part, the skills of P0, its garnets, its submission, the answer.
const FLAWS: &str = "
4  | 3 6 7 | bids      |                        | 20 | ? 1                       | SKILL_NOT_ON_AUCTION GM-9
5  | 3 6 7 | bids      |                        | 20 | VAULT 1                   | DUPLICATE_BID GM-9 in submit_round.bids[1].skill
6  | 3 6 7 | bids      |                        | 20 | MORPHOGENETICS 0          | BID_NOT_POSITIVE GM-9 limit 1 in submit_round.bids[1].amount
7  | 3 6 7 | zero      |                        | 20 | zero EXODIA               | SKILL_NOT_HELD GM-22
8  | 6 7   | zero      | !DARK_RITUAL           | 20 | zero EXODIA               | SKILL_IS_NULLIFIED GM-22
9  | 7     | zero      | DARK_RITUAL, RIGHT_LEG | 20 | zero EXODIA               | DARK_RITUAL_SPENT GM-22
10 | 6 7   | zero      | DARK_RITUAL            | 20 | zero ?                    | SKILL_NOT_ON_AUCTION GM-22
11 | 6 7   | zero      | DARK_RITUAL            | 20 | zero VAULT                | DUPLICATE_BID GM-22 in submit_round.dark_ritual_skill
12 | 3 6 7 | discard   |                        | 20 | discard                   | SKILL_NOT_HELD GM-21
12 | 6 7   | discard   | !GOD_DEFYING_WILL      | 20 | discard                   | SKILL_IS_NULLIFIED GM-21
13 | 3 6 7 | discard   | GOD_DEFYING_WILL       | 20 | discard                   | NO_GRUNKO_POP GM-21
14 | 6     | bids      | SADNESS                | 20 |                           | CANNOT_BID_THIS_ROUND GM-16
15 | 3 6 7 | bids      | EYES                   | 20 | SUPERNOVA 1               | TOO_MANY_SKILLS GM-15 limit 1
16 | 3 6 7 | bids      |                        | 20 | DESECRATION 13            | BID_OVER_MAX GM-11 limit 10
17 | 6 7   | bids      | STEVEN                 | 20 |                           | BID_NOT_EVEN GM-14
18 | 3 6 7 | bids      |                        | 0  |                           | OVER_BUDGET GM-12 limit 0
19 | 6 7   | bids      | GREED                  | 5  |                           | BELOW_FLOOR GM-13 limit 0
20 | 3 6 7 | no bids   |                        | 20 |                           | MUST_BID GM-17
21 | 3     | name      |                        | 20 | NULLIFY 1                 | NULLIFY_NAME_REQUIRED GM-19 in submit_round.nullify_name
22 | 3 6 7 | name      |                        | 20 | naming POP                | NULLIFY_NAME_INVALID GM-19 in submit_round.nullify_name
22 | 3 6 7 | name      |                        | 20 | naming ?                  | NULLIFY_NAME_INVALID GM-19 in submit_round.nullify_name
23 | 3 6 7 | name      |                        | 20 | naming BOOK               | NULLIFY_NAME_NOT_ALLOWED GM-19 in submit_round.nullify_name
24 | 7     | treachery |                        | 20 | TREACHERY 1               | TREACHERY_TARGET_REQUIRED GM-20 in submit_round.treachery_target
25 | 3 6 7 | treachery |                        | 20 | naming P7                 | UNKNOWN_SEAT GM-1 in submit_round.treachery_target
26 | 3 6 7 | treachery |                        | 20 | naming P0                 | TARGET_IS_SELF GM-20
27 | 3 6 7 | treachery |                        | 20 | naming P1                 | TREACHERY_TARGET_NOT_ALLOWED GM-20 in submit_round.treachery_target
28 | 6 7   | phantom   | PHANTOM_THIEVES        | 20 |                           | PHANTOM_TARGET_REQUIRED GM-23
29 | 3 6 7 | phantom   |                        | 20 | designate P1              | SKILL_NOT_HELD GM-23
29 | 6 7   | phantom   | !PHANTOM_THIEVES       | 20 | designate P1              | SKILL_IS_NULLIFIED GM-23
30 | 6 7   | phantom   | PHANTOM_THIEVES        | 20 | designate P7              | UNKNOWN_SEAT GM-1 in submit_round.phantom_target
31 | 3 6 7 | garnets   |                        | 20 | thief on P1               | SKILL_NOT_HELD GM-24
31 | 6 7   | garnets   | !GARNET_THIEF          | 20 | thief on P1               | SKILL_IS_NULLIFIED GM-24
31 | 3 6 7 | garnets   | GARNET_THIEF           | 20 | thief on P7               | UNKNOWN_SEAT GM-1 in submit_round.garnet_thief_target
31 | 3 6 7 | garnets   | GARNET_THIEF           | 20 | thief on P0               | TARGET_IS_SELF GM-24
32 | 3 6 7 | skills    |                        | 20 | steal BALLER from P1      | SKILL_NOT_HELD GM-25
32 | 7     | skills    | !SKILL_THIEF           | 20 | steal BALLER from P1      | SKILL_IS_NULLIFIED GM-25
32 | 7     | skills    | SKILL_THIEF            | 20 | steal BALLER from P7      | UNKNOWN_SEAT GM-1 in submit_round.skill_thief.target
32 | 7     | skills    | SKILL_THIEF            | 20 | steal BALLER from ?       | UNKNOWN_SEAT GM-1 in submit_round.skill_thief.target
32 | 7     | skills    | SKILL_THIEF            | 20 | steal SKILL_THIEF from P0 | TARGET_IS_SELF GM-25
33 | 7     | skills    | SKILL_THIEF            | 20 | steal EXODIA from P1      | TARGET_LACKS_SKILL GM-25
33 | 7     | skills    | SKILL_THIEF            | 20 | steal ? from P1           | TARGET_LACKS_SKILL GM-25
33 | 7     | skills    | SKILL_THIEF            | 20 | steal POP from P1         | TARGET_LACKS_SKILL GM-25
33 | 7     | skills    | SKILL_THIEF            | 20 | steal BOOK from P1        | TARGET_LACKS_SKILL GM-25";

/// The skills that replace each other in rounds 7, 6 and 3.
const LISTS: [[&str; 3]; 5] = [
    ["VAULT", "BANK", "CHEST"],
    ["DESECRATION", "SKILL_THIEF", "WHISPERS"],
    ["SUPERNOVA", "BALLER", "BONANZA"],
    ["MORPHOGENETICS", "RIGHT_LEG", "GREED"],
    ["EXODIA", "LEFT_LEG", "GREED"],
];

/// A row of the flaws of submissions.
#[derive(Debug, Clone, Copy)]
pub struct Flaw {
    /// The number of the check.
    pub check: u8,
    rounds: &'static str,
    part: &'static str,
    holds: &'static str,
    garnets: u32,
    /// Its part of the submission.
    notation: &'static str,
    /// The answer.
    pub answer: &'static str,
}

/// All flaws of submissions, in the order of the checks.
///
/// # Panics
///
/// A row cannot be read.
#[must_use]
pub fn flaws() -> Vec<Flaw> {
    let rows = FLAWS.trim().lines().map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        Flaw {
            check: cells[0].parse().unwrap(),
            rounds: cells[1],
            part: cells[2],
            holds: cells[3],
            garnets: cells[4].parse().unwrap(),
            notation: cells[5],
            answer: cells[6],
        }
    });
    rows.collect()
}

impl Flaw {
    fn bids(&self) -> bool {
        ["bids", "zero"].contains(&self.part) || self.notation.ends_with(" 1")
    }

    /// Whether both flaws fit into one submission: not two in one field, nor a bid and none, nor two nullified kinds.
    #[must_use]
    pub fn goes_with(&self, other: &Self) -> bool {
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
///
/// # Panics
///
/// No round allows all of them.
#[must_use]
pub fn flawed(flaws: &[Flaw]) -> (GrunkleMatch, Action) {
    let list = round(flaws).unwrap();
    let base = if flaws.iter().any(|flaw| flaw.part == "no bids") {
        ""
    } else {
        "VAULT 1"
    };
    let parts = [base].into_iter().chain(flaws.iter().map(|flaw| flaw.notation));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let submission = LISTS.iter().fold(parts.join(", "), |submission, skills| {
        // A stolen skill keeps its name.
        submission
            .replace(&format!("{} ", skills[0]), &format!("{} ", skills[list]))
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
        let with = |holds: &str, part| if held.contains(&holds) { part } else { "" };
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
#[must_use]
pub fn tie() -> GrunkleMatch {
    Position::end().all_garnets([1, 2, 3, 4, 5, 9, 9]).voted(0, 5).build()
}

/// A match that has ended.
#[must_use]
pub fn over() -> GrunkleMatch {
    Position::end().all_garnets([1, 2, 3, 4, 5, 6, 7]).build()
}

/// Round 1, in which P0 has submitted by default.
#[must_use]
pub fn submitted() -> GrunkleMatch {
    Position::round(1).absent(0).build()
}

/// Limits of P0 in round 6, with its skills and garnets: its submission and the answer.
const LIMITS: [(&str, u32, &str, &str); 8] = [
    ("BOOK, MAX_BID_UP", 20, "BANK 13", "BID_OVER_MAX GM-11 limit 12"),
    (
        "",
        20,
        "BANK 4294967295, BALLER 4294967295",
        "BID_OVER_MAX GM-11 limit 10",
    ),
    (
        "BOOK, EYES",
        20,
        "BANK 1, BALLER 1, LEFT_LEG 1",
        "TOO_MANY_SKILLS GM-15 limit 2",
    ),
    ("", 7, "BANK 4, BALLER 4", "OVER_BUDGET GM-12 limit 7"),
    (
        "GOD_DEFYING_WILL, POP",
        7,
        "discard, BANK 4, BALLER 5",
        "OVER_BUDGET GM-12 limit 8",
    ),
    ("GREED", 9, "BANK 4, BALLER 1", "BELOW_FLOOR GM-13 limit 4"),
    ("GREED, BOOK", 4, "BANK 1", "BELOW_FLOOR GM-13 limit 0"),
    ("DARK_RITUAL, BOOK", 0, "zero BALLER", "OVER_BUDGET GM-12 limit 0"),
];

/// Positions with the answers of the game, for every reason.
///
/// # Panics
///
/// A row cannot be read.
#[must_use]
pub fn checked_positions() -> Vec<CheckedPosition<GrunkleMatch>> {
    let nobody = || Action::VoteElimination { seat: None };
    let ended = [submit(""), nobody()].map(|action| (action, "MATCH_OVER GM-R84"));
    let nominated = [vote(0), vote(7), nobody()].map(|action| (action, "NOT_A_CANDIDATE GM-97"));
    let others = [
        CheckedPosition::of(over(), 0, ended).absent(0, "MATCH_OVER GM-R84"),
        CheckedPosition::of(submitted(), 0, [(submit("POUCH 1"), "ALREADY_SUBMITTED GM-8")])
            .and(1, [(nobody(), "WRONG_PHASE GM-97")])
            .and(7, [(submit("POUCH 1"), "NO_DECISION_OWED GM-1")])
            .absent(0, "NO_DECISION_OWED GM-8")
            .absent(7, "NO_DECISION_OWED GM-1"),
        CheckedPosition::of(tie(), 1, nominated)
            .and(1, [(submit("VAULT 1"), "WRONG_PHASE GM-8")])
            .and(0, [(nobody(), "ALREADY_VOTED GM-97")])
            .and(3, [(nobody(), "NOT_YOUR_DECISION GM-97")])
            .absent(0, "NO_DECISION_OWED GM-97")
            .absent(5, "NO_DECISION_OWED GM-97"),
    ];
    let limits = LIMITS.map(|(holds, garnets, submission, answer)| {
        let game = Position::round(6).garnets(0, garnets).skills(0, holds).build();
        CheckedPosition::of(game, 0, [(submit(submission), answer)])
    });
    let flaws = flaws().into_iter().map(|flaw| {
        let (game, action) = flawed(&[flaw]);
        CheckedPosition::of(game, 0, [(action, flaw.answer)])
    });
    merged(others.into_iter().chain(flaws).chain(limits))
}
