//! Presents of Mine in messages.

#[cfg(feature = "testkit")]
mod testkit;

#[cfg(test)]
mod tests;

use crate::wire::impl_wire_game;

impl_wire_game!(PresentsOfMine of tinsel_presents_of_mine, |_| Some(tinsel_presents_of_mine::SEAT_COUNT));
