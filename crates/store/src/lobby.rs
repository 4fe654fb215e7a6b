//! The lobby indexes.

use std::{fmt, str::FromStr};

use crate::{MatchId, Shard, id::hexadecimal};

/// The number of characters of a lobby's id.
const CHARACTERS: usize = 32;

/// The id of a lobby that has indexes of its own: 32 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LobbyId([u8; CHARACTERS / 2]);

impl LobbyId {
    /// The id derived from 16 bytes: the same for the same bytes.
    #[must_use]
    pub const fn from_entropy(entropy: [u8; 16]) -> Self {
        Self(entropy)
    }
}

impl fmt::Display for LobbyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hexadecimal::<CHARACTERS>(&self.0))
    }
}

/// The text is not the id of a lobby.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the id of a lobby is 32 digits of 0-9 and a-f")]
pub struct NotALobbyId;

impl FromStr for LobbyId {
    type Err = NotALobbyId;

    fn from_str(text: &str) -> Result<Self, NotALobbyId> {
        let mut id = [0; _];
        let is_id = hex::decode_to_slice(text, &mut id).is_ok();
        let id = Some(Self(id)).filter(|id| is_id && id.to_string() == text);
        id.ok_or(NotALobbyId)
    }
}

/// One lobby index. Each shard has one for each lobby, so that a read of one costs the same, whatever the others contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LobbyIndex {
    /// The shard of its matches.
    pub shard: Shard,
    /// The lobby; `None` for the common one.
    pub lobby: Option<LobbyId>,
}

impl LobbyIndex {
    /// The index that lists a match.
    #[must_use]
    pub const fn of(id: MatchId, lobby: Option<LobbyId>) -> Self {
        let shard = id.shard();
        Self { shard, lobby }
    }
}

/// The index of the common lobby.
impl From<Shard> for LobbyIndex {
    fn from(shard: Shard) -> Self {
        Self { shard, lobby: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_parses_to_itself_and_other_texts_do_not() {
        let id = LobbyId::from_entropy([0xa7; 16]);
        assert_eq!(id.to_string(), "a7".repeat(16));
        assert_eq!(id.to_string().parse(), Ok(id));
        for wrong in ["", "a7", &"A7".repeat(16), &"g7".repeat(16), &"a7".repeat(17)] {
            assert_eq!(wrong.parse::<LobbyId>(), Err(NotALobbyId), "{wrong}");
        }
    }
}
