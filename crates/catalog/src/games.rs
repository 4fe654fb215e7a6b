//! The part of each game in the catalogue. The conversions of a game to and from messages are in its own crate.

mod grunkle_match;
mod jingle_brawl;
mod presents_of_mine;
mod secret_santa;
mod snowball_war;
#[cfg(feature = "toy")]
mod toy;
