//! Decisions and phases, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, DefaultFacts, PhaseFacts};

use crate::components::Phase;

/// The name of a pick.
pub(crate) const PICK_CHARACTER: &str = "pick_character";
/// The name of a deployment.
pub(crate) const DEPLOY: &str = "deploy";
/// The name of a choice of dice.
pub(crate) const REROLL: &str = "reroll";
/// The name of an allocation.
pub(crate) const ALLOCATE: &str = "allocate";
/// The name of the decision in the action phase.
pub(crate) const ACT: &str = "act";
/// The name of a reaction.
pub(crate) const REACT: &str = "react";
/// The name of a second throw.
pub(crate) const THROW_AGAIN: &str = "throw_again";
/// The name of a second move.
pub(crate) const MOVE_AGAIN: &str = "move_again";
/// The name of a return.
pub(crate) const RETURN_CHARACTERS: &str = "return_characters";

pub(crate) const FIRST_CHARACTER: DefaultFacts = DefaultFacts::new(
    PICK_CHARACTER,
    "FIRST_CHARACTER",
    "Picks the first character of the pool in canonical order.",
);
pub(crate) const MIDDLE_OF_THE_EDGE: DefaultFacts = DefaultFacts::new(
    DEPLOY,
    "AT_THE_MIDDLE_OF_THE_EDGE",
    "Places the snowman at the middle of the home edge, and its characters before it and at its sides.",
);
pub(crate) const NO_DICE: DefaultFacts = DefaultFacts::new(REROLL, "NO_DICE", "Re-rolls nothing.");
pub(crate) const IN_ORDER: DefaultFacts = DefaultFacts::new(
    ALLOCATE,
    "IN_ORDER",
    "Gives dice 0 and 1, 2 and 3, 4 and 5 to its characters in canonical order.",
);
pub(crate) const FIRST_DIE: DefaultFacts = DefaultFacts::new(
    ACT,
    "DISCARD_FIRST_DIE",
    "Discards the first die of the first character, in canonical order, that has one.",
);
pub(crate) const TAKE_HIT: DefaultFacts = DefaultFacts::new(REACT, "TAKE_HIT", "Takes the hit.");
pub(crate) const NO_THROW: DefaultFacts = DefaultFacts::new(THROW_AGAIN, "SKIP", "Leaves out the second throw.");
pub(crate) const NO_MOVE: DefaultFacts = DefaultFacts::new(MOVE_AGAIN, "SKIP", "Leaves out the second move.");
pub(crate) const NEAREST: DefaultFacts = DefaultFacts::new(
    RETURN_CHARACTERS,
    "NEAREST_TO_THE_MIDDLE",
    "Brings each character back as near to the middle of the home edge as there is room.",
);

/// The defaults of inactive seats (section 9 of the rules).
pub(crate) const DEFAULTS: &[DefaultFacts] = &[
    FIRST_CHARACTER,
    MIDDLE_OF_THE_EDGE,
    NO_DICE,
    IN_ORDER,
    FIRST_DIE,
    TAKE_HIT,
    NO_THROW,
    NO_MOVE,
    NEAREST,
];

/// The decisions, each with its fields of `Action` (sections 5 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    ActionFacts {
        name: PICK_CHARACTER,
        meaning: "the seats in turn, beginning with the first picker: one of the remaining characters",
        default: FIRST_CHARACTER.sentence,
        fields: &[PICK_CHARACTER],
    },
    ActionFacts {
        name: DEPLOY,
        meaning: "the first picker, then the other seat: the places of its snowman and its three characters",
        default: MIDDLE_OF_THE_EDGE.sentence,
        fields: &[DEPLOY],
    },
    ActionFacts {
        name: REROLL,
        meaning: "each seat with dice, in secret: the dice to roll once more",
        default: NO_DICE.sentence,
        fields: &[REROLL],
    },
    ActionFacts {
        name: ALLOCATE,
        meaning: "each seat with two or more characters in play, in secret: two dice for each of them",
        default: IN_ORDER.sentence,
        fields: &[ALLOCATE],
    },
    ActionFacts {
        name: ACT,
        meaning: "the active seat: a throw, a move, a die to discard, a double throw, or the ability of a character",
        default: FIRST_DIE.sentence,
        fields: &[
            "throw_snowball",
            "move",
            "discard_die",
            "double_throw",
            "force_reroll",
            "swap_places",
            "rush_snowman",
        ],
    },
    ActionFacts {
        name: REACT,
        meaning: "the owner of the target, if there is a choice: DODGE, INTERCEPT or TAKE_HIT",
        default: TAKE_HIT.sentence,
        fields: &[REACT],
    },
    ActionFacts {
        name: THROW_AGAIN,
        meaning: "the active seat, after the first throw of a double symbol: a second throw, or SKIP",
        default: NO_THROW.sentence,
        fields: &[THROW_AGAIN, "skip"],
    },
    ActionFacts {
        name: MOVE_AGAIN,
        meaning: "the active seat, after the first move of a double symbol: a second move, or SKIP",
        default: NO_MOVE.sentence,
        fields: &[MOVE_AGAIN, "skip"],
    },
    ActionFacts {
        name: RETURN_CHARACTERS,
        meaning: "a seat with characters that have lost their last token: their places at the home edge",
        default: NEAREST.sentence,
        fields: &[RETURN_CHARACTERS],
    },
];

/// The phases, which can have durations of their own (section 5 of the rules).
pub(crate) const PHASES: &[PhaseFacts] = &[
    PhaseFacts::new(Phase::Draft.name(), "a seat picks a character"),
    PhaseFacts::new(Phase::Deploy.name(), "a seat places its snowman and its characters"),
    PhaseFacts::new(
        Phase::Reroll.name(),
        "both seats choose in secret which dice to re-roll",
    ),
    PhaseFacts::new(Phase::Allocate.name(), "both seats allocate their dice in secret"),
    PhaseFacts::new(Phase::Action.name(), "the active seat acts with a die"),
    PhaseFacts::new(Phase::Reaction.name(), "the owner of a target reacts to a hit"),
    PhaseFacts::new(Phase::ThrowAgain.name(), "a seat may throw a second time"),
    PhaseFacts::new(Phase::MoveAgain.name(), "a seat may move a second time"),
    PhaseFacts::new(Phase::Return.name(), "a seat brings its characters back"),
];
