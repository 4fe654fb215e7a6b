//! Options and actions, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, OptionFacts, PhaseFacts};

use crate::components::Phase;

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[OptionFacts] = &[
    OptionFacts {
        name: "seats",
        meaning: "how many play; asked for as the match's number of seats, beside its configuration",
        default: "7",
        valid: "7",
    },
    OptionFacts {
        name: "starting_garnets",
        meaning: "the garnets each seat starts with; public",
        default: "20",
        valid: "1 to 1000",
    },
    OptionFacts {
        name: "starting_garnets_per_seat",
        meaning: "the garnets each seat starts with, seat by seat, in place of the amount for all; public",
        default: "empty: the amount for all",
        valid: "empty, or 7 entries of 0 to 1000, not all 0",
    },
    OptionFacts {
        name: "death_match_info",
        meaning: "what the winner of Whispers of the Vortex is told, and nobody else; it is never shown again",
        default: "empty: there is no information",
        valid: "up to 2000 Unicode code points",
    },
];

/// The actions that a seat can owe (sections 6 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    ActionFacts {
        name: SUBMIT_ROUND,
        meaning: "owed by every seat in each of the 7 rounds: bids on the skills of the round's list, and what its own \
                  skills allow or demand",
        default: "one bid of 1 (of 2 with Even Steven) on the first skill of the list if the seat can bid without a \
                  discard, otherwise none; a designation of itself if it owes one; nothing else",
        fields: &[SUBMIT_ROUND],
    },
    ActionFacts {
        name: VOTE_ELIMINATION,
        meaning: "owed by every winner if several seats are tied for the Elimination Candidate: one of them",
        default: "it abstains",
        fields: &[VOTE_ELIMINATION],
    },
];

/// The name of the submission of a round.
pub(crate) const SUBMIT_ROUND: &str = "submit_round";
/// The name of a vote in the tie-break.
pub(crate) const VOTE_ELIMINATION: &str = "vote_elimination";

/// The phases, which can have durations of their own (section 5 of the rules).
pub(crate) const PHASES: &[PhaseFacts] = &[
    PhaseFacts {
        name: Phase::Bidding.name(),
        meaning: "every seat submits its sealed bids for a round",
    },
    PhaseFacts {
        name: Phase::TieBreak.name(),
        meaning: "the winners vote on the Elimination Candidate",
    },
];
