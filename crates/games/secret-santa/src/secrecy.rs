//! The facts about answers in windows that stay hidden.

use tinsel_engine::{Charge, Hides, SeatSet, Secrecy, SecretStep};

use crate::{components::Phase, state::SecretSanta};

/// It stays secret permanently whether an answer in a window was a card, a decline or a default, so all seats are
/// charged the same time. After a turn, it is also secret which seats have answered. A turn hides nothing.
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
