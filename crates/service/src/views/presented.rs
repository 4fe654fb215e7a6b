//! The presentation of a match for a viewer.

use tinsel_catalog::presentation::Writer;
use tinsel_engine::{SeatIndex, Viewer};
use tinsel_proto::v1;
use tinsel_store::MatchId;

use super::show;
use crate::{
    error::RpcError,
    record::{Decider, MatchRecord, Setup, past_match::PastMatch},
};

/// Everything that `viewer` may see, with its presentation if requested.
///
/// The form is there only while the seat owes a decision: a random player that answered every voluntary form would
/// never end its turn.
///
/// # Errors
///
/// The game of the match is unknown to this server.
pub(crate) fn state(
    id: MatchId,
    record: &MatchRecord,
    viewer: Viewer,
    presentation: bool,
) -> Result<v1::MatchState, RpcError> {
    let mut state = show::state(id, record, viewer)?;
    if presentation {
        state.scene = scene(&PastMatch::newest(record), &record.setup, viewer)?;
        state.form = match viewer {
            Viewer::Seat(seat)
                if record
                    .play
                    .as_ref()
                    .is_some_and(|play| play.game.owing().contains(seat)) =>
            {
                form(record, seat)?
            }
            Viewer::Seat(_) | Viewer::Spectator => None,
        };
    }
    Ok(state)
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
