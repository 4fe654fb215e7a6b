//! All games behind one type.
//!
//! A caller chooses a game by [`GameId`]. It gets an [`AnyGame`] for calls without a match and an [`AnyMatch`] for a
//! running one. Both use the messages of `tinsel-proto`. Each game keeps its own types: they are erased once, here, and
//! only `games/<game>` uses both a game's types and its messages.

mod action;
mod action_name;
mod any_game;
mod any_match;
mod game_id;
mod games;
pub mod presentation;
mod presented_match;
mod read_action;
mod refusal;
#[cfg(feature = "testkit")]
pub mod testkit;
mod unloadable;
mod wire;

pub use action::Action;
pub use action_name::action_name;
pub use any_game::{AnyGame, Configured, NotConfigured};
pub use any_match::{
    Acted, AddressedEvent, AnyMatch, NotActed, NotAnswered, PendingForm, PresentedMatch, Unsavable, WireDecision,
};
pub use game_id::GameId;
pub use read_action::NotAnAction;
pub use refusal::Refusal;
pub use unloadable::{Unloadable, flaw};
