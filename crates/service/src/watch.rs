//! What a watcher is told, in order and without gap.
//!
//! A watcher is pulled: it looks into the store when its reader is ready for more, so a slow reader costs no memory and
//! gets the newest state when it has caught up. Notices only wake it. One that was lost is made good by the next
//! heartbeat, which looks at the store before it says that nothing was missed.

use std::{collections::VecDeque, sync::Arc};

use futures_util::{Stream, StreamExt, stream};
use tinsel_engine::Viewer;
use tinsel_proto::v1::{
    Draining, Heartbeat, MatchState, Snapshot, Update, WatchMatchResponse, watch_match_response::Message,
};
use tinsel_store::{LogPage, MatchId, MatchStore, Notice, Revision};
use tokio::sync::OwnedSemaphorePermit;
use tonic::Status;

use crate::{change, deps::Deps, error::RpcError, log::Entry, show, table::Table};

/// How many revisions are read at once for a watcher that is behind.
const PAGE: u32 = 64;

/// One open stream.
pub(crate) struct Watcher<S: MatchStore> {
    pub(crate) deps: Arc<Deps<S>>,
    pub(crate) id: MatchId,
    pub(crate) viewer: Viewer,
    pub(crate) notices: S::Notices,
    /// The last revision that was told; `None` before the first snapshot.
    pub(crate) told: Option<Revision>,
    pub(crate) _permit: OwnedSemaphorePermit,
}

/// A watcher with what it is about to say.
struct Telling<S: MatchStore> {
    watcher: Watcher<S>,
    queue: VecDeque<Message>,
    /// What to do when the queue is empty.
    then: Then,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Look into the store: something has moved, or may have.
    Look { newest_known: Option<Revision> },
    /// Wait for something to happen.
    Wait,
    /// End the stream.
    End,
}

/// The messages for a watcher.
pub(crate) fn stream<S: MatchStore>(
    watcher: Watcher<S>,
) -> impl Stream<Item = Result<WatchMatchResponse, Status>> + Send + 'static {
    let telling = Telling {
        watcher,
        queue: VecDeque::new(),
        then: Then::Look { newest_known: None },
    };
    stream::unfold(telling, |mut telling| async move {
        let message = telling.next().await?;
        let response = message
            .map(|message| WatchMatchResponse { message: Some(message) })
            .map_err(Status::from);
        Some((response, telling))
    })
}

impl<S: MatchStore> Telling<S> {
    async fn next(&mut self) -> Option<Result<Message, RpcError>> {
        loop {
            if let Some(message) = self.queue.pop_front() {
                return Some(Ok(message));
            }
            let done = match self.then {
                Then::End => return None,
                Then::Look { newest_known } => self.look(newest_known).await,
                Then::Wait => self.wait().await,
            };
            if let Err(error) = done {
                self.then = Then::End;
                return Some(Err(error));
            }
        }
    }

    async fn wait(&mut self) -> Result<(), RpcError> {
        let watcher = &mut self.watcher;
        let heartbeat = tokio::time::sleep(watcher.deps.settings.heartbeat);
        tokio::select! {
            () = watcher.deps.draining.cancelled() => self.say_goodbye(),
            notice = watcher.notices.next() => match notice {
                Some(Notice::Moved(revision)) if Some(revision) <= watcher.told => {}
                Some(Notice::Moved(revision)) => self.then = Then::Look { newest_known: Some(revision) },
                Some(Notice::Lost) => self.then = Then::Look { newest_known: None },
                None => {
                    watcher.notices = watcher.deps.store.watch(watcher.id).await?;
                    self.then = Then::Look { newest_known: None };
                }
            },
            () = heartbeat => {
                self.look(None).await?;
                if self.queue.is_empty() {
                    self.say_alive();
                }
            }
        }
        Ok(())
    }

    /// Tells what has moved since the last time. `newest_known` saves a look into the store where this replica has seen
    /// that revision already.
    async fn look(&mut self, newest_known: Option<Revision>) -> Result<(), RpcError> {
        let table = newest(&self.watcher.deps, self.watcher.id, newest_known).await?;
        let newest = table.version.revision;
        self.then = Then::Wait;
        match self.watcher.told {
            Some(told) if told == newest => {}
            Some(told) if told < newest => {
                let page = self.watcher.deps.store.log(self.watcher.id, told, PAGE).await?;
                self.tell(&table, told, page)?;
            }
            // Nothing was told yet, or the match has gone back: a failover lost what was acknowledged.
            Some(_) | None => self.tell_snapshot(&table)?,
        }
        if self.watcher.told == Some(newest) && table.is_over() {
            if self.queue.is_empty() {
                // So that a watcher who knew it all can tell the end from a stream that was lost.
                self.say_alive();
            }
            self.then = Then::End;
        }
        Ok(())
    }

    /// Tells the revisions of a page up to `table`, or a snapshot if they do not follow what was told.
    fn tell(&mut self, table: &Table, told: Revision, page: LogPage) -> Result<(), RpcError> {
        if page
            .entries
            .first()
            .is_none_or(|(revision, _)| *revision != told.plus(1))
        {
            return self.tell_snapshot(table);
        }
        let newest = table.version.revision;
        for (revision, bytes) in page.entries.into_iter().take_while(|(revision, _)| *revision <= newest) {
            let events = Entry::read(bytes)?.seen_by(self.watcher.viewer);
            let state = if revision == newest {
                Some(self.state(table)?)
            } else {
                None
            };
            self.queue.push_back(Message::Update(Update {
                revision: revision.get(),
                events,
                state,
            }));
            self.watcher.told = Some(revision);
        }
        if self.watcher.told < Some(newest) {
            self.then = Then::Look {
                newest_known: Some(newest),
            };
        }
        Ok(())
    }

    fn tell_snapshot(&mut self, table: &Table) -> Result<(), RpcError> {
        let state = Some(self.state(table)?);
        self.queue.push_back(Message::Snapshot(Snapshot { state }));
        self.watcher.told = Some(table.version.revision);
        Ok(())
    }

    fn state(&self, table: &Table) -> Result<MatchState, RpcError> {
        show::state(self.watcher.id, table, self.watcher.viewer)
    }

    fn say_alive(&mut self) {
        let revision = self.watcher.told.unwrap_or_default().get();
        let server_time = Some(show::timestamp(self.watcher.deps.clock.now()));
        self.queue
            .push_back(Message::Heartbeat(Heartbeat { revision, server_time }));
    }

    fn say_goodbye(&mut self) {
        let resume_after_revision = self.watcher.told.unwrap_or_default().get();
        self.queue
            .push_back(Message::Draining(Draining { resume_after_revision }));
        self.then = Then::End;
    }
}

/// The newest state; without a look into the store if this replica has seen the newest known revision already.
async fn newest<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    newest_known: Option<Revision>,
) -> Result<Arc<Table>, RpcError> {
    match newest_known.and(deps.tables.slot(id).guess()) {
        Some(guess) if Some(guess.version.revision) >= newest_known => Ok(guess),
        Some(_) | None => change::load(deps, id).await,
    }
}
