//! What an earlier call of a request has done: by its response, and by the state of the match, because a match forgets responses
//! after a while, but neither its creation nor its players.

use std::sync::Arc;

use tinsel_store::{MatchId, MatchStore, Revision, StoreError, StoredResponse};

use super::idempotency::IdempotencyKey;
use crate::{deps::Deps, error::RpcError, lobby::join_receipt::JoinReceipt, read::load, record::MatchRecord};

/// Whether an earlier call created this match.
///
/// # Errors
///
/// The earlier call had other content, or the store fails.
pub(crate) async fn created_before<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    key: &IdempotencyKey,
) -> Result<bool, RpcError> {
    let record = existing(deps, id).await?;
    let digest = record.and_then(|record| record.setup.created_by(key.name()));
    digest.map_or(Ok(false), |digest| same_content(key, digest).map(|()| true))
}

/// The receipt of an earlier call that took a seat of this match, if its player still holds it.
///
/// # Errors
///
/// The earlier call had other content, or the store fails.
pub(crate) async fn joined_before<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    key: &IdempotencyKey,
) -> Result<Option<JoinReceipt>, RpcError> {
    let Some(record) = existing(deps, id).await? else {
        return Ok(None);
    };
    let Some((grant, joined)) = record.setup.joined_by(key.name()) else {
        return Ok(None);
    };
    same_content(key, joined.fingerprint)?;
    Ok(Some(JoinReceipt::new(grant, Revision::new(joined.revision))))
}

/// The stored response to an earlier call about this match, if the caller can repeat it.
pub(super) async fn response_before<S: MatchStore>(
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

async fn existing<S: MatchStore>(deps: &Deps<S>, id: MatchId) -> Result<Option<Arc<MatchRecord>>, RpcError> {
    match load(deps, id).await {
        Ok(record) => Ok(Some(record)),
        Err(RpcError::MatchNotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

fn same_content(key: &IdempotencyKey, digest: u64) -> Result<(), RpcError> {
    if key.has_digest(digest) {
        Ok(())
    } else {
        Err(RpcError::RequestIdReused)
    }
}
