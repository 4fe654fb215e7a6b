//! `ValidateAction`: a dry run of `SubmitAction`.

use std::sync::Arc;

use tinsel_proto::v1::{ValidateActionRequest, ValidateActionResponse};
use tinsel_store::{MatchStore, Revision};

use super::{call::Call, request_parser::RequestParser};
use crate::{
    deps::Deps,
    error::RpcError,
    play::{Expected, decision},
    read,
};

pub(super) async fn validate_action<S: MatchStore>(
    deps: Arc<Deps<S>>,
    mut call: Call<ValidateActionRequest>,
) -> Result<ValidateActionResponse, RpcError> {
    let (action, answer) = (call.message.action.take(), call.message.answer.take());
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let submission = parser.submission(action, answer);
    let (id, submission) = parser.done(id.zip(submission))?;
    let grant = call.caller.require_seat(id)?;

    let record = read::load(&deps, id).await?;
    let expected = Expected {
        revision: asked.expected_revision.map(Revision::new),
        decision: asked.expected_decision,
    };
    decision::judge(&record, grant, &submission, expected)?;
    Ok(ValidateActionResponse {
        revision: record.version.revision.get(),
    })
}
