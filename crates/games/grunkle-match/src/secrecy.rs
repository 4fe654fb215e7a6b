//! For how long it stays secret that a submission was a default.

use tinsel_engine::Secrecy;

use crate::{components::SEAT_COUNT, state::GrunkleMatch};

/// Permanently: a default is an exact bid, and abstaining in the tie-break an exact vote. Other seats never learn what time
/// a submission took.
// GM-R74
pub(crate) fn secrecy(game: &GrunkleMatch) -> Secrecy {
    let owing = game.owing();
    let deciding = owing.iter().chain(game.acted().iter()).collect();
    let secrecy = Secrecy::until_resolved(deciding, SEAT_COUNT.all());
    Secrecy {
        step: secrecy.step.filter(|_| !owing.is_empty()),
        ..secrecy
    }
}
