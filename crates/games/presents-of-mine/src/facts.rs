//! Options and actions, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, OptionFacts, PhaseFacts};

use crate::components::Phase;

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[OptionFacts] = &[
    OptionFacts {
        name: "seats",
        meaning: "how many play; asked for as the match's number of seats, beside its configuration",
        default: "8",
        valid: "8",
    },
    OptionFacts {
        name: "list_reveal",
        meaning: "when the list, the order of the seats in the loop, becomes known",
        default: "AFTER_SELECTION",
        valid: "AFTER_SELECTION, BEFORE_SELECTION",
    },
    OptionFacts {
        name: "pregame_hands",
        meaning: "whether selections, hands and scores of the pregame are public at once or at the end of round 1",
        default: "PUBLIC",
        valid: "PUBLIC, PRIVATE",
    },
    OptionFacts {
        name: "round3_majority",
        meaning: "whether the more often taken of M and N enters with staleness 2",
        default: "APPLY",
        valid: "APPLY, SKIP",
    },
];

/// The actions that a seat can owe (sections 6 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    ActionFacts {
        name: "select_presents",
        meaning: "owed by every seat in the pregame: five different letters of A to J",
        default: "A, B, C, D, E",
        fields: &["select_presents"],
    },
    ActionFacts {
        name: "pass_presents",
        meaning: "owed by every seat in rounds 1, 2, 3 and 5: three presents of the hand, for the first, second and \
                  third seat below; in rounds 2 and 3 also a kept present to discard and a letter to take",
        default: "the first three presents of the hand, in canonical order; in rounds 2 and 3 the fourth is discarded \
                  and L or M taken",
        fields: &["pass_presents"],
    },
    ActionFacts {
        name: "steal_presents",
        meaning: "owed by every seat in round 4: one present of the first, second and third seat above",
        default: "from the d-th above the d-th present of its hand, for d = 1, 2, 3",
        fields: &["steal_presents"],
    },
];

/// The phases, which can have durations of their own (section 5 of the rules).
pub(crate) const PHASES: &[PhaseFacts] = &[
    PhaseFacts {
        name: Phase::PregameSelection.name(),
        meaning: "every seat selects five presents",
    },
    PhaseFacts {
        name: Phase::Passing.name(),
        meaning: "rounds 1, 2, 3 and 5: every seat passes three presents, and in rounds 2 and 3 replaces one",
    },
    PhaseFacts {
        name: Phase::Stealing.name(),
        meaning: "round 4: every seat steals three presents",
    },
];
