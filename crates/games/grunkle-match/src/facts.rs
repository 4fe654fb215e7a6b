//! Actions and phases, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, PhaseFacts};

use crate::components::Phase;

/// The name of the submission of a round.
pub(crate) const SUBMIT_ROUND: &str = "submit_round";
/// The name of a vote in the tie-break.
pub(crate) const VOTE_ELIMINATION: &str = "vote_elimination";

/// The actions of pending decisions (sections 6 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    ActionFacts {
        name: SUBMIT_ROUND,
        meaning: "every seat, in each of the 7 rounds: bids on the skills of the round, and uses of its own skills",
        default: "a bid of 1 (of 2 with Even Steven) on the first skill of the list if the seat can bid without a \
                  discard, otherwise no bid; a designation of itself if one is required; nothing else",
        fields: &[SUBMIT_ROUND],
    },
    ActionFacts {
        name: VOTE_ELIMINATION,
        meaning: "every winner, if several seats are tied for the Elimination Candidate: a vote for one of them",
        default: "an abstention",
        fields: &[VOTE_ELIMINATION],
    },
];

/// The phases, which can have durations of their own (section 5 of the rules).
pub(crate) const PHASES: &[PhaseFacts] = &[
    PhaseFacts::new(Phase::Bidding.name(), "every seat submits its sealed bids for a round"),
    PhaseFacts::new(Phase::TieBreak.name(), "the winners vote on the Elimination Candidate"),
];
