//! `RepairMatch`: an operator takes defaults, extends deadlines, or aborts the match.

use std::sync::Arc;

use tinsel_proto::v1::{RepairMatchRequest, RepairMatchResponse};
use tinsel_store::{MatchStore, Revision};

use super::{call::Call, request_parser::RequestParser};
use crate::{commit, deps::Deps, error::RpcError, play::Command};

pub(super) async fn repair_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<RepairMatchRequest>,
) -> Result<RepairMatchResponse, RpcError> {
    let operator = deps.operator_tokens.authenticate(&call.metadata)?;
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let request_id = parser.request_id(&asked.request_id);
    let audit = parser.audit(asked.audit.as_ref(), &operator);
    let repair = parser.repair(asked.repair.as_ref());
    let (((id, request_id), audit), repair) = parser.done(id.zip(request_id).zip(audit).zip(repair))?;

    let key = call.key(&deps, request_id.as_ref(), "RepairMatch", operator.caller());
    let command = Command::Repair {
        repair,
        audit: audit.clone(),
        expected: asked.expected_revision.map(Revision::new),
    };
    let respond = |revision| RepairMatchResponse { revision };
    let response = commit::run_to_revision(&deps, id, &key, &command, respond).await?;
    let revision = response.revision;
    tracing::warn!(r#match = %id, revision, ?repair, operator = audit.operator, reason = audit.reason, "match repaired by operator");
    Ok(response)
}
