//! The contract between a game and the code that runs it.
//!
//! A game is a *value* that implements [`GameEngine`]: it lists pending decisions, validates the actions of seats, and
//! applies them. It does no I/O and reads no clock. Its only source of randomness is [`Chance`], which the match owns.
//!
//! # The life of a match
//!
//! 1. [`GameEngine::configure`] turns requested options (a *draft*) into a checked `Config`.
//! 2. [`GameEngine::start`] gives the first state and its events.
//! 3. While [`GameEngine::owing`] is not empty, seats act. [`GameEngine::resolve`] validates an action and cannot
//!    change anything; [`GameEngine::commit`] applies the result and cannot fail. For an inactive seat,
//!    [`GameEngine::absent`] resolves the default of its decision.
//! 4. [`GameEngine::outcome`] is `Some` exactly when no seat owes a decision.
//!
//! # Visibility
//!
//! Only [`GameEngine::view`], [`GameEngine::legal`], [`GameEngine::pending_decisions`], addressed [`Events`] and
//! refusals leave the server. Each is made for one [`Viewer`]. Two states that differ only in facts hidden from a
//! viewer give that viewer equal answers.
//!
//! # Totality
//!
//! No function of a game panics, for any input. [`never!`] marks impossible branches: it stops a test, and continues
//! with a safe fallback in production.

mod chance;
mod config;
mod decision;
mod event;
mod game;
mod never;
pub mod options;
mod outcome;
pub mod present;
mod redacted;
mod reject;
mod seat;
mod secrecy;

pub use chance::{Chance, MatchRng, Questions, Seed};
pub use config::ConfigError;
pub use decision::{Decision, DefaultAction, DefaultFacts};
pub use event::{Addressed, Audience, Events};
pub use game::{ActionFacts, GameEngine, GameFacts, LabelFacts, PhaseFacts, ScoreOrder};
pub use never::impossible;
pub use outcome::{Label, Outcome, Standing, ranks, wins};
pub use reject::{Fault, Reason, RejectCode, RejectInfo};
pub use seat::{BySeat, SeatCount, SeatIndex, SeatSet, Viewer};
pub use secrecy::{Charge, Hides, Secrecy, SecretStep};
/// Implements [`RejectCode`], `Display` and `Error` out of the attributes of each variant.
pub use tinsel_derive::RejectCode;
/// Converts a type to and from the message of the same name, with the feature `wire` of the game.
pub use tinsel_derive::Wire;
