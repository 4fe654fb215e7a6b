//! The contract between a game and whatever runs it.
//!
//! A game is a *value* that implements [`GameEngine`]: it says who owes which decision, judges what a seat asks for,
//! and moves on. It does no I/O, reads no clock and has no chance of its own: everything random comes through
//! [`Chance`], which the match owns.
//!
//! # The life of a match
//!
//! 1. [`GameEngine::configure`] turns options as somebody asked for them (a *draft*) into a checked `Config`.
//! 2. [`GameEngine::start`] gives the first state and its events.
//! 3. While [`GameEngine::owing`] is not empty, seats act. [`GameEngine::resolve`] judges an action and cannot change
//!    anything; [`GameEngine::commit`] applies what was judged and cannot fail. A seat that stays away is moved by
//!    [`GameEngine::absent`], which resolves the default of its decision.
//! 4. [`GameEngine::outcome`] is there exactly when nobody owes anything any more.
//!
//! # Who sees what
//!
//! Only [`GameEngine::view`], [`GameEngine::legal`], [`GameEngine::waiting`], addressed [`Events`] and refusals
//! leave the server. Each is made for one [`Viewer`]. Two states that differ only in what a viewer may not know give
//! that viewer equal answers.
//!
//! # Totality
//!
//! No function of a game panics, whatever it is given. What cannot happen is said with [`never!`], which stops a
//! test and goes on with a safe fallback in production.

mod chance;
mod config;
mod context;
mod decision;
mod event;
mod game;
mod never;
mod outcome;
mod redacted;
mod reject;
mod seat;
mod secrecy;

pub use chance::{Chance, MatchRng, Seed};
pub use config::ConfigError;
pub use context::MatchContext;
pub use decision::{Decision, DefaultAction};
pub use event::{Addressed, Audience, Events};
pub use game::{ActionFacts, GameEngine, GameFacts, LabelFacts, OptionFacts, PhaseFacts, ScoreOrder};
pub use never::impossible;
pub use outcome::{Label, Outcome, Standing, ranks};
pub use reject::{Fault, Reason, RejectCode};
pub use seat::{BySeat, SeatCount, SeatIndex, SeatSet, Viewer};
pub use secrecy::{Charge, Hides, Secrecy, SecretStep};
