//! Presents of Mine in messages.

mod action;
mod config;
mod event;
mod legal;
mod read;
#[cfg(feature = "testkit")]
mod testkit;
mod view;
mod write;

#[cfg(test)]
mod tests;

use crate::wire::impl_wire;

impl_wire!(PresentsOfMine of tinsel_presents_of_mine);
