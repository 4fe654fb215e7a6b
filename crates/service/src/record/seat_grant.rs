//! A seat as it was given to one player.

use tinsel_engine::SeatIndex;

/// A seat, from the moment that a player takes it until the player leaves it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SeatGrant {
    pub(crate) seat: SeatIndex,
    /// Counts the players of the seat, from a number that is drawn for the match. So a token is of no use in a later match
    /// that comes to have the same id.
    pub(crate) number: u32,
}
