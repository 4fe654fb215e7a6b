//! `SubmitAction`: submits one decision of a seat.

use std::sync::Arc;

use tinsel_proto::v1::{SubmitActionRequest, SubmitActionResponse};
use tinsel_store::{MatchStore, Revision};

use super::{call::Call, request_parser::RequestParser};
use crate::{commit, deps::Deps, error::RpcError, gate::token::Role, play::Command};

pub(super) async fn submit_action<S: MatchStore>(
    deps: Arc<Deps<S>>,
    mut call: Call<SubmitActionRequest>,
) -> Result<SubmitActionResponse, RpcError> {
    let action = call.message.action.take();
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let request_id = parser.request_id(&asked.request_id);
    let action = parser.action(action);
    let ((id, request_id), action) = parser.done(id.zip(request_id).zip(action))?;
    let grant = call.caller.require_seat(id)?;

    let key = call.key(&deps, request_id.as_ref(), "SubmitAction", Role::Seat(grant));
    let command = Command::Submit {
        grant,
        action,
        expected: asked.expected_revision.map(Revision::new),
    };
    let respond = |revision| SubmitActionResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}
