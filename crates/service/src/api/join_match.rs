//! `JoinMatch`: gives a player a seat and its token.

use std::sync::Arc;

use tinsel_history::NameSalt;
use tinsel_proto::v1::{JoinMatchRequest, JoinMatchResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit,
    deps::Deps,
    error::RpcError,
    lobby::join_receipt::JoinReceipt,
    play::{Command, Player},
    read::match_lookup,
    record::Tenant,
};

pub(super) async fn join_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<JoinMatchRequest>,
) -> Result<JoinMatchResponse, RpcError> {
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let named = parser.match_ref(&asked.match_id, &asked.join_code);
    let request_id = parser.request_id(&asked.request_id);
    let name = parser.player_name(&asked.display_name);
    let nonce = parser.nonce("nonce", &asked.nonce);
    let reference = parser.player_ref("player_ref", &asked.player_ref);
    let read = named.zip(request_id).zip(name).zip(nonce).zip(reference);
    let ((((named, request_id), name), nonce), reference) = parser.done(read)?;
    let reference = reference.map(|id| deps.player_ref(&call.caller, id)).transpose()?;
    let is_permitted = deps.name_filter.check("display_name", &name).is_ok();
    let id = match_lookup::find(&deps, named).await?;

    let tenant = deps.api_keys.tenant_of(&call.caller);
    let request_id = request_id.map(|id| Tenant::scoped(tenant.as_ref(), id));
    let key = call.key(&deps, request_id.as_ref(), "JoinMatch", "");
    let command = Command::Join {
        player: Box::new(Player {
            name,
            is_permitted,
            salt: NameSalt::new(deps.random()),
            nonce,
            reference,
            request: key.request(),
        }),
        seat: asked.seat,
        by_code: named.is_code(),
    };
    let receipt = match commit::run(&deps, id, &key, &command, JoinReceipt::of).await {
        Ok(done) => done.response,
        // The match may have forgotten the response, but not its players.
        Err(
            error @ (RpcError::MatchStarted
            | RpcError::MatchOver
            | RpcError::MatchFull
            | RpcError::SeatTaken { .. }
            | RpcError::NameTaken
            | RpcError::NameRefused { .. }
            | RpcError::NoSuchSeat { .. }
            | RpcError::PrivateMatch
            | RpcError::JoiningClosed { .. }
            | RpcError::PlayerSeated { .. }),
        ) => commit::joined_before(&deps, id, &key).await?.ok_or(error)?,
        Err(error) => return Err(error),
    };
    Ok(JoinMatchResponse {
        seat: Some(receipt.seat),
        seat_token: receipt.token(&deps.keys, id)?,
        revision: receipt.revision,
        match_id: id.to_string(),
    })
}
