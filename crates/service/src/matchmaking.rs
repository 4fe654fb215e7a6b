//! Matchmaking: seats players who request the same options in the same match.
//!
//! Each combination of options has a pool in each lobby, in which one match after the other is filled. The store
//! assigns a match to each request and remembers the assignment. A retry is therefore assigned to the same match on
//! every replica, and finds its seat there. A match that starts when it is full never has an open seat again. So a
//! player is assigned to the next match only when the previous one can no longer seat it.

use std::time::Duration;

use tinsel_store::{Assignment, LobbyId, MatchId, MatchStore, PoolId, StoreError};

use crate::{
    commit::{
        create,
        idempotency::{IdempotencyKey, hash},
        joined_before, run,
    },
    deps::Deps,
    error::RpcError,
    lobby::{
        join_receipt::JoinReceipt,
        listing,
        open_match_quota::{self, Owner},
    },
    play::{Command, Player},
    record::{Plan, Tenant, clocks::TimeControl},
};

/// The maximum of matches that one call tries. Each of them was filled before the call got a seat.
const TRIES: u32 = 32;

/// A QuickMatch request: the player, and the options of the match.
#[derive(Debug)]
pub(crate) struct QuickMatchPlayer {
    pub(crate) plan: Plan,
    pub(crate) key: IdempotencyKey,
    /// The owner of the match, if one is created for the player.
    pub(crate) owner: Option<Owner>,
    command: Command,
}

impl QuickMatchPlayer {
    pub(crate) fn new(plan: Plan, player: Player, key: IdempotencyKey, owner: Option<Owner>) -> Self {
        let command = Command::JoinQuick(Box::new(player));
        Self {
            plan,
            key,
            owner,
            command,
        }
    }
}

/// Seats a player.
///
/// # Errors
///
/// If a match must be created and the owner may not create one, or if the store fails.
pub(crate) async fn seat<S: MatchStore>(
    deps: &Deps<S>,
    player: &QuickMatchPlayer,
) -> Result<(MatchId, JoinReceipt), RpcError> {
    let pool = pool(deps, &player.plan);
    let mut full = None;
    for _ in 0..TRIES {
        let id = match assign(deps, pool, player, full, None).await? {
            Some(id) => id,
            None => next(deps, pool, player, full).await?,
        };
        match take_seat(deps, id, player).await {
            Ok(receipt) => return Ok((id, receipt)),
            Err(
                RpcError::MatchStarted | RpcError::MatchFull | RpcError::MatchOver | RpcError::JoiningClosed { .. },
            ) => full = Some(id),
            Err(error) => return Err(error),
        }
    }
    Err(RpcError::Contended)
}

/// The seat that an earlier call of the same request took.
///
/// # Errors
///
/// If the store fails.
pub(crate) async fn seat_before<S: MatchStore>(
    deps: &Deps<S>,
    player: &QuickMatchPlayer,
) -> Result<Option<(MatchId, JoinReceipt)>, RpcError> {
    let pool = pool(deps, &player.plan);
    let Some(id) = assign(deps, pool, player, None, None).await? else {
        return Ok(None);
    };
    let receipt = joined_before(deps, id, &player.key).await?;
    Ok(receipt.map(|receipt| (id, receipt)))
}

/// The match that is filled next; a new one if the pool has none. If the player may not create a match, the pool does
/// not change.
async fn next<S: MatchStore>(
    deps: &Deps<S>,
    pool: PoolId,
    player: &QuickMatchPlayer,
    full: Option<MatchId>,
) -> Result<MatchId, RpcError> {
    let fresh = MatchId::from_entropy(deps.random(), deps.settings.shards);
    if let Some(owner) = player.owner {
        open_match_quota::take_slot(deps, owner, fresh).await?;
    }
    let given = assign(deps, pool, player, full, Some(fresh)).await;
    let in_vain = match &given {
        Ok(id) => *id != Some(fresh),
        Err(error) => matches!(
            error,
            StoreError::Full | StoreError::RefusesWrites(_) | StoreError::Moved
        ),
    };
    if let (Some(owner), true) = (player.owner, in_vain) {
        open_match_quota::give_back(deps, owner.pool, fresh).await;
    }
    let id = given?.unwrap_or(fresh);
    if id == fresh {
        ensure(deps, id, player).await?;
        listing::tidy(deps, id, lobby_id(&player.plan)).await;
    }
    Ok(id)
}

async fn assign<S: MatchStore>(
    deps: &Deps<S>,
    pool: PoolId,
    player: &QuickMatchPlayer,
    full: Option<MatchId>,
    fresh: Option<MatchId>,
) -> Result<Option<MatchId>, StoreError> {
    let kept_for = kept_for(deps);
    let assignment = Assignment { full, fresh, kept_for };
    deps.store.assign(pool, player.key.name(), assignment).await
}

/// Creates a match for matchmaking, unless another call has created it.
async fn ensure<S: MatchStore>(deps: &Deps<S>, id: MatchId, player: &QuickMatchPlayer) -> Result<(), RpcError> {
    let key = IdempotencyKey::unnamed(deps.random());
    match create(deps, id, &key, player.owner, player.plan.clone()).await {
        Ok(_) | Err(RpcError::RequestIdReused) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Takes a seat in a match, or finds the seat that the same request took there.
async fn take_seat<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    player: &QuickMatchPlayer,
) -> Result<JoinReceipt, RpcError> {
    if let Some(receipt) = joined_before(deps, id, &player.key).await? {
        return Ok(receipt);
    }
    let receipt = run(deps, id, &player.key, &player.command, JoinReceipt::of).await;
    let receipt = match receipt {
        Err(RpcError::MatchNotFound) => {
            // The call to which the match was assigned first has not created it yet, or has failed.
            ensure(deps, id, player).await?;
            run(deps, id, &player.key, &player.command, JoinReceipt::of).await
        }
        receipt => receipt,
    };
    Ok(receipt?.response)
}

/// How long assignments are kept: for less than any retention, so that a match outlives its assignments.
fn kept_for<S: MatchStore>(deps: &Deps<S>) -> Duration {
    let retention = &deps.settings.retention;
    retention.lobby.min(retention.active).min(retention.finished) / 2
}

/// The lobby of a player's tenant; `None` without a tenant.
fn lobby_id(plan: &Plan) -> Option<LobbyId> {
    plan.tenant.as_ref().map(Tenant::lobby_id)
}

/// The pool of all requests in this lobby for matches with these options.
fn pool<S: MatchStore>(deps: &Deps<S>, plan: &Plan) -> PoolId {
    let (control, one, other) = match plan.times.plain {
        TimeControl::Unlimited => (0, 0, 0),
        TimeControl::PerDecision { ms } => (1, ms, 0),
        TimeControl::Bank {
            initial_ms,
            increment_ms,
        } => (2, initial_ms, increment_ms),
    };
    let mut time = [control, one, other].map(u64::to_le_bytes).concat();
    for (phase, ms) in &plan.times.phase_ms {
        time.extend_from_slice(phase.as_bytes());
        time.push(0);
        time.extend_from_slice(&ms.to_le_bytes());
    }
    let options = hash([plan.game.as_str().as_bytes(), &plan.options, &[plan.seats.get()], &time]);
    let entropy = lobby_id(plan).map_or(options, |lobby| hash([lobby.to_string().as_bytes(), &options]));
    PoolId::from_entropy(entropy, deps.settings.shards)
}
