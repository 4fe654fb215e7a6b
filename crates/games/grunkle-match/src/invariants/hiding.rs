//! GM-I14: hidden information.

use tinsel_engine::{GameEngine, Questions, RejectCode, SeatSet, Viewer};

use super::{Kept, equal};
use crate::{
    action::Action,
    components::SEAT_COUNT,
    state::GrunkleMatch,
    testkit::{nonsense, redeal, written},
};

// GM-I14
/// GM-I14: a viewer gets the same view, legal actions and refusals in two states that differ only in facts hidden from
/// it. It checks one viewer in each state.
///
/// # Errors
///
/// The violation, as a sentence.
pub fn hidden_worlds_look_alike(game: &GrunkleMatch) -> Kept {
    let viewers: Vec<Viewer> = SEAT_COUNT.iter().map(Viewer::Seat).chain([Viewer::Spectator]).collect();
    let submitted = game.table.past.len().saturating_mul(7);
    let submitted = submitted.saturating_add(game.acted().iter().count());
    let mut chance = Questions::new(u64::try_from(submitted).unwrap_or(0));
    let asked = submitted.checked_rem(viewers.len());
    let Some(viewer) = asked.and_then(|index| viewers.get(index)).copied() else {
        return Ok(());
    };
    let Some(other) = redeal(game, viewer, &mut chance) else {
        return Ok(());
    };
    equal(
        &format!("the view of {viewer}"),
        &other.view(viewer, SeatSet::EMPTY),
        &game.view(viewer, SeatSet::EMPTY),
    )?;
    equal(
        &format!("what {viewer} may do"),
        &other.legal(viewer),
        &game.legal(viewer),
    )?;
    equal(
        &format!("what {viewer} waits for"),
        &other.pending_decisions(viewer),
        &game.pending_decisions(viewer),
    )?;
    for _ in 0..4 {
        let action = nonsense(&mut chance);
        let refused = |game: &GrunkleMatch| refusal(game, viewer, &action);
        equal(
            &format!("the answer to {} of {viewer}", written(&action)),
            &refused(&other),
            &refused(game),
        )?;
    }
    Ok(())
}

fn refusal(game: &GrunkleMatch, viewer: Viewer, action: &Action) -> Option<(&'static str, String)> {
    let refused = game.resolve(viewer.seat()?, action).err()?;
    Some((refused.code(), refused.to_string()))
}
