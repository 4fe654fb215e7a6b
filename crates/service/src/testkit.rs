//! Behind the API, for tests: the game of a stored match, and another state, or what a later release could have written,
//! in its place.
//!
//! Only with the feature `testkit`.

use std::sync::Arc;

use bytes::Bytes;
use tinsel_catalog::AnyMatch;
use tinsel_proto::v1::ErrorReason;
use tinsel_store::{Change, Envelope, StoreError, Stored, UnixMillis, Write};

use crate::{
    error::status,
    record::{self, MatchRecord, Play, log_entry::LogEntry, unwritable},
};

/// The newest schema of a record that this release knows.
pub const SCHEMA: u32 = record::SCHEMA;

/// What makes a match one of a later release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Newer {
    /// The schema of its record.
    Record,
    /// The schema of its game's state.
    State,
    /// The version of its rules.
    Rules,
    /// Its game, which this release does not have.
    Game,
}

impl Newer {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Record, Self::State, Self::Rules, Self::Game];
}

/// The code that a reason of the platform is always sent with, and whether it is with a time to try again.
#[must_use]
pub fn sent_with(reason: ErrorReason) -> (tonic::Code, bool) {
    status::row(reason)
}

/// The game of a match as it is stored; `None` in the lobby.
///
/// # Errors
///
/// If it cannot be read.
pub fn game_of(stored: &Stored) -> Result<Option<Arc<dyn AnyMatch>>, StoreError> {
    Ok(MatchRecord::read(stored)?.play.map(|play| play.game))
}

/// The bytes of the game of a match, as they are stored; `None` in the lobby.
///
/// # Errors
///
/// If the record cannot be read.
pub fn saved_in(stored: &Stored) -> Result<Option<Vec<u8>>, StoreError> {
    MatchRecord::saved_in(stored)
}

/// The write that puts `game` into the place of the one that is stored, as one more revision, of which nothing is told.
/// A match in the lobby stays there.
///
/// # Errors
///
/// If what is stored cannot be read, or the game cannot be written.
pub fn with_game(stored: &Stored, game: &Arc<dyn AnyMatch>, nonce: u64) -> Result<Write, StoreError> {
    let mut record = MatchRecord::read(stored)?;
    let saved = game.save().map_err(unwritable)?;
    record.play = record.play.map(|play| Play {
        game: Arc::clone(game),
        ..play
    });
    Ok(written(record.write(Some(&saved))?, nonce))
}

/// The write by which a later release has the match, as one more revision. Of what it wrote, this release can read the
/// envelope at the most: neither the record of a later schema nor a state of later rules.
///
/// # Errors
///
/// If what is stored cannot be read, or the record cannot be written.
pub fn of_later_release(stored: &Stored, newer: Newer, nonce: u64) -> Result<Write, StoreError> {
    let record = MatchRecord::read(stored)?;
    let facts = record.setup.game()?.game().facts();
    let (game, later) = match newer {
        Newer::Record => {
            let record = Envelope {
                schema: SCHEMA + 1,
                body: UNREADABLE.into(),
            };
            return Ok(written(record.seal(), nonce));
        }
        Newer::State => (facts.id, (1, 0)),
        Newer::Rules => (facts.id, (0, 1)),
        Newer::Game => ("a_game_of_a_later_release", (0, 0)),
    };
    let changed = record.with_setup(record.setup.newer(game, later))?;
    let changed = match record.play {
        Some(play) => changed.with_play(play),
        None => changed,
    };
    Ok(written(changed.write(Some(UNREADABLE))?, nonce))
}

/// The write that puts these bytes into the place of the record, as one more revision of which nothing is told.
#[must_use]
pub fn with_record(record: Bytes, nonce: u64) -> Write {
    written(record, nonce)
}

/// What no release can read yet.
const UNREADABLE: &[u8] = b"only a later release can read this";

/// A write of this record, as one more revision of which nothing is told, and nothing else.
fn written(record: Bytes, nonce: u64) -> Write {
    Write {
        record,
        entries: vec![LogEntry::new(UnixMillis(0)).write(nonce)],
        nonce,
        request: None,
        deadline: Change::Keep,
        lobby: Change::Keep,
        expiry: Change::Keep,
    }
}
