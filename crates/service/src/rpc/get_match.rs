//! `GetMatch`: the newest state, as the caller may know it.

use tinsel_proto::v1::{GetMatchRequest, GetMatchResponse};
use tinsel_store::MatchStore;
use tonic::metadata::MetadataMap;

use crate::{auth, deps::Deps, error::RpcError, reading, show, validate::Fields};

pub(super) async fn get_match<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: GetMatchRequest,
) -> Result<GetMatchResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let id = fields.done(id)?;
    let caller = auth::caller(&deps.keys, metadata, id)?;

    let (table, viewer) = reading::table(deps, id, caller).await?;
    Ok(GetMatchResponse {
        state: Some(show::state(id, &table, viewer)?),
    })
}
