//! Upkeep of finished matches: packs them when the retention of their responses has ended, and archives them when their
//! own retention ends.
//!
//! Every step can be repeated, so a replica that is killed between two steps loses and duplicates nothing: the match stays
//! in the index of upkeep until it is deleted from the store, and it is deleted only after its archived copy was read and
//! checked.
//!
//! A failure never stops the work on other matches and shards. While the archive fails, matches are packed as usual, and
//! they stay in the store until the archive contains them.

mod pauses;

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use parking_lot::Mutex;
use tinsel_archive::{Archive, ArchiveError};
use tinsel_store::{
    Change, Dictionary, MatchId, MatchStore, Packed, Packing, Revision, Shard, StoreError, Stored, UnixMillis,
};
use tokio::{task::spawn_blocking, time::sleep};

use self::pauses::Pauses;
use super::indexing::Indexer;
use crate::{
    commit::chain,
    deps::Deps,
    record::{MatchRecord, log_entry::LogEntry},
};

/// The interval at which a replica looks for work in its shards. Upkeep is not urgent, and each look costs one command per
/// shard.
const EVERY: Duration = Duration::from_secs(60);
/// The number of matches that one look at a shard returns.
const MATCHES: usize = 64;
/// The number of matches of a shard that are processed concurrently.
const AT_ONCE: usize = 4;
/// The number of archived matches that are listed at once.
const LISTED: usize = 1_000;
/// The time between two lists of a shard of the archive.
const LISTED_EVERY: Duration = Duration::from_secs(24 * 60 * 60);
/// The time until a shard of the archive is listed again that could not be listed, or from which a match was not deleted.
const LISTED_AGAIN: Duration = Duration::from_secs(60 * 60);
/// The number of log entries that are read at once.
const PAGE: u32 = 512;

/// An archived match leaves the store after this share of its retention. So matches that ended before an archive was
/// configured are archived, too, unless they expire soon.
const ARCHIVED_AFTER_PERCENT: u32 = 90;

/// Why the upkeep of a match was not completed.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error("the archive returned other bytes than were written to it")]
    Differs,
}

impl Failure {
    /// The cause label of the failures of the archive; `None` for other failures.
    const fn of_archive(&self) -> Option<&'static str> {
        match self {
            Self::Store(StoreError::Corrupt(_)) => Some("corrupt"),
            Self::Store(_) => None,
            Self::Archive(ArchiveError::Unavailable(_)) => Some("unavailable"),
            Self::Archive(ArchiveError::Refused(_)) => Some("refused"),
            Self::Archive(ArchiveError::Full(_)) => Some("full"),
            Self::Archive(ArchiveError::TooLarge { .. }) => Some("too_large"),
            Self::Differs => Some("differs"),
        }
    }

    /// Whether the archive would fail for other matches as well.
    const fn is_of_the_whole_archive(&self) -> bool {
        match self {
            Self::Archive(ArchiveError::Unavailable(_) | ArchiveError::Refused(_) | ArchiveError::Full(_)) => true,
            Self::Archive(ArchiveError::TooLarge { .. }) | Self::Store(_) | Self::Differs => false,
        }
    }

    /// Whether the store would fail for other matches of the shard as well.
    const fn is_of_the_shard(&self) -> bool {
        matches!(
            self,
            Self::Store(StoreError::Unavailable(_) | StoreError::RefusesWrites(_))
        )
    }
}

/// Packs and archives finished matches.
#[derive(Debug)]
pub(super) struct Upkeep<S: MatchStore> {
    deps: Arc<Deps<S>>,
    /// The shards of which the archived matches were listed, each with the time of the next list.
    listed: Mutex<BTreeMap<Shard, UnixMillis>>,
    pauses: Mutex<Pauses>,
}

impl<S: MatchStore> Upkeep<S> {
    pub(super) fn new(deps: Arc<Deps<S>>) -> Self {
        Self {
            deps,
            listed: Mutex::default(),
            pauses: Mutex::default(),
        }
    }

    /// Processes the shards of this replica until shutdown begins.
    pub(super) async fn run(&self, indexer: &Indexer<S>) {
        let draining = self.deps.draining.clone();
        let working = async {
            loop {
                sleep(EVERY).await;
                indexer.catch_up().await;
                self.work().await;
                self.expire().await;
            }
        };
        draining.run_until_cancelled(working).await;
    }

    /// Processes all matches that need upkeep now.
    pub(super) async fn work(&self) {
        self.pauses.lock().forget_untried(self.deps.clock.steady());
        for shard in self.deps.schedule.owned() {
            if !self.deps.store_use.is_permitted() {
                return;
            }
            if self.deps.reach.is_failing(shard) {
                continue;
            }
            if let Err(error) = self.shard(shard).await {
                tracing::debug!(%shard, %error, "upkeep not read");
            }
        }
    }

    /// Deletes the archived matches of one shard whose retention has ended. Takes the shards of this replica in turn, each at
    /// most once a day.
    pub(super) async fn expire(&self) {
        let now = self.deps.clock.now();
        let (Some(archive), Some(retention)) = (&self.deps.archive, self.deps.settings.retention.archived) else {
            return;
        };
        if self.pauses.lock().of_archive(self.deps.clock.steady()).is_some() {
            return;
        }
        let Some(shard) = self.to_list(now) else {
            return;
        };
        let older_than = UNIX_EPOCH + Duration::from_millis(now.0).saturating_sub(retention);
        let listed = self.delete_expired(archive, shard, older_than).await;
        if let Err(error) = &listed {
            tracing::warn!(%shard, %error, "archived matches not expired");
        }
        let after = match listed {
            Ok(true) => LISTED_EVERY,
            Ok(false) | Err(_) => LISTED_AGAIN,
        };
        self.listed.lock().insert(shard, later(now, after));
    }

    /// The shard of this replica whose list is due for the longest time.
    fn to_list(&self, now: UnixMillis) -> Option<Shard> {
        let listed = self.listed.lock();
        let at = |shard: &Shard| listed.get(shard).copied().unwrap_or(UnixMillis(0));
        let shard = self.deps.schedule.owned().into_iter().min_by_key(at)?;
        (at(&shard) <= now).then_some(shard)
    }

    /// Deletes the matches of a shard that were archived before `older_than`. Returns whether all could be deleted: the
    /// archive can refuse to delete one of them, and not the others.
    async fn delete_expired(
        &self,
        archive: &Archive,
        shard: Shard,
        older_than: SystemTime,
    ) -> Result<bool, ArchiveError> {
        let (mut from, mut all) = (None, true);
        loop {
            let expired = archive.expired(shard, older_than, from.as_ref(), LISTED).await?;
            for id in expired.ids {
                match archive.delete(id).await {
                    Ok(()) => tracing::debug!(r#match = %id, "archived match expired"),
                    Err(error @ ArchiveError::Unavailable(_)) => return Err(error),
                    Err(error @ (ArchiveError::Refused(_) | ArchiveError::Full(_) | ArchiveError::TooLarge { .. })) => {
                        tracing::warn!(r#match = %id, %error, "expired match of the archive not deleted");
                        all = false;
                    }
                }
            }
            from = match expired.next {
                Some(next) => Some(next),
                None => return Ok(all),
            };
        }
    }

    /// Processes a shard. Matches that failed, and the rest of a shard whose node fails, wait until a later time.
    async fn shard(&self, shard: Shard) -> Result<(), StoreError> {
        loop {
            let steady = self.deps.clock.steady();
            let skipped = self.pauses.lock().skipped(shard, steady);
            let limit = u32::try_from(MATCHES + skipped).unwrap_or(u32::MAX);
            let mut due = self.deps.store.upkeep(shard, self.deps.clock.now(), limit).await?;
            due.retain(|id| !self.pauses.lock().skips(*id, steady));
            if due.is_empty() {
                return Ok(());
            }
            let processed = stream::iter(due).map(async |id| (id, self.process(id).await));
            let mut processed = processed.buffer_unordered(AT_ONCE);
            while let Some((id, done)) = processed.next().await {
                match done {
                    Ok(()) => self.pauses.lock().match_processed(id),
                    Err(failure) => {
                        self.failed(id, &failure);
                        if failure.is_of_the_shard() {
                            return Ok(());
                        }
                    }
                }
            }
        }
    }

    fn failed(&self, id: MatchId, failure: &Failure) {
        tracing::warn!(r#match = %id, error = %failure, "finished match neither packed nor archived");
        if let Some(cause) = failure.of_archive().filter(|_| self.deps.archive.is_some()) {
            self.deps.metrics.archive_failed(cause);
        }
        let (mut pauses, steady) = (self.pauses.lock(), self.deps.clock.steady());
        if failure.is_of_the_whole_archive() {
            pauses.archive_failed(steady);
        }
        pauses.match_failed(id, steady);
    }

    async fn process(&self, id: MatchId) -> Result<(), Failure> {
        let deps = &self.deps;
        let stored = match deps.store.load(id).await {
            Err(StoreError::NotFound | StoreError::Moved) => return Ok(deps.store.end_upkeep(id).await?),
            stored => stored?,
        };
        let mut record = deps.metrics.read(MatchRecord::read(&stored))?;
        // Without an archive, the match expires at the end of its retention, also if an archive was configured before.
        record.expires = match deps.archive {
            Some(_) => None,
            None => Some(self.after_the_end(&record, 100)),
        };
        let stored = Stored {
            record: record.write(MatchRecord::saved_in(&stored)?.as_deref())?,
            ..stored
        };
        let (version, now) = (stored.version, deps.clock.now());
        let game = record.setup.game_label();
        let personal = stored.personal.clone();
        let (packed, object) = compressed(self.whole(id, stored).await?, game).await?;
        let archived_at = self.after_the_end(&record, ARCHIVED_AFTER_PERCENT);
        let is_due = archived_at <= now;
        let paused = self.pauses.lock().of_archive(deps.clock.steady());
        let paused = paused.filter(|_| is_due && deps.archive.is_some());
        let packing = Packing {
            packed: object.clone(),
            upkeep: match paused {
                Some(left) => Change::Set(later(now, left)),
                None if is_due => Change::Keep,
                None => Change::Set(archived_at),
            },
            expiry: record.expires.map_or(Change::Clear, |at| {
                Change::Set(Duration::from_millis(at.0.saturating_sub(now.0)))
            }),
        };
        // After a conflict, the write that caused it has set the time of the next attempt.
        if !deps.store.pack(id, version, &packing).await? {
            return Ok(());
        }
        match &deps.archive {
            _ if !is_due => deps.metrics.packed(game),
            None => deps.store.end_upkeep(id).await?,
            Some(_) if paused.is_some() => {}
            Some(archive) => {
                chain::check(id, &packed)?;
                archived(archive, id, &packed, (object, personal)).await?;
                self.pauses.lock().archive_answered();
                // If the match has changed meanwhile, for example because a name was erased, it is archived again.
                if !deps.store.delete(id, Some(version)).await? {
                    return Ok(());
                }
                deps.cache.forget(id);
                deps.metrics.archived(game);
            }
        }
        Ok(())
    }

    /// The time at which this share of a finished match's retention has passed.
    fn after_the_end(&self, record: &MatchRecord, percent: u32) -> UnixMillis {
        record.end_of(self.deps.settings.retention.finished.saturating_mul(percent) / 100)
    }

    /// A match with its log, without the data that only retries need.
    async fn whole(&self, id: MatchId, stored: Stored) -> Result<Packed, StoreError> {
        let mut entries = Vec::new();
        let (mut read, mut oldest) = (Revision::NONE, Revision::NONE.plus(1));
        while read < stored.version.revision {
            let page = self.deps.store.log(id, read, PAGE).await?;
            // The log can be trimmed between two pages.
            if page.oldest > read.plus(1) {
                entries.clear();
                oldest = page.oldest;
            }
            if page.entries.is_empty() {
                return Err(StoreError::Corrupt("a log without its newest entries".to_owned()));
            }
            for (revision, entry) in page.entries {
                let mut entry = LogEntry::read(entry)?;
                let is_newest = revision == stored.version.revision;
                let nonce = if is_newest {
                    entry.nonce
                } else {
                    LogEntry::UNKNOWN_NONCE
                };
                entries.push(entry.write(nonce));
                read = revision;
            }
        }
        Ok(Packed::new(id, stored, oldest, entries))
    }
}

/// The first whole millisecond after this time.
fn later(now: UnixMillis, by: Duration) -> UnixMillis {
    let ms = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
    UnixMillis(now.0.saturating_add(ms).saturating_add(1))
}

/// Writes a match with its personal data to the archive, and checks that both can be read.
async fn archived(
    archive: &Archive,
    id: MatchId,
    packed: &Packed,
    (object, personal): (Bytes, Bytes),
) -> Result<(), Failure> {
    if let Some(dictionary) = Dictionary::of_frame(&object)? {
        archive.put_dictionary(dictionary).await?;
    }
    archive.put(id, object.clone()).await?;
    archive.put_personal(id, personal.clone()).await?;
    match archive.get_stored(id).await? {
        Some(_) if archive.get_personal(id).await? != personal => Err(Failure::Differs),
        Some(stored) if stored == object && Packed::decompress(&stored)? == *packed => Ok(()),
        Some(_) | None => Err(Failure::Differs),
    }
}

/// A match with its compressed form, made by a thread that serves no calls.
async fn compressed(packed: Packed, game: &'static str) -> Result<(Packed, Bytes), StoreError> {
    let compressing = spawn_blocking(move || packed.compress(game).map(|object| (packed, object)));
    let failed = |_| StoreError::Corrupt("a match that cannot be compressed".to_owned());
    compressing.await.map_err(failed)?
}
