//! One decision of a match, real or by default.

use tinsel_engine::SeatIndex;

/// One decision of a match: a seat acts, or stays away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<A> {
    /// The seat asks for this.
    Act(SeatIndex, A),
    /// The seat's default is applied.
    Absent(SeatIndex),
}

impl<A> Step<A> {
    /// The seat with this number asks for `action`.
    #[must_use]
    pub const fn act(seat: u8, action: A) -> Self {
        Self::Act(SeatIndex::new(seat), action)
    }

    /// The seat with this number stays away.
    #[must_use]
    pub const fn absent(seat: u8) -> Self {
        Self::Absent(SeatIndex::new(seat))
    }

    /// Whose decision it is.
    #[must_use]
    pub const fn seat(&self) -> SeatIndex {
        match self {
            Self::Act(seat, _) | Self::Absent(seat) => *seat,
        }
    }
}
