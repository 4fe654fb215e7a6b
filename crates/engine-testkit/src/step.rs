//! One decision of a match, real or by default.

use tinsel_engine::SeatIndex;

/// One decision of a match: a seat acts, or its default applies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step<A> {
    /// The seat submits this action.
    Act(SeatIndex, A),
    /// The seat is inactive: its default applies.
    Absent(SeatIndex),
}

impl<A> Step<A> {
    /// A step of the seat with this number, which submits `action`.
    #[must_use]
    pub const fn act(seat: u8, action: A) -> Self {
        Self::Act(SeatIndex::new(seat), action)
    }

    /// A step by default of the seat with this number.
    #[must_use]
    pub const fn absent(seat: u8) -> Self {
        Self::Absent(SeatIndex::new(seat))
    }

    /// The seat that decides.
    #[must_use]
    pub const fn seat(&self) -> SeatIndex {
        match self {
            Self::Act(seat, _) | Self::Absent(seat) => *seat,
        }
    }
}
