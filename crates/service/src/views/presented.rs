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

/// What a caller requests besides the match and its view.
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
    /// The parts of a presentation, or none.
    pub(crate) const fn of_presentation(requested: bool) -> Self {
        Self {
            scene: requested,
            form: requested,
            legal: false,
        }
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
        if parts.form {
            state.form = form(record, seat)?;
        }
        if parts.legal {
            state.legal = Some(play.game.legal(viewer));
            if state.form.is_some() {
                state.choice_actions = play.game.choice_actions(seat, record.setup.forfeited());
            }
        }
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

/// The decision of a seat as a form; `None` if its player has no decision to make.
pub(crate) fn form(record: &MatchRecord, seat: SeatIndex) -> Result<Option<v1::Form>, RpcError> {
    let setup = &record.setup;
    let play = record.playing().ok().filter(|_| setup.decider(seat) == Decider::Player);
    let Some((form, default)) = play.and_then(|play| play.game.form(seat, setup.forfeited())) else {
        return Ok(None);
    };
    let name = |seat: SeatIndex| setup.name(seat);
    let facts = setup.game()?.game().facts();
    Ok(Some(Writer::new(facts, &name).form(&form, default.as_ref())))
}
