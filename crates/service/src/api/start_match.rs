//! `StartMatch`: the host starts the match.

use std::sync::Arc;

use tinsel_proto::v1::{StartMatchRequest, StartMatchResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{commit, deps::Deps, error::RpcError, play::Command};

pub(super) async fn start_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<StartMatchRequest>,
) -> Result<StartMatchResponse, RpcError> {
    let asked = &call.message;
    let (id, request_id) = RequestParser::match_request(&asked.match_id, &asked.request_id)?;
    let caller = call.caller.require_host_or_seat(id)?;

    let key = call.key(&deps, request_id.as_ref(), "StartMatch", caller);
    let command = Command::Start(caller);
    let respond = |revision| StartMatchResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}
