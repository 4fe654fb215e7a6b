//! `DeleteMatch`: an operator erases a match.

use std::sync::Arc;

use tinsel_proto::v1::{DeleteMatchRequest, DeleteMatchResponse};
use tinsel_store::{MatchStore, StoreError};

use super::{call::Call, request_parser::RequestParser};
use crate::{
    deps::{Deps, store_error},
    error::RpcError,
    lobby::open_match_quota,
    record::MatchRecord,
};

pub(super) async fn delete_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<DeleteMatchRequest>,
) -> Result<DeleteMatchResponse, RpcError> {
    let operator = deps.operator_tokens.authenticate(&call.metadata)?;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&call.message.match_id);
    let audit = parser.audit(call.message.audit.as_ref(), &operator);
    let (id, audit) = parser.done(id.zip(audit))?;

    let stored = deps.load(id).await;
    let deleted = deps.store.delete(id, None).await;
    if let (Some(archive), Ok(_) | Err(StoreError::NotFound)) = (&deps.archive, &deleted) {
        archive.delete(id).await.map_err(store_error)?;
    }
    match deleted {
        Ok(_) => {}
        // It was there just now: an earlier attempt deleted it, and the response was lost.
        Err(StoreError::NotFound) if stored.is_ok() => {}
        Err(error) => return Err(error.into()),
    }
    deps.cache.forget(id);
    tracing::info!(r#match = %id, operator = audit.operator, reason = audit.reason, "match deleted by operator");
    // The slot of a match that cannot be read is released when the pool is full, or when the slot expires.
    let record = stored.ok().and_then(|stored| MatchRecord::read(&stored).ok());
    if let Some(pool) = record.and_then(|record| record.setup.pool()) {
        open_match_quota::give_back(&deps, pool, id).await;
    }
    Ok(DeleteMatchResponse {})
}
