//! `StartMatch`: play begins.

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
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let request_id = parser.request_id(&asked.request_id);
    let (id, request_id) = parser.done(id.zip(request_id))?;
    call.caller.require_host(id)?;

    let key = call.key(&deps, request_id.as_ref(), "StartMatch", "host");
    let command = Command::Start;
    let done = commit::run(&deps, id, &key, &command, |before, _| StartMatchResponse {
        revision: before.next_revision(),
    });
    Ok(done.await?.response)
}
