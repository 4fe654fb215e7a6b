//! Positions as they are written on paper, and other worlds for whoever tests what is hidden.
//!
//! [`Position`] sets up, each in a line:
//!
//! - where the match is: options, pregame, round or end, and the list;
//! - what the seats have: hands, layers and staleness included, and points;
//! - what was before: the selections, with their defaults;
//! - what is in: the submissions and defaults of this step, sealed;
//! - the next draws: [`Position::resolve`] ends the step with the given draws, which have the names
//!   [`DRAW_OF_THE_LIST`] and [`DRAW_OF_A_THEFT`].
//!
//! Only with the feature `testkit`. Everything here may panic: it is for tests.
#![expect(
    clippy::panic,
    reason = "a position that cannot be set up stops the test that wants it"
)]

mod nonsense;
mod position;
mod words;
mod worlds;

pub use nonsense::nonsense;
pub use position::Position;
pub use words::{hand, list, pass, present, references, select, steal, swap};
pub(crate) use worlds::forget;
pub use worlds::{redeal, rotated};

/// The name of the seven draws of the list (PM-16).
pub const DRAW_OF_THE_LIST: &str = crate::components::DRAW_OF_THE_LIST;
/// The name of the draw that replaces a present that is gone (PM-62): one, below the number of presents left.
pub const DRAW_OF_A_THEFT: &str = crate::rules::DRAW_OF_A_THEFT;
