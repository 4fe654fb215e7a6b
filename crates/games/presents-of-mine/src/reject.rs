//! Why an action is refused.

use std::fmt;

use tinsel_engine::{RejectCode, SeatIndex};

use crate::{
    components::{Letter, Phase, Present, Round},
    facts::{PASS_PRESENTS, SELECT_PRESENTS, STEAL_PRESENTS},
};

/// Why an action is refused.
#[derive(Clone, PartialEq, Eq, RejectCode)]
pub enum Rejected {
    /// The match has only the seats 0 to 7.
    #[refused(
        rule = "PM-1",
        sentence = "There is no such seat in this match; seats are 0 to 7.",
        remedy = "No call is answered with it."
    )]
    NotASeat,
    /// The match is over.
    #[refused(
        rule = "PM-66",
        sentence = "The match is over; no more actions are accepted.",
        remedy = "Send no more actions."
    )]
    MatchOver,
    /// The action belongs to another phase.
    #[refused(
        rule = "PM-2",
        sentence("This phase expects {}.", action_name(*expected)),
        remedy = "Send the action that the error message names."
    )]
    WrongPhase {
        /// The phase.
        expected: Phase,
    },
    /// The seat has already submitted in this step, and the submission is final.
    #[refused(
        rule = "PM-5",
        sentence = "Your submission for this step is already in and final.",
        remedy = "Wait for the next step."
    )]
    AlreadySubmitted,
    /// The selection does not have exactly five letters.
    #[malformed(
        rule = "PM-10",
        field = format!("{SELECT_PRESENTS}.letters"),
        sentence = "Select exactly five presents.",
        remedy = "Select exactly five letters.",
        limit = 5_u64
    )]
    SelectionCount,
    /// A letter of the selection is unspecified, unknown, or not from A to J.
    #[malformed(
        rule = "PM-10",
        field = letter_path(*index),
        sentence = "Only the presents A to J can be selected.",
        remedy = "Select letters from A to J."
    )]
    UnknownPresent {
        /// The index.
        index: usize,
    },
    /// A letter is selected twice.
    #[malformed(
        rule = "PM-10",
        field = letter_path(*index),
        sentence = "The five presents must be different.",
        remedy = "Select five different letters."
    )]
    DuplicatePresent {
        /// The entry that repeats an earlier one.
        index: usize,
    },
    /// The action does not pass exactly three presents.
    #[malformed(
        rule = "PM-21",
        field = format!("{PASS_PRESENTS}.passes"),
        sentence = "Pass exactly three presents: one each to the first, second and third player below you.",
        remedy = "Pass exactly three presents.",
        limit = 3_u64
    )]
    PassCount,
    /// A reference to a present is missing or invalid.
    #[malformed(
        rule = "PM-9",
        field = field.path(),
        sentence = "Name a present by letter and staleness; a Kaboom Present also by its layers (1–6), all others with layers 0.",
        remedy = "Send the letter, the staleness, and the layers: 1 to 6 for a K, 0 for other letters."
    )]
    BadPresentRef {
        /// The field of the reference.
        field: Field,
    },
    /// The hand does not contain the named present.
    #[refused(
        rule = field.holding_rule(),
        sentence = "You do not hold {present}.",
        remedy = "Name presents of the hand in the legal actions."
    )]
    PresentNotHeld {
        /// The field that names it.
        field: Field,
        /// The named present.
        present: Present,
    },
    /// The action names more copies of a present than the hand contains.
    #[refused(
        rule = "PM-21",
        sentence = "You hold only {held} of {present}.",
        remedy = "Name fewer copies.",
        limit = *held
    )]
    NotEnoughCopies {
        /// The named present.
        present: Present,
        /// Number of copies in the hand.
        held: usize,
    },
    /// Rounds 2 and 3 require the replacement of a kept present.
    #[refused(
        rule = "PM-54",
        sentence = "This round you must also replace one of the presents you keep.",
        remedy = "Set `replacement`."
    )]
    ReplacementRequired,
    /// Rounds 1 and 5 have no replacement.
    #[refused(
        rule = "PM-6",
        sentence = "There is no replacement in this round.",
        remedy = "Do not set `replacement`."
    )]
    ReplacementNotAllowed,
    /// The action passes the present that it discards.
    #[refused(
        rule = "PM-54",
        sentence = "{present} is being passed; replace one of the three presents you keep.",
        remedy = "Discard a present that the seat keeps."
    )]
    ReplacementNotKept {
        /// The present to discard.
        present: Present,
    },
    /// The letter to take is unspecified, or not available in this round.
    #[refused(
        rule = rule_of(*round),
        sentence("In this round you can take {} or {}.", takes[0], takes[1]),
        remedy = "Take one of the two letters that the error message names."
    )]
    UnknownReplacement {
        /// The round.
        round: Round,
        /// The two letters of the round.
        takes: [Letter; 2],
    },
    /// The action does not name exactly three presents to steal.
    #[malformed(
        rule = "PM-60",
        field = format!("{STEAL_PRESENTS}.steals"),
        sentence = "Name exactly three presents: one of the first, second and third player above you.",
        remedy = "Name exactly three presents.",
        limit = 3_u64
    )]
    StealCount,
    /// The published hand of the victim does not contain the named present.
    #[refused(
        rule = "PM-60",
        sentence("Player {} does not hold {present}.", victim.get()),
        remedy = "Name a present of the victim's hand in the legal actions."
    )]
    TargetLacksPresent {
        /// The seat to steal from.
        victim: SeatIndex,
        /// The named present.
        present: Present,
    },
    /// The seat has no pending decision, so it has no default action.
    #[refused(
        rule = "PM-4",
        sentence = "This seat has no pending decision.",
        remedy = "No call is answered with it."
    )]
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
pub enum Field {
    /// One of the passes.
    Pass(usize),
    /// The discarded present of the replacement.
    Discard,
    /// One of the thefts.
    Steal(usize),
}

impl Field {
    /// The rule by which the seat must hold the present of this field.
    const fn holding_rule(self) -> &'static str {
        match self {
            Self::Pass(_) => "PM-21",
            Self::Discard => "PM-54",
            Self::Steal(_) => "PM-60",
        }
    }

    fn path(self) -> String {
        match self {
            Self::Pass(index) => format!("{PASS_PRESENTS}.passes[{index}]"),
            Self::Discard => format!("{PASS_PRESENTS}.replacement.discard"),
            Self::Steal(index) => format!("{STEAL_PRESENTS}.steals[{index}]"),
        }
    }
}

/// The name of the expected action of a phase.
pub(crate) const fn action_name(phase: Phase) -> &'static str {
    match phase {
        Phase::PregameSelection => SELECT_PRESENTS,
        Phase::Passing => PASS_PRESENTS,
        Phase::Stealing => STEAL_PRESENTS,
        Phase::Finished => "nothing",
    }
}

/// The rule about the replacement of this round.
const fn rule_of(round: Round) -> &'static str {
    match round {
        Round::CleaningSupplies => "PM-58",
        Round::Theme | Round::BombSquad | Round::Yoink | Round::Monopoly => "PM-54",
    }
}

fn letter_path(index: usize) -> String {
    format!("{SELECT_PRESENTS}.letters[{index}]")
}
