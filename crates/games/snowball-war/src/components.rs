//! The components of the game.

mod character;
mod dice;
mod obstacle;
mod phase;
mod point;
mod sheet;
mod sight;

use tinsel_engine::{SeatCount, SeatIndex};

pub use character::{ByCharacter, Character, Piece};
pub use dice::{Card, DiceSet, Die, LegalDodge, Slot};
pub use obstacle::Obstacle;
pub(crate) use obstacle::turned;
pub use phase::{DieUse, Phase, Symbol};
pub use point::{Disc, Point};
pub use sheet::{Face, FaceAction, Sheet, Times};
pub(crate) use sight::disc_blocks;

/// The number of seats.
// SW-16
pub const SEATS: u8 = 2;
/// The number of seats, as the engine's type.
pub const SEAT_COUNT: SeatCount = match SeatCount::new(SEATS) {
    Some(count) => count,
    None => panic!("two is a number of seats"),
};
/// The seat with its home edge at x = 0.
pub(crate) const FIRST: SeatIndex = SeatIndex::new(0);
/// The seat with its home edge at x = W.
pub(crate) const SECOND: SeatIndex = SeatIndex::new(1);

/// The other seat.
#[must_use]
pub(crate) const fn other(seat: SeatIndex) -> SeatIndex {
    if seat.get() == FIRST.get() { SECOND } else { FIRST }
}
