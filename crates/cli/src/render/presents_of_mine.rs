//! Presents of Mine, to be read.

mod events;
mod legal;
pub(crate) mod notation;
#[cfg(test)]
mod tests;
mod view;

use tinsel_proto::games::presents_of_mine::v1::Variation;

use super::{Detail, names::Names, table::Table};

pub(super) use events::event;
pub(super) use legal::legal;
pub(super) use view::view;

/// What a round is called and what is different in it.
fn variation(variation: Variation) -> (&'static str, &'static str) {
    match variation {
        Variation::Unspecified => ("Pregame", "everyone selects five presents"),
        Variation::Theme => ("Theme", "three presents are passed down the list"),
        Variation::BombSquad => (
            "Bomb Squad",
            "three presents are passed, and a kept one is swapped for a K or an L",
        ),
        Variation::CleaningSupplies => (
            "Cleaning Supplies",
            "the list is turned round, and a kept present is swapped for an M or an N",
        ),
        Variation::Yoink => ("Yoink", "three presents are stolen from above instead of passed down"),
        Variation::Monopoly => ("Monopoly", "extra points for holding the most of a letter"),
    }
}
