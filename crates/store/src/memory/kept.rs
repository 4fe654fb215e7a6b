//! One match in memory.

use std::collections::{BTreeMap, VecDeque};

use bytes::Bytes;

use crate::{
    Created, Limits, LobbyId, LogPage, Packed, Replaced, RequestId, Revision, StoreError, Stored, StoredResponse,
    UnixMillis, Version, Write, limits::Trimming,
};

/// One stored match.
#[derive(Default)]
pub(super) struct Kept {
    revision: Revision,
    nonce: u64,
    record: Bytes,
    personal: Bytes,
    /// The packed form, which contains the entries before `log`, and the record unless it was written since.
    packed: Option<Bytes>,
    /// The newest entries, the last of which belongs to `revision`.
    log: VecDeque<Bytes>,
    answers: BTreeMap<RequestId, StoredResponse>,
    /// The requests of `answers`, oldest first.
    answered: VecDeque<(Revision, RequestId)>,
    pub(super) deadline: Option<UnixMillis>,
    pub(super) expiry: Option<UnixMillis>,
    pub(super) upkeep: Option<UnixMillis>,
    /// As in the write that created it.
    pub(super) lobby: Option<LobbyId>,
}

impl Kept {
    pub(super) fn stored(&self) -> Result<Stored, StoreError> {
        let record = match &self.packed {
            Some(packed) if self.log.is_empty() => Packed::decompress(packed)?.record,
            Some(_) | None => self.record.clone(),
        };
        Ok(Stored {
            version: self.version(),
            record,
            personal: self.personal.clone(),
        })
    }

    /// Does nothing if it was packed before.
    pub(super) fn pack(&mut self, packed: &Bytes) {
        if self.packed.is_some() && self.log.is_empty() {
            return;
        }
        *self = Self {
            revision: self.revision,
            nonce: self.nonce,
            packed: Some(packed.clone()),
            personal: self.personal.clone(),
            deadline: self.deadline,
            expiry: self.expiry,
            upkeep: self.upkeep,
            lobby: self.lobby,
            ..Self::default()
        };
    }

    pub(super) fn answer(&self, request: &RequestId) -> Option<StoredResponse> {
        self.answers.get(request).cloned()
    }

    /// The outcome of creating a match that exists: that of the first call if this call is its retry.
    pub(super) fn begun_again(&self, write: &Write) -> Result<Created, StoreError> {
        Ok(if self.version() == write.version_after(Revision::NONE) {
            Created::New(self.version())
        } else {
            Created::Exists(self.stored()?)
        })
    }

    /// Why a write is refused; `None` if it may be applied.
    pub(super) fn refused(&self, expected: Version, write: &Write) -> Result<Option<Replaced>, StoreError> {
        if self.version() == write.version_after(expected.revision) {
            return Ok(Some(Replaced::Written(self.version())));
        }
        if let Some(answer) = write.request.as_ref().and_then(|(request, _)| self.answer(request)) {
            return Ok(Some(Replaced::Repeated(answer)));
        }
        if self.version() == expected {
            return Ok(None);
        }
        Ok(Some(Replaced::Conflict(self.stored()?)))
    }

    pub(super) fn write(&mut self, write: &Write, limits: Limits) -> Version {
        let before = self.revision;
        if before == Revision::NONE {
            self.lobby = write.lobby_id;
        }
        let version = write.version_after(before);
        (self.revision, self.nonce, self.record) = (version.revision, version.nonce, write.record.clone());
        if let Some(personal) = &write.personal {
            self.personal = personal.data.clone();
            for request in &personal.forgotten {
                self.answers.insert(request.clone(), StoredResponse::FORGOTTEN);
            }
        }
        self.log.extend(write.entries.iter().cloned());
        if let Some((request, answer)) = &write.request {
            self.answered.push_back((self.revision, request.clone()));
            self.answers.insert(request.clone(), answer.clone());
        }
        if let Some(trimming) = limits.trimming(before, version.revision) {
            self.trim(trimming);
        }
        version
    }

    fn trim(&mut self, trimming: Trimming) {
        let surplus = trimming.first_entry.get().saturating_sub(self.oldest().get());
        self.log
            .drain(..usize::try_from(surplus).unwrap_or(usize::MAX).min(self.log.len()));
        let is_trimmed = |(revision, _): &mut _| *revision < trimming.first_answer;
        while let Some((_, request)) = self.answered.pop_front_if(is_trimmed) {
            self.answers.remove(&request);
        }
    }

    pub(super) fn page(&self, after: Revision, limit: u32) -> Result<LogPage, StoreError> {
        let newer = self.newer(after, limit);
        Ok(match &self.packed {
            Some(packed) => Packed::decompress(packed)?.log_with(after, limit, newer),
            None => newer,
        })
    }

    /// A page of the entries that are not packed.
    fn newer(&self, after: Revision, limit: u32) -> LogPage {
        let oldest = self.oldest();
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

    /// The first revision of `log`, or the one after the head.
    fn oldest(&self) -> Revision {
        let before = self
            .revision
            .get()
            .saturating_sub(u64::try_from(self.log.len()).unwrap_or(0));
        Revision::new(before).plus(1)
    }

    pub(super) fn version(&self) -> Version {
        Version {
            revision: self.revision,
            nonce: self.nonce,
        }
    }
}

fn whole(limit: u32) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}
