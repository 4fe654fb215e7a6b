//! `ReissueSeatToken`: a new token for the seat of a platform's user.

use std::sync::Arc;

use tinsel_proto::v1::{ReissueSeatTokenRequest, ReissueSeatTokenResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{commit, deps::Deps, error::RpcError, lobby::join_receipt::JoinReceipt, play::Command};

pub(super) async fn reissue_seat_token<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<ReissueSeatTokenRequest>,
) -> Result<ReissueSeatTokenResponse, RpcError> {
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let request_id = parser.request_id(&asked.request_id);
    let player_ref = parser.needed_player_ref(&asked.player_ref);
    let ((id, request_id), player_ref) = parser.done(id.zip(request_id).zip(player_ref))?;
    let player = deps.player_ref(&call.caller, player_ref)?;
    let key = call.key(&deps, request_id.as_ref(), "ReissueSeatToken", &player.tenant);
    let request = key.request().map(|(name, _)| name);
    let command = Command::Reissue { player, request };
    let receipt = commit::run(&deps, id, &key, &command, JoinReceipt::of).await?.response;
    Ok(ReissueSeatTokenResponse {
        seat: Some(receipt.seat),
        seat_token: receipt.token(&deps.keys, id)?,
        revision: receipt.revision,
    })
}
