//! Options and actions, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, OptionFacts, PhaseFacts};

use crate::components::Phase;

const fn option(name: &'static str, meaning: &'static str, default: &'static str, valid: &'static str) -> OptionFacts {
    OptionFacts {
        name,
        meaning,
        default,
        valid,
    }
}

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[OptionFacts] = &[
    option(
        "seats",
        "how many play; asked for as the match's number of seats, beside its configuration",
        "2",
        "2",
    ),
    option(
        "field_depth",
        "how far the two home edges are apart, in mm",
        "500",
        "200 to 2000; at least move_distance + 3 snowman_radius + 4 character_radius + contact_gap, and at least \
         4 (snowman_radius + character_radius) + 60",
    ),
    option(
        "field_breadth",
        "how long the home edges are, in mm",
        "300",
        "200 to 2000; at least 24 character_radius + 2 snowman_radius - 6",
    ),
    option("move_distance", "how far a move reaches, in mm", "88", "40 to 400"),
    option(
        "snowball_distance",
        "how far a snowball flies, in mm",
        "148",
        "40 to 2000",
    ),
    option(
        "character_radius",
        "the radius of a character's base, in mm",
        "10",
        "5 to 20",
    ),
    option(
        "snowman_radius",
        "the radius of a snowman's base, in mm",
        "15",
        "5 to 40, and not below character_radius",
    ),
    option(
        "contact_gap",
        "how far from the base of its snowman a character may be deployed, in mm",
        "1",
        "0 to 5",
    ),
    option(
        "obstacle_count",
        "how many obstacles are generated; some may be left out where there is no room",
        "unset: 6 to 8, drawn",
        "0 to 8; not together with obstacles",
    ),
    option(
        "obstacles",
        "the obstacles, in place of generated ones; an empty list is an open field",
        "unset: generated",
        "up to 12 circles (radius 1 to 200) and rectangles, between the home strips of depth \
         2 (snowman_radius + character_radius)",
    ),
    option(
        "snowmen_block_sight",
        "whether snowmen are in the way of throws",
        "true",
        "true or false",
    ),
    option("first_picker", "who picks first", "RANDOM", "RANDOM, SEAT_0 or SEAT_1"),
    option(
        "snowman_limit",
        "with how many tokens a snowman is knocked out",
        "4",
        "1 to 12",
    ),
    option("turn_limit", "after how many turns the match ends", "30", "1 to 200"),
    option(
        "sheets",
        "scarf numbers and faces of characters, in place of the usual ones",
        "empty: the usual ones",
        "each character once; scarf 1 to 9; six faces with action THROW, MOVE or NONE, times 1 or 2 (1 with NONE)",
    ),
];

const fn action(
    name: &'static str,
    meaning: &'static str,
    default: &'static str,
    fields: &'static [&'static str],
) -> ActionFacts {
    ActionFacts {
        name,
        meaning,
        default,
        fields,
    }
}

/// The actions that a seat can owe (sections 5 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    action(
        PICK_CHARACTER,
        "owed by the seats in turns, from the first picker on: one of the characters that are left",
        "the first of them in canonical order",
        &[PICK_CHARACTER],
    ),
    action(
        DEPLOY,
        "owed by the first picker, then by the other seat: where its snowman and its three characters stand",
        "the snowman at the middle of the home edge, the characters before it and at its sides",
        &[DEPLOY],
    ),
    action(
        REROLL,
        "owed by each seat with dice, in secret: which of them are rolled once more",
        "none",
        &[REROLL],
    ),
    action(
        ALLOCATE,
        "owed by each seat with two or more characters in play, in secret: two dice for each of them",
        "dice 0 and 1, 2 and 3, 4 and 5 in canonical order of the characters",
        &[ALLOCATE],
    ),
    action(
        ACT,
        "owed by the active seat: a throw, a move, a die to discard, a double throw, or the ability of a character",
        "the first die of the first character, in canonical order, that has one is discarded",
        &[
            "throw_snowball",
            "move",
            "discard_die",
            "double_throw",
            "force_reroll",
            "swap_places",
            "rush_snowman",
        ],
    ),
    action(
        REACT,
        "owed by the owner of what would be hit, if there is a choice: DODGE, INTERCEPT or TAKE_HIT",
        "TAKE_HIT",
        &[REACT],
    ),
    action(
        THROW_AGAIN,
        "owed by the active seat after the first throw of a double symbol: a second one, or SKIP",
        "SKIP",
        &[THROW_AGAIN, "skip"],
    ),
    action(
        MOVE_AGAIN,
        "owed by the active seat after the first move of a double symbol: a second one, or SKIP",
        "SKIP",
        &[MOVE_AGAIN, "skip"],
    ),
    action(
        RETURN_CHARACTERS,
        "owed by a seat whose characters have lost their last token: where on the home edge they come back",
        "each as near to the middle of the edge as there is room",
        &[RETURN_CHARACTERS],
    ),
];

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

/// The phases, which can have durations of their own (section 5 of the rules).
pub(crate) const PHASES: &[PhaseFacts] = &[
    PhaseFacts {
        name: Phase::Draft.name(),
        meaning: "a seat picks a character",
    },
    PhaseFacts {
        name: Phase::Deploy.name(),
        meaning: "a seat places its snowman and its characters",
    },
    PhaseFacts {
        name: Phase::Reroll.name(),
        meaning: "both seats choose in secret which dice to re-roll",
    },
    PhaseFacts {
        name: Phase::Allocate.name(),
        meaning: "both seats allocate their dice in secret",
    },
    PhaseFacts {
        name: Phase::Action.name(),
        meaning: "the active seat acts with a die",
    },
    PhaseFacts {
        name: Phase::Reaction.name(),
        meaning: "the owner of a target reacts to a hit",
    },
    PhaseFacts {
        name: Phase::ThrowAgain.name(),
        meaning: "a seat may throw a second time",
    },
    PhaseFacts {
        name: Phase::MoveAgain.name(),
        meaning: "a seat may move a second time",
    },
    PhaseFacts {
        name: Phase::Return.name(),
        meaning: "a seat brings its characters back",
    },
];
