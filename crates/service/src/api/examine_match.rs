//! `ExamineMatch`: reports the state of a match to an operator.

use std::sync::Arc;

use tinsel_proto::v1::{ExamineMatchRequest, ExamineMatchResponse};
use tinsel_store::MatchStore;

use super::{call::Call, examine::examine, request_parser::RequestParser};
use crate::{deps::Deps, error::RpcError};

pub(super) async fn examine_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<ExamineMatchRequest>,
) -> Result<ExamineMatchResponse, RpcError> {
    deps.operator_tokens.authenticate(&call.metadata)?;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&call.message.match_id);
    let recent = parser.recent(call.message.recent);
    let (id, recent) = parser.done(id.zip(recent))?;

    examine(&deps, id, recent, call.message.presentation).await
}
