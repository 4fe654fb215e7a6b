//! The heartbeat of a replica: which nodes of the store are reachable, the store's time, and which replicas are alive.
//!
//! An idle replica sends no other commands to the store, except one scan of each of its shards every 30 seconds, and what the
//! store needs to find another master.

mod outages;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use futures_util::{FutureExt, StreamExt, future::BoxFuture, stream::FuturesUnordered};
use parking_lot::Mutex;
use tinsel_store::{MatchStore, ProblemKind, Pulse, Shard, StoreError, StoreProblem};
use tokio::{
    sync::{Notify, watch},
    time::{Instant, interval, timeout},
};

use super::{
    health::{Health, other_shards},
    waiting::wait_until,
};
use crate::{deps::Deps, store_use::State};

/// The interval of the heartbeats of a node.
const EVERY: Duration = Duration::from_millis(750);
/// The interval after which a node that did not answer is asked again.
const RETRY: Duration = Duration::from_millis(200);
/// Nodes that are due within this time share a heartbeat. Shards that move between nodes so share one again.
const TOGETHER: Duration = Duration::from_millis(100);
/// The replica announces itself with every heartbeat of this number to the first shard's node.
pub(super) const ANNOUNCED: u32 = 5;
/// The age of the newest measurement of the store's time after which other nodes than the first shard's are asked, too.
/// That node is asked before each announcement, so it has then given no time for two announcements.
const MEASUREMENT_AGE_MAX: Duration = EVERY.saturating_mul(2 * ANNOUNCED);
/// How long an announced replica counts as alive. That is three announcements.
const ALIVE_FOR: Duration = Duration::from_secs(12);
/// The time limit for removing the replica from the list at shutdown, and for storing its outages.
const LEAVING: Duration = Duration::from_secs(1);
/// The maximum of measurements of the clock in a row.
const MEASUREMENTS: u32 = 3;
/// The smallest change of the clock that is reported to the operator, in milliseconds.
const JUMP_MS: u64 = 1_000;

/// The heartbeat of a replica.
#[derive(Debug)]
pub(super) struct Heartbeat<S> {
    deps: Arc<Deps<S>>,
    /// The identifier of this replica in the list of live replicas.
    replica: u64,
    beats: Mutex<Beats>,
    /// Held during an announcement.
    announcing: tokio::sync::Mutex<()>,
    /// Notified when a node has answered or failed to.
    answered: Notify,
    /// Notified when the list of replicas, or the number of shards, must be read again.
    replicas_changed: Arc<Notify>,
    health: watch::Sender<Health>,
}

#[derive(Debug, Default)]
struct Beats {
    /// When each shard's node is asked next. Shards with a request in flight are not in it.
    next: BTreeMap<Shard, Instant>,
    /// How many heartbeats the node of the first shard has answered since the last announcement; `None` before the first.
    since_announced: Option<u32>,
    replicas: Vec<u64>,
    /// Whether the replica was ever announced.
    announced: bool,
    /// The last failure, by which operators see why the replica is not ready.
    failure: Option<StoreError>,
}

impl<S: MatchStore> Heartbeat<S> {
    pub(super) fn new(deps: Arc<Deps<S>>) -> Self {
        let replica = u64::from_le_bytes(deps.random());
        deps.presence.set_replica(replica);
        Self {
            replica,
            deps,
            beats: Mutex::default(),
            announcing: tokio::sync::Mutex::default(),
            answered: Notify::new(),
            replicas_changed: Arc::default(),
            health: watch::Sender::new(Health::Starting),
        }
    }

    pub(super) fn health(&self) -> watch::Receiver<Health> {
        self.health.subscribe()
    }

    /// Notified when the list of replicas must be read again.
    pub(super) fn replicas_changed(&self) -> Arc<Notify> {
        Arc::clone(&self.replicas_changed)
    }

    /// Sends heartbeats until shutdown begins. Then removes the replica from the list, and stores the outages that last.
    pub(super) async fn run(&self) {
        let draining = self.deps.draining.clone();
        draining.run_until_cancelled(self.beat_on()).await;
        if !self.beats.lock().announced {
            return;
        }
        let left = timeout(LEAVING, self.deps.store.leave(self.replica));
        let (left, stored) = tokio::join!(left, timeout(LEAVING, self.store_lasting_outages()));
        if !matches!(left, Ok(Ok(()))) {
            tracing::info!("shutdown: replica list not updated");
        }
        if stored.is_err() {
            tracing::info!("shutdown: outages not stored");
        }
    }

    async fn beat_on(&self) {
        let now = Instant::now();
        self.beats.lock().next = self.shards().map(|shard| (shard, now)).collect();
        let mut numbers = self.deps.shard_number.changes();
        let mut uses = self.deps.store_use.changes();
        let mut asking: FuturesUnordered<BoxFuture<'_, ()>> = FuturesUnordered::new();
        let mut runs = interval(EVERY);
        loop {
            let (shards, next) = self.take(Instant::now());
            if !shards.is_empty() {
                asking.push(self.ask(shards).boxed());
            }
            tokio::select! {
                Some(()) = asking.next() => {}
                () = self.answered.notified() => {}
                () = wait_until(next) => {}
                () = self.replicas_changed.notified() => asking.push(self.read_again().boxed()),
                _ = numbers.changed() => self.judge(),
                _ = uses.changed() => asking.push(self.heed_use().boxed()),
                _ = runs.tick() => self.heed_suspension(),
            }
        }
    }

    /// Records that the replica runs. After a suspension, the next heartbeat announces it again, and reads the outages.
    fn heed_suspension(&self) {
        let deps = &self.deps;
        let steady = deps.clock.steady();
        deps.reach.runs(steady);
        if deps.clock.follows_store() && !deps.reach.is_complete(steady) {
            self.beats.lock().since_announced = None;
            deps.presence.was_suspended();
        }
    }

    /// Sends one heartbeat to all nodes.
    pub(super) async fn beat(&self) {
        self.ask(self.shards().collect()).await;
        if self.replicas_changed.notified().now_or_never().is_some() {
            self.read_again().await;
        }
    }

    fn shards(&self) -> impl Iterator<Item = Shard> + use<S> {
        (0..self.deps.settings.shards).filter_map(Shard::new)
    }

    /// The shards to ask for now, and when the next ones are due.
    fn take(&self, now: Instant) -> (Vec<Shard>, Option<Instant>) {
        let mut beats = self.beats.lock();
        let soon = now + TOGETHER;
        let shards = if beats.next.values().any(|at| *at <= now) {
            let due = beats.next.extract_if(.., |_, at| *at <= soon);
            due.map(|(shard, _)| shard).collect()
        } else {
            Vec::new()
        };
        (shards, beats.next.values().min().copied())
    }

    /// Asks the nodes of these shards, and announces the replica if it is time.
    async fn ask(&self, shards: Vec<Shard>) {
        let (asked, sent) = (Instant::now(), self.deps.clock.steady());
        self.heed_suspension();
        // One shard of each node that answered, except for the node of the first shard.
        let mut others = Vec::new();
        let heed = |pulse: Pulse| {
            if pulse.answered.is_ok() && !pulse.shards.contains(&Shard::FIRST) {
                others.extend(pulse.shards.first().copied());
            }
            self.heed(pulse, asked, sent);
        };
        self.deps.store.pulse(&shards, heed).await;
        let is_due = {
            let beats = self.beats.lock();
            shards.contains(&Shard::FIRST) && beats.since_announced.is_none_or(|beats| beats >= ANNOUNCED)
        };
        if is_due && self.deps.reach.is_reached(Shard::FIRST) {
            self.measure(Shard::FIRST).await;
            Box::pin(self.announce()).await;
            if self.deps.shard_number.found().is_none() {
                self.read_number().await;
            }
        }
        if self.deps.reach.is_reached(Shard::FIRST) && self.deps.store_use.is_permitted() {
            self.store_outages().await;
        }
        for shard in others {
            if !self.deps.store_clock.is_measured_within(MEASUREMENT_AGE_MAX) {
                self.measure(shard).await;
            }
        }
        self.take_all_unless_assigned();
        self.judge();
    }

    /// Takes all shards if the first heartbeat could not announce the replica because the first shard's node is down.
    /// The other replicas may not be alive, and two owners of a shard do no harm. Without the time of the store, nothing
    /// is known to be due.
    fn take_all_unless_assigned(&self) {
        let mut beats = self.beats.lock();
        if beats.replicas.is_empty() && self.deps.store_clock.is_measured() && self.deps.store_use.is_permitted() {
            beats.replicas = vec![self.replica];
            self.deps.schedule.assign(self.replica, &beats.replicas);
        }
    }

    /// Announces the replica as soon as it may use the store. If it may not any more, it gives up its shards.
    async fn heed_use(&self) {
        if self.deps.store_use.is_permitted() {
            return self.read_again().await;
        }
        {
            let mut beats = self.beats.lock();
            (beats.announced, beats.since_announced) = (false, None);
            beats.replicas.clear();
        }
        self.deps.schedule.assign(self.replica, &[]);
        self.judge();
    }

    /// Records the response of one node.
    fn heed(&self, pulse: Pulse, asked: Instant, sent: Duration) {
        let deps = &self.deps;
        let received = deps.clock.steady();
        let next = match pulse.answered {
            Ok(()) => {
                if pulse.shards.contains(&Shard::FIRST) {
                    let mut beats = self.beats.lock();
                    beats.since_announced = beats.since_announced.map(|beats| beats.saturating_add(1));
                }
                let now = deps.store_clock.is_measured().then(|| deps.clock.now());
                let recovered = deps.reach.succeeded(&pulse.shards, received, now);
                if !recovered.is_empty() {
                    tracing::info!(shards = recovered.len(), "store reachable again");
                    deps.schedule.scan_now(&recovered);
                }
                asked + EVERY
            }
            Err(error) => {
                tracing::debug!(shards = pulse.shards.len(), %error, "store unreachable");
                deps.reach.failed(&pulse.shards, sent, &error);
                self.failed(error);
                Instant::now() + RETRY
            }
        };
        deps.beats.notify_waiters();
        deps.metrics.unreachable(deps.reach.unreached());
        self.beats
            .lock()
            .next
            .extend(pulse.shards.into_iter().map(|shard| (shard, next)));
        self.answered.notify_one();
    }

    /// Synchronizes the clock with the time of the store, from the node of this shard. Asks again after a slow answer.
    async fn measure(&self, shard: Shard) {
        for _ in 0..MEASUREMENTS {
            let sent = self.deps.clock.steady();
            let time = match self.deps.store.time(shard).await {
                Ok(time) => time,
                Err(error) => {
                    if self.deps.store_clock.is_measured() {
                        tracing::warn!(%error, "store time not read");
                    }
                    return self.failed(error);
                }
            };
            let received = self.deps.clock.steady();
            let deps = &self.deps;
            let (measured, jumped) = deps.reach.measuring(|| {
                let measured = deps.store_clock.measure(sent, received, time);
                let jumped = measured.is_contradiction && measured.change_ms.unsigned_abs() > JUMP_MS;
                ((measured, jumped), jumped.then(|| deps.clock.now()))
            });
            self.heed_clock(measured.change_ms, jumped);
            deps.metrics.clock(measured.wall_ahead_ms, jumped);
            if !measured.is_vague {
                return;
            }
        }
    }

    /// Reacts to a change of the clock.
    fn heed_clock(&self, change_ms: i64, jumped: bool) {
        if jumped {
            tracing::warn!(change_ms, "store clock jump");
        }
        if change_ms.unsigned_abs() > JUMP_MS {
            self.deps.schedule.scan_all();
        } else if change_ms != 0 {
            self.deps.schedule.reconsider();
        }
    }

    /// Announces the replica, and reassigns its shards if other replicas are alive than before.
    async fn announce(&self) {
        let deps = &self.deps;
        if !deps.store_clock.is_measured() || !deps.store_use.is_permitted() {
            return;
        }
        match self.announce_after_outages().await {
            Ok(replicas) => {
                deps.presence.listed(&replicas);
                let changed = {
                    let mut beats = self.beats.lock();
                    (beats.announced, beats.since_announced) = (true, Some(0));
                    let changed = beats.replicas != replicas;
                    if changed {
                        tracing::info!(servers = replicas.len(), "live servers changed");
                        deps.schedule.assign(self.replica, &replicas);
                        beats.replicas = replicas;
                    }
                    changed
                };
                if changed {
                    // New replicas did not see them begin.
                    self.store_lasting_outages().await;
                }
            }
            Err(error) => tracing::warn!(%error, "replica not announced"),
        }
    }

    /// Reads the replicas, the outages and the number of shards again, after a notice or a loss of notices.
    pub(super) async fn read_again(&self) {
        self.announce().await;
        self.read_outages().await;
        self.read_number().await;
        self.judge();
    }

    async fn read_number(&self) {
        let deps = &self.deps;
        if let Err(error) = deps.shard_number.read(&deps.store).await {
            tracing::debug!(%error, "number of shards not read");
            self.failed(error);
        }
    }

    fn failed(&self, error: StoreError) {
        self.beats.lock().failure = Some(error);
    }

    /// Publishes whether the replica can serve.
    fn judge(&self) {
        let deps = &self.deps;
        let store_use = deps.store_use.state();
        let is_permitted = store_use == State::Accepted;
        let reached = deps.reach.unreached() < usize::from(deps.settings.shards);
        let health = match (other_shards(deps), store_use) {
            (Some(other), _) => Health::OtherShards(other),
            // Players can ask for the cause.
            (None, State::Refused(problem)) if problem.kind == ProblemKind::ArchivePublic => {
                Health::NotReady("the archive is refused; the log contains the cause".to_owned())
            }
            (None, State::Refused(StoreProblem { kind, sentence, .. })) => {
                Health::NotReady(format!("the store is refused: {}: {sentence}", kind.name()))
            }
            (None, State::Unchecked | State::Accepted)
                if is_permitted && reached && deps.store_clock.is_measured() && deps.shard_number.found().is_some() =>
            {
                Health::Ready
            }
            (None, State::Unchecked | State::Accepted) => match &self.beats.lock().failure {
                Some(failure) => Health::NotReady(failure.to_string()),
                None => Health::Starting,
            },
        };
        self.health.send_if_modified(|before| {
            *before != health && {
                *before = health;
                true
            }
        });
    }
}

#[cfg(test)]
mod tests;
