//! Grunkle Match in messages.

#[cfg(feature = "testkit")]
mod testkit;

#[cfg(test)]
mod tests;

use crate::wire::impl_wire_game;

impl_wire_game!(GrunkleMatch of tinsel_grunkle_match, |_| Some(tinsel_grunkle_match::SEAT_COUNT));
