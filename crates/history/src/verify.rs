//! Verifies an exported match from its export alone.
//!
//! If the game discloses everything, `verify` replays the match: every decision, event, hash and the outcome must
//! match the replay. Otherwise it cannot check the commitments; it checks the commitment to the seed and the chain over the
//! public events. Scenes and sentences are not verified: they follow from views and events.

mod claim;
mod course;
mod seating;

use std::{collections::BTreeSet, fmt};

use tinsel_catalog::GameId;
use tinsel_proto::v1::{HistoryEntry, MatchExport};

use crate::{
    chain::{ChainHash, Commitment, Salt},
    name,
};
use claim::Claim;
use course::Course;

/// The export format that this release writes and reads.
pub const FORMAT_VERSION: u32 = 1;

/// A verified match: its export is consistent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The game.
    pub game: GameId,
    /// Number of revisions of the match.
    pub revisions: u64,
    /// The checked part of the match.
    pub checked: Checked,
    /// The last chain hash: equal in all exports of this match up to the same revision, for every recipient.
    pub last: ChainHash,
    /// The names that were erased before the export.
    pub erased: Erased,
}

/// Erased names. Nothing else of the match depends on them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Erased {
    /// The seats of which the name of a player was erased.
    pub seats: BTreeSet<u32>,
    /// Whether the name of the match was erased.
    pub match_name: bool,
}

/// The checked part of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// All of it.
    Everything {
        /// Number of decisions.
        decisions: u64,
        /// Number of these that are defaults.
        defaults: u64,
    },
    /// The commitment to the seed, the public events, and the hash chain. No decision, no event for some seats
    /// only, and no state.
    WhatIsPublic,
}

/// The first inconsistency of an export.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{location}: {what}")]
pub struct VerifyError {
    /// Its location.
    pub location: Location,
    /// The difference, as a sentence.
    pub what: String,
}

/// A location in an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Location {
    /// The statements about the match as a whole.
    Match,
    /// One revision.
    Revision(u64),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Match => f.write_str("match"),
            Self::Revision(revision) => write!(f, "revision {revision}"),
        }
    }
}

impl Location {
    fn wrong(self, what: impl Into<String>) -> VerifyError {
        VerifyError {
            location: self,
            what: what.into(),
        }
    }
}

/// The state after a revision, as far as the check knows it.
enum State {
    /// Its bytes, from the replay.
    Replayed(Vec<u8>),
    /// It is secret.
    Secret,
}

/// Verifies a match that has ended.
///
/// # Errors
///
/// The first inconsistency.
pub fn verify(export: &MatchExport) -> Result<Verified, VerifyError> {
    let export = without_presentation(export.clone());
    let claim = Claim::read(&export)?;
    check(&export, &claim)
}

/// The export without scenes and sentences, which are not hashed.
fn without_presentation(mut export: MatchExport) -> MatchExport {
    for entry in &mut export.entries {
        entry.scene = None;
        for event in entry.events.iter_mut().filter_map(|event| event.event.as_mut()) {
            event.sentence = None;
        }
    }
    export
}

fn check(export: &MatchExport, claim: &Claim<'_>) -> Result<Verified, VerifyError> {
    let mut course = Course::new(claim);
    let mut last = ChainHash::begin(claim.shown);
    let match_name = name::is_match_name_erased(claim.shown).map_err(|what| Location::Match.wrong(what))?;
    for (entry, revision) in export.entries.iter().zip(1..) {
        let location = Location::Revision(revision);
        if entry.revision != revision {
            return Err(location.wrong(format!("found revision {} here", entry.revision)));
        }
        let state = course.step(entry).map_err(|what| location.wrong(what))?;
        let hashed = name::without_names(entry.clone());
        last = linked(last, claim.salt.as_ref(), &hashed, &state).map_err(|what| location.wrong(what))?;
    }
    let revisions = u64::try_from(export.entries.len()).unwrap_or(u64::MAX);
    if !course.is_over() {
        return Err(
            Location::Revision(revisions.saturating_add(1)).wrong("the revision is missing: the match has not ended")
        );
    }
    if claim.shown.revision != revisions {
        let what = format!(
            "its revision is {}; the entries end with {revisions}",
            claim.shown.revision
        );
        return Err(Location::Match.wrong(what));
    }
    if !course.has_rematch(&claim.shown.rematch) {
        return Err(Location::Match.wrong("its rematch is not that of its events"));
    }
    Ok(Verified {
        game: claim.game,
        revisions,
        checked: course.checked(),
        last,
        erased: Erased {
            seats: course.erased(),
            match_name,
        },
    })
}

/// The chain hash of an entry, if it follows from the one before.
fn linked(last: ChainHash, salt: Option<&Salt>, entry: &HistoryEntry, state: &State) -> Result<ChainHash, String> {
    if entry.commitment.is_empty() && entry.chain_hash.is_empty() {
        return Err(
            "the entry has no commitment and no chain hash: they were removed, or a version before the first release \
             exported the match"
                .to_owned(),
        );
    }
    let commitment = Commitment::read(&entry.commitment).ok_or("the commitment does not have 32 bytes")?;
    let chain_hash = match (state, salt) {
        (State::Replayed(state), Some(salt)) => {
            let linked = last.next(salt, entry.into(), state);
            if linked.commitment != commitment {
                return Err("the commitment does not match the entry and the state after it".to_owned());
            }
            linked.chain_hash
        }
        (State::Replayed(_), None) | (State::Secret, _) => last.next_committed(commitment, entry.into()),
    };
    if ChainHash::read(&entry.chain_hash) != Some(chain_hash) {
        return Err(
            "the chain hash does not follow from the previous one, the commitment and the public events".to_owned(),
        );
    }
    Ok(chain_hash)
}

#[cfg(test)]
mod tests;
