//! Bots. They use only the data of a client: the view and the legal actions.

mod plan;

use crate::components::{Letter, Present};

pub use plan::decide;

/// The approximate value of a letter, without further information.
const fn rough_worth(letter: Letter) -> i64 {
    match letter {
        Letter::E => 5,
        Letter::A | Letter::B | Letter::F | Letter::H | Letter::J | Letter::K | Letter::M => 4,
        Letter::C | Letter::D | Letter::G | Letter::I => 3,
        Letter::L | Letter::N => 2,
    }
}

/// The approximate value of a present for its holder.
fn rough_value(present: Present) -> i64 {
    rough_worth(present.letter()).saturating_sub(i64::from(present.staleness().get()))
}
