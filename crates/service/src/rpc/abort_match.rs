//! `AbortMatch`: a match ends before its end.

use tinsel_proto::v1::{AbortMatchRequest, AbortMatchResponse};
use tinsel_store::MatchStore;
use tonic::metadata::MetadataMap;

use crate::{abort, auth, change, deps::Deps, error::RpcError, request::Request, validate::Fields};

pub(super) async fn abort_match<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: AbortMatchRequest,
) -> Result<AbortMatchResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let request_id = fields.request_id(&asked.request_id);
    let (id, request_id) = fields.done(id.zip(request_id))?;
    auth::require_host(auth::caller(&deps.keys, metadata, id)?)?;

    let request = Request::new(deps, request_id, ("AbortMatch", "host"), &asked);
    change::change(deps, id, &request, |table, now| {
        abort::abort(table, now, |revision| AbortMatchResponse {
            revision: revision.get(),
        })
    })
    .await
}
