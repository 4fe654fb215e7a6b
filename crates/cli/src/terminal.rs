//! Every game in the terminal, made of its presentation: scenes, sentences and forms.

mod clock;
mod dialog;
mod field;
mod painter;
mod reading;
mod style;
pub(crate) mod svg;
mod taken;
#[cfg(test)]
mod tests;

pub(crate) use clock::{expiry, expiry_line, time_left};
pub(crate) use dialog::Dialog;
pub(crate) use painter::Painter;
pub(crate) use style::Style;
