//! `ListLegalActions`: the actions that are legal for the caller.

use std::sync::Arc;

use tinsel_engine::Viewer;
use tinsel_proto::v1::{ListLegalActionsRequest, ListLegalActionsResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{deps::Deps, error::RpcError, read::read_access, record::Decider, views::presented};

pub(super) async fn list_legal_actions<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<ListLegalActionsRequest>,
) -> Result<ListLegalActionsResponse, RpcError> {
    let mut parser = RequestParser::default();
    let id = parser.match_id(&call.message.match_id);
    let id = parser.done(id)?;
    let role = call.caller.role(id)?;

    let (record, viewer) = read_access::load_for(&deps, id, role).await?;
    let play = record.play.as_ref().ok_or(RpcError::MatchNotStarted)?;
    // No seat can act if the match was aborted, or if a bot decides for the seat.
    let may_act = |seat| record.is_active() && record.setup.decider(seat) == Decider::Player;
    let asks = viewer
        .seat()
        .filter(|seat| may_act(*seat))
        .map_or(Viewer::Spectator, Viewer::Seat);
    let mut response = ListLegalActionsResponse {
        revision: record.version.revision.get(),
        legal: Some(play.game.legal(asks)),
        ..ListLegalActionsResponse::default()
    };
    if let Some(seat) = asks.seat().filter(|_| call.message.presentation) {
        let form = presented::form(&record, seat)?;
        (response.form, response.choice_actions) =
            form.map_or_else(Default::default, |of| (Some(of.form), of.choice_actions));
    }
    Ok(response)
}
