//! Positions in a scan of all matches.

use std::{fmt, str::FromStr};

use crate::{MatchId, StoreError, Stored};

/// A section of a scan; see [`MatchStore::scan`](crate::MatchStore::scan).
#[derive(Debug, Default)]
pub struct Scanned {
    /// Matches, each with its stored state, or [`StoreError::Corrupt`].
    pub matches: Vec<(MatchId, Result<Stored, StoreError>)>,
    /// The position at which the scan continues; `None` at its end.
    pub next: Option<ScanPosition>,
}

/// A position in a scan. It is valid for the store that returned it; another store starts again from the first position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScanPosition {
    /// After the match with this id.
    After(MatchId),
    /// At this cursor of a server.
    At {
        /// The server as `host:port`; empty if the store has only one.
        server: String,
        /// The cursor.
        cursor: u64,
    },
}

/// The text is not a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a position of a scan")]
pub struct NotAPosition;

impl fmt::Display for ScanPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::After(id) => id.fmt(f),
            Self::At { server, cursor } => write!(f, "{cursor}@{server}"),
        }
    }
}

impl FromStr for ScanPosition {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        if let Ok(id) = text.parse() {
            return Ok(Self::After(id));
        }
        let (cursor, server) = text.split_once('@').ok_or(NotAPosition)?;
        Ok(Self::At {
            server: server.to_owned(),
            cursor: cursor.parse().map_err(|_| NotAPosition)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_parses_to_itself_and_other_text_does_not_parse() {
        let at = |server: &str, cursor| ScanPosition::At {
            server: server.to_owned(),
            cursor,
        };
        for position in [
            ScanPosition::After(MatchId::from_entropy([7; 16], 256)),
            at("", 0),
            at("redis-0.redis:6379", u64::MAX),
            at("fd00::8:6379", 1),
        ] {
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        for text in ["", "7", "@", "x@", "-1@redis:6379", "017-3k9m2qx7vd0h5t8wz1a"] {
            assert_eq!(text.parse::<ScanPosition>(), Err(NotAPosition), "{text:?}");
        }
    }
}
