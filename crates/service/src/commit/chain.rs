//! Extends the hash chain of a match when it is written.

use bytes::Bytes;
use tinsel_engine::Viewer;
use tinsel_history::{ChainHash, Linked};
use tinsel_store::{MatchId, Revision};

use crate::{error::RpcError, play::Transition, record::show};

/// Extends the hash chain from revision `before` by the entries of a transition.
///
/// A match that an earlier release has written in the meantime has lost its chain hash, and continues without hashes.
pub(super) fn seal(id: MatchId, transition: &mut Transition, before: Revision) -> Result<Bytes, RpcError> {
    let Transition { record, entries, .. } = transition;
    let last = match before {
        Revision::NONE => Some(ChainHash::begin(&show::match_of(id, record, Viewer::Spectator)?)),
        _ => record.link,
    };
    let mut chain = record.setup.salt().zip(last);
    let mut saved = None;
    for (pending, further) in entries.iter_mut().zip(1..) {
        saved = pending.save()?;
        if let Some((salt, last)) = &mut chain {
            let hashed = pending.entry.hashed(before.plus(further));
            let Linked { commitment, chain_hash } = last.next(salt, hashed, saved.as_deref().unwrap_or_default());
            pending.entry.seal = Bytes::from_owner(*commitment.bytes());
            pending.entry.link = Bytes::from_owner(*chain_hash.bytes());
            *last = chain_hash;
        }
    }
    record.link = chain.map(|(_, link)| link);
    debug_assert_eq!(saved.is_some(), record.play.is_some(), "the last entry is the match's");
    Ok(record.write(saved.as_deref())?)
}

#[cfg(test)]
mod tests;
