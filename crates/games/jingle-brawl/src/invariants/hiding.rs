//! Invariants about hidden information and legal actions.

use tinsel_engine::{Chance, GameEngine, RejectCode, SeatIndex, SeatSet, Viewer, present::Present};

use super::{Kept, equal, hold, questions};
use crate::{
    action::Action,
    state::JingleBrawl,
    testkit::{nonsense, redeal},
};

/// JB-I18: a viewer gets the same view, legal actions and refusals in two states that differ only in facts hidden from
/// it. It checks one viewer in each state.
pub fn hidden_worlds_look_alike(game: &JingleBrawl) -> Kept {
    let mut chance = questions(game);
    let seats = game.config.players;
    let asked = <dyn Chance>::number(&mut chance, "invariant", u32::from(seats.get()).saturating_add(1));
    let seat = u8::try_from(asked)
        .ok()
        .map(SeatIndex::new)
        .filter(|seat| seats.has(*seat));
    let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
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
        let refused = |game: &JingleBrawl| refusal(game, viewer, &action);
        equal(
            &format!("the answer to {} of {viewer}", action.name()),
            &refused(&other),
            &refused(game),
        )?;
    }
    Ok(())
}

fn refusal(game: &JingleBrawl, viewer: Viewer, action: &Action) -> Option<(&'static str, String)> {
    let refused = game.resolve(viewer.seat()?, action).err()?;
    Some((refused.code(), refused.to_string()))
}

/// JB-I19: an action is accepted if and only if it is legal. It checks one seat in each state; the types guarantee that
/// a refusal changes nothing.
pub fn legal_actions_are_accepted(game: &JingleBrawl) -> Kept {
    let mut chance = questions(game);
    let seats = u32::from(game.config.players.get());
    let seat = SeatIndex::new(u8::try_from(<dyn Chance>::number(&mut chance, "invariant", seats)).unwrap_or(0));
    let viewer = Viewer::Seat(seat);
    let (view, legal) = (game.view(viewer, SeatSet::EMPTY), game.legal(viewer));
    let decision = JingleBrawl::decision(&view, &legal);
    let drawn = decision.as_ref().and_then(|decision| decision.random(&mut chance));
    for action in drawn.into_iter().chain((0..6).map(|_| nonsense(&mut chance))) {
        let allowed = decision
            .as_ref()
            .is_some_and(|decision| decision.answer(&action).is_some());
        let accepted = game.resolve(seat, &action).is_ok();
        hold(allowed == accepted, || {
            format!("{} of {seat}: legal {allowed}, accepted {accepted}", action.name())
        })?;
    }
    Ok(())
}
