//! The grants of the seats: those that tokens prove, and those that were revoked.

use tinsel_engine::SeatIndex;

use super::Setup;
use crate::record::{Host, SeatGrant};

impl Setup {
    /// The number of the first grant of each seat.
    pub(crate) const fn first_grant_number(&self) -> u32 {
        self.first_sitting
    }

    /// The current grant of a seat; of an open seat, the next one.
    pub(crate) fn seat_grant(&self, seat: SeatIndex) -> SeatGrant {
        let left = self.left.get(usize::from(seat.get())).copied().unwrap_or(0);
        let replaced = self.replaced.iter().filter(|(replaced, _)| *replaced == seat.get());
        let replaced = u32::try_from(replaced.count()).unwrap_or(u32::MAX);
        let number = self.first_sitting.wrapping_add(left).wrapping_add(replaced);
        SeatGrant { seat, number }
    }

    /// Ends the grant of a seat after the host has removed its player.
    pub(crate) fn revoke_seat_grant(&mut self, seat: SeatIndex) {
        let SeatGrant { seat, number } = self.seat_grant(seat);
        self.removed.push((seat.get(), number));
        self.end_seat_grant(seat);
    }

    /// Ends the grant of a seat after its player has left.
    pub(crate) fn end_seat_grant(&mut self, seat: SeatIndex) {
        let seats = usize::from(self.seats.seats().get());
        self.left.resize(seats, 0);
        if let Some(left) = self.left.get_mut(usize::from(seat.get())) {
            *left = left.saturating_add(1);
        }
    }

    /// Whether the host has revoked this grant.
    pub(crate) fn has_removed(&self, grant: SeatGrant) -> bool {
        self.removed.contains(&(grant.seat.get(), grant.number))
    }

    /// Replaces the grant of a seat by the next one of the same player, who keeps the host's rights.
    pub(crate) fn replace_seat_grant(&mut self, seat: SeatIndex) {
        let before = self.seat_grant(seat);
        self.replaced.push((seat.get(), before.number));
        if self.host == Host::Seat(before) {
            self.host = Host::Seat(self.seat_grant(seat));
        }
    }

    /// Whether a new token has replaced this grant.
    pub(crate) fn has_replaced(&self, grant: SeatGrant) -> bool {
        self.replaced.contains(&(grant.seat.get(), grant.number))
    }

    /// The number of grants that were replaced.
    pub(crate) fn times_replaced(&self) -> usize {
        self.replaced.len()
    }

    /// The total number of times that players left a seat.
    pub(crate) fn times_left(&self) -> u32 {
        self.left.iter().fold(0, |all, left| all.saturating_add(*left))
    }
}
