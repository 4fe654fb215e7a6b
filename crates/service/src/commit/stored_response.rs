//! Responses to earlier requests.

use prost::Message;
use tinsel_store::{MatchId, MatchStore, StoreError, StoredResponse};

use super::idempotency::IdempotencyKey;
use crate::{deps::Deps, error::RpcError};

/// The first response to a request about a match, if the match exists and stores one.
pub(crate) async fn answered<S: MatchStore, R: Message + Default>(
    deps: &Deps<S>,
    id: MatchId,
    key: &IdempotencyKey,
) -> Result<Option<R>, RpcError> {
    match find(deps, id, key).await {
        Ok(found) => found.map(|found| key.repeated(found)).transpose(),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

pub(super) async fn find<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    key: &IdempotencyKey,
) -> Result<Option<StoredResponse>, StoreError> {
    if key.is_named() {
        deps.answer(id, key.name()).await
    } else {
        Ok(None)
    }
}
