//! Positions as they are written on paper, and other worlds for whoever tests what is hidden.
//!
//! [`Position`] sets up, each in a line:
//!
//! - where the deal is: options, deal, round, the seat that leads or has its turn, or an open Fruitcake window;
//! - what the seats have: hands as in the worked examples, forgotten Final Gifts, standing declines, totals;
//! - what was before: plays that stand, the seats that have passed, played, are barred or out, the last play.
//!
//! What is not listed in a hand or on the table lies in the discard pile, so it is not at large. A position that no match
//! reaches is refused.
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
