//! `ForfeitMatch`: a player forfeits the match.

use std::sync::Arc;

use tinsel_proto::v1::{ForfeitMatchRequest, ForfeitMatchResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{auth::token::Role, commit, deps::Deps, error::RpcError, play::Command};

pub(super) async fn forfeit_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<ForfeitMatchRequest>,
) -> Result<ForfeitMatchResponse, RpcError> {
    let asked = &call.message;
    let (id, request_id) = RequestParser::match_request(&asked.match_id, &asked.request_id)?;
    let grant = call.caller.require_seat(id)?;

    let key = call.key(&deps, request_id.as_ref(), "ForfeitMatch", Role::Seat(grant));
    let command = Command::Forfeit(grant);
    let respond = |revision| ForfeitMatchResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}
