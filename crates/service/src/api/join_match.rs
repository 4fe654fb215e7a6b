//! `JoinMatch`: gives a player a seat and its token.

use std::sync::Arc;

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
    let (((named, request_id), name), nonce) = parser.done(named.zip(request_id).zip(name).zip(nonce))?;
    let is_permitted = deps.name_filter.check("display_name", &name).is_ok();
    let id = match_lookup::find(&deps, named).await?;

    let key = call.key(&deps, request_id.as_ref(), "JoinMatch", "");
    let command = Command::Join {
        player: Box::new(Player {
            name,
            is_permitted,
            nonce,
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
            | RpcError::JoiningClosed { .. }),
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
