//! `TransferHost`: the host gives its rights to a player.

use std::sync::Arc;

use tinsel_proto::v1::{TransferHostRequest, TransferHostResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit,
    deps::Deps,
    error::RpcError,
    play::{Command, HostCommand},
};

pub(super) async fn transfer_host<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<TransferHostRequest>,
) -> Result<TransferHostResponse, RpcError> {
    let asked = &call.message;
    let seat = (asked.seat, "a seat that a player has");
    let (id, request_id, seat) = RequestParser::seat_request(&asked.match_id, &asked.request_id, seat)?;
    let caller = call.caller.require_host_or_seat(id)?;

    let key = call.key(&deps, request_id.as_ref(), "TransferHost", caller);
    let change = HostCommand::Transfer { seat };
    let command = Command::ByHost { caller, change };
    let respond = |revision| TransferHostResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}
