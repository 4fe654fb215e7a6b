//! `AddBot`: seats a bot, for which the server decides.

use std::sync::Arc;

use tinsel_proto::v1::{AddBotRequest, AddBotResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit,
    deps::Deps,
    error::RpcError,
    play::{Command, HostCommand},
};

pub(super) async fn add_bot<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<AddBotRequest>,
) -> Result<AddBotResponse, RpcError> {
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let request_id = parser.request_id(&asked.request_id);
    let name = parser.bot_name(&asked.display_name);
    let ((id, request_id), name) = parser.done(id.zip(request_id).zip(name))?;
    let is_permitted = deps
        .name_filter
        .check("display_name", name.as_deref().unwrap_or_default())
        .is_ok();
    let caller = call.caller.require_host_or_seat(id)?;

    let key = call.key(&deps, request_id.as_ref(), "AddBot", caller);
    let change = HostCommand::AddBot {
        name,
        is_permitted,
        seat: asked.seat,
    };
    let command = Command::ByHost { caller, change };
    let done = commit::run(&deps, id, &key, &command, |before, transition| AddBotResponse {
        seat: transition.seated.map(|grant| grant.seat.get().into()),
        revision: before.next_revision(),
    });
    Ok(done.await?.response)
}
