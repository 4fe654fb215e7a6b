//! Jingle Brawl, to be read.

mod board;
mod events;
mod legal;
mod moves;
#[cfg(test)]
mod tests;
mod view;
pub(crate) mod words;

use super::{Detail, names::Names, table::Table};

pub(super) use board::Board;
pub(super) use events::event;
pub(super) use legal::legal;
pub(super) use view::view;
