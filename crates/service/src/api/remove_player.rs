//! `RemovePlayer`: the host opens a taken seat of the lobby.

use std::sync::Arc;

use tinsel_proto::v1::{RemovePlayerRequest, RemovePlayerResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit,
    deps::Deps,
    error::RpcError,
    play::{Command, HostCommand},
};

pub(super) async fn remove_player<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<RemovePlayerRequest>,
) -> Result<RemovePlayerResponse, RpcError> {
    let asked = &call.message;
    let seat = (asked.seat, "a taken seat");
    let (id, request_id, seat) = RequestParser::seat_request(&asked.match_id, &asked.request_id, seat)?;
    let caller = call.caller.require_host_or_seat(id)?;

    let key = call.key(&deps, request_id.as_ref(), "RemovePlayer", caller);
    let change = HostCommand::Remove { seat };
    let command = Command::ByHost { caller, change };
    let respond = |revision| RemovePlayerResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}
