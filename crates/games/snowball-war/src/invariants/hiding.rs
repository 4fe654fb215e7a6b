//! SW-I17: secret commitments are hidden from other viewers.

use tinsel_engine::{GameEngine, Questions, SeatSet, Viewer};

use super::{Kept, equal};
use crate::{components::SEAT_COUNT, state::SnowballWar, testkit::redeal};

// SW-I17
/// SW-I17: two states that differ only in a secret commitment give identical views to all viewers except that seat.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn hidden_worlds_look_alike(game: &SnowballWar) -> Kept {
    let viewers = SEAT_COUNT.iter().map(Viewer::Seat).chain([Viewer::Spectator]);
    for (viewer, seed) in viewers.zip(1..) {
        let Some(world) = redeal(game, viewer, &mut Questions::new(seed)) else {
            continue;
        };
        equal(
            &format!("view of {viewer}"),
            &game.view(viewer, SeatSet::EMPTY),
            &world.view(viewer, SeatSet::EMPTY),
        )?;
        equal(
            &format!("legal for {viewer}"),
            &game.legal(viewer),
            &world.legal(viewer),
        )?;
        equal(
            &format!("told to {viewer}"),
            &game.pending_decisions(viewer),
            &world.pending_decisions(viewer),
        )?;
    }
    Ok(())
}
