//! Actions and phases, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, DefaultFacts, PhaseFacts};

use crate::components::Phase;

/// The name of the decision in the pregame.
pub(crate) const SELECT_PRESENTS: &str = "select_presents";
/// The name of the decision in rounds 1, 2, 3 and 5.
pub(crate) const PASS_PRESENTS: &str = "pass_presents";
/// The name of the decision in round 4.
pub(crate) const STEAL_PRESENTS: &str = "steal_presents";

/// The sentence of a default that passes.
macro_rules! passes {
    ($then:literal) => {
        concat!(
            "Passes, of its hand in canonical order, present 1 to the first below, present 2 to the second below and ",
            "present 3 to the third below",
            $then
        )
    };
}

pub(crate) const A_TO_E: DefaultFacts = DefaultFacts::new(SELECT_PRESENTS, "SELECT_A_TO_E", "Selects A, B, C, D, E.");
pub(crate) const FIRST_THREE: DefaultFacts = DefaultFacts::new(PASS_PRESENTS, "PASS_FIRST_THREE", passes!("."));
pub(crate) const TAKE_L: DefaultFacts = DefaultFacts::new(
    PASS_PRESENTS,
    "PASS_FIRST_THREE_TAKE_L",
    passes!("; discards present 4 and takes L."),
);
pub(crate) const TAKE_M: DefaultFacts = DefaultFacts::new(
    PASS_PRESENTS,
    "PASS_FIRST_THREE_TAKE_M",
    passes!("; discards present 4 and takes M."),
);
pub(crate) const STEAL: DefaultFacts = DefaultFacts::new(
    STEAL_PRESENTS,
    "STEAL_FIRST_SECOND_THIRD",
    "Steals, of the victim's hand in canonical order, present 1 from the first above, present 2 from the second above \
     and present 3 from the third above.",
);

/// The defaults of inactive seats (section 9 of the rules).
pub(crate) const DEFAULTS: &[DefaultFacts] = &[A_TO_E, FIRST_THREE, TAKE_L, TAKE_M, STEAL];

/// The actions of pending decisions (sections 6 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    ActionFacts {
        name: SELECT_PRESENTS,
        meaning: "every seat, in the pregame: five different letters of A to J",
        default: A_TO_E.sentence,
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
        default: STEAL.sentence,
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
