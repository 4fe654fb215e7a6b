//! Snowball War in messages.

mod action;
mod config;
mod event;
mod legal;
#[cfg(feature = "testkit")]
mod testkit;
mod view;
mod words;

#[cfg(test)]
mod tests;

use crate::wire::impl_wire;

impl_wire!(SnowballWar of tinsel_snowball_war);
