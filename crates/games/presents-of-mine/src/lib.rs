//! Presents of Mine: eight players pass, score and steal presents in a loop.
//!
//! Before the first round each seat selects five of ten presents; the more seats select one, the staler it starts.
//! Then come five rounds. In each, every seat seals one submission: what it passes to the three seats below it, or in
//! round 4 what it steals from the three above. When the eighth is in, presents move, abilities score, staleness
//! costs, and what was passed gets fresher while the rest gets staler. The highest total after round 5 wins.
//!
//! The rules are `RULES.md`; comments such as `PM-12` name what enforces them.

mod action;
mod components;
mod config;
mod event;
mod legal;
mod reject;
mod text;
mod view;

pub use action::{Action, Move, Passing, Replacement, Sealed, Selection, Swap, Three};
pub use components::{
    Distance, Hand, Held, Layers, Letter, List, NotationError, Phase, Picture, Points, Present, PresentRef, Round,
    SEAT_COUNT, SEATS, Staleness, Step,
};
pub use config::{Asked, Config, Draft, INVALID_CONFIG, ListReveal, PregameHands, Round3Majority};
pub use event::{
    Event, LayersScored, LetterCount, Pass, Passes, Pregame, Ranked, Ranking, Replacements, ScoreLine, Scored,
    ScoredPresent, SeatPasses, Selected, Theft, Thefts,
};
pub use legal::{Legal, Victim};
pub use reject::{PresentField, Rejected};
pub use view::{LastStep, ListView, OwnSubmission, PregameView, SeatView, Transfer, View};
