//! The sentences of recent entries, told once for all watchers of a match.

use std::{collections::VecDeque, sync::Arc};

use tinsel_proto::v1::Text;
use tinsel_store::{MatchId, MatchStore, Revision, Version};

use super::{cache::CacheEntry, replay};
use crate::{
    deps::Deps,
    error::RpcError,
    record::{MatchRecord, log_entry::LogEntry, narration::Narrator},
};

/// The number of entries whose sentences are cached.
const ENTRIES: usize = 32;

/// The sentences of an entry, one for each event.
pub(crate) type Sentences = Arc<Vec<Text>>;

/// A watched match with its newest narrator.
#[derive(Debug, Default)]
pub(crate) struct Narration {
    narrator: Option<Narrator>,
    told: VecDeque<(Version, Sentences)>,
}

impl Narration {
    /// Starts at a record, unless the narrator is already there or further.
    pub(crate) fn start(&mut self, record: &MatchRecord) {
        let behind = |narrator: &Narrator| narrator.at.revision < record.version.revision;
        if self.narrator.as_ref().is_none_or(behind) {
            self.narrator = Some(Narrator::at(record));
        }
    }

    /// Continues with another narration, if that is further.
    fn take_over(&mut self, other: Self) {
        let revision = |narration: &Self| narration.narrator.as_ref().map(|narrator| narrator.at.revision);
        if revision(&other) > revision(self) {
            *self = other;
        }
    }

    /// The sentences of consecutive entries, as far as they are cached or follow the narrator.
    fn follow(
        &mut self,
        record: &MatchRecord,
        entries: &[(Revision, Arc<LogEntry>)],
    ) -> Result<Vec<Sentences>, RpcError> {
        let mut sentences = Vec::with_capacity(entries.len());
        for (revision, entry) in entries {
            let version = Version {
                revision: *revision,
                nonce: entry.nonce,
            };
            let known = self.told.iter().find(|(of, _)| *of == version);
            let told = match (known, &mut self.narrator) {
                (Some((_, told)), _) => Arc::clone(told),
                (None, Some(narrator)) if narrator.at.revision.plus(1) == *revision => {
                    let told = narrator.tell(record, entry).inspect_err(|_| self.narrator = None)?;
                    self.keep(version, Arc::new(told))
                }
                (None, _) => break,
            };
            sentences.push(told);
        }
        Ok(sentences)
    }

    fn keep(&mut self, version: Version, told: Sentences) -> Sentences {
        if self.told.len() == ENTRIES {
            self.told.pop_front();
        }
        self.told.push_back((version, Arc::clone(&told)));
        told
    }
}

/// The sentences of consecutive entries of a match, one list for each entry.
///
/// # Errors
///
/// The match cannot be replayed, or its beginning is no longer stored.
pub(crate) async fn sentences<S: MatchStore>(
    deps: &Deps<S>,
    (id, cached): (MatchId, &CacheEntry),
    record: &MatchRecord,
    entries: &[(Revision, Arc<LogEntry>)],
) -> Result<Vec<Sentences>, RpcError> {
    let told = cached.narration.lock().follow(record, entries)?;
    let Some((first, _)) = entries.get(told.len()) else {
        return Ok(told);
    };
    let before = Revision::new(first.get().saturating_sub(1));
    let narrator = replay::to(deps, id, record, before).await?;
    let mut behind = Narration {
        narrator: Some(narrator),
        told: VecDeque::new(),
    };
    let rest = behind.follow(record, entries.get(told.len()..).unwrap_or_default())?;
    cached.narration.lock().take_over(behind);
    Ok(told.into_iter().chain(rest).collect())
}
