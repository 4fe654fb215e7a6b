//! `ListLegalActions`: what the caller may do.

use tinsel_proto::v1::{ListLegalActionsRequest, ListLegalActionsResponse};
use tinsel_store::MatchStore;
use tonic::metadata::MetadataMap;

use crate::{auth, deps::Deps, error::RpcError, reading, validate::Fields};

pub(super) async fn list_legal_actions<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: ListLegalActionsRequest,
) -> Result<ListLegalActionsResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let id = fields.done(id)?;
    let caller = auth::caller(&deps.keys, metadata, id)?;

    let table = reading::table(deps, id, caller).await?;
    let play = table.play.as_ref().ok_or(RpcError::MatchNotStarted)?;
    Ok(ListLegalActionsResponse {
        revision: table.version.revision.get(),
        legal: Some(play.game.legal(auth::viewer(caller))),
    })
}
