//! Access behind the API, for tests, with the feature `testkit` only.
//!
//! It reads the game of a stored match, and replaces it by another state or by data of a later release.

#[cfg(test)]
pub(crate) mod unit;

use std::sync::Arc;

use bytes::Bytes;
use tinsel_catalog::AnyMatch;
use tinsel_proto::v1::ErrorReason;
use tinsel_store::{Envelope, StoreError, Stored, UnixMillis, Write};

use crate::{
    error::status,
    record::{self, MatchRecord, Play, log_entry::LogEntry, unwritable},
};

/// The newest schema of a record that this release knows.
pub const SCHEMA: u32 = record::SCHEMA;

/// The part of a match that only a later release knows.
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

/// The status code of a platform reason, and whether its errors contain a retry delay.
#[must_use]
pub fn sent_with(reason: ErrorReason) -> (tonic::Code, bool) {
    status::row(reason)
}

/// The game of a stored match; `None` in the lobby.
///
/// # Errors
///
/// If it cannot be decoded.
pub fn game_of(stored: &Stored) -> Result<Option<Arc<dyn AnyMatch>>, StoreError> {
    Ok(MatchRecord::read(stored)?.play.map(|play| play.game))
}

/// The encoded game of a stored match; `None` in the lobby.
///
/// # Errors
///
/// If the record cannot be decoded.
pub fn saved_in(stored: &Stored) -> Result<Option<Vec<u8>>, StoreError> {
    MatchRecord::saved_in(stored)
}

/// The write that replaces the stored game by `game`, as one more revision without events. Decisions are numbered from 1
/// again. A match in the lobby stays there.
///
/// # Errors
///
/// If the stored match cannot be decoded, or the game cannot be encoded.
pub fn with_game(stored: &Stored, game: &Arc<dyn AnyMatch>, nonce: u64) -> Result<Write, StoreError> {
    let mut record = MatchRecord::read(stored)?;
    let saved = game.save().map_err(unwritable)?;
    record.play = record.play.map(|play| Play {
        game: Arc::clone(game),
        numbers: Arc::new(play.numbers.map(|_, _| 1)),
        ..play
    });
    Ok(written(record.write(Some(&saved))?, nonce))
}

/// The write that replaces a match by data of a later release, as one more revision. This release can decode at most
/// the envelope: neither a record of a later schema nor a state of later rules.
///
/// # Errors
///
/// If the stored match cannot be decoded, or the record cannot be encoded.
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

/// The write that replaces the record by these bytes, as one more revision without events.
#[must_use]
pub fn with_record(record: Bytes, nonce: u64) -> Write {
    written(record, nonce)
}

/// Data that no current release can decode.
const UNREADABLE: &[u8] = b"only a later release can read this";

/// A write of only this record, as one more revision without events.
fn written(record: Bytes, nonce: u64) -> Write {
    Write::new(record, LogEntry::new(UnixMillis(0)).write(nonce), nonce)
}
