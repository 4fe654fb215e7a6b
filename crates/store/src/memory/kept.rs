//! One match in memory.

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;

use crate::{Answer, Created, Limits, LogPage, Replaced, RequestId, Revision, Stored, UnixMillis, Version, Write};

/// One stored match.
#[derive(Default)]
pub(super) struct Kept {
    revision: Revision,
    nonce: u64,
    record: Bytes,
    /// The newest entries, the last of which belongs to `revision`.
    log: VecDeque<Bytes>,
    answers: BTreeMap<RequestId, Answer>,
    /// The requests of `answers`, oldest first.
    answered: VecDeque<(Revision, RequestId)>,
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

    /// The outcome of creating a match that exists: that of the first call if this call is its retry.
    pub(super) fn begun_again(&self, write: &Write) -> Created {
        if self.version() == write.version_after(Revision::NONE) {
            Created::New(self.version())
        } else {
            Created::Exists(self.stored())
        }
    }

    /// Why a write is refused; `None` if it may be applied.
    pub(super) fn refused(&self, expected: Version, write: &Write) -> Option<Replaced> {
        if self.version() == write.version_after(expected.revision) {
            return Some(Replaced::Written(self.version()));
        }
        if let Some(answer) = write.request.as_ref().and_then(|(request, _)| self.answer(request)) {
            return Some(Replaced::Repeated(answer));
        }
        (self.version() != expected).then(|| Replaced::Conflict(self.stored()))
    }

    pub(super) fn write(&mut self, write: Write, limits: Limits) -> Version {
        let version = write.version_after(self.revision);
        (self.revision, self.nonce, self.record) = (version.revision, version.nonce, write.record);
        self.log.extend(write.entries);
        let surplus = self.log.len().saturating_sub(whole(limits.log_entries_max));
        self.log.drain(..surplus);
        if let Some((request, answer)) = write.request {
            self.answered.push_back((self.revision, request.clone()));
            self.answers.insert(request, answer);
        }
        let remembered = u64::from(limits.answers_max.min(limits.log_entries_max));
        let forgotten = |revision: Revision| revision.plus(remembered) <= version.revision;
        while let Some((_, request)) = self.answered.pop_front_if(|(revision, _)| forgotten(*revision)) {
            self.answers.remove(&request);
        }
        version
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
