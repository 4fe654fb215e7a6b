//! `AbortMatch`: ends a match early.

use std::sync::Arc;

use tinsel_proto::v1::{AbortMatchRequest, AbortMatchResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit,
    deps::Deps,
    error::RpcError,
    play::{Command, HostCommand},
};

pub(super) async fn abort_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<AbortMatchRequest>,
) -> Result<AbortMatchResponse, RpcError> {
    let asked = &call.message;
    let (id, request_id) = RequestParser::match_request(&asked.match_id, &asked.request_id)?;
    let caller = call.caller.require_host_or_seat(id)?;

    let key = call.key(&deps, request_id.as_ref(), "AbortMatch", caller);
    let change = HostCommand::Abort;
    let command = Command::ByHost { caller, change };
    let respond = |revision| AbortMatchResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}
