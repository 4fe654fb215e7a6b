//! Takes due defaults, whichever replica set the deadline.
//!
//! A replica scans a shard at the time in its [`Schedule`](crate::schedule::Schedule). The owner scans at the deadline.
//! The deputy, and the replica that wrote the deadline, scan a little later. Two replicas may process the same match,
//! which is harmless: a default is taken by the same compare-and-set as every other change.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use futures_util::{FutureExt, StreamExt, stream, stream::FuturesUnordered};
use parking_lot::Mutex;
use tinsel_store::{DeadlineNotice, Due, MatchId, MatchStore, Shard, StoreError, UnixMillis};
use tokio::{
    sync::Notify,
    time::{Instant, MissedTickBehavior, interval},
};
use tracing::{Instrument, debug_span};

use super::waiting::wait_until;
use crate::{
    commit,
    deps::Deps,
    error::RpcError,
    metrics::Swept,
    record::OVERDUE_MS,
    schedule::{Task, until},
};

/// The number of scans and timers that run concurrently.
const TASKS_AT_ONCE: usize = 32;
/// The number of matches that one page of a scan processes.
pub(super) const MATCHES: usize = 64;
/// The number of matches of a shard that are processed concurrently.
const MATCHES_AT_ONCE: usize = 4;
/// The maximum of pages of one scan.
const PAGES: u32 = 64;
/// The time before the next scan of a shard with due matches that could not be processed, in milliseconds.
const RETRY_MS: u64 = 250;
/// The time before the next scan of a shard that did not answer, in milliseconds. As soon as the heartbeat reaches its
/// node, the shard is scanned at once.
const UNREACHED_MS: u64 = 1_000;
/// How long a replica skips a match of a newer release, in milliseconds. Other replicas may be able to process it.
pub(super) const NEWER_MS: u64 = 5_000;
/// How long a replica skips a match that cannot be decoded, in milliseconds.
const UNREADABLE_MS: u64 = 60_000;
/// The time between two reports to the metrics.
const REPORTED: Duration = Duration::from_secs(1);

/// Takes defaults that are due.
#[derive(Debug)]
pub(super) struct Sweeper<S: MatchStore> {
    deps: Arc<Deps<S>>,
    notices: Mutex<S::DeadlineNotices>,
    /// Notified when the list of replicas is to be read again.
    replicas_changed: Arc<Notify>,
    /// Matches of a newer release, each with the time until which it is skipped.
    newer: Mutex<BTreeMap<MatchId, UnixMillis>>,
    /// Matches that cannot be decoded, each with the time until which it is skipped.
    unreadable: Mutex<BTreeMap<MatchId, UnixMillis>>,
    /// The matches that were found overdue since the last report.
    overdue: Mutex<BTreeSet<MatchId>>,
}

impl<S: MatchStore> Sweeper<S> {
    pub(super) fn new(deps: Arc<Deps<S>>, replicas_changed: Arc<Notify>) -> Self {
        Self {
            notices: Mutex::new(deps.store.deadline_notices()),
            deps,
            replicas_changed,
            newer: Mutex::default(),
            unreadable: Mutex::default(),
            overdue: Mutex::default(),
        }
    }

    /// Runs tasks at their time until shutdown begins.
    pub(super) async fn run(&self) {
        let draining = self.deps.draining.clone();
        draining.run_until_cancelled(self.sweep_on()).await;
    }

    async fn sweep_on(&self) {
        let mut tasks = FuturesUnordered::new();
        let mut reports = interval(REPORTED);
        reports.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let now = self.deps.clock.now();
            while tasks.len() < TASKS_AT_ONCE
                && let Some(task) = self.deps.schedule.take(now)
            {
                tasks.push(self.serve(task));
            }
            let next = self.deps.schedule.next().filter(|_| tasks.len() < TASKS_AT_ONCE);
            tokio::select! {
                Some(()) = tasks.next() => {}
                notice = self.next_notice() => self.heed(notice),
                () = self.deps.schedule.changed() => {}
                () = wait_until(next.map(|at| Instant::now() + until(at, now))) => {}
                _ = reports.tick() => self.report(),
            }
        }
    }

    /// Processes everything that is due now.
    pub(super) async fn sweep(&self) {
        while let Some(notice) = self.next_notice().now_or_never() {
            self.heed(notice);
        }
        let now = self.deps.clock.now();
        let tasks = stream::iter(std::iter::from_fn(|| self.deps.schedule.take(now)));
        let served = tasks.map(|task| self.serve(task)).buffer_unordered(TASKS_AT_ONCE);
        served.for_each(async |()| ()).await;
        self.report();
    }

    async fn next_notice(&self) -> DeadlineNotice {
        let next = std::future::poll_fn(|context| self.notices.lock().poll_next_unpin(context));
        match next.await {
            Some(notice) => notice,
            // The store lives as long as this.
            None => std::future::pending().await,
        }
    }

    fn heed(&self, notice: DeadlineNotice) {
        match notice {
            DeadlineNotice::Due(id, at) => self.deps.schedule.noticed(id, at),
            DeadlineNotice::ReplicasChanged => self.replicas_changed.notify_one(),
            DeadlineNotice::Lost => {
                self.replicas_changed.notify_one();
                self.deps.schedule.scan_all();
            }
        }
    }

    /// Reports the overdue and stuck matches found since the last report. Only the owner of its shard counts a match.
    fn report(&self) {
        let (corrupt, newer) = self.stuck(self.deps.clock.now());
        let overdue = std::mem::take(&mut *self.overdue.lock());
        let overdue = overdue.into_iter().filter(|id| self.owns(*id)).count();
        self.deps.metrics.swept(&Swept {
            overdue,
            corrupt,
            newer,
        });
    }

    /// The numbers of matches in the shards of this replica that it cannot process: corrupt ones, and those of a newer
    /// release.
    pub(super) fn stuck(&self, now: UnixMillis) -> (usize, usize) {
        let of = |matches: &Mutex<BTreeMap<MatchId, UnixMillis>>| {
            let matches = matches.lock();
            let passed_over = matches.iter().filter(|(_, until)| **until > now);
            passed_over.filter(|(id, _)| self.owns(**id)).count()
        };
        (of(&self.unreadable), of(&self.newer))
    }

    fn owns(&self, id: MatchId) -> bool {
        self.deps.schedule.owns(id.shard())
    }

    /// Drops the unread notices.
    #[cfg(test)]
    pub(super) fn lose_notices(&self) {
        while self.next_notice().now_or_never().is_some() {}
    }

    async fn serve(&self, task: Task) {
        if self.deps.reach.is_failing(task.shard()) || self.deps.time_of_change(task.shard()).is_err() {
            // The task would delay tasks of other nodes. As soon as the heartbeat reaches the node, and after a suspension
            // as soon as the outages are known, the shards are scanned at once.
            let now = self.deps.clock.now();
            let later = UnixMillis(now.0.saturating_add(UNREACHED_MS));
            return self.deps.schedule.postpone(task, later, now);
        }
        match task {
            Task::Process(id) => self.process(id).await,
            Task::Scan(shard) => {
                let (next, again) = self.scan(shard).await;
                let now = self.deps.clock.now();
                let again = again.map(|ms| UnixMillis(now.0.saturating_add(ms)));
                let passed_over = self.passed_over(shard, now);
                let again = [again, passed_over.into_values().min()].into_iter().flatten().min();
                self.deps.schedule.scanned(shard, next, again, now);
            }
        }
    }

    /// Processes the due matches of a shard. Returns when the next match may be due, and the delay in milliseconds
    /// after which to scan in any case.
    async fn scan(&self, shard: Shard) -> (Option<UnixMillis>, Option<u64>) {
        let mut tried = BTreeMap::new();
        for _ in 0..PAGES {
            match self.due(shard, tried.len()).await {
                Ok(Due { matches, next }) => {
                    let is_new = |(id, at): &(MatchId, UnixMillis)| tried.get(id) != Some(at);
                    let fresh: Vec<_> = matches.iter().copied().filter(is_new).take(MATCHES).collect();
                    if fresh.is_empty() {
                        // The others could not be processed, or are due again at the same time.
                        return (next, (!matches.is_empty()).then_some(RETRY_MS));
                    }
                    tried.extend(fresh.iter().copied());
                    let processed = stream::iter(fresh).map(|(id, _)| self.process(id));
                    processed
                        .buffer_unordered(MATCHES_AT_ONCE)
                        .for_each(async |()| ())
                        .await;
                }
                Err(
                    error @ (StoreError::Unavailable(_) | StoreError::NotPermitted(_) | StoreError::RefusesWrites(_)),
                ) => {
                    tracing::debug!(%shard, %error, "shard not read");
                    return (None, Some(UNREACHED_MS));
                }
                Err(error) => {
                    tracing::warn!(%shard, %error, "shard not read");
                    return (None, Some(UNREACHED_MS));
                }
            }
        }
        (None, Some(0))
    }

    /// The due matches of a shard, without skipped ones. The page has room for `tried` matches that were found before.
    async fn due(&self, shard: Shard, tried: usize) -> Result<Due, StoreError> {
        let now = self.deps.clock.now();
        let passed_over = self.passed_over(shard, now);
        let limit = u32::try_from(MATCHES + passed_over.len() + tried).unwrap_or(u32::MAX);
        let Due { mut matches, next } = self.deps.store.due(shard, now, limit).await?;
        matches.retain(|(id, _)| !passed_over.contains_key(id));
        let overdue = matches.iter().filter(|(_, at)| at.0.saturating_add(OVERDUE_MS) < now.0);
        self.overdue.lock().extend(overdue.map(|(id, _)| *id));
        Ok(Due { matches, next })
    }

    /// The matches of a shard that are skipped now, each with the end of the skip.
    fn passed_over(&self, shard: Shard, now: UnixMillis) -> BTreeMap<MatchId, UnixMillis> {
        let mut passed_over = BTreeMap::new();
        for matches in [&self.newer, &self.unreadable] {
            let mut matches = matches.lock();
            matches.retain(|_, until| *until > now);
            let of_shard = matches.iter().filter(|(id, _)| id.shard() == shard);
            passed_over.extend(of_shard.map(|(id, until)| (*id, *until)));
        }
        passed_over
    }

    async fn process(&self, id: MatchId) {
        let processing = commit::process_due(&self.deps, id);
        let Err(error) = processing
            .instrument(debug_span!("look_after", tinsel.r#match = %id))
            .await
        else {
            return;
        };
        tracing::warn!(r#match = %id, %error, "due match not processed");
        let until = |ms| UnixMillis(self.deps.clock.now().0.saturating_add(ms));
        if matches!(error, RpcError::MatchUnreadable { .. }) {
            self.unreadable.lock().insert(id, until(UNREADABLE_MS));
        }
        if matches!(error, RpcError::NewerSchema { .. }) {
            self.newer.lock().insert(id, until(NEWER_MS));
        }
    }
}
