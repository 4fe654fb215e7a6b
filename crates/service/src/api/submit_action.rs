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
    let (action, answer) = (call.message.action.take(), call.message.answer.take());
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let request_id = parser.request_id(&asked.request_id);
    let submission = parser.submission(action, answer);
    let ((id, request_id), submission) = parser.done(id.zip(request_id).zip(submission))?;
    let grant = call.caller.require_seat(id)?;

    let key = call.key(&deps, request_id.as_ref(), "SubmitAction", Role::Seat(grant));
    let command = Command::Submit {
        grant,
        submission,
        expected: asked.expected_revision.map(Revision::new),
    };
    let respond = |revision| SubmitActionResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}
