//! Jingle Brawl in messages.

#[cfg(feature = "testkit")]
mod testkit;

#[cfg(test)]
mod tests;

use tinsel_engine::SeatCount;

use crate::wire::impl_wire_game;

impl_wire_game!(JingleBrawl of tinsel_jingle_brawl, |view| SeatCount::new(view.seats.try_into().ok()?));
