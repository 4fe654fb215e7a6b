//! Secret Santa, to be read.

mod events;
mod legal;
pub(crate) mod notation;
#[cfg(test)]
mod tests;
mod view;

use super::{Detail, names::Names, table::Table};

pub(super) use events::event;
pub(super) use legal::legal;
pub(super) use view::view;
