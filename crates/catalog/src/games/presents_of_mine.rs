//! Presents of Mine in messages.

#[cfg(feature = "testkit")]
mod testkit;

use crate::wire::impl_wire_game;

impl_wire_game!(PresentsOfMine of tinsel_presents_of_mine, |_| Some(tinsel_presents_of_mine::SEAT_COUNT));
