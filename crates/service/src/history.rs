//! The history of a match: chaining its revisions as they are written, and showing them to whoever may know them.
//!
//! What a hash may show, and when, `tinsel-history` says. Here it comes to three degrees of [`Known`]: while the match goes
//! on nobody is shown a hash, nor anything that it was not told; afterwards everybody is shown the hashes; and where
//! the game discloses everything, everything.

use std::sync::Arc;

use bytes::Bytes;
use tinsel_catalog::AnyMatch;
use tinsel_engine::Viewer;
use tinsel_history::{Link, Linked, Salt};
use tinsel_proto::v1::{HistoryDecision, HistoryEntry, HistoryEvent};
use tinsel_store::{MatchId, Revision, StoreError, UnixMillis};

use crate::{
    error::RpcError,
    log::{Deed, Entry, Telling},
    show,
    table::{Table, unwritable},
};

/// One revision about to be written: what the log says of it, and the game after it.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) entry: Entry,
    /// `None` in the lobby.
    game: Option<Arc<dyn AnyMatch>>,
}

impl Step {
    pub(crate) const fn of_lobby(entry: Entry) -> Self {
        Self { entry, game: None }
    }

    pub(crate) fn of_game(entry: Entry, after: &Arc<dyn AnyMatch>) -> Self {
        Self {
            entry,
            game: Some(Arc::clone(after)),
        }
    }

    pub(crate) fn into_entry(self) -> Arc<Entry> {
        Arc::new(self.entry)
    }

    /// The bytes of the game; none in the lobby.
    fn save(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let saved = self.game.as_ref().map(|game| game.save());
        saved.transpose().map_err(unwritable)
    }

    /// Hangs the revision on the link before.
    fn link(&mut self, salt: &Salt, last: Link, revision: Revision, state: &[u8]) -> Link {
        let entry = entry(&self.entry, revision, Known::Everything);
        let Linked { seal, link } = last.next(salt, entry, state);
        self.entry.seal = Bytes::copy_from_slice(seal.bytes());
        self.entry.link = Bytes::copy_from_slice(link.bytes());
        link
    }
}

/// The record of a match to which `steps` led from `before`, with its history gone on. The last step is the match's.
///
/// A match that an earlier release has written in the meantime has lost its link, and goes on without hashes.
pub(crate) fn write(id: MatchId, table: &mut Table, steps: &mut [Step], before: Revision) -> Result<Bytes, RpcError> {
    let last = match before {
        Revision::NONE => Some(Link::begin(&show::match_of(id, table, Viewer::Spectator)?)),
        _ => table.link,
    };
    let mut chain = table.setup.salt().zip(last);
    let mut saved = None;
    for (step, further) in steps.iter_mut().zip(1..) {
        saved = step.save()?;
        let state = saved.as_deref().unwrap_or_default();
        chain = chain.map(|(salt, last)| {
            let link = step.link(&salt, last, before.plus(further), state);
            (salt, link)
        });
    }
    table.link = chain.map(|(_, link)| link);
    debug_assert_eq!(saved.is_some(), table.play.is_some(), "the last step is the match's");
    Ok(table.write(saved.as_deref())?)
}

/// How much may be known of a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// What the viewer was told, and its own decisions: the match goes on.
    Told(Viewer),
    /// The same, and all hashes: the match is over, and its game keeps secrets.
    ToldWithHashes(Viewer),
    /// Everything: the match is over.
    Everything,
}

impl Known {
    /// What `viewer` may know of the history of a match.
    pub(crate) fn to(viewer: Viewer, table: &Table) -> Result<Self, RpcError> {
        Ok(match (table.is_over(), is_disclosed(table)?) {
            (true, true) => Self::Everything,
            (true, false) => Self::ToldWithHashes(viewer),
            (false, _) => Self::Told(viewer),
        })
    }

    fn shows(self, telling: &Telling) -> bool {
        match self {
            Self::Told(viewer) | Self::ToldWithHashes(viewer) => telling.reaches(viewer),
            Self::Everything => true,
        }
    }

    fn shows_of(self, seat: u32) -> bool {
        match self {
            Self::Told(viewer) | Self::ToldWithHashes(viewer) => {
                viewer.seat().is_some_and(|own| u32::from(own.get()) == seat)
            }
            Self::Everything => true,
        }
    }

    const fn shows_hashes(self) -> bool {
        match self {
            Self::Told(_) => false,
            Self::ToldWithHashes(_) | Self::Everything => true,
        }
    }
}

/// Whether everybody may know everything of a match.
pub(crate) fn is_disclosed(table: &Table) -> Result<bool, StoreError> {
    let facts = table.setup.game()?.game().facts();
    Ok(table.is_over() && facts.discloses_everything)
}

/// An entry of the log, as far as it may be known.
pub(crate) fn entry(entry: &Entry, revision: Revision, known: Known) -> HistoryEntry {
    let (seal, link) = if known.shows_hashes() {
        (entry.seal.clone(), entry.link.clone())
    } else {
        (Bytes::new(), Bytes::new())
    };
    let told = entry.told.iter().filter(|telling| known.shows(telling));
    HistoryEntry {
        revision: revision.get(),
        time: Some(show::timestamp(UnixMillis(entry.at_ms))),
        decision: entry
            .deed
            .as_ref()
            .filter(|deed| known.shows_of(deed.seat))
            .map(decision),
        events: told.map(|telling| event(telling, known)).collect(),
        seal,
        link,
    }
}

fn decision(deed: &Deed) -> HistoryDecision {
    HistoryDecision {
        seat: deed.seat,
        action: deed.action.clone(),
        by_default: deed.action.is_none(),
    }
}

/// What was told. Who else was told is only known where everything is.
fn event(telling: &Telling, known: Known) -> HistoryEvent {
    let to_seats = telling.seats.iter().copied().filter(|seat| known.shows_of(*seat));
    HistoryEvent {
        event: telling.event.clone(),
        to_everyone: telling.to_all,
        to_seats: to_seats.collect(),
    }
}

#[cfg(test)]
mod tests;
