//! Facts about a match that the platform provides.

use crate::{SeatIndex, SeatSet};

/// Facts that the platform knows and the game does not store: parameters, never part of the saved state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchContext {
    /// The version of the rules that the match was created with. 1 is the oldest.
    pub rules_version: u32,
    /// The seats that have forfeited. Forfeits take precedence over every rule of a game: these seats rank behind all
    /// others and are never winners. If all seats have forfeited, the ranking by the rules stands, without a winner.
    pub forfeited: SeatSet,
}

impl MatchContext {
    /// A match by this version of the rules in which no seat has forfeited.
    #[must_use]
    pub const fn of_version(rules_version: u32) -> Self {
        Self {
            rules_version,
            forfeited: SeatSet::EMPTY,
        }
    }

    /// The forfeits that events, views and outcomes of the game consider. By version 1 of all rules they consider none;
    /// there the platform changed the outcome afterwards ([`Outcome::forfeited_by`](crate::Outcome::forfeited_by)).
    #[must_use]
    pub const fn considered_forfeits(&self) -> SeatSet {
        match self.rules_version {
            1 => SeatSet::EMPTY,
            _ => self.forfeited,
        }
    }

    /// Whether a seat of this rank is a winner by these rules of precedence.
    #[must_use]
    pub const fn wins(&self, seat: SeatIndex, rank: u8) -> bool {
        rank == 1 && !self.considered_forfeits().contains(seat)
    }
}
