//! Positions in a short notation, and other worlds for tests of hidden information.
//!
//! [`Position`] sets up these facts, each by one call:
//!
//! - the stage: options, deal, round, the seat that leads or has its turn, or an open Fruitcake window;
//! - the possessions: hands as in the worked examples, forgotten Final Gifts, standing declines, totals;
//! - the past: standing plays, the seats that have passed, played, are barred or out, the last play.
//!
//! Cards that are in no hand and not on the table are in the discard pile, so they are not at large. The builder
//! refuses positions that no match can reach.
//!
//! Only with the feature `testkit`. It is for tests only, so every function may panic.
#![expect(
    clippy::panic,
    reason = "what cannot be set up or dealt stops the test that wants it"
)]

mod position;
mod refusals;
mod rotation;
mod script;
mod setups;
mod words;
mod worlds;

pub use position::Position;
pub use refusals::checked_positions;
pub use rotation::{rotated, rotated_action};
pub use script::play;
pub use setups::{bounds, setups};
pub use words::{act, cards, special, written};
pub use worlds::redeal;
