//! Secret Santa in messages.

mod action;
mod cards;
mod config;
mod event;
mod legal;
#[cfg(feature = "testkit")]
mod testkit;
mod view;

#[cfg(test)]
mod tests;

use crate::wire::impl_wire;

impl_wire!(SecretSanta of tinsel_secret_santa);
