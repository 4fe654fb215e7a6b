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

/// The stored response to a creation, from which the response with its secrets is derived.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct CreationReceipt {
    /// The number of the grant of the creator's seat; `None` if the creator took none. A server of an earlier release takes
    /// none, and stores no such number.
    #[prost(uint32, optional, tag = "100")]
    pub(crate) creator: Option<u32>,
}

/// The receipt of the match, if an earlier call of this request created it.
///
/// # Errors
///
/// The earlier call had other content, or the store fails.
pub(crate) async fn created_before<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    key: &IdempotencyKey,
) -> Result<Option<CreationReceipt>, RpcError> {
    match response_before(deps, id, key).await {
        Ok(Some(response)) => return key.repeated(response).map(Some),
        Ok(None) | Err(StoreError::NotFound) => {}
        Err(error) => return Err(error.into()),
    }
    let record = existing(deps, id).await?;
    let setup = record.map(|record| Arc::clone(&record.setup));
    let created = setup.and_then(|setup| Some((setup.created_by(key.name())?, setup.first_grant_number())));
    let Some((digest, number)) = created else {
        return Ok(None);
    };
    let creator = Some(number);
    same_content(key, digest).map(|()| Some(CreationReceipt { creator }))
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
