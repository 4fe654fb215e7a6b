//! `LeaveMatch`: a seat is given up for good.

use std::sync::Arc;

use tinsel_proto::v1::{LeaveMatchRequest, LeaveMatchResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{commit, deps::Deps, error::RpcError, gate::token::Role, play::Command};

pub(super) async fn leave_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<LeaveMatchRequest>,
) -> Result<LeaveMatchResponse, RpcError> {
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let request_id = parser.request_id(&asked.request_id);
    let (id, request_id) = parser.done(id.zip(request_id))?;
    let grant = call.caller.require_seat(id)?;

    let key = call.key(&deps, request_id.as_ref(), "LeaveMatch", Role::Seat(grant));
    let command = Command::Leave(grant);
    let done = commit::run(&deps, id, &key, &command, |before, _| LeaveMatchResponse {
        revision: before.next_revision(),
    });
    Ok(done.await?.response)
}
