//! The presentation of a match for a viewer.

use tinsel_catalog::presentation::Writer;
use tinsel_engine::{SeatIndex, Viewer};
use tinsel_proto::v1;
use tinsel_store::MatchId;

use super::show;
use crate::{
    error::RpcError,
    record::{Decider, MatchRecord, Play, Setup, past_match::PastMatch},
};

/// The parts of a state that a caller can request besides the match and its view.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    /// The scene, and a sentence for each event.
    pub(crate) scene: bool,
    /// The form of the caller's pending decision.
    pub(crate) form: bool,
    /// The legal actions of the caller's pending decision.
    pub(crate) legal: bool,
}

impl Parts {
    /// The parts of a request with these flags.
    pub(crate) const fn requested(presentation: bool, form: bool, legal: bool) -> Self {
        Self {
            scene: presentation,
            form: presentation || form,
            legal,
        }
    }

    /// The parts that a viewer can receive: spectators decide nothing.
    pub(crate) fn of(self, viewer: Viewer) -> Self {
        let decides = viewer.seat().is_some();
        Self {
            scene: self.scene,
            form: self.form && decides,
            legal: self.legal && decides,
        }
    }

    /// The parts of a presentation, or none.
    pub(crate) const fn of_presentation(requested: bool) -> Self {
        Self::requested(requested, false, false)
    }
}

/// Everything that `viewer` may see, with the requested parts.
///
/// Form and legal actions are there only while the seat owes a decision: a random player that answered every voluntary
/// form would never end its turn.
///
/// # Errors
///
/// The game of the match is unknown to this server.
pub(crate) fn state(
    id: MatchId,
    record: &MatchRecord,
    viewer: Viewer,
    parts: Parts,
) -> Result<v1::MatchState, RpcError> {
    let mut state = show::state(id, record, viewer)?;
    if parts.scene {
        state.scene = scene(&PastMatch::newest(record), &record.setup, viewer)?;
    }
    if let Some((seat, play)) = decision(record, viewer) {
        if let Some(form) = parts.form.then(|| form(record, seat)).transpose()?.flatten() {
            state.form = Some(form.form);
            state.choice_actions = if parts.legal { form.choice_actions } else { Vec::new() };
        }
        state.legal = parts.legal.then(|| play.game.legal(viewer));
    }
    Ok(state)
}

/// The pending decision of a viewer: its seat, while the player of that seat owes it.
fn decision(record: &MatchRecord, viewer: Viewer) -> Option<(SeatIndex, &Play)> {
    let seat = viewer
        .seat()
        .filter(|seat| record.setup.decider(*seat) == Decider::Player)?;
    let play = record.playing().ok()?;
    play.game.owing().contains(seat).then_some((seat, play))
}

/// A past state of a match for a viewer: its view, and its scene if it is requested.
///
/// # Errors
///
/// The game of the match is unknown to this server.
pub(crate) fn past(
    at: &PastMatch,
    setup: &Setup,
    viewer: Viewer,
    presentation: bool,
) -> Result<v1::MatchState, RpcError> {
    Ok(v1::MatchState {
        view: at.playing.as_ref().map(|playing| playing.view(viewer, at.forfeited)),
        viewer: Some(show::viewer(viewer)),
        scene: if presentation { scene(at, setup, viewer)? } else { None },
        ..v1::MatchState::default()
    })
}

/// The scene of a viewer at a revision; `None` before the start.
pub(crate) fn scene(at: &PastMatch, setup: &Setup, viewer: Viewer) -> Result<Option<v1::Scene>, RpcError> {
    let Some(playing) = &at.playing else { return Ok(None) };
    let name = |seat: SeatIndex| setup.name(seat);
    let scene = playing.scene(viewer, at.forfeited);
    Ok(Some(Writer::new(setup.game()?.game().facts(), &name).scene(&scene)))
}

/// A form with its choices as typed actions, in the same order.
pub(crate) struct TypedForm {
    pub(crate) form: v1::Form,
    pub(crate) choice_actions: Vec<v1::GameAction>,
}

/// The decision of a seat as a form; `None` if it has no decision to make.
pub(crate) fn form(record: &MatchRecord, seat: SeatIndex) -> Result<Option<TypedForm>, RpcError> {
    let setup = &record.setup;
    let play = record.playing().ok();
    let Some(pending) = play.and_then(|play| play.game.form(seat, setup.forfeited())) else {
        return Ok(None);
    };
    let name = |seat: SeatIndex| setup.name(seat);
    let facts = setup.game()?.game().facts();
    let form = Writer::new(facts, &name).form(&pending.form, pending.default.as_ref(), &pending.choices);
    let choice_actions = pending.actions;
    Ok(Some(TypedForm { form, choice_actions }))
}
