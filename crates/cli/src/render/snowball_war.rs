//! Snowball War, to be read and to be looked at.

mod drawing;
mod events;
mod legal;
pub(crate) mod notation;
pub(crate) mod svg;
#[cfg(test)]
mod tests;
mod view;

use super::{Detail, names::Names};

pub(super) use events::{event, moves_something};
pub(super) use legal::legal;
pub(super) use view::{field, view};
