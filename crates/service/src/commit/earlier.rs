//! Results of earlier calls of a request: from the stored response, or from the match, which forgets responses after a while,
//! but neither its creation nor its players.

use std::sync::Arc;

use tinsel_store::{MatchId, MatchStore, Revision, StoreError, StoredResponse};

use super::idempotency::IdempotencyKey;
use crate::{
    deps::Deps,
    error::RpcError,
    lobby::join_receipt::JoinReceipt,
    read::load,
    record::{MatchRecord, SeatGrant},
};

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
    match response_before(deps, id, key).await {
        Ok(Some(response)) => return same_content(key, response.fingerprint).map(|()| true),
        Ok(None) | Err(StoreError::NotFound) => {}
        Err(error) => return Err(error.into()),
    }
    let record = existing(deps, id).await?;
    let digest = record.and_then(|record| record.setup.created_by(key.name()));
    digest.map_or(Ok(false), |digest| same_content(key, digest).map(|()| true))
}

/// The receipt of an earlier call that took a seat of this match, unless another occupant has the seat.
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
    let Some((seat, joined)) = record.setup.joined_by(key.name()) else {
        return Ok(None);
    };
    same_content(key, joined.fingerprint)?;
    let number = joined.number;
    let receipt = JoinReceipt::new(SeatGrant { seat, number }, Revision::new(joined.revision));
    Ok(Some(receipt))
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
