//! Options and actions, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, OptionFacts, PhaseFacts};

use crate::components::Phase;

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[OptionFacts] = &[
    OptionFacts {
        name: "seats",
        meaning: "the number of seats; a field of the request, not of the game's options",
        default: "7",
        valid: "7",
    },
    OptionFacts {
        name: "starting_garnets",
        meaning: "the garnets of each seat at the start; public",
        default: "20",
        valid: "1 to 1000",
    },
    OptionFacts {
        name: "starting_garnets_per_seat",
        meaning: "the garnets of each seat at the start, one entry for each seat, in place of one amount for all; \
                  public",
        default: "empty: the amount for all",
        valid: "empty, or 7 entries of 0 to 1000, not all 0",
    },
    OptionFacts {
        name: "death_match_info",
        meaning: "the text that only the winner of Whispers of the Vortex receives, once",
        default: "empty: no text",
        valid: "up to 2000 Unicode code points",
    },
];

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
