//! A seat as it was given to one player.

use tinsel_engine::SeatIndex;

/// Somebody's time at a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SeatGrant {
    pub(crate) seat: SeatIndex,
    /// Which sitting: counted on, each time the seat is left, from a number that is drawn for the match. So a token is of no
    /// use in a later match that comes to have the same id.
    pub(crate) number: u32,
}
