//! `ListLegalActions`: what the caller may do.

use tinsel_engine::Viewer;
use tinsel_proto::v1::{ListLegalActionsRequest, ListLegalActionsResponse};
use tinsel_store::MatchStore;
use tonic::metadata::MetadataMap;

use crate::{auth, deps::Deps, error::RpcError, reading, table::Decider, validate::Fields};

pub(super) async fn list_legal_actions<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: ListLegalActionsRequest,
) -> Result<ListLegalActionsResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let id = fields.done(id)?;
    let caller = auth::caller(&deps.keys, metadata, id)?;

    let (table, viewer) = reading::table(deps, id, caller).await?;
    let play = table.play.as_ref().ok_or(RpcError::MatchNotStarted)?;
    // Nobody can do anything where the match was aborted, or somebody else decides for the seat.
    let may_act = |seat| table.is_active() && table.setup.decider(seat) == Decider::Player;
    let asks = viewer
        .seat()
        .filter(|seat| may_act(*seat))
        .map_or(Viewer::Spectator, Viewer::Seat);
    Ok(ListLegalActionsResponse {
        revision: table.version.revision.get(),
        legal: Some(play.game.legal(asks)),
    })
}
