//! The games behind one type.
//!
//! A caller names a game by [`GameId`], gets an [`AnyGame`] for what needs no match and an [`AnyMatch`] for a running
//! one, and speaks the messages of `tinsel-proto` with both. Inside, each game keeps its own types: they are erased
//! once, here, and `games/<game>` is the only place that knows both a game's types and its messages.

mod action;
mod action_name;
mod any_game;
mod any_match;
mod game_id;
mod games;
mod read_action;
mod refusal;
#[cfg(feature = "testkit")]
pub mod testkit;
mod unloadable;
mod wire;

pub use action::Action;
pub use action_name::action_name;
pub use any_game::{AnyGame, Configured};
pub use any_match::{Acted, AnyMatch, NotActed, Told, Unsavable, WireDecision};
pub use game_id::GameId;
pub use read_action::NotAnAction;
pub use refusal::Refusal;
pub use unloadable::{Unloadable, flaw};
