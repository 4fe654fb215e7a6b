//! `ForfeitMatch`: a seat gives the match up.

use tinsel_proto::v1::{ForfeitMatchRequest, ForfeitMatchResponse};
use tinsel_store::{MatchStore, Revision};
use tonic::metadata::MetadataMap;

use crate::{
    auth::{self, Role},
    change, conduct,
    deps::Deps,
    error::RpcError,
    request::Request,
    validate::Fields,
};

pub(super) async fn forfeit_match<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: ForfeitMatchRequest,
) -> Result<ForfeitMatchResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let request_id = fields.request_id(&asked.request_id);
    let (id, request_id) = fields.done(id.zip(request_id))?;
    let sitting = auth::require_seat(auth::caller(&deps.keys, metadata, id)?)?;

    let by = Role::Seat(sitting).to_string();
    let request = Request::new(deps, request_id, ("ForfeitMatch", &by), &asked);
    change::change(deps, id, &request, |table, now| {
        let seat = table.seat_of(sitting)?;
        let answer = |revision: Revision| ForfeitMatchResponse {
            revision: revision.get(),
        };
        conduct::forfeit(table, now, seat, answer)
    })
    .await
}
