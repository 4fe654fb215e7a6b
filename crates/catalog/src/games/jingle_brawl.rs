//! Jingle Brawl in messages.

mod action;
mod config;
mod event;
mod kinds;
mod legal;
mod outcome;
#[cfg(feature = "testkit")]
mod testkit;
mod view;

#[cfg(test)]
mod tests;

use tinsel_engine::SeatCount;
use tinsel_jingle_brawl::{Chips, GiftId, SEATS_MAX};

use super::seats;
use crate::wire::impl_wire;

impl_wire!(JingleBrawl of tinsel_jingle_brawl);

/// A gift's number.
fn gift(gift: GiftId) -> u32 {
    gift.get().into()
}

/// The gift with this number; `None` if no match has it. A match has as many gifts as seats.
fn read_gift(number: u32, seats: SeatCount) -> Option<GiftId> {
    seats::read(number, seats).map(|same| GiftId::new(same.get()))
}

/// The gift that a client names; the game validates it.
fn asked_gift(number: u32) -> GiftId {
    GiftId::new(seats::asked(number).get())
}

fn read_chips(amount: u32) -> Option<Chips> {
    u16::try_from(amount).ok().map(Chips::new)
}

/// The maximum number of seats, for messages that do not contain the number of seats.
fn any_seats() -> Option<SeatCount> {
    SeatCount::new(SEATS_MAX)
}
