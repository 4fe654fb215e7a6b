//! Why an action is refused.

use std::{borrow::Cow, fmt};

use tinsel_engine::{Reason, RejectCode, RejectInfo, SeatIndex};

use crate::{
    components::{Letter, Phase, Present, Round},
    config::INVALID_CONFIG,
};

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The match does not have this seat.
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
    /// The seat has already submitted.
    #[error("Your submission for this step is already in and final.")]
    AlreadySubmitted,
    /// The number of letters is not five.
    #[error("Select exactly five presents.")]
    SelectionCount,
    /// A letter is not from A–J.
    #[error("Only the presents A to J can be selected.")]
    UnknownPresent {
        /// The index.
        index: usize,
    },
    /// The same letter twice.
    #[error("The five presents must be different.")]
    DuplicatePresent {
        /// The entry that repeats an earlier one.
        index: usize,
    },
    /// The number of passes is not three.
    #[error("Pass exactly three presents: one each to the first, second and third player below you.")]
    PassCount,
    /// A reference that no present can match.
    #[error(
        "Name a present by letter and staleness; a Kaboom Present also by its layers (1–6), all others with layers 0."
    )]
    BadPresentRef {
        /// The field of the reference.
        field: PresentField,
    },
    /// A present that is not in the hand.
    #[error("You do not hold {present}.")]
    PresentNotHeld {
        /// The field that names it.
        field: PresentField,
        /// The named present.
        present: Present,
    },
    /// The action names a present more often than the seat holds it.
    #[error("You hold only {held} of {present}.")]
    NotEnoughCopies {
        /// The named present.
        present: Present,
        /// Number of copies in the hand.
        held: usize,
    },
    /// No replacement in round 2 or 3.
    #[error("This round you must also replace one of the presents you keep.")]
    ReplacementRequired,
    /// A replacement in round 1 or 5.
    #[error("There is no replacement in this round.")]
    ReplacementNotAllowed,
    /// The seat passes all copies of the present to discard.
    #[error("{present} is being passed; replace one of the three presents you keep.")]
    ReplacementNotKept {
        /// The present to discard.
        present: Present,
    },
    /// The letter is not one of the two letters of the round.
    #[error("In this round you can take {} or {}.", .takes[0], .takes[1])]
    UnknownReplacement {
        /// The round.
        round: Round,
        /// The two letters of the round.
        takes: [Letter; 2],
    },
    /// The number of thefts is not three.
    #[error("Name exactly three presents: one of the first, second and third player above you.")]
    StealCount,
    /// A present that the victim does not hold.
    #[error("Player {} does not hold {present}.", .victim.get())]
    TargetLacksPresent {
        /// The seat to steal from.
        victim: SeatIndex,
        /// The named present.
        present: Present,
    },
    /// The seat has no pending decision.
    #[error("This seat has no pending decision.")]
    NoDecisionOwed,
}

/// It prints the code only: the fields contain presents of a hand.
impl fmt::Debug for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The field of a reference in an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PresentField {
    /// One of the passes.
    Pass(usize),
    /// The discarded present of the replacement.
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

/// The name of the expected action of a phase.
pub(crate) const fn action_name(phase: Phase) -> &'static str {
    match phase {
        Phase::PregameSelection => "select_presents",
        Phase::Passing => "pass_presents",
        Phase::Stealing => "steal_presents",
        Phase::Finished => "nothing",
    }
}

/// The list does not have this length.
fn miscounted(code: &'static str, rule: &'static str, field: &'static str, limit: u64) -> RejectInfo {
    RejectInfo::malformed(code, rule, field).beyond(limit)
}

fn letter_path(index: usize) -> String {
    format!("select_presents.letters[{index}]")
}

impl RejectCode for Rejected {
    const CATALOGUE: &'static [Reason] = CATALOGUE;

    fn info(&self) -> RejectInfo {
        match self {
            Self::UnknownSeat => RejectInfo::refused("UNKNOWN_SEAT", "PM-1"),
            Self::MatchFinished => RejectInfo::refused("MATCH_FINISHED", "PM-66"),
            Self::WrongAction { .. } => RejectInfo::refused("WRONG_ACTION", "PM-2"),
            Self::AlreadySubmitted => RejectInfo::refused("ALREADY_SUBMITTED", "PM-5"),
            Self::SelectionCount => miscounted("SELECTION_COUNT", "PM-10", "select_presents.letters", 5),
            Self::UnknownPresent { index } => RejectInfo::malformed("UNKNOWN_PRESENT", "PM-10", letter_path(*index)),
            Self::DuplicatePresent { index } => {
                RejectInfo::malformed("DUPLICATE_PRESENT", "PM-10", letter_path(*index))
            }
            Self::PassCount => miscounted("PASS_COUNT", "PM-21", "pass_presents.passes", 3),
            Self::BadPresentRef { field } => RejectInfo::malformed("BAD_PRESENT_REF", "PM-9", field.path()),
            Self::PresentNotHeld { field, .. } => match field {
                PresentField::Pass(_) => RejectInfo::refused("PRESENT_NOT_HELD", "PM-21"),
                PresentField::Discard => RejectInfo::refused("PRESENT_NOT_HELD", "PM-54"),
                PresentField::Steal(_) => RejectInfo::refused("PRESENT_NOT_HELD", "PM-60"),
            },
            Self::NotEnoughCopies { held, .. } => RejectInfo::refused("NOT_ENOUGH_COPIES", "PM-21").beyond(*held),
            Self::ReplacementRequired => RejectInfo::refused("REPLACEMENT_REQUIRED", "PM-54"),
            Self::ReplacementNotAllowed => RejectInfo::refused("REPLACEMENT_NOT_ALLOWED", "PM-6"),
            Self::ReplacementNotKept { .. } => RejectInfo::refused("REPLACEMENT_NOT_KEPT", "PM-54"),
            Self::UnknownReplacement { round, .. } => match round {
                Round::CleaningSupplies => RejectInfo::refused("UNKNOWN_REPLACEMENT", "PM-58"),
                Round::Theme | Round::BombSquad | Round::Yoink | Round::Monopoly => {
                    RejectInfo::refused("UNKNOWN_REPLACEMENT", "PM-54")
                }
            },
            Self::StealCount => miscounted("STEAL_COUNT", "PM-60", "steal_presents.steals", 3),
            Self::TargetLacksPresent { .. } => RejectInfo::refused("TARGET_LACKS_PRESENT", "PM-60"),
            Self::NoDecisionOwed => RejectInfo::refused("NO_DECISION_OWED", "PM-4"),
        }
    }
}

const CATALOGUE: &[Reason] = &[
    Reason::malformed(INVALID_CONFIG, "An option has an invalid value."),
    Reason::refused(
        "UNKNOWN_SEAT",
        "The seat is not one of the eight seats of the match, 0 to 7.",
    ),
    Reason::refused("MATCH_FINISHED", "The match is over and accepts no more actions."),
    Reason::refused(
        "WRONG_ACTION",
        "The action belongs to another phase; send the one that the seat's pending decision names.",
    ),
    Reason::refused(
        "ALREADY_SUBMITTED",
        "The seat's submission for this step is final; wait for the next step.",
    ),
    Reason::malformed("SELECTION_COUNT", "A selection names exactly five presents."),
    Reason::malformed(
        "UNKNOWN_PRESENT",
        "An entry of a selection is unset, unknown or not one of the letters A to J.",
    ),
    Reason::malformed(
        "DUPLICATE_PRESENT",
        "An entry of a selection repeats an earlier one; the five presents must be different.",
    ),
    Reason::malformed(
        "PASS_COUNT",
        "A pass names exactly three presents: for the first, second and third seat below.",
    ),
    Reason::malformed(
        "BAD_PRESENT_REF",
        "A present is named by a letter A to N, a staleness and layers: 1 to 6 for a K, 0 for every other letter.",
    ),
    Reason::refused(
        "PRESENT_NOT_HELD",
        "The seat's hand holds no present with exactly this letter, staleness and layers.",
    ),
    Reason::refused(
        "NOT_ENOUGH_COPIES",
        "A present is named more often than the seat's hand holds copies of it.",
    ),
    Reason::refused(
        "REPLACEMENT_REQUIRED",
        "In rounds 2 and 3 the submission must also replace one of the three presents that are kept.",
    ),
    Reason::refused(
        "REPLACEMENT_NOT_ALLOWED",
        "In rounds 1 and 5 the submission must come without a replacement.",
    ),
    Reason::refused(
        "REPLACEMENT_NOT_KEPT",
        "Every copy of the present to be discarded is being passed; discard one that is kept.",
    ),
    Reason::refused(
        "UNKNOWN_REPLACEMENT",
        "The letter to take is unset, or not one of the two of this round: K or L in round 2, M or N in round 3.",
    ),
    Reason::malformed(
        "STEAL_COUNT",
        "A theft names exactly three presents: of the first, second and third seat above.",
    ),
    Reason::refused(
        "TARGET_LACKS_PRESENT",
        "The seat to be stolen from held no such present when the round began.",
    ),
    Reason::refused(
        "NO_DECISION_OWED",
        "The seat has no pending decision, so it has no default action either.",
    ),
];
