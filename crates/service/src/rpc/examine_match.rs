//! `ExamineMatch`: how a match stands.

use tinsel_proto::v1::{ExamineMatchRequest, ExamineMatchResponse};
use tinsel_store::MatchStore;
use tonic::metadata::MetadataMap;

use crate::{deps::Deps, error::RpcError, operator, validate::Fields};

pub(super) async fn examine_match<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: ExamineMatchRequest,
) -> Result<ExamineMatchResponse, RpcError> {
    operator::require(deps.settings.operator_token.as_ref(), metadata)?;
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let recent = fields.recent(asked.recent);
    let (id, recent) = fields.done(id.zip(recent))?;

    operator::examine(deps, id, recent).await
}
