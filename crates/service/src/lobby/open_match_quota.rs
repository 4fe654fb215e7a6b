//! The quota of open matches of an owner, in the lobby or in play, on all replicas together.
//!
//! The store keeps a pool for each owner, with a slot for each of its open matches. A slot is taken before a match is
//! created, and released when the match ends. The release can be lost. So before a call is refused because of a full
//! pool, some of its members are read, and ended or missing matches lose their slots. A match that is just being
//! created can lose its slot as well, so that the owner exceeds the limit by one.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::IpAddr,
    time::Duration,
};

use futures_util::{StreamExt, stream};
use tinsel_store::{Change, MatchId, MatchStore, PoolId, Reserved, StoreError, Stored};

use crate::{
    auth::caller::{Address, Caller, QuotaKey},
    deps::Deps,
    error::{RECONCILE_INTERVAL, RpcError},
    record::MatchRecord,
};

/// The number of members of a pool that are checked together.
const AT_ONCE: usize = 8;

/// The owner of the matches that a caller creates, with its limit of open matches; `None` without a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) pool: PoolId,
    limit: u32,
}

/// The owner of the matches that `caller` creates.
///
/// # Errors
///
/// If creating matches requires an API key, and the caller has none.
pub(crate) fn owner<S: MatchStore>(deps: &Deps<S>, caller: &Caller) -> Result<Option<Owner>, RpcError> {
    let usual = deps.settings.limits.open_matches;
    let (name, limit) = if let QuotaKey::Key(holder_index) = caller.quota_key {
        let (name, quota) = deps.api_keys.holder(holder_index).ok_or(RpcError::ApiKeyMissing)?;
        (of_key(&name), quota.open_matches.unwrap_or(usual))
    } else if deps.api_keys.are_required() {
        return Err(RpcError::ApiKeyMissing);
    } else {
        (of_address(caller.address), usual)
    };
    let pool = deps.keys.pool(&name, deps.settings.shards);
    Ok((limit > 0).then_some(Owner { pool, limit }))
}

/// The owner of a match that counts in this pool; `None` without a limit.
pub(crate) fn owner_of<S>(deps: &Deps<S>, pool: PoolId) -> Option<Owner> {
    let usual = deps.settings.limits.open_matches;
    let name = holders(deps).remove(&pool);
    let quota = name.and_then(|name| deps.api_keys.quota_of(&name));
    let limit = quota.and_then(|quota| quota.open_matches).unwrap_or(usual);
    (limit > 0).then_some(Owner { pool, limit })
}

/// The pools of the owner with this name: the holder of an API key or a client address; or with the pool of this id.
pub(crate) fn pools_of<S>(deps: &Deps<S>, name: &str) -> BTreeSet<PoolId> {
    let address = name.parse::<IpAddr>().ok().map(|address| of_address(address.into()));
    let owners = std::iter::once(of_key(name)).chain(address);
    let pools = owners.flat_map(|owner| deps.keys.pools(&owner, deps.settings.shards));
    pools.chain(name.parse::<PoolId>().ok()).collect()
}

/// The holders of API keys, by their pools.
pub(crate) fn holders<S>(deps: &Deps<S>) -> BTreeMap<PoolId, String> {
    let named = deps.api_keys.names().into_iter().flat_map(|name| {
        let pools = deps.keys.pools(&of_key(&name), deps.settings.shards);
        pools.into_iter().map(move |pool| (pool, name.clone()))
    });
    named.collect()
}

/// The hashed text of an owner.
fn of_key(name: &str) -> String {
    format!("key {name}")
}

fn of_address(address: Address) -> String {
    format!("address {}", address.text())
}

/// Takes a slot for a match that is about to be created. A match that already has a slot keeps it.
///
/// # Errors
///
/// If the owner has reached the limit of open matches, or the store does not answer.
pub(crate) async fn take_slot<S: MatchStore>(deps: &Deps<S>, owner: Owner, id: MatchId) -> Result<(), RpcError> {
    let kept_for = deps.settings.retention.lobby;
    let Reserved::Full(some) = deps.store.reserve(owner.pool, id, kept_for, owner.limit).await? else {
        return Ok(());
    };
    if reconcile(deps, owner.pool, some).await?
        && deps.store.reserve(owner.pool, id, kept_for, owner.limit).await? == Reserved::Taken
    {
        return Ok(());
    }
    Err(RpcError::OpenMatchLimitReached { limit: owner.limit })
}

/// Releases the slot of a match that has ended. Otherwise extends the slot, if the write has set the expiry of the match.
///
/// Failures are only logged: the pool is reconciled when it is full.
pub(crate) async fn follow<S: MatchStore>(deps: &Deps<S>, id: MatchId, after: &MatchRecord, expiry: &Change<Duration>) {
    let Some(pool) = after.setup.pool() else { return };
    // Boxed, because they are rare, and the future of every action would otherwise reserve space for them.
    let done = if after.is_over() {
        Box::pin(deps.store.release(pool, &[id])).await
    } else if let Change::Set(kept_for) = expiry {
        Box::pin(deps.store.reserve(pool, id, *kept_for, u32::MAX))
            .await
            .map(drop)
    } else {
        return;
    };
    if let Err(error) = done {
        tracing::debug!(r#match = %id, %error, "open-match quota not updated");
    }
}

/// Releases the slot of a match that already existed, unless it is open and has its slot in this pool.
pub(crate) async fn found<S: MatchStore>(deps: &Deps<S>, owner: Owner, id: MatchId, stored: &Stored) {
    if !has_slot(stored, owner.pool) {
        give_back(deps, owner.pool, id).await;
    }
}

/// Releases the slot of a match that was not created.
pub(crate) async fn give_back<S: MatchStore>(deps: &Deps<S>, pool: PoolId, id: MatchId) {
    if let Err(error) = deps.store.release(pool, &[id]).await {
        tracing::debug!(r#match = %id, %error, "open-match quota slot not released");
    }
}

/// Releases the slots of matches that have ended or do not exist. Returns whether there were any.
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

/// Whether a match is open with its slot in this pool. Counts as open if the store does not answer.
async fn is_open<S: MatchStore>(deps: &Deps<S>, pool: PoolId, id: MatchId) -> bool {
    match deps.store.load(id).await {
        Ok(stored) => has_slot(&stored, pool),
        Err(StoreError::NotFound) => false,
        Err(_) => true,
    }
}

/// Whether a match is open with its slot in this pool. An undecodable match counts as open.
fn has_slot(stored: &Stored, pool: PoolId) -> bool {
    MatchRecord::read(stored).map_or(true, |record| !record.is_over() && record.setup.pool() == Some(pool))
}

#[cfg(test)]
mod tests;
