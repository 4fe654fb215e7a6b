//! Seating together those who ask for the same.
//!
//! For each thing that can be asked for there is a pool, in which one match after the other is filled. The store says which
//! one a caller is to try, and remembers it; so a call that is repeated, at whatever replica, tries the same match and is
//! found there. A match that starts when it is full never has an open seat again, so nobody is ever sent on from a match
//! in which a seat might still be given to the same call.

use std::time::Duration;

use tinsel_store::{MatchId, MatchStore, PoolId, Revision, Seek, StoreError, UnixMillis};

use crate::{
    auth::Sitting,
    change::{self, Next},
    deps::Deps,
    error::RpcError,
    listing, lobby, names,
    open_matches::{self, Owner},
    request::Request,
    seated::Seated,
    table::{Conduct, Occupant, Plan, Setup, Sought, Table},
    time_control::TimeControl,
};

/// How many matches one call tries, each of which was filled before it came.
const TRIES: u32 = 32;

/// A player who is to be seated.
#[derive(Debug)]
pub(crate) struct Seeker {
    pub(crate) name: String,
    pub(crate) nonce: Vec<u8>,
    pub(crate) request: Request,
    /// Who owns the match, if one is created for the player.
    pub(crate) owner: Option<Owner>,
}

/// Seats a player in a match that is as planned.
pub(crate) async fn seat<S: MatchStore>(
    deps: &Deps<S>,
    plan: impl Fn() -> Plan,
    seeker: &Seeker,
) -> Result<(MatchId, Seated), RpcError> {
    let pool = pool(deps, &plan());
    let mut full = None;
    for _ in 0..TRIES {
        let id = match seek(deps, pool, seeker, full, None).await? {
            Some(id) => id,
            None => next(deps, pool, seeker, full, &plan).await?,
        };
        match take_seat(deps, id, seeker, &plan).await {
            Ok(seated) => return Ok((id, seated)),
            Err(RpcError::MatchStarted | RpcError::MatchFull | RpcError::MatchOver | RpcError::JoiningClosed) => {
                full = Some(id)
            }
            Err(error) => return Err(error),
        }
    }
    Err(RpcError::Contended)
}

/// The match that is filled next. Who may not begin one leaves nothing in the pool.
async fn next<S: MatchStore>(
    deps: &Deps<S>,
    pool: PoolId,
    seeker: &Seeker,
    full: Option<MatchId>,
    plan: &impl Fn() -> Plan,
) -> Result<MatchId, RpcError> {
    let fresh = MatchId::from_entropy(deps.random(), deps.settings.shards);
    if let Some(owner) = seeker.owner {
        open_matches::take_place(deps, owner, fresh).await?;
    }
    let given = seek(deps, pool, seeker, full, Some(fresh)).await;
    let in_vain = match &given {
        Ok(id) => *id != Some(fresh),
        Err(error) => matches!(error, StoreError::Full),
    };
    if let (Some(owner), true) = (seeker.owner, in_vain) {
        open_matches::give_back(deps, owner.pool, fresh).await;
    }
    let id = given?.unwrap_or(fresh);
    if id == fresh {
        begin(deps, id, plan(), seeker).await?;
        listing::tidy(deps, id).await;
    }
    Ok(id)
}

async fn seek<S: MatchStore>(
    deps: &Deps<S>,
    pool: PoolId,
    seeker: &Seeker,
    full: Option<MatchId>,
    fresh: Option<MatchId>,
) -> Result<Option<MatchId>, StoreError> {
    let kept_for = kept_for(deps);
    let seek = Seek { full, fresh, kept_for };
    deps.store.seek(pool, seeker.request.name(), seek).await
}

/// Begins a match to be filled, unless somebody else has.
async fn begin<S: MatchStore>(deps: &Deps<S>, id: MatchId, plan: Plan, seeker: &Seeker) -> Result<(), RpcError> {
    let next = lobby::create(deps, plan, seeker.owner)?;
    change::ensure(deps, id, seeker.owner, next).await
}

/// Takes a seat in a match, or finds the seat that this very request took there.
async fn take_seat<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    seeker: &Seeker,
    plan: &impl Fn() -> Plan,
) -> Result<Seated, RpcError> {
    let request = &seeker.request;
    if let Some(seated) = sits_already(deps, id, request).await? {
        return Ok(seated);
    }
    let decide = |table: &Table, now: UnixMillis| decide(table, now, seeker);
    let seated = change::change(deps, id, request, decide).await;
    if !matches!(seated, Err(RpcError::MatchNotFound)) {
        return seated;
    }
    // Whoever was given it first has not begun it yet, or never will.
    begin(deps, id, plan(), seeker).await?;
    change::change(deps, id, request, decide).await
}

/// The seat that this very request took in a match. A match forgets answers in time; whoever sits there it does not.
async fn sits_already<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    request: &Request,
) -> Result<Option<Seated>, RpcError> {
    let table = match change::load(deps, id).await {
        Ok(table) => table,
        Err(RpcError::MatchNotFound) => return Ok(None),
        Err(error) => return Err(error),
    };
    let Some((seat, sought)) = table.setup.sought_by(request.name()) else {
        return Ok(None);
    };
    if sought.fingerprint != request.fingerprint() {
        return Err(RpcError::RequestIdReused);
    }
    let number = sought.number;
    let sitting = Sitting { seat, number };
    Ok(Some(Seated::new(sitting, Revision::new(sought.revision))))
}

fn decide(table: &Table, now: UnixMillis, seeker: &Seeker) -> Result<Next<Seated>, RpcError> {
    let revision = table.version.revision.plus(1);
    let player = |setup: &Setup, seat| Occupant::Player {
        name: names::numbered(&seeker.name, |name| !setup.has_name(name)),
        nonce: seeker.nonce.clone(),
        conduct: Conduct::Own,
        substitutions: 0,
        sought: Some(Sought::new(&seeker.request, setup.sitting(seat), revision)),
    };
    lobby::take_seat(table, now, None, player, |seat, revision| {
        Seated::new(table.setup.sitting(seat), revision)
    })
}

/// A match is there for longer than anybody is sent to it, whatever becomes of it.
fn kept_for<S: MatchStore>(deps: &Deps<S>) -> Duration {
    let retention = &deps.settings.retention;
    retention.lobby.min(retention.active).min(retention.finished) / 2
}

/// The pool of those who ask for this.
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
    let asked = [
        plan.game.as_str().as_bytes(),
        &plan.options,
        &[plan.seats.seats().get()],
        &time,
    ];
    PoolId::from_entropy(crate::request::hash(asked), deps.settings.shards)
}
