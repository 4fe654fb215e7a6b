//! Many concurrent callers that compare every reply with their request.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use futures_util::StreamExt;
use parking_lot::Mutex;
use tinsel_store::{
    MatchId, MatchStore, Redis, Replaced, Revision, StoreError, Stored, StoredResponse, Version, Write,
};
use tinsel_store_testkit::{answered, created, id, request, shard, until, write};
use tokio::{sync::watch, task::JoinHandle};

/// The number of matches, and of readers per match beside its one writer.
const MATCHES: usize = 8;
const READERS: usize = 2;

/// The number of steps after which a match counts as progressing.
const STEPS: u64 = 10;

/// Running callers.
pub(crate) struct Load {
    tables: Vec<Arc<TestMatch>>,
    callers: Vec<JoinHandle<()>>,
    over: watch::Sender<bool>,
}

/// A match, and the shared state of its callers.
struct TestMatch {
    store: Redis,
    id: MatchId,
    over: watch::Receiver<bool>,
    /// The number of writes that its writer got acknowledged.
    steps: AtomicU64,
    /// The numbers of correct replies and of failed calls.
    replies: AtomicU64,
    failures: AtomicU64,
    /// The last version that the writer wrote, and the last one that a watcher has seen.
    written: Mutex<Version>,
    watched: Mutex<Version>,
}

impl Load {
    /// Creates matches by one store, and starts callers of another. If the first store waits for replicas, the matches
    /// survive the death of a master.
    pub(crate) async fn begin(begun_by: &Redis, store: &Redis) -> Self {
        let (mut tables, mut callers) = (Vec::new(), Vec::new());
        let over = watch::Sender::new(false);
        for _ in 0..MATCHES {
            let table = TestMatch::begin(begun_by, store, over.subscribe()).await;
            let notices = answered(async || store.watch(table.id).await).await;
            callers.push(tokio::spawn(Arc::clone(&table).write()));
            callers.push(tokio::spawn(Arc::clone(&table).watch(notices)));
            for _ in 0..READERS {
                callers.push(tokio::spawn(Arc::clone(&table).read()));
            }
            tables.push(table);
        }
        Self { tables, callers, over }
    }

    pub(crate) fn first(&self) -> MatchId {
        self.tables[0].id
    }

    pub(crate) fn matches(&self) -> impl Iterator<Item = MatchId> {
        self.tables.iter().map(|table| table.id)
    }

    /// Waits until every match has progressed from its current state, and its watcher has seen that.
    pub(crate) async fn goes_on(&self) {
        self.go_on(|_| true).await;
    }

    /// Waits until the selected matches have progressed from their current state, and their watchers have seen that.
    pub(crate) async fn go_on(&self, which: impl Fn(MatchId) -> bool) {
        for table in self.tables.iter().filter(|table| which(table.id)) {
            let aim = table.steps.load(Ordering::Relaxed) + STEPS;
            let reached = || async { table.steps.load(Ordering::Relaxed) >= aim || self.has_failed() };
            until("a match goes on", reached).await;
            // A notice can be lost between nodes; later ones are not.
            let aim = table.written.lock().revision;
            let seen = || async { table.watched.lock().revision >= aim || self.has_failed() };
            until("a watcher gets notices again", seen).await;
        }
        assert!(!self.has_failed(), "a caller was given a wrong reply");
    }

    fn has_failed(&self) -> bool {
        self.callers.iter().any(JoinHandle::is_finished)
    }

    /// Ends the load.
    pub(crate) async fn end(self, name: &str) {
        self.over.send_replace(true);
        let count = |of: fn(&TestMatch) -> &AtomicU64| -> u64 {
            self.tables.iter().map(|table| of(table).load(Ordering::Relaxed)).sum()
        };
        for caller in self.callers {
            caller.await.expect("every reply was right");
        }
        let (replies, failures) = (count(|of| &of.replies), count(|of| &of.failures));
        println!("{name}: {replies} replies, all to who asked; {failures} calls failed");
        assert!(failures > 0, "no caller has noticed that a master died");
    }
}

impl TestMatch {
    async fn begin(begun_by: &Redis, store: &Redis, over: watch::Receiver<bool>) -> Arc<Self> {
        let id = id(shard());
        let begin = step(id, Revision::new(1));
        let version = created(answered(async || begun_by.create(id, begin.clone()).await).await);
        Arc::new(Self {
            store: store.clone(),
            id,
            over,
            steps: AtomicU64::new(0),
            replies: AtomicU64::new(0),
            failures: AtomicU64::new(0),
            written: Mutex::new(version),
            watched: Mutex::new(version),
        })
    }

    fn is_over(&self) -> bool {
        *self.over.borrow()
    }

    /// The result of a call; `None`, after a pause, if the store did not answer.
    async fn told<T>(&self, result: Result<T, StoreError>) -> Option<T> {
        match result {
            Ok(reply) => {
                self.replies.fetch_add(1, Ordering::Relaxed);
                Some(reply)
            }
            Err(StoreError::Unavailable(_)) => {
                self.failures.fetch_add(1, Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(5)).await;
                None
            }
            Err(other) => panic!("{}: {other}", self.id),
        }
    }

    async fn write(self: Arc<Self>) {
        let (mut version, mut again) = (*self.written.lock(), None);
        while !self.is_over() {
            let step = again.take().unwrap_or_else(|| step(self.id, version.revision.plus(1)));
            let replaced = self.store.replace(self.id, version, &step).await;
            let Some(replaced) = self.told(replaced).await else {
                // Retries the same write until it is answered.
                again = Some(step);
                continue;
            };
            version = match replaced {
                Replaced::Written(written) => {
                    assert_eq!(written, step.version_after(version.revision));
                    written
                }
                Replaced::Conflict(stored) => self.checked(&stored),
                Replaced::Repeated(answer) => {
                    assert_eq!(Some(&answer), step.request.as_ref().map(|(_, answer)| answer));
                    step.version_after(version.revision)
                }
            };
            *self.written.lock() = version;
            self.steps.fetch_add(1, Ordering::Relaxed);
        }
    }

    async fn read(self: Arc<Self>) {
        while !self.is_over() {
            let Some(stored) = self.told(self.store.load(self.id).await).await else {
                continue;
            };
            let revision = self.checked(&stored).revision;
            let after = Revision::new(revision.get().saturating_sub(3));
            if let Some(page) = self.told(self.store.log(self.id, after, 2).await).await {
                for (revision, entry) in page.entries {
                    assert_eq!(entry, text(self.id, revision));
                }
            }
            let asked = request(&revision.to_string());
            if let Some(Some(StoredResponse { body, .. })) = self.told(self.store.answer(self.id, &asked).await).await {
                assert_eq!(body, text(self.id, revision));
            }
        }
    }

    /// Reads the match on each notice.
    async fn watch(self: Arc<Self>, mut notices: <Redis as MatchStore>::Notices) {
        let mut over = self.over.clone();
        while !self.is_over() {
            tokio::select! {
                notice = notices.next() => assert!(notice.is_some(), "notices go on"),
                ended = over.changed() => ended.expect("the load lives"),
            }
            while !self.is_over() {
                if let Some(stored) = self.told(self.store.load(self.id).await).await {
                    *self.watched.lock() = self.checked(&stored);
                    break;
                }
            }
        }
    }

    /// The version of a stored record, which must agree with its content.
    fn checked(&self, stored: &Stored) -> Version {
        assert_eq!(stored.record, text(self.id, stored.version.revision));
        stored.version
    }
}

/// The content of every record, entry and answer, which names its match and revision.
fn text(id: MatchId, revision: Revision) -> String {
    format!("{id} at {revision}")
}

/// The write that leads a match to a revision.
fn step(id: MatchId, revision: Revision) -> Write {
    let text = text(id, revision);
    let answer = StoredResponse {
        fingerprint: 0,
        body: text.clone().into(),
    };
    Write {
        request: Some((request(&revision.to_string()), answer)),
        ..write(&text)
    }
}
