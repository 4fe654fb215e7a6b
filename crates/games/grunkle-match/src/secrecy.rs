//! How long it stays secret that a submission was a default.

use tinsel_engine::Secrecy;

use crate::{components::SEAT_COUNT, state::GrunkleMatch};

/// Permanently: a default shows the exact bid, and an abstention in the tie-break shows the exact vote. Other seats
/// never learn how long a submission took.
// GM-R74
pub(crate) fn secrecy(game: &GrunkleMatch) -> Secrecy {
    let owing = game.owing();
    let step = Secrecy::until_resolved(owing, game.acted()).step;
    Secrecy {
        step: step.filter(|_| !owing.is_empty()),
        undisclosed: SEAT_COUNT.all(),
    }
}
