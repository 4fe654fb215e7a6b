//! `LeaveMatch`: a player gives up its seat permanently.

use std::sync::Arc;

use tinsel_proto::v1::{LeaveMatchRequest, LeaveMatchResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{auth::token::Role, commit, deps::Deps, error::RpcError, play::Command};

pub(super) async fn leave_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<LeaveMatchRequest>,
) -> Result<LeaveMatchResponse, RpcError> {
    let asked = &call.message;
    let (id, request_id) = RequestParser::match_request(&asked.match_id, &asked.request_id)?;
    let grant = call.caller.require_seat(id)?;

    let key = call.key(&deps, request_id.as_ref(), "LeaveMatch", Role::Seat(grant));
    let command = Command::Leave(grant);
    let respond = |revision| LeaveMatchResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}
