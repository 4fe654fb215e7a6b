//! Snowball War in messages.

#[cfg(feature = "testkit")]
mod testkit;

#[cfg(test)]
mod tests;

use crate::wire::impl_wire_game;

impl_wire_game!(SnowballWar of tinsel_snowball_war, |_| Some(tinsel_snowball_war::SEAT_COUNT));
