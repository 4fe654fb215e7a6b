//! Behind the API, for tests: the game of a stored match, and another state of it in its place.
//!
//! Only with the feature `testkit`.

use std::sync::Arc;

use tinsel_catalog::AnyMatch;
use tinsel_store::{Change, StoreError, Stored, UnixMillis, Write};

use crate::{
    log::Entry,
    table::{Play, Table, unwritable},
};

/// The game of a match as it is stored; `None` in the lobby.
///
/// # Errors
///
/// If it cannot be read.
pub fn game_of(stored: &Stored) -> Result<Option<Arc<dyn AnyMatch>>, StoreError> {
    Ok(Table::read(stored)?.play.map(|play| play.game))
}

/// The write that puts `game` into the place of the one that is stored, as one more revision, of which nothing is told.
/// A match in the lobby stays there.
///
/// # Errors
///
/// If what is stored cannot be read, or the game cannot be written.
pub fn with_game(stored: &Stored, game: &Arc<dyn AnyMatch>, nonce: u64) -> Result<Write, StoreError> {
    let mut table = Table::read(stored)?;
    let saved = game.save().map_err(unwritable)?;
    table.play = table.play.map(|play| Play {
        game: Arc::clone(game),
        ..play
    });
    Ok(Write {
        record: table.write(Some(&saved))?,
        entries: vec![Entry::new(UnixMillis(0)).write(nonce)],
        nonce,
        request: None,
        deadline: Change::Keep,
        lobby: Change::Keep,
        expiry: Change::Keep,
    })
}
