//! Actions and phases, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, DefaultFacts, PhaseFacts};

use crate::components::Phase;

/// The name of the submission of a round.
pub(crate) const SUBMIT_ROUND: &str = "submit_round";
/// The name of a vote in the tie-break.
pub(crate) const VOTE_ELIMINATION: &str = "vote_elimination";

pub(crate) const FIRST_SKILL: DefaultFacts = DefaultFacts::new(
    SUBMIT_ROUND,
    "BID_ON_THE_FIRST_SKILL",
    "Bids 1 garnet, or 2 with Even Steven, on the first skill of the list if the seat can bid without a discard, \
     otherwise nothing; designates itself if it must designate; does nothing else.",
);
pub(crate) const ABSTAIN: DefaultFacts = DefaultFacts::new(VOTE_ELIMINATION, "ABSTAIN", "Abstains.");

/// The defaults of inactive seats (section 9 of the rules).
pub(crate) const DEFAULTS: &[DefaultFacts] = &[FIRST_SKILL, ABSTAIN];

/// The actions of pending decisions (sections 6 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    ActionFacts {
        name: SUBMIT_ROUND,
        meaning: "every seat, in each of the 7 rounds: bids on the skills of the round, and uses of its own skills",
        default: FIRST_SKILL.sentence,
        fields: &[SUBMIT_ROUND],
    },
    ActionFacts {
        name: VOTE_ELIMINATION,
        meaning: "every winner, if several seats are tied for the Elimination Candidate: a vote for one of them",
        default: ABSTAIN.sentence,
        fields: &[VOTE_ELIMINATION],
    },
];

/// The phases, which can have durations of their own (section 5 of the rules).
pub(crate) const PHASES: &[PhaseFacts] = &[
    PhaseFacts::new(Phase::Bidding.name(), "every seat submits its sealed bids for a round"),
    PhaseFacts::new(Phase::TieBreak.name(), "the winners vote on the Elimination Candidate"),
];
