//! Changes a match with optimistic concurrency: apply to the cached state, write by compare-and-set, apply again after
//! a write conflict.
//!
//! Concurrent decisions therefore never conflict: after a lost race, an action is validated on the newer state, and is
//! refused only if a rule forbids it there. Each accepted change is one atomic write of the store, together with the
//! response to its request, so that a retry gets the first response.

use std::{
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

use prost::Message;
use tinsel_proto::v1::SeatControl;
use tinsel_store::{MatchId, MatchStore, Replaced, StoredResponse, UnixMillis};
use tokio::{sync::MutexGuard, time::timeout};
use tracing::{Instrument, Span, debug_span};

use super::{
    absence,
    earlier::response_before,
    idempotency::IdempotencyKey,
    trace,
    write::{self, Written},
};
use crate::{
    cache::CacheEntry,
    deps::Deps,
    error::RpcError,
    play::{self, Command, Duty, NotApplied, Transition},
    read::{keep, read},
    record::{MatchRecord, SeatGrant, SeatPresence},
};

/// The maximum of attempts at a change. A failed attempt means that another write succeeded, so a match in which all of
/// at most 32 seats act at the same time needs no more.
const TRIES: u32 = 64;

/// How long a call waits for earlier calls of the same match. If the store hangs, they fail one by one, and later calls
/// should not wait for all of them.
const LOCK_WAIT: Duration = Duration::from_secs(3);

/// A wait that has no span.
const SHORT_WAIT: Duration = Duration::from_millis(1);

/// A command that was committed.
#[derive(Debug)]
pub(crate) struct Committed<R> {
    pub(crate) response: R,
    /// The match right after the command; `None` if the response is that of an earlier call with the same idempotency
    /// key.
    pub(crate) record: Option<Arc<MatchRecord>>,
}

/// A command, with the data that all attempts at it share.
#[derive(Debug, Clone, Copy)]
struct Attempt<'a> {
    id: MatchId,
    span: &'a Span,
    key: &'a IdempotencyKey,
    command: &'a Command,
    presence: &'a SeatPresence,
}

/// Commits a command, once for each idempotency key. `respond` builds the response from the match before the command
/// and the transition.
///
/// # Errors
///
/// If the command is refused on the newest state, the key was used for another request, or the store fails.
pub(crate) async fn run<S: MatchStore, R: Message + Default>(
    deps: &Deps<S>,
    id: MatchId,
    key: &IdempotencyKey,
    command: &Command,
    respond: impl Fn(&MatchRecord, &Transition) -> R,
) -> Result<Committed<R>, RpcError> {
    let span = trace::action(id);
    let mut tries = 0;
    let attempt = Attempt {
        id,
        span: &span,
        key,
        command,
        presence: SeatPresence::UNKNOWN,
    };
    let running = try_until_written(deps, &attempt, &respond, &mut tries);
    let done = match running.instrument(span.clone()).await {
        Ok(done) => Ok(done),
        Err(NotApplied::Refused(error)) if returned(&error, command).is_none() => Err(error),
        Err(not_applied) => run_after(not_applied, deps, attempt, &respond, &mut tries).await,
    };
    done.inspect_err(|error| trace::ended(&span, error, tries))
}

/// The seat that its player takes back from a bot by this command, which was refused for this reason; `None` if it does not.
const fn returned(error: &RpcError, command: &Command) -> Option<SeatGrant> {
    let substituted = matches!(
        error,
        RpcError::SeatNotPlayerControlled {
            control: SeatControl::Substituted
        }
    );
    if let (true, Command::Submit { grant, .. }) = (substituted, command) {
        Some(*grant)
    } else {
        None
    }
}

/// Commits a command that was not applied, after removing the cause: asks for the presence of players, or returns the seat
/// from the bot that substitutes its player. The seat stays the player's even if the decision is then refused, because
/// the bot has decided before.
///
/// Boxed, as all rare parts of a change.
fn run_after<'a, S: MatchStore, R: Message + Default>(
    mut not_applied: NotApplied,
    deps: &'a Deps<S>,
    attempt: Attempt<'a>,
    respond: &'a impl Fn(&MatchRecord, &Transition) -> R,
    tries: &'a mut u32,
) -> Pin<Box<impl Future<Output = Result<Committed<R>, RpcError>>>> {
    let span = attempt.span.clone();
    let running = async move {
        let mut presence = SeatPresence::default();
        while *tries < TRIES {
            match not_applied {
                NotApplied::PresenceUnknown(seats) => {
                    let absent = absence::absent(deps, attempt.id, &seats).await;
                    presence.answered(seats, &absent);
                }
                NotApplied::Refused(error) => {
                    let Some(grant) = returned(&error, attempt.command) else {
                        return Err(error);
                    };
                    let returning = Attempt {
                        key: &IdempotencyKey::unnamed(deps.random()),
                        command: &Command::Return(grant),
                        ..attempt
                    };
                    match try_until_written(deps, &returning, |_, _| (), tries).await {
                        // Another call can have taken the seat back.
                        Ok(_) | Err(NotApplied::Refused(RpcError::NotSubstituted)) => {}
                        Err(NotApplied::Refused(error)) => return Err(error),
                        Err(NotApplied::PresenceUnknown(_)) => return Err(RpcError::Contended),
                    }
                }
            }
            let attempt = Attempt {
                presence: &presence,
                ..attempt
            };
            match try_until_written(deps, &attempt, respond, tries).await {
                Ok(committed) => return Ok(committed),
                Err(other) => not_applied = other,
            }
        }
        Err(RpcError::Contended)
    };
    Box::pin(running.instrument(span))
}

/// Commits a command like [`run`], with a response that contains only the new revision.
///
/// # Errors
///
/// As [`run`].
pub(crate) async fn run_to_revision<S: MatchStore, R: Message + Default>(
    deps: &Deps<S>,
    id: MatchId,
    key: &IdempotencyKey,
    command: &Command,
    respond: impl Fn(u64) -> R,
) -> Result<R, RpcError> {
    let done = run(deps, id, key, command, |before, _| respond(before.next_revision()));
    Ok(done.await?.response)
}

/// Waits for the lock of the match. A wait of more than [`SHORT_WAIT`] has a span, which begins then.
///
/// # Errors
///
/// If the wait takes longer than [`LOCK_WAIT`].
async fn lock(cached: &CacheEntry, id: MatchId) -> Result<MutexGuard<'_, ()>, RpcError> {
    let mut waiting = pin!(timeout(LOCK_WAIT, cached.changing.lock()));
    let locked = match timeout(SHORT_WAIT, &mut waiting).await {
        Ok(locked) => locked,
        Err(_) => waiting.instrument(debug_span!("wait", tinsel.r#match = %id)).await,
    };
    locked.map_err(|_| RpcError::Contended)
}

async fn try_until_written<S: MatchStore, R: Message + Default>(
    deps: &Deps<S>,
    attempt: &Attempt<'_>,
    respond: impl Fn(&MatchRecord, &Transition) -> R,
    tries: &mut u32,
) -> Result<Committed<R>, NotApplied> {
    // Before the lock, so that the calls of a match wait at the same time.
    deps.time_of_changes(attempt.id.shard()).await?;
    let cached = deps.cache.entry(attempt.id);
    let _lock = match cached.changing.try_lock() {
        Ok(lock) => lock,
        // Boxed as all rare parts of this function: otherwise the future of every change reserves space for them. A
        // timer also aligns it to 128 bytes.
        Err(_) => Box::pin(lock(&cached, attempt.id)).await?,
    };
    let (mut record, mut fresh) = match cached.guess() {
        Some(guess) => (guess, false),
        None => (Box::pin(read(deps, attempt.id, &cached)).await?, true),
    };
    while *tries < TRIES {
        *tries += 1;
        let now = deps.time_of_change(attempt.id.shard())?;
        // Not a variable, which would stay in the future until the write.
        let mut transition = match apply(deps, attempt, &record, (now, *tries)) {
            Ok(transition) => transition,
            Err(_) if !fresh => {
                (record, fresh) = (Box::pin(read(deps, attempt.id, &cached)).await?, true);
                continue;
            }
            Err(not_applied) => return Box::pin(answered_before(deps, attempt, &record, not_applied, *tries)).await,
        };
        let response = respond(&record, &transition);
        let answer = attempt.key.answered_by(response.encode_to_vec().into());
        let write = write::write(deps, attempt.id, attempt.span, answer, Some(&record), &mut transition)?;
        match write::replace(deps, attempt.id, &record, &write, &transition).await? {
            Replaced::Written(version) => {
                // With fewer entries, of which one is the command's own, all decisions of the server that follow from
                // the command are in the write. Older ones, which an earlier write has failed to take, are left to the
                // sweep.
                let may_continue = transition.entries.len() > play::MOVES_MAX;
                let newer = remember_write(
                    &cached,
                    attempt.span,
                    &record,
                    Written::new(transition, version),
                    *tries,
                );
                if may_continue {
                    let moving = run_automatic_moves(deps, attempt.id, &cached, Arc::clone(&newer), Duty::MoveBots);
                    Box::pin(moving).await;
                }
                return Ok(Committed {
                    response,
                    record: Some(newer),
                });
            }
            Replaced::Conflict(stored) => {
                tracing::debug!(r#match = %attempt.id, tries = *tries, "write conflict");
                (record, fresh) = (keep(deps, &cached, &stored)?, true);
            }
            Replaced::Repeated(answer) => return Ok(repeats(attempt.span, attempt.key, answer, *tries)?),
        }
    }
    Err(RpcError::Contended.into())
}

/// The first response to a command that is not applied now, because it was applied before.
async fn answered_before<S: MatchStore, R: Message + Default>(
    deps: &Deps<S>,
    attempt: &Attempt<'_>,
    record: &MatchRecord,
    not_applied: NotApplied,
    tries: u32,
) -> Result<Committed<R>, NotApplied> {
    if let Some(answer) = response_before(deps, attempt.id, attempt.key).await? {
        return Ok(repeats(attempt.span, attempt.key, answer, tries)?);
    }
    if let NotApplied::Refused(_) = not_applied {
        trace::refused(attempt.span, record, attempt.command);
    }
    Err(not_applied)
}

/// Applies a command in a span of its own.
fn apply<S: MatchStore>(
    deps: &Deps<S>,
    attempt: &Attempt<'_>,
    record: &MatchRecord,
    (now, tries): (UnixMillis, u32),
) -> Result<Transition, NotApplied> {
    let engine = debug_span!("engine", tinsel.r#match = %attempt.id, tries);
    let outages = deps.reach.outages(attempt.id.shard());
    engine.in_scope(|| play::apply(record, attempt.command, &outages, attempt.presence, now))
}

/// Traces a write from `before`, and caches the match after it. Returns this match.
fn remember_write(
    cached: &CacheEntry,
    span: &Span,
    before: &MatchRecord,
    written: Written,
    attempts: u32,
) -> Arc<MatchRecord> {
    trace::written(span, before, &written, attempts);
    cached.remember(&written.record);
    cached.follow(before.version, written.entries);
    written.record
}

/// Returns the first response again, after this number of attempts.
fn repeats<R: Message + Default>(
    span: &Span,
    key: &IdempotencyKey,
    answer: StoredResponse,
    tries: u32,
) -> Result<Committed<R>, RpcError> {
    trace::repeated(span, tries);
    Ok(Committed {
        response: key.repeated(answer)?,
        record: None,
    })
}

/// Runs the changes that the server makes by itself: takes due defaults, and moves bots.
///
/// # Errors
///
/// If the match cannot be read. After a failed write the match stays due.
pub(crate) async fn process_due<S: MatchStore>(deps: &Deps<S>, id: MatchId) -> Result<(), RpcError> {
    deps.time_of_change(id.shard())?;
    let cached = deps.cache.entry(id);
    let _lock = cached.changing.lock().await;
    let record = read(deps, id, &cached).await?;
    let now = deps.time_of_change(id.shard())?;
    let (setup, due) = (Arc::clone(&record.setup), record.due());
    let moved = run_automatic_moves(deps, id, &cached, record, Duty::TakeDue);
    if let (true, Some(due)) = (moved.await, due) {
        let lag = Duration::from_millis(now.0.saturating_sub(due.0));
        deps.metrics.looked_after(setup.game_label(), lag);
    }
    Ok(())
}

/// Does a duty of the server, one write after the other, until nothing is left to do. Returns whether anything was
/// written.
///
/// Failures are not returned: unfinished work stays due, and the next replica that sweeps continues it.
async fn run_automatic_moves<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    cached: &CacheEntry,
    mut record: Arc<MatchRecord>,
    duty: Duty,
) -> bool {
    let mut moved = false;
    while let Ok(now) = deps.time_of_change(id.shard())
        && let Ok(Some(transition)) = play::apply_duty(&record, duty, &deps.reach.outages(id.shard()), now)
    {
        let span = trace::action(id);
        let moving = run_once(deps, id, cached, &span, &record, transition);
        let done = moving.instrument(span.clone()).await;
        let done = done.inspect_err(|error| trace::ended(&span, error, 1));
        let Ok(Some((newer, is_ours))) = done else { break };
        moved |= is_ours;
        record = newer;
    }
    moved
}

/// Writes a change of the server itself. Returns the match after the change, or after the write that it conflicted
/// with, and whether the change was written.
async fn run_once<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    cached: &CacheEntry,
    span: &Span,
    record: &MatchRecord,
    mut transition: Transition,
) -> Result<Option<(Arc<MatchRecord>, bool)>, RpcError> {
    let key = IdempotencyKey::unnamed(deps.random());
    let answer = key.answered_by(bytes::Bytes::new());
    let write = write::write(deps, id, span, answer, Some(record), &mut transition)?;
    match write::replace(deps, id, record, &write, &transition).await? {
        Replaced::Written(version) => {
            let newer = remember_write(cached, span, record, Written::new(transition, version), 1);
            Ok(Some((newer, true)))
        }
        Replaced::Conflict(stored) => {
            trace::overtaken(span);
            Ok(Some((keep(deps, cached, &stored)?, false)))
        }
        Replaced::Repeated(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests;
