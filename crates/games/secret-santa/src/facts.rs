//! Actions and phases, described for creators of matches and for client developers.

use tinsel_engine::{ActionFacts, DefaultFacts, PhaseFacts};

use crate::components::Phase;

/// The name of the decision before the first round of a deal.
pub(crate) const ANSWER_FRUITCAKE: &str = "answer_fruitcake";
/// The name of a turn.
pub(crate) const TAKE_TURN: &str = "take_turn";
/// The name of the decision after another seat's turn.
pub(crate) const ANSWER_HOLLY: &str = "answer_holly";
/// The name of the decision between rounds.
pub(crate) const ANSWER_SNOW: &str = "answer_snow";
/// The name of the end of a standing decline.
pub(crate) const WITHDRAW_DECLINE: &str = "withdraw_decline";

pub(crate) const NO_FRUITCAKE: DefaultFacts =
    DefaultFacts::new(ANSWER_FRUITCAKE, "DECLINE", "Does not play the Fruitcake.");
pub(crate) const LEAD_LOWEST: DefaultFacts = DefaultFacts::new(
    TAKE_TURN,
    "LEAD_LOWEST",
    "Leads one gift of the lowest value it holds; without any gift one special card, of the first kind it holds of \
     Fruitcake, Elves, Carol, Scrooge, Tree, Ghost, Mouse, Santa. Declares a Final Gift.",
);
pub(crate) const PASS: DefaultFacts = DefaultFacts::new(TAKE_TURN, "PASS", "Passes.");
pub(crate) const NO_HOLLY: DefaultFacts =
    DefaultFacts::new(ANSWER_HOLLY, "DECLINE", "Plays no Holly card after this turn.");
pub(crate) const NO_SNOW: DefaultFacts = DefaultFacts::new(ANSWER_SNOW, "DECLINE", "Plays no Snow card now.");

/// The defaults of inactive seats (section 9 of the rules).
pub(crate) const DEFAULTS: &[DefaultFacts] = &[NO_FRUITCAKE, LEAD_LOWEST, PASS, NO_HOLLY, NO_SNOW];

/// The decisions of seats (sections 5, 6 and 9 of the rules).
pub(crate) const ACTIONS: &[ActionFacts] = &[
    ActionFacts {
        name: ANSWER_FRUITCAKE,
        meaning: "every seat, before the first round of a deal: play the Fruitcake, or decline",
        default: NO_FRUITCAKE.sentence,
        fields: &["play_fruitcake", "decline"],
    },
    ActionFacts {
        name: TAKE_TURN,
        meaning: "one seat: play cards, or pass; a seat that leads cannot pass",
        default: "pass; when leading, play one gift of the lowest value held, or without any gift one special card",
        fields: &["play_gifts", "play_zeros", "play_santa", "pass_turn"],
    },
    ActionFacts {
        name: ANSWER_HOLLY,
        meaning: "every eligible seat, after the turn of another seat, whatever it holds: play a Holly card, or \
                  decline",
        default: NO_HOLLY.sentence,
        fields: &["play_carol", "play_mouse", "play_ghost", "decline"],
    },
    ActionFacts {
        name: ANSWER_SNOW,
        meaning: "every eligible seat, between two rounds, whatever it holds: play a Snow card, or decline",
        default: NO_SNOW.sentence,
        fields: &["play_tree", "play_scrooge", "decline"],
    },
    ActionFacts {
        name: WITHDRAW_DECLINE,
        meaning: "never required; possible at any time for a seat with a standing decline: ends the decline",
        default: "keep the decline",
        fields: &[WITHDRAW_DECLINE],
    },
];

/// The phases, which can have durations of their own (section 5 of the rules).
pub(crate) const PHASES: &[PhaseFacts] = &[
    PhaseFacts::new(
        Phase::Fruitcake.name(),
        "sealed answers at the start of a deal: whether the Fruitcake is played",
    ),
    PhaseFacts::new(Phase::Turn.name(), "a turn"),
    PhaseFacts::new(Phase::Holly.name(), "sealed answers after a turn: Holly cards"),
    PhaseFacts::new(Phase::Snow.name(), "sealed answers between rounds: Snow cards"),
];
