//! The setups that the laws are tested with, and the bounds of the options.

use crate::{Asked, Draft, ListReveal, PregameHands, PresentsOfMine, Round3Majority};
use tinsel_engine_testkit::{Bound, GameSetup};

/// The setups that the laws are tested with. One match shows all three options, because they are independent.
#[must_use]
pub fn setups() -> Vec<GameSetup<PresentsOfMine>> {
    let private = Draft {
        list_reveal: Asked::Given(ListReveal::BeforeSelection),
        pregame_hands: Asked::Given(PregameHands::Private),
        round3_majority: Asked::Given(Round3Majority::Skip),
    };
    vec![
        GameSetup::new("default", Draft::default()),
        GameSetup::new("private-pregame", private),
    ]
}

/// No bounds: all options are words.
#[must_use]
pub const fn bounds() -> Vec<Bound<PresentsOfMine>> {
    Vec::new()
}
