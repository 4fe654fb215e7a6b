//! The conversion of each game to and from messages. Only this module knows both a game's types and its messages.

mod grunkle_match;
mod jingle_brawl;
mod presents_of_mine;
mod secret_santa;
mod snowball_war;
#[cfg(feature = "toy")]
mod toy;
