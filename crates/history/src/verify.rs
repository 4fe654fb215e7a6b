//! Checking what is said of a match, from what is said alone.
//!
//! Where the game discloses everything, the match is played again: every decision, everything that was told, every
//! seal, every link and the outcome must be what comes of it. Where it does not, the seals have to be believed, and
//! what is left is the promise about the seed and the chain over what everyone was told.

mod claim;
mod course;
mod seating;

use std::fmt;

use tinsel_catalog::GameId;
use tinsel_proto::v1::{HistoryEntry, MatchExport};

use crate::chain::{Link, Salt, Seal};
use claim::Claim;
use course::Course;

/// The format of exports that is written and read here.
pub const FORMAT_VERSION: u32 = 1;

/// What was found to be as it is said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The game.
    pub game: GameId,
    /// How many revisions the match had.
    pub revisions: u64,
    /// How much of it was checked.
    pub checked: Checked,
    /// The last link: the same for everybody who was given a history of this match.
    pub last: Link,
}

/// How much of a match was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// All of it.
    Everything {
        /// How many decisions were taken.
        decisions: u64,
        /// How many of these by default.
        defaults: u64,
    },
    /// The promise about the seed, what everyone was told, and that the links hang together. No decision, nothing that
    /// only some were told, and no state.
    WhatIsPublic,
}

/// The first thing that is not as it is said.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Wrong {
    /// Where.
    pub place: Place,
    /// What differs.
    pub what: String,
}

/// A step of checking a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// What is said of the match as a whole.
    Match,
    /// What is said of one revision.
    Revision(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Match => f.write_str("match"),
            Self::Revision(revision) => write!(f, "revision {revision}"),
        }
    }
}

impl Place {
    fn wrong(self, what: impl Into<String>) -> Wrong {
        Wrong {
            place: self,
            what: what.into(),
        }
    }
}

/// What is found out about a state.
enum State {
    /// It is this.
    Replayed(Vec<u8>),
    /// It is kept secret.
    Secret,
}

/// Checks a match that has ended.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn verify(export: &MatchExport) -> Result<Verified, Wrong> {
    let claim = Claim::read(export)?;
    check(export, &claim)
}

fn check(export: &MatchExport, claim: &Claim<'_>) -> Result<Verified, Wrong> {
    let mut course = Course::new(claim);
    let mut last = Link::begin(claim.shown);
    for (entry, revision) in export.entries.iter().zip(1..) {
        let place = Place::Revision(revision);
        if entry.revision != revision {
            return Err(place.wrong(format!("revision {} stands in its place", entry.revision)));
        }
        let state = course.step(entry).map_err(|what| place.wrong(what))?;
        last = linked(last, claim.salt.as_ref(), entry, &state).map_err(|what| place.wrong(what))?;
    }
    let revisions = u64::try_from(export.entries.len()).unwrap_or(u64::MAX);
    if !course.is_over() {
        return Err(Place::Revision(revisions.saturating_add(1)).wrong("it is missing: the match goes on"));
    }
    if claim.shown.revision != revisions {
        let what = format!(
            "its revision is {}, and it ended with {revisions}",
            claim.shown.revision
        );
        return Err(Place::Match.wrong(what));
    }
    Ok(Verified {
        game: claim.game,
        revisions,
        checked: course.checked(),
        last,
    })
}

/// The link of an entry, if it follows from the one before.
fn linked(last: Link, salt: Option<&Salt>, entry: &HistoryEntry, state: &State) -> Result<Link, String> {
    if entry.seal.is_empty() && entry.link.is_empty() {
        return Err("it has no seal and no link: an earlier release played it, or they were taken out".to_owned());
    }
    let seal = Seal::read(&entry.seal).ok_or("its seal is not 32 bytes")?;
    let link = match (state, salt) {
        (State::Replayed(state), Some(salt)) => {
            let linked = last.next(salt, &entry.into(), state);
            if linked.seal != seal {
                return Err("its seal is not that of what it says and of the state that comes of it".to_owned());
            }
            linked.link
        }
        (State::Replayed(_), None) | (State::Secret, _) => last.next_sealed(seal, &entry.into()),
    };
    if Link::read(&entry.link) != Some(link) {
        return Err("its link does not follow from the link before, its seal and what everyone was told".to_owned());
    }
    Ok(link)
}

#[cfg(test)]
mod tests;
