//! Why an action is refused.

use std::{borrow::Cow, fmt};

use tinsel_engine::{Fault, Reason, RejectCode, SeatIndex};

use crate::{
    components::{Letter, Phase, Present, Round},
    config::INVALID_CONFIG,
};

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The seat is not one of the eight.
    #[error("There is no such seat in this match; seats are 0 to 7.")]
    UnknownSeat,
    /// The match is over.
    #[error("The match is over; no more actions are accepted.")]
    MatchFinished,
    /// The action belongs to another phase.
    #[error("This phase expects {}.", action_name(*.expected))]
    WrongAction {
        /// The phase.
        expected: Phase,
    },
    /// The seat's submission is in.
    #[error("Your submission for this step is already in and final.")]
    AlreadySubmitted,
    /// Not five letters.
    #[error("Select exactly five presents.")]
    SelectionCount,
    /// Not a letter from A–J.
    #[error("Only the presents A to J can be selected.")]
    UnknownPresent {
        /// Which entry.
        index: usize,
    },
    /// The same letter twice.
    #[error("The five presents must be different.")]
    DuplicatePresent {
        /// The entry that repeats an earlier one.
        index: usize,
    },
    /// Not three passes.
    #[error("Pass exactly three presents: one each to the first, second and third player below you.")]
    PassCount,
    /// A reference that no present can match.
    #[error(
        "Name a present by letter and staleness; a Kaboom Present also by its layers (1–6), all others with layers 0."
    )]
    BadPresentRef {
        /// Where it stands.
        field: PresentField,
    },
    /// A present that is not in the hand.
    #[error("You do not hold {present}.")]
    PresentNotHeld {
        /// Where it was named.
        field: PresentField,
        /// What was named.
        present: Present,
    },
    /// A present named more often than it is held.
    #[error("You hold only {held} of {present}.")]
    NotEnoughCopies {
        /// What was named.
        present: Present,
        /// How many copies the hand holds.
        held: usize,
    },
    /// No replacement in round 2 or 3.
    #[error("This round you must also replace one of the presents you keep.")]
    ReplacementRequired,
    /// A replacement in round 1 or 5.
    #[error("There is no replacement in this round.")]
    ReplacementNotAllowed,
    /// All copies of the discard are passed.
    #[error("{present} is being passed; replace one of the three presents you keep.")]
    ReplacementNotKept {
        /// What was to be discarded.
        present: Present,
    },
    /// Not one of the two letters of the round.
    #[error("In this round you can take {} or {}.", .takes[0], .takes[1])]
    UnknownReplacement {
        /// The round.
        round: Round,
        /// What can be taken in it.
        takes: [Letter; 2],
    },
    /// Not three thefts.
    #[error("Name exactly three presents: one of the first, second and third player above you.")]
    StealCount,
    /// A present that the victim does not hold.
    #[error("Player {} does not hold {present}.", .victim.get())]
    TargetLacksPresent {
        /// Who was to be stolen from.
        victim: SeatIndex,
        /// What was named.
        present: Present,
    },
    /// The seat has nothing to decide.
    #[error("This seat owes no decision.")]
    NoDecisionOwed,
}

/// Only the code: the fields hold presents of a hand.
impl fmt::Debug for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Where a reference stands in an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PresentField {
    /// One of the passes.
    Pass(usize),
    /// What the replacement discards.
    Discard,
    /// One of the thefts.
    Steal(usize),
}

impl PresentField {
    fn path(self) -> Cow<'static, str> {
        match self {
            Self::Pass(index) => Cow::Owned(format!("pass_presents.passes[{index}]")),
            Self::Discard => Cow::Borrowed("pass_presents.replacement.discard"),
            Self::Steal(index) => Cow::Owned(format!("steal_presents.steals[{index}]")),
        }
    }
}

/// The name of the action that a phase expects.
pub(crate) const fn action_name(phase: Phase) -> &'static str {
    match phase {
        Phase::PregameSelection => "SelectPresents",
        Phase::Passing => "PassPresents",
        Phase::Stealing => "StealPresents",
        Phase::Finished => "nothing",
    }
}

/// The facts of a reason for a client: its code, the rule that it comes from, the number that it is about, and the field
/// that can never be right.
struct Row {
    code: &'static str,
    rule: &'static str,
    limit: Option<u64>,
    malformed: Option<Cow<'static, str>>,
}

/// The action is well formed, and refused by the match as it is.
const fn refused(code: &'static str, rule: &'static str) -> Row {
    Row {
        code,
        rule,
        limit: None,
        malformed: None,
    }
}

/// The field is wrong in any match.
fn malformed(code: &'static str, rule: &'static str, field: impl Into<Cow<'static, str>>) -> Row {
    Row {
        malformed: Some(field.into()),
        ..refused(code, rule)
    }
}

/// The list has another length than this.
fn miscounted(code: &'static str, rule: &'static str, (field, limit): (&'static str, u64)) -> Row {
    Row {
        limit: Some(limit),
        ..malformed(code, rule, field)
    }
}

impl Rejected {
    fn row(&self) -> Row {
        match self {
            Self::UnknownSeat => refused("UNKNOWN_SEAT", "PM-1"),
            Self::MatchFinished => refused("MATCH_FINISHED", "PM-66"),
            Self::WrongAction { .. } => refused("WRONG_ACTION", "PM-2"),
            Self::AlreadySubmitted => refused("ALREADY_SUBMITTED", "PM-5"),
            Self::SelectionCount => miscounted("SELECTION_COUNT", "PM-10", ("select_presents.letters", 5)),
            Self::UnknownPresent { index } => malformed("UNKNOWN_PRESENT", "PM-10", letter_path(*index)),
            Self::DuplicatePresent { index } => malformed("DUPLICATE_PRESENT", "PM-10", letter_path(*index)),
            Self::PassCount => miscounted("PASS_COUNT", "PM-21", ("pass_presents.passes", 3)),
            Self::BadPresentRef { field } => malformed("BAD_PRESENT_REF", "PM-9", field.path()),
            Self::PresentNotHeld { field, .. } => match field {
                PresentField::Pass(_) => refused("PRESENT_NOT_HELD", "PM-21"),
                PresentField::Discard => refused("PRESENT_NOT_HELD", "PM-54"),
                PresentField::Steal(_) => refused("PRESENT_NOT_HELD", "PM-60"),
            },
            Self::NotEnoughCopies { held, .. } => Row {
                limit: u64::try_from(*held).ok(),
                ..refused("NOT_ENOUGH_COPIES", "PM-21")
            },
            Self::ReplacementRequired => refused("REPLACEMENT_REQUIRED", "PM-54"),
            Self::ReplacementNotAllowed => refused("REPLACEMENT_NOT_ALLOWED", "PM-6"),
            Self::ReplacementNotKept { .. } => refused("REPLACEMENT_NOT_KEPT", "PM-54"),
            Self::UnknownReplacement { round, .. } => match round {
                Round::CleaningSupplies => refused("UNKNOWN_REPLACEMENT", "PM-58"),
                Round::Theme | Round::BombSquad | Round::Yoink | Round::Monopoly => {
                    refused("UNKNOWN_REPLACEMENT", "PM-54")
                }
            },
            Self::StealCount => miscounted("STEAL_COUNT", "PM-60", ("steal_presents.steals", 3)),
            Self::TargetLacksPresent { .. } => refused("TARGET_LACKS_PRESENT", "PM-60"),
            Self::NoDecisionOwed => refused("NO_DECISION_OWED", "PM-4"),
        }
    }
}

fn letter_path(index: usize) -> String {
    format!("select_presents.letters[{index}]")
}

impl RejectCode for Rejected {
    const CATALOGUE: &'static [Reason] = CATALOGUE;

    fn code(&self) -> &'static str {
        self.row().code
    }

    fn rule(&self) -> &'static str {
        self.row().rule
    }

    fn limit(&self) -> Option<u64> {
        self.row().limit
    }

    fn fault(&self) -> Fault {
        match self.row().malformed {
            Some(field) => Fault::Malformed { field },
            None => Fault::Refused,
        }
    }
}

const fn malformed_reason(code: &'static str, meaning: &'static str) -> Reason {
    Reason {
        code,
        malformed: true,
        meaning,
    }
}

const fn refusal(code: &'static str, meaning: &'static str) -> Reason {
    Reason {
        code,
        malformed: false,
        meaning,
    }
}

const CATALOGUE: &[Reason] = &[
    malformed_reason(
        INVALID_CONFIG,
        "An option of the match to be created has a value that it does not have; nothing was created.",
    ),
    refusal(
        "UNKNOWN_SEAT",
        "The seat is not one of the match's eight seats, 0 to 7.",
    ),
    refusal("MATCH_FINISHED", "The match is over and accepts no more actions."),
    refusal(
        "WRONG_ACTION",
        "The action belongs to another phase; send the one that the seat's pending decision names.",
    ),
    refusal(
        "ALREADY_SUBMITTED",
        "The seat's submission for this step is in and final; wait for the next step.",
    ),
    malformed_reason("SELECTION_COUNT", "A selection names exactly five presents."),
    malformed_reason(
        "UNKNOWN_PRESENT",
        "An entry of a selection is unset, unknown or not one of the letters A to J.",
    ),
    malformed_reason(
        "DUPLICATE_PRESENT",
        "An entry of a selection repeats an earlier one; the five presents must be different.",
    ),
    malformed_reason(
        "PASS_COUNT",
        "A pass names exactly three presents: for the first, second and third seat below.",
    ),
    malformed_reason(
        "BAD_PRESENT_REF",
        "A present is named by a letter A to N, a staleness and layers: 1 to 6 for a K, 0 for every other letter.",
    ),
    refusal(
        "PRESENT_NOT_HELD",
        "The seat's hand holds no present with exactly this letter, staleness and layers.",
    ),
    refusal(
        "NOT_ENOUGH_COPIES",
        "A present is named more often than the seat's hand holds copies of it.",
    ),
    refusal(
        "REPLACEMENT_REQUIRED",
        "In rounds 2 and 3 the submission must also replace one of the three presents that are kept.",
    ),
    refusal(
        "REPLACEMENT_NOT_ALLOWED",
        "In rounds 1 and 5 the submission must come without a replacement.",
    ),
    refusal(
        "REPLACEMENT_NOT_KEPT",
        "Every copy of the present to be discarded is being passed; discard one that is kept.",
    ),
    refusal(
        "UNKNOWN_REPLACEMENT",
        "The letter to take is unset, or not one of the two of this round: K or L in round 2, M or N in round 3.",
    ),
    malformed_reason(
        "STEAL_COUNT",
        "A theft names exactly three presents: of the first, second and third seat above.",
    ),
    refusal(
        "TARGET_LACKS_PRESENT",
        "The seat to be stolen from held no such present when the round began.",
    ),
    refusal(
        "NO_DECISION_OWED",
        "The seat owes no decision, so there is no default to submit for it.",
    ),
];
