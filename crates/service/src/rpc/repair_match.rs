//! `RepairMatch`: an operator takes defaults, extends deadlines, or aborts.

use tinsel_proto::v1::{RepairMatchRequest, RepairMatchResponse};
use tinsel_store::{MatchStore, Revision};
use tonic::metadata::MetadataMap;

use crate::{change, deps::Deps, error::RpcError, operator, request::Request, validate::Fields};

pub(super) async fn repair_match<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: RepairMatchRequest,
) -> Result<RepairMatchResponse, RpcError> {
    operator::require(deps.settings.operator_token.as_ref(), metadata)?;
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let request_id = fields.request_id(&asked.request_id);
    let audit = fields.audit(asked.audit.as_ref());
    let repair = fields.repair(asked.repair.as_ref());
    let (((id, request_id), audit), repair) = fields.done(id.zip(request_id).zip(audit).zip(repair))?;
    let expected = asked.expected_revision.map(Revision::new);

    let request = Request::new(deps, request_id, ("RepairMatch", "operator"), &asked);
    let repaired = change::change(deps, id, &request, |table, now| {
        let revision = table.version.revision;
        if !table.is_over() && expected.is_some_and(|expected| expected != revision) {
            return Err(RpcError::RevisionMismatch { revision });
        }
        operator::repair(table, now, (repair, &audit), |revision: Revision| RepairMatchResponse {
            revision: revision.get(),
        })
    });
    let repaired = repaired.await?;
    let revision = repaired.revision;
    tracing::warn!(%id, revision, ?repair, operator = audit.operator, reason = audit.reason, "an operator repairs a match");
    Ok(repaired)
}
