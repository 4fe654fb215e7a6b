//! `LeaveMatch`: a seat is given up for good.

use tinsel_proto::v1::{LeaveMatchRequest, LeaveMatchResponse};
use tinsel_store::{MatchStore, Revision};
use tonic::metadata::MetadataMap;

use crate::{
    auth::{self, Role},
    change, conduct,
    deps::Deps,
    error::RpcError,
    lobby,
    request::Request,
    validate::Fields,
};

pub(super) async fn leave_match<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: LeaveMatchRequest,
) -> Result<LeaveMatchResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let request_id = fields.request_id(&asked.request_id);
    let (id, request_id) = fields.done(id.zip(request_id))?;
    let sitting = auth::require_seat(auth::caller(&deps.keys, metadata, id)?)?;

    let by = Role::Seat(sitting).to_string();
    let request = Request::new(deps, request_id, ("LeaveMatch", &by), &asked);
    change::change(deps, id, &request, |table, now| {
        let seat = table.seat_of(sitting)?;
        let answer = |revision: Revision| LeaveMatchResponse {
            revision: revision.get(),
        };
        if table.is_active() {
            conduct::leave(table, now, seat, answer)
        } else {
            lobby::leave_seat(table, now, seat, answer)
        }
    })
    .await
}
