//! Positions in a short notation, and other worlds for tests of hidden information.
//!
//! [`Position`] sets up these facts, each by one call:
//!
//! - the stage: options, pregame, round or end, and the list;
//! - the possessions: hands with layers and staleness, and points;
//! - the past: the selections, with their defaults;
//! - the sealed submissions and defaults of this step;
//! - the next draws: [`Position::resolve`] ends the step with the given draws, which have the names
//!   [`DRAW_OF_THE_LIST`] and [`DRAW_OF_A_THEFT`].
//!
//! Only with the feature `testkit`. It is for tests only, so every function may panic.
#![expect(
    clippy::panic,
    reason = "a position that cannot be set up stops the test that wants it"
)]

mod position;
mod refusals;
mod rotation;
mod setups;
mod words;
mod worlds;

pub use position::Position;
pub use refusals::checked_positions;
pub use rotation::rotated;
pub use setups::{bounds, setups};
pub use words::{hand, list, pass, present, references, select, steal, swap};
pub use worlds::redeal;

/// The name of the seven draws of the list (PM-16).
pub const DRAW_OF_THE_LIST: &str = crate::components::DRAW_OF_THE_LIST;
/// The name of the draw that replaces a stolen present (PM-62): one draw, below the number of presents left.
pub const DRAW_OF_A_THEFT: &str = crate::rules::DRAW_OF_A_THEFT;
