//! `ValidateAction`: whether a decision would be taken.

use tinsel_proto::v1::{ValidateActionRequest, ValidateActionResponse};
use tinsel_store::MatchStore;
use tonic::metadata::MetadataMap;

use crate::{auth, change, decision::Decision, deps::Deps, error::RpcError, validate::Fields};

pub(super) async fn validate_action<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: ValidateActionRequest,
) -> Result<ValidateActionResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let action = fields.action(asked.action.as_ref());
    let (id, action) = fields.done(id.zip(action))?;
    let sitting = auth::require_seat(auth::caller(&deps.keys, metadata, id)?)?;

    let table = change::load(deps, id).await?;
    let decision = Decision::new(sitting, action, asked.expected_revision);
    decision.judged(&table, |game, seat, action| game.judge(seat, action))?;
    Ok(ValidateActionResponse {
        revision: table.version.revision.get(),
    })
}
