//! How a match is changed: judge on a guess, write by compare-and-set, judge again if somebody was faster.
//!
//! Simultaneous decisions therefore never conflict: an action that lost the race is judged on the newer state, and only
//! a rule that forbids it there is told. Every accepted change is one atomic write of the store, together with the
//! answer to its request, so that a repeated request gets the first answer.

mod creating;

use std::{sync::Arc, time::Duration};

use prost::Message;
use tinsel_store::{Answer, Change, MatchId, MatchStore, Replaced, Revision, StoreError, Stored, UnixMillis, Write};
use tracing::{Instrument, debug_span};

use crate::{
    bots,
    deps::Deps,
    error::RpcError,
    history::{self, Step},
    listing, open_matches,
    request::Request,
    show,
    table::Table,
    tables::Slot,
    time_out,
    trace::{self, Origin},
};

pub(crate) use creating::{create, ensure};

/// How often a change is tried. Each try that fails means that somebody else's succeeded, so a match with at most 32
/// seats that all act at once needs no more.
const TRIES: u32 = 64;

/// How long a call waits for those before it. Where the store hangs they fail one by one, and the later ones should not
/// have to wait for all of them.
const TURN: Duration = Duration::from_secs(3);

/// How often a write without an answer is repeated.
const WRITES: u32 = 3;

/// What a change makes of a match.
#[derive(Debug)]
pub(crate) struct Next<R> {
    /// The match after it; its version is still the old one.
    pub(crate) table: Table,
    /// What led to it, one step for each revision; at least one.
    pub(crate) steps: Vec<Step>,
    /// The answer to the request.
    pub(crate) answer: R,
}

/// Changes a match as `decide` says. `decide` may be asked several times, each time about a newer state.
pub(crate) async fn change<S: MatchStore, R: Message + Default>(
    deps: &Deps<S>,
    id: MatchId,
    request: &Request,
    decide: impl Fn(&Table, UnixMillis) -> Result<Next<R>, RpcError>,
) -> Result<R, RpcError> {
    let changing = async {
        let mut tries = 0;
        let changed = change_in_span(deps, id, request, decide, &mut tries).await;
        changed.inspect_err(|error| trace::ended(error, tries))
    };
    changing.instrument(trace::action(id)).await
}

async fn change_in_span<S: MatchStore, R: Message + Default>(
    deps: &Deps<S>,
    id: MatchId,
    request: &Request,
    decide: impl Fn(&Table, UnixMillis) -> Result<Next<R>, RpcError>,
    tries: &mut u32,
) -> Result<R, RpcError> {
    let slot = deps.tables.slot(id);
    let turn = tokio::time::timeout(TURN, slot.turn.lock()).await;
    let _turn = turn.map_err(|_| RpcError::Contended)?;
    let (mut table, mut fresh) = match slot.guess() {
        Some(guess) => (guess, false),
        None => (read(deps, id, &slot).await?, true),
    };
    while *tries < TRIES {
        *tries += 1;
        let tries = *tries;
        let judged = debug_span!("engine", tinsel.r#match = %id, tries).in_scope(|| {
            let now = deps.clock.now();
            match table.credited(&deps.reach.outages(id.shard())) {
                None => decide(&table, now),
                Some((credited, ms)) => decide(&credited, now).map(|next| time_out::with_credit(next, now, ms)),
            }
        });
        let mut next = match judged {
            Ok(next) => next,
            Err(_) if !fresh => {
                (table, fresh) = (read(deps, id, &slot).await?, true);
                continue;
            }
            Err(refusal) => {
                let Some(answer) = answer_of(deps, id, request).await? else {
                    trace::refused(&table, request.asked.as_ref());
                    return Err(refusal);
                };
                return repeats(request, answer, tries);
            }
        };
        match commit(deps, id, request, &table, &mut next).await? {
            Replaced::Written(version) => {
                let (before, table) = (table, Arc::new(next.table.at(version)));
                trace::written(&before, &table, &next.steps, tries);
                slot.remember(&table);
                slot.follow(before.version, next.steps.into_iter().map(Step::into_entry));
                go_on(deps, id, &slot, table, bots::moves).await;
                return Ok(next.answer);
            }
            Replaced::Conflict(stored) => {
                tracing::debug!(%id, tries, "somebody was faster");
                (table, fresh) = (keep(deps, &slot, &stored)?, true);
            }
            Replaced::Repeated(answer) => return repeats(request, answer, tries),
        }
    }
    Err(RpcError::Contended)
}

/// Does what a match needs that nobody asked for: takes the defaults of whose time has passed, and lets bots move.
///
/// # Errors
///
/// If the match cannot be read. A failed write is nobody's to be told: the match stays due.
pub(crate) async fn look_after<S: MatchStore>(deps: &Deps<S>, id: MatchId) -> Result<(), RpcError> {
    let slot = deps.tables.slot(id);
    let _turn = slot.turn.lock().await;
    let table = read(deps, id, &slot).await?;
    let (setup, due, now) = (Arc::clone(&table.setup), table.due(), deps.clock.now());
    let outages = deps.reach.outages(id.shard());
    let moved = go_on(deps, id, &slot, table, |table, now| {
        time_out::moves(table, &outages, now)
    });
    if let (true, Some(due)) = (moved.await, due) {
        let lag = Duration::from_millis(now.0.saturating_sub(due.0));
        deps.metrics.looked_after(&setup, lag);
    }
    Ok(())
}

/// Makes the moves that nobody asked for, one write after the other, until none is left.
///
/// A failure is nobody's to be told: whatever is left to do stays due, and the next replica that sweeps goes on. Whether
/// any was made.
async fn go_on<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    slot: &Slot,
    mut table: Arc<Table>,
    moves: impl Fn(&Table, UnixMillis) -> Option<Next<()>>,
) -> bool {
    let mut moved = false;
    while let Some(next) = moves(&table, deps.clock.now()) {
        let moving = go_one_further(deps, id, slot, &table, next).instrument(trace::action(id));
        let Some((newer, is_ours)) = moving.await else { break };
        moved |= is_ours;
        table = newer;
        slot.remember(&table);
    }
    moved
}

/// Writes what nobody asked for: gives the match after it, or as somebody faster has left it, and whether it is this that
/// was written; `None` if it could not be.
async fn go_one_further<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    slot: &Slot,
    table: &Table,
    mut next: Next<()>,
) -> Option<(Arc<Table>, bool)> {
    let request = Request::new(deps, None, ("", ""), &next.answer);
    let committed = commit(deps, id, &request, table, &mut next).await;
    match committed.inspect_err(|error| trace::ended(error, 1)).ok()? {
        Replaced::Written(version) => {
            let after = Arc::new(next.table.at(version));
            trace::written(table, &after, &next.steps, 1);
            slot.follow(table.version, next.steps.into_iter().map(Step::into_entry));
            Some((after, true))
        }
        Replaced::Conflict(stored) => {
            trace::overtaken();
            Some((keep(deps, slot, &stored).ok()?, false))
        }
        Replaced::Repeated(_) => None,
    }
}

/// The newest state of a match, from the store.
pub(crate) async fn load<S: MatchStore>(deps: &Deps<S>, id: MatchId) -> Result<Arc<Table>, RpcError> {
    let slot = deps.tables.slot(id);
    Ok(read(deps, id, &slot).await?)
}

async fn read<S: MatchStore>(deps: &Deps<S>, id: MatchId, slot: &Slot) -> Result<Arc<Table>, StoreError> {
    let loading = deps.store.load(id);
    match loading.instrument(debug_span!("load", tinsel.r#match = %id)).await {
        Ok(stored) => match slot.guess() {
            Some(guess) if guess.version == stored.version => {
                slot.seen_again();
                Ok(guess)
            }
            Some(_) | None => keep(deps, slot, &stored),
        },
        Err(error) => {
            if matches!(error, StoreError::NotFound) {
                deps.tables.forget(id);
            }
            Err(error)
        }
    }
}

fn keep<S>(deps: &Deps<S>, slot: &Slot, stored: &Stored) -> Result<Arc<Table>, StoreError> {
    let table = Arc::new(deps.metrics.read(Table::read(stored))?);
    slot.remember(&table);
    Ok(table)
}

/// Gives the first answer to a request again, after so many tries.
fn repeats<R: Message + Default>(request: &Request, answer: Answer, tries: u32) -> Result<R, RpcError> {
    trace::repeated(tries);
    request.repeated(answer)
}

/// The first answer to a request in a match, if there is the match and it remembers one.
pub(crate) async fn repeated<S: MatchStore, R: Message + Default>(
    deps: &Deps<S>,
    id: MatchId,
    request: &Request,
) -> Result<Option<R>, RpcError> {
    match answer_of(deps, id, request).await {
        Ok(answer) => answer.map(|answer| request.repeated(answer)).transpose(),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

async fn answer_of<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    request: &Request,
) -> Result<Option<Answer>, StoreError> {
    if request.named {
        deps.store.answer(id, request.name()).await
    } else {
        Ok(None)
    }
}

/// Writes once in effect. Without an answer from the store the very same write is tried again, which is safe.
async fn commit<S: MatchStore, R: Message>(
    deps: &Deps<S>,
    id: MatchId,
    request: &Request,
    before: &Table,
    next: &mut Next<R>,
) -> Result<Replaced, RpcError> {
    let write = write(deps, id, request, Some(before), next)?;
    let replace = || {
        let span = debug_span!("commit", tinsel.r#match = %id);
        deps.store.replace(id, before.version, write.clone()).instrument(span)
    };
    let mut done = replace().await;
    for _ in 1..WRITES {
        let Err(StoreError::Unavailable(cause)) = &done else {
            break;
        };
        tracing::warn!(%id, %cause, "a write is tried again");
        done = replace().await;
    }
    let (setup, metrics) = (&next.table.setup, &deps.metrics);
    metrics.write(
        setup,
        match &done {
            Ok(Replaced::Written(_)) => "written",
            Ok(Replaced::Conflict(_)) => "conflict",
            Ok(Replaced::Repeated(_)) => "repeated",
            Err(_) => "failed",
        },
    );
    if matches!(done, Ok(Replaced::Written(_))) {
        let (was, is) = (show::phase(before), show::phase(&next.table));
        if was != is {
            metrics.came_into(setup, is);
        }
        open_matches::follow(deps, id, before, &next.table).await;
    }
    Ok(done?)
}

fn write<S: MatchStore, R: Message>(
    deps: &Deps<S>,
    id: MatchId,
    request: &Request,
    before: Option<&Table>,
    next: &mut Next<R>,
) -> Result<Write, RpcError> {
    let retention = &deps.settings.retention;
    let began = next.table.play.is_some() && before.is_none_or(|before| before.play.is_none());
    // What an operator does lists it anew, in case the store has lost it from its list; and it is there as long as there is
    // something to wait for.
    let by_operator = next.steps.iter().any(|step| !step.entry.operator.is_empty());
    let expiry = match before {
        None => Change::Set(retention.lobby),
        Some(_) if next.table.is_over() => Change::Set(retention.finished),
        Some(_) if began => Change::Set(retention.active),
        Some(_) if by_operator && next.table.is_active() => {
            let due = next
                .table
                .due()
                .map_or(0, |due| due.0.saturating_sub(deps.clock.now().0));
            Change::Set(retention.active.saturating_add(Duration::from_millis(due)))
        }
        Some(_) => Change::Keep,
    };
    let revision = before.map_or(Revision::NONE, |before| before.version.revision);
    next.table.origin = Origin::current();
    let record = history::write(id, &mut next.table, &mut next.steps, revision)?;
    let revision = revision.plus(u64::try_from(next.steps.len()).unwrap_or(u64::MAX));
    let nonce = u64::from_le_bytes(deps.random());
    let origin = next.table.origin.map(Origin::write).unwrap_or_default();
    for step in &mut next.steps {
        step.entry.origin = origin.clone();
    }
    Ok(Write {
        record,
        entries: next.steps.iter_mut().map(|step| step.entry.write(nonce)).collect(),
        nonce,
        request: Some(request.answered_by(next.answer.encode_to_vec().into())),
        deadline: match (before.and_then(Table::due), next.table.due()) {
            (before, after) if before == after && !by_operator => Change::Keep,
            (_, Some(at)) => Change::Set(at),
            (_, None) => Change::Clear,
        },
        lobby: listing::entry(id, before, &next.table, revision)?,
        expiry,
    })
}
