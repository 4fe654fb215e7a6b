//! What stays hidden about answers in windows.

use tinsel_engine::{Charge, Hides, SeatSet, Secrecy, SecretStep};

use crate::{components::Phase, state::SecretSanta};

/// Of an answer in a window, whether it was a card, a decline or a default: permanently, so all seats are charged the same
/// time. After a turn, also which seats have answered. A turn hides nothing.
// SS-76, SS-R72; leaks 10 and 11
pub(crate) fn secrecy(game: &SecretSanta) -> Secrecy {
    let hides = match game.phase() {
        Phase::Fruitcake | Phase::Snow => Hides::Kinds,
        Phase::Holly => Hides::Progress,
        Phase::Turn | Phase::Over => return Secrecy::NONE,
    };
    Secrecy {
        step: Some(SecretStep {
            seats: game.eligible(),
            hides,
            charge: Charge::Shared,
        }),
        undisclosed: SeatSet::EMPTY,
    }
}
