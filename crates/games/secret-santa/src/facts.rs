//! Options and decisions, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, OptionFacts, PhaseFacts};

use crate::components::Phase;

/// The options, in the order in which they are checked (section 4 of the rules).
pub(crate) const OPTIONS: &[OptionFacts] = &[
    OptionFacts {
        name: "seats",
        meaning: "how many play; asked for as the match's number of seats, beside its configuration",
        default: "none: it must be said",
        valid: "3 to 8",
    },
    OptionFacts {
        name: "deals",
        meaning: "how many deals are played; points of all deals are added",
        default: "3",
        valid: "1 to 20",
    },
    OptionFacts {
        name: "elves",
        meaning: "how many Elves are in the deck",
        default: "3",
        valid: "0 to 8",
    },
    OptionFacts {
        name: "specials",
        meaning: "which other special cards are in the deck, one of each",
        default: "all seven; SANTA, TREE and FRUITCAKE with 3 players",
        valid: "a list, perhaps empty, of SANTA, TREE, FRUITCAKE, SCROOGE, CAROL, MOUSE, GHOST, each at most once; with \
                3 players only of the first three",
    },
    OptionFacts {
        name: "first_dealer",
        meaning: "the seat that deals first; the seat to its left leads",
        default: "drawn by chance",
        valid: "a seat of the match, from 0",
    },
    OptionFacts {
        name: "auto_final_gift",
        meaning: "whether \"Final Gift!\" is declared for everybody, so that nobody can forget it",
        default: "false",
        valid: "true, false",
    },
];

/// The name of the decision before the first round of a deal.
pub(crate) const ANSWER_FRUITCAKE: &str = "answer_fruitcake";
/// The name of a turn.
pub(crate) const TAKE_TURN: &str = "take_turn";
/// The name of the decision after another seat's turn.
pub(crate) const ANSWER_HOLLY: &str = "answer_holly";
/// The name of the decision between rounds.
pub(crate) const ANSWER_SNOW: &str = "answer_snow";

/// The decisions that a seat can owe (sections 5, 6 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    ActionFacts {
        name: ANSWER_FRUITCAKE,
        meaning: "owed by every seat before the first round of a deal",
        default: "to decline",
        fields: &["play_fruitcake", "decline"],
    },
    ActionFacts {
        name: TAKE_TURN,
        meaning: "owed by one seat; a seat that leads cannot pass",
        default: "to pass; when leading, one gift of the lowest value held, or without any gift one special card",
        fields: &["play_gifts", "play_zeros", "play_santa", "pass_turn"],
    },
    ActionFacts {
        name: ANSWER_HOLLY,
        meaning: "owed by every eligible seat after another seat's turn, whatever it holds",
        default: "to decline, for this window",
        fields: &["play_carol", "play_mouse", "play_ghost", "decline"],
    },
    ActionFacts {
        name: ANSWER_SNOW,
        meaning: "owed by every eligible seat between two rounds, whatever it holds",
        default: "to decline",
        fields: &["play_tree", "play_scrooge", "decline"],
    },
    ActionFacts {
        name: "withdraw_decline",
        meaning: "owed by nobody, and possible at any time for a seat with a standing decline: ends it",
        default: "the decline stands",
        fields: &["withdraw_decline"],
    },
];

/// The phases, which can have durations of their own (section 5 of the rules).
pub(crate) const PHASES: &[PhaseFacts] = &[
    PhaseFacts {
        name: Phase::Fruitcake.name(),
        meaning: "sealed answers at the start of a deal: whether the Fruitcake is played",
    },
    PhaseFacts {
        name: Phase::Turn.name(),
        meaning: "a turn",
    },
    PhaseFacts {
        name: Phase::Holly.name(),
        meaning: "sealed answers after a turn: Holly cards",
    },
    PhaseFacts {
        name: Phase::Snow.name(),
        meaning: "sealed answers between rounds: Snow cards",
    },
];
