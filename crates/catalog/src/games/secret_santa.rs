//! Secret Santa in messages.

#[cfg(feature = "testkit")]
mod testkit;

#[cfg(test)]
mod tests;

use tinsel_engine::SeatCount;

use crate::wire::impl_wire_game;

impl_wire_game!(SecretSanta of tinsel_secret_santa, |view| SeatCount::new(view.seats.len().try_into().ok()?));
