//! `ReturnToSeat`: a player ends its substitution and decides again.

use std::sync::Arc;

use tinsel_proto::v1::{ReturnToSeatRequest, ReturnToSeatResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{auth::token::Role, commit, deps::Deps, error::RpcError, play::Command};

pub(super) async fn return_to_seat<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<ReturnToSeatRequest>,
) -> Result<ReturnToSeatResponse, RpcError> {
    let asked = &call.message;
    let (id, request_id) = RequestParser::match_request(&asked.match_id, &asked.request_id)?;
    let grant = call.caller.require_seat(id)?;

    let key = call.key(&deps, request_id.as_ref(), "ReturnToSeat", Role::Seat(grant));
    let command = Command::Return(grant);
    let respond = |revision| ReturnToSeatResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}
