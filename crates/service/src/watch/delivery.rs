//! Delivers the revisions of a match to a watcher, in order and without gaps.
//!
//! Delivery is pull-based: a watcher reads the store when its client is ready for more. So a slow client costs no
//! memory, and gets the newest state when it has caught up. Notices only wake the watcher. The next heartbeat makes up
//! for a lost notice: it reads the store before it confirms that nothing was missed.
//!
//! After a failover, a match may have reverted, and the same revision number may have other content. So a watcher keeps
//! the nonce of the last revision that it delivered, and sends a snapshot if the log no longer contains that revision.

#[cfg(test)]
mod tests;

use std::{collections::VecDeque, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use tinsel_engine::Viewer;
use tinsel_proto::v1::{Draining, Heartbeat};
use tinsel_store::{MatchId, MatchStore, Notice, Version};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use super::{
    messages,
    unseen::{Missed, WatchedMatch, missed, newest},
};
use crate::{
    auth::token::Role,
    cache::{Content, ContentKind, WatcherCount},
    commit::trace,
    deps::Deps,
    error::RpcError,
    presence::OpenStream,
    quotas::StreamPermit,
    read::read_access,
    record::{MatchRecord, log_entry::LogEntry, origin::Origin, time, watch_position::WatchPosition},
    views::{
        disclosure,
        narrator::Narrator,
        presented::{self, Parts},
    },
};

/// The minimum interval between states for a watcher that requests the latest only.
const LATEST: Duration = Duration::from_millis(250);

/// How long a stream stays open while the store does not answer, and the delay between retries.
const PATIENCE: Duration = Duration::from_secs(30);
const RETRY: Duration = Duration::from_millis(500);

/// One open stream.
pub(crate) struct Watcher<S: MatchStore> {
    pub(crate) deps: Arc<Deps<S>>,
    pub(crate) id: MatchId,
    pub(crate) role: Option<Role>,
    pub(crate) viewer: Viewer,
    pub(crate) content: RequestedContent,
    pub(crate) notices: S::Notices,
    /// The position of the last delivery; `None` before the first snapshot.
    pub(crate) told: Option<WatchPosition>,
    /// The cache entry of the match, which counts its watchers.
    pub(crate) watchers: WatcherCount,
    /// Cancelled when the client should reconnect to another server or connection.
    pub(crate) ending: CancellationToken,
    /// Shows that the seat of the watcher is present.
    pub(crate) _presence: Option<OpenStream>,
    pub(crate) _permit: StreamPermit,
}

impl<S: MatchStore> Watcher<S> {
    fn watched(&self) -> WatchedMatch<'_> {
        WatchedMatch {
            id: self.id,
            cached: &self.watchers.0,
        }
    }
}

/// The content that a caller requests.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestedContent {
    /// What each state contains.
    pub(crate) parts: Parts,
    /// New states only at intervals of [`LATEST`].
    pub(crate) latest_only: bool,
}

/// A watcher with its queued messages.
struct Delivery<S: MatchStore> {
    watcher: Watcher<S>,
    queue: VecDeque<Bytes>,
    /// The next step when the queue is empty.
    then: Then,
    /// Whether the watcher had received every revision, so that queued entries are new and their latency counts.
    was_told_all: bool,
    /// When the store stopped answering.
    failing: Option<Instant>,
    /// The earliest time of the next state.
    not_before: Option<Instant>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Read the store, because the match changed or may have changed.
    Look { newest_known: Option<Version> },
    /// Wait for an event.
    Wait,
    /// Wait a short time, then read again.
    Retry,
    /// End the stream.
    End,
}

/// The messages for a watcher.
pub(crate) fn stream<S: MatchStore>(watcher: Watcher<S>) -> impl Stream<Item = Result<Bytes, Status>> + Send + 'static {
    let then = Then::Look { newest_known: None };
    let delivery = Delivery {
        watcher,
        queue: VecDeque::new(),
        then,
        was_told_all: false,
        failing: None,
        not_before: None,
    };
    stream::unfold(delivery, |mut delivery| async move {
        let message = delivery.next().await?;
        Some((message.map_err(Status::from), delivery))
    })
}

impl<S: MatchStore> Delivery<S> {
    async fn next(&mut self) -> Option<Result<Bytes, RpcError>> {
        loop {
            if let Some(message) = self.queue.pop_front() {
                return Some(Ok(message));
            }
            let done = match self.then {
                Then::End => return None,
                // Boxed, so that an idle stream does not reserve memory for a read in progress.
                Then::Look { newest_known } => Box::pin(self.look(newest_known)).await,
                Then::Wait => self.wait().await,
                Then::Retry => self.pause().await,
            };
            if let Err(error) = done {
                self.then = self.after(&error);
                if self.then == Then::End {
                    return Some(Err(error));
                }
            }
        }
    }

    /// The next step after a failure: retry if the store does not answer, end the stream otherwise.
    fn after(&mut self, error: &RpcError) -> Then {
        let since = *self.failing.get_or_insert_with(Instant::now);
        let patient = matches!(error, RpcError::StoreUnavailable { .. }) && since.elapsed() < PATIENCE;
        if patient { Then::Retry } else { Then::End }
    }

    async fn pause(&mut self) -> Result<(), RpcError> {
        tokio::select! {
            () = self.watcher.ending.cancelled() => self.say_goodbye(),
            () = tokio::time::sleep(RETRY) => self.then = Then::Look { newest_known: None },
        }
        Ok(())
    }

    async fn wait(&mut self) -> Result<(), RpcError> {
        let watcher = &mut self.watcher;
        let heartbeat = tokio::time::sleep(watcher.deps.settings.heartbeat);
        tokio::select! {
            () = watcher.ending.cancelled() => self.say_goodbye(),
            notice = watcher.notices.next() => match notice {
                Some(Notice::Moved(version)) if watcher.told == Some(version.into()) => {}
                Some(Notice::Moved(version)) => self.then = Then::Look { newest_known: Some(version) },
                Some(Notice::Lost) => self.then = Then::Look { newest_known: None },
                None => {
                    watcher.notices = watcher.deps.store.watch(watcher.id).await?;
                    self.then = Then::Look { newest_known: None };
                }
            },
            () = heartbeat => {
                let since = Instant::now().checked_sub(watcher.deps.settings.heartbeat);
                // If another watcher of the match has read the store recently, its result is used.
                let seen = watcher.watchers.0.guess().filter(|_| watcher.watchers.0.seen() > since);
                Box::pin(self.look(seen.map(|record| record.version))).await?;
                if self.queue.is_empty() {
                    self.say_alive();
                }
            }
        }
        Ok(())
    }

    /// Queues the changes since the last delivery. `newest_known` saves a read if this replica has already seen that
    /// version.
    async fn look(&mut self, newest_known: Option<Version>) -> Result<(), RpcError> {
        if let Some(not_before) = self.not_before.take() {
            tokio::select! {
                () = self.watcher.ending.cancelled() => {
                    self.say_goodbye();
                    return Ok(());
                }
                () = tokio::time::sleep_until(not_before) => {}
            }
        }
        let record = newest(
            &self.watcher.deps,
            self.watcher.watched(),
            newest_known,
            self.watcher.told,
        )
        .await?;
        // Access may have ended: the player may have left, or a match for its players alone may have begun.
        self.watcher.viewer = read_access::viewer(&record, self.watcher.role)?;
        match self.watcher.told {
            // A position that the caller only claimed is taken as this version from now on.
            Some(told) if told.is(record.version) => self.watcher.told = Some(record.version.into()),
            Some(told) if told.revision < record.version.revision => {
                match missed(&self.watcher.deps, self.watcher.watched(), told, record.version).await? {
                    Some(entries) => self.tell(&record, entries)?,
                    None => self.tell_snapshot(&record)?,
                }
            }
            // Nothing was delivered yet, or the match has reverted.
            Some(_) | None => self.tell_snapshot(&record)?,
        }
        self.failing = None;
        let has_it_all = self
            .watcher
            .told
            .is_some_and(|told| told.revision == record.version.revision);
        self.was_told_all = has_it_all;
        // Pages of missed entries follow each other without a pause.
        if self.watcher.content.latest_only && has_it_all && !self.queue.is_empty() {
            self.not_before = Instant::now().checked_add(LATEST);
        }
        self.then = match (has_it_all, record.is_over()) {
            (true, true) => self.end(),
            (true, false) => Then::Wait,
            (false, _) => Then::Look {
                newest_known: Some(record.version),
            },
        };
        Ok(())
    }

    /// Queues updates for entries, which are not after `record`.
    fn tell(&mut self, record: &MatchRecord, entries: Missed) -> Result<(), RpcError> {
        let newest = record.version.revision;
        for (revision, entry) in entries {
            if self.was_told_all {
                self.measure(&entry);
            }
            let Watcher {
                id, viewer, content, ..
            } = self.watcher;
            trace::delivered(id, viewer, revision, Origin::read(&entry.origin));
            let nonce = entry.nonce;
            let version = Version { revision, nonce };
            let told = WatchPosition::from(version);
            let message = || {
                let is_newest = revision == newest;
                let state = is_newest
                    .then(|| presented::state(id, record, viewer, content.parts))
                    .transpose()?;
                let narrator = content.parts.scene.then(|| Narrator::of(&record.setup));
                Ok(messages::update(
                    disclosure::events_for(&entry, viewer, &record.setup, narrator),
                    state,
                    told,
                ))
            };
            let content = self.content(ContentKind::Update {
                version,
                newest: record.version,
            });
            let message = self.watcher.watchers.0.shared(viewer, content, message)?;
            self.watcher.told = Some(told);
            self.queue.push_back(message);
        }
        Ok(())
    }

    fn content(&self, kind: ContentKind) -> Content {
        Content {
            kind,
            parts: self.watcher.content.parts.of(self.watcher.viewer),
        }
    }

    /// Records the latency from the change to this delivery. Clocks of replicas may differ slightly.
    fn measure(&self, entry: &LogEntry) {
        let deps = &self.watcher.deps;
        let lag_ms = deps.clock.now().0.saturating_sub(entry.at_ms);
        deps.metrics.delivered(Duration::from_millis(lag_ms));
    }

    fn tell_snapshot(&mut self, record: &MatchRecord) -> Result<(), RpcError> {
        let Watcher {
            id, viewer, content, ..
        } = self.watcher;
        trace::delivered(id, viewer, record.version.revision, record.origin);
        let told = WatchPosition::from(record.version);
        let message = || {
            Ok(messages::snapshot(
                presented::state(id, record, viewer, content.parts)?,
                told,
            ))
        };
        let content = self.content(ContentKind::Snapshot(record.version));
        let message = self.watcher.watchers.0.shared(viewer, content, message)?;
        self.watcher.told = Some(told);
        self.queue.push_back(message);
        Ok(())
    }

    /// Ends the stream of a finished match. A watcher that is already up to date gets a heartbeat first, so that it can
    /// distinguish the end from a lost stream.
    fn end(&mut self) -> Then {
        if self.queue.is_empty() {
            self.say_alive();
        }
        Then::End
    }

    fn told_revision(&self) -> u64 {
        self.watcher.told.map_or(0, |told| told.revision.get())
    }

    fn say_alive(&mut self) {
        let server_time = Some(time::timestamp(self.watcher.deps.clock.now()));
        let revision = self.told_revision();
        let heartbeat = Heartbeat { revision, server_time };
        self.queue.push_back(messages::heartbeat(heartbeat, self.watcher.told));
    }

    fn say_goodbye(&mut self) {
        let resume_after_revision = self.told_revision();
        let draining = Draining { resume_after_revision };
        self.queue.push_back(messages::draining(draining, self.watcher.told));
        self.then = Then::End;
    }
}
