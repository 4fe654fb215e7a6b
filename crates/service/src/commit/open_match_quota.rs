//! How many matches of one owner may be open, in the lobby or in play, on all replicas together.
//!
//! An owner has a pool in the store, with a place for each of its open matches. A match is created after it got a place,
//! and gives it back when it ends. That second write can be lost. So before a call is refused because of a full pool, some
//! of its members are read, and those that have ended or are gone lose their places. A match that is about to be
//! created at that very moment may lose its place as well, and then be one more than there may be.

use futures_util::{StreamExt, stream};
use tinsel_store::{MatchId, MatchStore, PoolId, Reserved, StoreError, Stored};

use crate::{
    deps::Deps,
    error::{RECONCILE_INTERVAL, RpcError},
    gate::caller::{Caller, QuotaKey},
    record::MatchRecord,
};

/// How many members of a pool are looked at together.
const AT_ONCE: usize = 8;

/// Who owns the matches that a caller creates, and how many may be open; `None` if any number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) pool: PoolId,
    limit: u32,
}

/// The owner of what `caller` creates.
///
/// # Errors
///
/// If creating matches is limited to holders of a key, and the caller is none.
pub(crate) fn owner<S: MatchStore>(deps: &Deps<S>, caller: &Caller) -> Result<Option<Owner>, RpcError> {
    let (keys, usual) = (&deps.settings.api_keys, deps.settings.limits.open_matches);
    let (name, limit) = if let (QuotaKey::Key(place), true) = (caller.quota_key, !keys.is_empty()) {
        let key = keys.get(place).ok_or(RpcError::ApiKeyMissing)?;
        (format!("key {}", key.name), key.quota.open_matches.unwrap_or(usual))
    } else if keys.is_empty() {
        (format!("address {}", caller.address.text()), usual)
    } else {
        return Err(RpcError::ApiKeyMissing);
    };
    let pool = deps.keys.pool(&name, deps.settings.shards);
    Ok((limit > 0).then_some(Owner { pool, limit }))
}

/// Takes a place for a match that is about to be created. Who has one already keeps it.
///
/// # Errors
///
/// If the owner has as many open matches as it may, and if the store does not answer.
pub(crate) async fn take_place<S: MatchStore>(deps: &Deps<S>, owner: Owner, id: MatchId) -> Result<(), RpcError> {
    let kept_for = deps.settings.retention.lobby;
    let Reserved::Full(some) = deps.store.reserve(owner.pool, id, kept_for, owner.limit).await? else {
        return Ok(());
    };
    if reconcile(deps, owner.pool, some).await?
        && deps.store.reserve(owner.pool, id, kept_for, owner.limit).await? == Reserved::Taken
    {
        return Ok(());
    }
    Err(RpcError::OpenMatchesReached { limit: owner.limit })
}

/// Keeps the place of a match that has begun for as long as it may be played, and gives that of one that has ended back.
///
/// No caller waits for a failure: the pool is counted again when it is full.
pub(crate) async fn follow<S: MatchStore>(deps: &Deps<S>, id: MatchId, before: &MatchRecord, after: &MatchRecord) {
    let Some(pool) = after.setup.pool() else { return };
    let done = if after.is_over() {
        deps.store.release(pool, &[id]).await
    } else if before.play.is_none() && after.play.is_some() {
        let kept_for = deps.settings.retention.active;
        deps.store.reserve(pool, id, kept_for, u32::MAX).await.map(drop)
    } else {
        return;
    };
    if let Err(error) = done {
        tracing::debug!(%id, %error, "the place of an open match was not updated");
    }
}

/// Gives the place of a match back that turned out to be there already, unless it is open and has its place here.
pub(crate) async fn found<S: MatchStore>(deps: &Deps<S>, owner: Owner, id: MatchId, stored: &Stored) {
    if !has_place(stored, owner.pool) {
        give_back(deps, owner.pool, id).await;
    }
}

/// Gives the place of a match back that was not created after all.
pub(crate) async fn give_back<S: MatchStore>(deps: &Deps<S>, pool: PoolId, id: MatchId) {
    if let Err(error) = deps.store.release(pool, &[id]).await {
        tracing::debug!(%id, %error, "the place of a match that was not created was not given back");
    }
}

/// Takes the places of those that have ended or are gone; whether there were any.
async fn reconcile<S: MatchStore>(deps: &Deps<S>, pool: PoolId, ids: Vec<MatchId>) -> Result<bool, RpcError> {
    let now = deps.clock.steady();
    let last = deps.reconciled.get(&pool);
    if last.is_some_and(|last| now < last.saturating_add(RECONCILE_INTERVAL)) {
        return Ok(false);
    }
    deps.reconciled.insert(pool, now);
    let looks = stream::iter(ids).map(async |id| (id, is_open(deps, pool, id).await));
    let looked: Vec<_> = looks.buffer_unordered(AT_ONCE).collect().await;
    let ended: Vec<_> = looked.into_iter().filter(|(_, open)| !open).map(|(id, _)| id).collect();
    deps.store.release(pool, &ended).await?;
    Ok(!ended.is_empty())
}

/// Whether a match is open, and its place in this pool, as far as it can be told.
async fn is_open<S: MatchStore>(deps: &Deps<S>, pool: PoolId, id: MatchId) -> bool {
    match deps.store.load(id).await {
        Ok(stored) => has_place(&stored, pool),
        Err(StoreError::NotFound) => false,
        Err(_) => true,
    }
}

/// Whether a match is open, and its place in this pool. What cannot be read may be.
fn has_place(stored: &Stored, pool: PoolId) -> bool {
    MatchRecord::read(stored).map_or(true, |record| !record.is_over() && record.setup.pool() == Some(pool))
}

#[cfg(test)]
mod tests;
