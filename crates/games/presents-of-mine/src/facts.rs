//! Actions and phases, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, PhaseFacts};

use crate::components::Phase;

/// The name of the decision in the pregame.
pub(crate) const SELECT_PRESENTS: &str = "select_presents";
/// The name of the decision in rounds 1, 2, 3 and 5.
pub(crate) const PASS_PRESENTS: &str = "pass_presents";
/// The name of the decision in round 4.
pub(crate) const STEAL_PRESENTS: &str = "steal_presents";

/// The actions of pending decisions (sections 6 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    ActionFacts {
        name: SELECT_PRESENTS,
        meaning: "every seat, in the pregame: five different letters of A to J",
        default: "A, B, C, D, E",
        fields: &[SELECT_PRESENTS],
    },
    ActionFacts {
        name: PASS_PRESENTS,
        meaning: "every seat, in rounds 1, 2, 3 and 5: three presents of the hand, for the first, second and third \
                  seat below; in rounds 2 and 3 also a present to discard and a letter to take",
        default: "pass the first three presents of the hand in canonical order; in rounds 2 and 3 also discard the \
                  fourth, and take L or M",
        fields: &[PASS_PRESENTS],
    },
    ActionFacts {
        name: STEAL_PRESENTS,
        meaning: "every seat, in round 4: one present of each of the first, second and third seat above",
        default: "the first present of the first seat above, the second of the second and the third of the third",
        fields: &[STEAL_PRESENTS],
    },
];

/// The phases, which can have durations of their own (section 5 of the rules).
pub(crate) const PHASES: &[PhaseFacts] = &[
    PhaseFacts::new(Phase::PregameSelection.name(), "every seat selects five presents"),
    PhaseFacts::new(
        Phase::Passing.name(),
        "rounds 1, 2, 3 and 5: every seat passes three presents, and in rounds 2 and 3 replaces one",
    ),
    PhaseFacts::new(Phase::Stealing.name(), "round 4: every seat steals three presents"),
];
