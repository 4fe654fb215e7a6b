//! Names of players and of a match. The hash chain contains a salted hash of each name, so a name can be erased without a
//! change of the chain.
//!
//! ```text
//! occupant hash = BLAKE3 derive_key "tinsel 2026-12 name of a player" ( salt ‖ length ‖ name )
//! name hash     = BLAKE3 derive_key "tinsel 2026-12 name of a match"  ( salt ‖ length ‖ name )
//! length        = the number of bytes of the name, in 8 bytes, little-endian
//! ```

use std::fmt;

use tinsel_proto::v1::{HistoryEntry, HostChanged, Match, MatchEvent, SeatOpened, SeatTaken, match_event::Event};

const OF_PLAYER: &str = "tinsel 2026-12 name of a player";
const OF_MATCH: &str = "tinsel 2026-12 name of a match";

/// The salt of one name. Without it, a hash cannot be compared with a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct NameSalt([u8; Self::LENGTH]);

impl NameSalt {
    /// The length, in bytes.
    pub const LENGTH: usize = 16;

    /// The salt with these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes)
    }

    /// The salt with these bytes; `None` if it has another length.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.try_into().ok()?))
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; Self::LENGTH] {
        &self.0
    }

    /// The hash of a player's name.
    #[must_use]
    pub fn of_player(&self, name: &str) -> [u8; 32] {
        self.hash(OF_PLAYER, name)
    }

    /// The hash of the name of a match.
    #[must_use]
    pub fn of_match(&self, name: &str) -> [u8; 32] {
        self.hash(OF_MATCH, name)
    }

    fn hash(&self, context: &str, name: &str) -> [u8; 32] {
        let length = u64::try_from(name.len()).unwrap_or(u64::MAX).to_le_bytes();
        blake3::derive_key(context, &[&self.0[..], &length, name.as_bytes()].concat())
    }
}

impl fmt::Debug for NameSalt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NameSalt(…)")
    }
}

/// The name of a player whose own name was erased.
#[must_use]
pub fn replacement(seat: u32) -> String {
    format!("Player {seat}")
}

/// The entry as it is hashed: without the names of which it contains the hashes. Older entries contain only names.
pub(crate) fn without_names(mut entry: HistoryEntry) -> HistoryEntry {
    let events = entry.events.iter_mut().filter_map(|told| told.event.as_mut());
    events.for_each(remove);
    entry
}

/// Removes a name from an event that contains its hash.
fn remove(event: &mut MatchEvent) {
    if let Some(Event::SeatTaken(SeatTaken {
        seat: Some(seat),
        occupant_hash,
        occupant_salt,
    })) = &mut event.event
        && !occupant_hash.is_empty()
    {
        seat.display_name.clear();
        occupant_salt.clear();
    } else if let Some(
        Event::SeatOpened(SeatOpened {
            display_name,
            occupant_hash,
            ..
        })
        | Event::HostChanged(HostChanged {
            display_name,
            occupant_hash,
            ..
        }),
    ) = &mut event.event
        && !occupant_hash.is_empty()
    {
        display_name.clear();
    }
}

/// Whether the name of a player was erased; `false` if it is complete, or if the event contains it without a hash.
///
/// # Errors
///
/// If the name does not have that hash.
pub(crate) fn is_erased(taken: &SeatTaken) -> Result<bool, String> {
    let seat = taken.seat.as_ref().ok_or("the event names no seat")?;
    if taken.occupant_hash.is_empty() {
        return Ok(false);
    }
    if taken.occupant_salt.is_empty() && seat.display_name == replacement(seat.seat) {
        return Ok(true);
    }
    let salt = NameSalt::read(&taken.occupant_salt).ok_or("occupant_salt does not have 16 bytes")?;
    let hash = salt.of_player(&seat.display_name);
    (hash == taken.occupant_hash[..])
        .then_some(false)
        .ok_or_else(|| "the player's name does not match occupant_hash".to_owned())
}

/// Whether the name of a match was erased.
///
/// # Errors
///
/// If it does not have the hash of the match.
pub(crate) fn is_match_name_erased(shown: &Match) -> Result<bool, String> {
    if shown.name_hash.is_empty() {
        return Ok(false);
    }
    if shown.name_salt.is_empty() && shown.display_name.is_empty() {
        return Ok(true);
    }
    let salt = NameSalt::read(&shown.name_salt).ok_or("name_salt does not have 16 bytes")?;
    (salt.of_match(&shown.display_name) == shown.name_hash[..])
        .then_some(false)
        .ok_or_else(|| "the name of the match does not match name_hash".to_owned())
}
