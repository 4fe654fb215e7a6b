//! The hash chain of a match: extended by each write, and derived again from the log.
//!
//! The log stores every commitment hash, but only one of [`STORED_EVERY`] chain hashes, because the others follow from
//! the commitments and the public events.

use bytes::Bytes;
use tinsel_engine::Viewer;
use tinsel_history::{ChainHash, Commitment, Linked};
use tinsel_store::{MatchId, MatchStore, Packed, Revision, StoreError};

use crate::{
    deps::Deps,
    error::RpcError,
    play::Transition,
    record::{MatchRecord, log_entry::LogEntry},
    views::show,
};

/// The distance of stored chain hashes in revisions, from the first revision on. A read derives fewer than this number of
/// hashes for entries before those it returns.
const STORED_EVERY: u64 = 64;

/// The newest revision with a stored chain hash up to `revision`.
const fn stored_before(revision: Revision) -> u64 {
    let index = revision.get().saturating_sub(1);
    index - index % STORED_EVERY + 1
}

/// Extends the hash chain from revision `before` by the entries of a transition. Returns the encoded game after the last
/// of them; `None` in the lobby.
pub(super) fn extend(id: MatchId, transition: &mut Transition, before: Revision) -> Result<Option<Vec<u8>>, RpcError> {
    let Transition { record, entries, .. } = transition;
    let mut last = match before {
        Revision::NONE => begin(id, record)?,
        _ => record
            .link
            .ok_or_else(|| StoreError::Corrupt("a record without a chain hash".to_owned()))?,
    };
    let salt = record.setup.salt();
    let mut saved = None;
    for (pending, further) in entries.iter_mut().zip(1..) {
        saved = pending.save()?;
        let revision = before.plus(further);
        let hashed = pending.entry.hashed(revision);
        let Linked { commitment, chain_hash } = last.next(&salt, hashed, saved.as_deref().unwrap_or_default());
        pending.entry.commitment = Bytes::from_owner(*commitment.bytes());
        if stored_before(revision) == revision.get() {
            pending.entry.link = Bytes::from_owner(*chain_hash.bytes());
        }
        last = chain_hash;
    }
    record.link = Some(last);
    debug_assert_eq!(saved.is_some(), record.play.is_some(), "the last entry is the match's");
    Ok(saved)
}

/// Adds the chain hashes that are not stored to entries of the log. Entries after a gap, or after an entry that cannot be
/// read, have none until the next stored one.
///
/// # Errors
///
/// If earlier entries are needed and the store does not answer.
pub(crate) async fn link<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    entries: &mut [(Revision, LogEntry)],
) -> Result<(), StoreError> {
    let Some((first, _)) = entries.first() else {
        return Ok(());
    };
    let (first, stored) = (*first, stored_before(*first));
    let mut last = None;
    if let Ok(limit @ 1..) = u32::try_from(first.get().saturating_sub(stored)) {
        let earlier = match deps.log(id, Revision::new(stored - 1), limit).await {
            Ok(page) => page.entries,
            Err(StoreError::Corrupt(_)) => Vec::new(),
            Err(error) => return Err(error),
        };
        for (revision, bytes) in earlier.into_iter().take_while(|(revision, _)| *revision < first) {
            last = LogEntry::read(bytes)
                .ok()
                .and_then(|entry| next(last, revision, &entry));
        }
    }
    for (revision, entry) in entries {
        last = next(last, *revision, entry);
        if let Some((_, chain_hash)) = last {
            entry.link = Bytes::from_owner(*chain_hash.bytes());
        }
    }
    Ok(())
}

/// Checks the log of a finished match: entries can be read, and follow from the creation of the match to the chain hash of
/// its record. A log without its beginning is checked from the first stored chain hash on.
///
/// # Errors
///
/// [`StoreError::Corrupt`] if it is not so.
pub(crate) fn check(id: MatchId, packed: &Packed) -> Result<(), StoreError> {
    let corrupt = || StoreError::Corrupt("the hash chain of a finished match".to_owned());
    let record = MatchRecord::read(&packed.stored(Bytes::new()))?;
    let mut last = match packed.oldest_revision {
        1 => Some((Revision::NONE, begin(id, &record).map_err(|_| corrupt())?)),
        _ => None,
    };
    for (revision, bytes) in (packed.oldest_revision..).map(Revision::new).zip(&packed.entries) {
        let mut entry = LogEntry::read(bytes.clone())?;
        let stored = ChainHash::read(&std::mem::take(&mut entry.link));
        last = match (last, next(last, revision, &entry), stored) {
            (None, _, stored) => stored.map(|stored| (revision, stored)),
            (Some(_), Some((_, derived)), Some(stored)) if stored != derived => return Err(corrupt()),
            (Some(_), Some(derived), _) => Some(derived),
            (Some(_), None, _) => return Err(corrupt()),
        };
    }
    match last {
        Some((revision, last)) if record.link == Some(last) && revision == record.version.revision => Ok(()),
        // The log without its beginning contains no stored chain hash.
        None if record.link.is_some() => Ok(()),
        Some(_) | None => Err(corrupt()),
    }
}

fn begin(id: MatchId, record: &MatchRecord) -> Result<ChainHash, RpcError> {
    Ok(ChainHash::begin(&show::match_of(id, record, Viewer::Spectator)?))
}

/// An entry's revision and chain hash: the stored one, or the one that follows from the entry before it.
fn next(last: Option<(Revision, ChainHash)>, revision: Revision, entry: &LogEntry) -> Option<(Revision, ChainHash)> {
    let derived = || {
        let (_, last) = last.filter(|(before, _)| before.plus(1) == revision)?;
        Some(last.next_committed(Commitment::read(&entry.commitment)?, entry.hashed_public(revision)))
    };
    Some((revision, ChainHash::read(&entry.link).or_else(derived)?))
}
