//! Positions as they are written on paper, and other worlds for whoever tests what is hidden.
//!
//! [`Position`] sets up, each in a line:
//!
//! - where the deal is: options, deal, round, who leads or has its turn, or that the Fruitcake window is open;
//! - what the seats have: hands as in the worked examples, forgotten Final Gifts, standing declines, totals;
//! - what was before: plays that stand, who has passed, played, is barred or out, who made the last play.
//!
//! What is not listed in a hand or on the table lies in the discard pile, so it is not at large.
//!
//! Only with the feature `testkit`. Everything here may panic: it is for tests.
#![expect(
    clippy::panic,
    reason = "what cannot be set up or dealt stops the test that wants it"
)]

mod forms;
mod nonsense;
mod position;
mod rotation;
mod words;
mod worlds;

pub use forms::allows;
pub use nonsense::nonsense;
pub use position::Position;
pub use rotation::{rotated, rotated_action};
pub use words::{act, cards, said, special};
pub use worlds::redeal;
