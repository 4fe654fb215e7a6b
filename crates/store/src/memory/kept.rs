//! One match in memory.

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;

use crate::{Answer, Created, Limits, LogPage, Replaced, RequestId, Revision, Stored, UnixMillis, Version, Write};

/// One match as it is kept.
#[derive(Default)]
pub(super) struct Kept {
    revision: Revision,
    nonce: u64,
    record: Bytes,
    /// The newest entries, the last of which belongs to `revision`.
    log: VecDeque<Bytes>,
    answers: BTreeMap<RequestId, Answer>,
    /// The requests of `answers`, oldest first.
    answered: VecDeque<RequestId>,
    pub(super) deadline: Option<UnixMillis>,
    pub(super) expiry: Option<UnixMillis>,
}

impl Kept {
    pub(super) fn stored(&self) -> Stored {
        Stored {
            version: self.version(),
            record: self.record.clone(),
        }
    }

    pub(super) fn answer(&self, request: &RequestId) -> Option<Answer> {
        self.answers.get(request).cloned()
    }

    /// What is said to whoever begins a match that is there: the same if it was the same call.
    pub(super) fn begun_again(&self, write: &Write) -> Created {
        if self.version() == write.version_after(Revision::NONE) {
            Created::New(self.version())
        } else {
            Created::Exists(self.stored())
        }
    }

    /// Why a write is not to be applied, or `None` if it is.
    pub(super) fn refused(&self, expected: Version, write: &Write) -> Option<Replaced> {
        if let Some(answer) = write.request.as_ref().and_then(|(request, _)| self.answer(request)) {
            return Some(Replaced::Repeated(answer));
        }
        if self.version() == expected {
            return None;
        }
        Some(if self.version() == write.version_after(expected.revision) {
            Replaced::Written(self.version())
        } else {
            Replaced::Conflict(self.stored())
        })
    }

    pub(super) fn write(&mut self, record: Bytes, entries: Vec<Bytes>, nonce: u64, limits: Limits) -> Version {
        self.revision = self.revision.plus(u64::try_from(entries.len()).unwrap_or(u64::MAX));
        self.nonce = nonce;
        self.record = record;
        self.log.extend(entries);
        let surplus = self.log.len().saturating_sub(whole(limits.log_entries_max));
        self.log.drain(..surplus);
        self.version()
    }

    pub(super) fn remember(&mut self, request: RequestId, answer: Answer, limits: Limits) {
        self.answered.push_back(request.clone());
        self.answers.insert(request, answer);
        let surplus = self.answered.len().saturating_sub(whole(limits.answers_max));
        for request in self.answered.drain(..surplus) {
            self.answers.remove(&request);
        }
    }

    pub(super) fn page(&self, after: Revision, limit: u32) -> LogPage {
        let trimmed = self
            .revision
            .get()
            .saturating_sub(u64::try_from(self.log.len()).unwrap_or(0));
        let oldest = Revision::new(trimmed).plus(1);
        let first = after.plus(1).max(oldest);
        let skipped = usize::try_from(first.get().saturating_sub(oldest.get())).unwrap_or(usize::MAX);
        let revisions = (first.get()..).map(Revision::new);
        let entries = self.log.iter().skip(skipped).take(whole(limit)).cloned();
        LogPage {
            head: self.revision,
            oldest,
            entries: revisions.zip(entries).collect(),
        }
    }

    fn version(&self) -> Version {
        Version {
            revision: self.revision,
            nonce: self.nonce,
        }
    }
}

fn whole(limit: u32) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}
