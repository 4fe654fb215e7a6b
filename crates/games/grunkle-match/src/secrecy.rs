//! For how long it stays secret that a submission was a default.

use tinsel_engine::Secrecy;

use crate::{components::SEAT_COUNT, state::GrunkleMatch};

/// Permanently: a default is an exact bid, and abstaining in the tie-break an exact vote. Other seats never learn what time
/// a submission took.
// GM-R74
pub(crate) fn secrecy(game: &GrunkleMatch) -> Secrecy {
    let owing = game.owing();
    let step = Secrecy::until_resolved(owing, game.acted()).step;
    Secrecy {
        step: step.filter(|_| !owing.is_empty()),
        undisclosed: SEAT_COUNT.all(),
    }
}
