//! `TransferHost`: the host gives its rights to a player.

use std::sync::Arc;

use tinsel_proto::v1::{TransferHostRequest, TransferHostResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit,
    deps::Deps,
    error::RpcError,
    play::{Command, Order},
};

pub(super) async fn transfer_host<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<TransferHostRequest>,
) -> Result<TransferHostResponse, RpcError> {
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let request_id = parser.request_id(&asked.request_id);
    let seat = asked
        .seat
        .or_else(|| parser.required("seat", "required: the number of a seat that a player has"));
    let ((id, request_id), seat) = parser.done(id.zip(request_id).zip(seat))?;
    let caller = call.caller.require_host(id)?;

    let key = call.key(&deps, request_id.as_ref(), "TransferHost", caller);
    let order = Order::Transfer { seat };
    let command = Command::ByHost { caller, order };
    let respond = |revision| TransferHostResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}
