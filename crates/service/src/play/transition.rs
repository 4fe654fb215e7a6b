//! A change of a match, before it is written.

use std::sync::Arc;

use tinsel_catalog::AnyMatch;
use tinsel_store::StoreError;

use crate::record::{MatchRecord, Play, SeatGrant, log_entry::LogEntry, unwritable};

/// The effects of a command on a match.
#[derive(Debug)]
pub(crate) struct Transition {
    /// The match after the command; its version is still the old one.
    pub(crate) record: MatchRecord,
    /// The log entries of the new revisions: at least one.
    pub(crate) entries: Vec<PendingEntry>,
    /// The seat that was given to a player or a bot, if one was.
    pub(crate) seated: Option<SeatGrant>,
}

impl Transition {
    pub(crate) const fn new(record: MatchRecord, entries: Vec<PendingEntry>) -> Self {
        Self {
            record,
            entries,
            seated: None,
        }
    }
}

/// A new revision before it is written: its log entry, and the game after it.
#[derive(Debug)]
pub(crate) struct PendingEntry {
    pub(crate) entry: LogEntry,
    /// `None` in the lobby.
    game: Option<Arc<dyn AnyMatch>>,
}

impl PendingEntry {
    /// An entry after which the game is that of `after`; `None` in the lobby.
    pub(crate) fn new(entry: LogEntry, after: Option<&Play>) -> Self {
        let game = after.map(|play| Arc::clone(&play.game));
        Self { entry, game }
    }

    /// The encoded game after it; `None` in the lobby.
    pub(crate) fn save(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let saved = self.game.as_ref().map(|game| game.save());
        saved.transpose().map_err(unwritable)
    }
}
