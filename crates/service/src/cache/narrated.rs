//! The sentences of recent entries, told once for all watchers of a match.

use std::{collections::VecDeque, sync::Arc};

use tinsel_proto::v1::Text;
use tinsel_store::{Revision, Version};

use crate::record::{MatchRecord, log_entry::LogEntry, narration::Narrator};

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

    /// Starts at a narrator that has replayed the match.
    pub(crate) fn from(narrator: Narrator) -> Self {
        Self {
            narrator: Some(narrator),
            told: VecDeque::new(),
        }
    }

    /// Continues with another narration, if that is further.
    pub(crate) fn take_over(&mut self, other: Self) {
        let revision = |narration: &Self| narration.narrator.as_ref().map(|narrator| narrator.at.revision);
        if revision(&other) > revision(self) {
            *self = other;
        }
    }

    /// The sentences of consecutive entries, as far as they are cached, or follow the narrator and can be replayed.
    pub(crate) fn follow(&mut self, record: &MatchRecord, entries: &[(Revision, Arc<LogEntry>)]) -> Vec<Sentences> {
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
                    let Ok(told) = narrator.tell(record, entry) else {
                        self.narrator = None;
                        break;
                    };
                    self.keep(version, Arc::new(told))
                }
                (None, _) => break,
            };
            sentences.push(told);
        }
        sentences
    }

    fn keep(&mut self, version: Version, told: Sentences) -> Sentences {
        if self.told.len() == ENTRIES {
            self.told.pop_front();
        }
        self.told.push_back((version, Arc::clone(&told)));
        told
    }
}
