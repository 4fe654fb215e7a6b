//! The eight seats in a loop.

use serde::{Deserialize, Serialize};
use tinsel_engine::{Chance, SeatIndex};

use super::{Distance, Round, SEATS};

/// The list, top to bottom: every seat once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "[u8; 8]", into = "[u8; 8]")]
pub struct List([SeatIndex; 8]);

/// The name of the seven draws that shuffle the list.
pub(crate) const DRAW_OF_THE_LIST: &str = "PM-16 list";

impl List {
    /// The list of these seats, or `None` if it is not every seat once.
    #[must_use]
    pub fn new(order: [u8; 8]) -> Option<Self> {
        let complete = (0..SEATS).all(|seat| order.contains(&seat));
        complete.then(|| Self(order.map(SeatIndex::new)))
    }

    /// A random list.
    // PM-16: seven draws, downwards from the last entry.
    pub(crate) fn draw(chance: &mut dyn Chance) -> Self {
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7].map(SeatIndex::new);
        chance.shuffle(DRAW_OF_THE_LIST, &mut order);
        Self(order)
    }

    /// The seats, top to bottom.
    #[must_use]
    pub const fn order(&self) -> &[SeatIndex; 8] {
        &self.0
    }

    /// The seats, top to bottom.
    pub fn iter(&self) -> impl Iterator<Item = SeatIndex> {
        self.0.iter().copied()
    }

    /// The list read from bottom to top.
    // PM-20
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// This list, as it was drawn, in its order of `round`.
    // PM-20, PM-R12: reversed once, at the start of round 3, and not back.
    #[must_use]
    pub(crate) fn in_round(self, round: Round) -> Self {
        if round.has_reversed_list() {
            self.reversed()
        } else {
            self
        }
    }

    /// The seat at this distance further down; after the bottom comes the top.
    // PM-17, PM-R9
    #[must_use]
    pub fn below(&self, seat: SeatIndex, distance: Distance) -> SeatIndex {
        self.further(seat, usize::from(distance.get()))
    }

    /// The seat at this distance further up; after the top comes the bottom.
    // PM-17
    #[must_use]
    pub fn above(&self, seat: SeatIndex, distance: Distance) -> SeatIndex {
        self.further(seat, usize::from(SEATS.saturating_sub(distance.get())))
    }

    /// The three below, first to third.
    #[must_use]
    pub fn three_below(&self, seat: SeatIndex) -> [SeatIndex; 3] {
        Distance::ALL.map(|distance| self.below(seat, distance))
    }

    /// The three above, first to third.
    #[must_use]
    pub fn three_above(&self, seat: SeatIndex) -> [SeatIndex; 3] {
        Distance::ALL.map(|distance| self.above(seat, distance))
    }

    /// The two neighbours in the loop.
    // PM-18, PM-R10
    #[must_use]
    pub fn adjacent(&self, seat: SeatIndex) -> [SeatIndex; 2] {
        [self.above(seat, Distance::First), self.below(seat, Distance::First)]
    }

    /// The seat four places away.
    // PM-19, PM-R11
    #[must_use]
    pub fn opposite(&self, seat: SeatIndex) -> SeatIndex {
        self.further(seat, 4)
    }

    fn further(&self, seat: SeatIndex, places: usize) -> SeatIndex {
        let from_seat = self.0.iter().cycle().skip_while(|other| **other != seat);
        // A seat that the match does not have is its own neighbour.
        if self.0.contains(&seat) {
            from_seat.copied().nth(places).unwrap_or(seat)
        } else {
            seat
        }
    }
}

impl TryFrom<[u8; 8]> for List {
    type Error = &'static str;

    fn try_from(order: [u8; 8]) -> Result<Self, Self::Error> {
        Self::new(order).ok_or("the list has every seat once")
    }
}

impl From<List> for [u8; 8] {
    fn from(list: List) -> Self {
        list.0.map(SeatIndex::get)
    }
}
