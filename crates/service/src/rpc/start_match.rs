//! `StartMatch`: play begins.

use tinsel_proto::v1::{StartMatchRequest, StartMatchResponse};
use tinsel_store::MatchStore;
use tonic::metadata::MetadataMap;

use crate::{auth, change, deps::Deps, error::RpcError, lobby, request::Request, validate::Fields};

pub(super) async fn start_match<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: StartMatchRequest,
) -> Result<StartMatchResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let request_id = fields.request_id(&asked.request_id);
    let (id, request_id) = fields.done(id.zip(request_id))?;
    auth::require_host(auth::caller(&deps.keys, metadata, id)?)?;

    let request = Request::new(deps, request_id, ("StartMatch", "host"), &asked);
    change::change(deps, id, &request, |table, now| {
        lobby::start(table, now, |revision| StartMatchResponse {
            revision: revision.get(),
        })
    })
    .await
}
