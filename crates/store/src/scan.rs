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
        /// The first server that has not answered so far, as above. At the end, the scan tries it again.
        unread: Option<String>,
    },
    /// At this cursor of a server, again from the first one that had not answered: now each must.
    Again {
        /// The server, as above.
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
            Self::At {
                server,
                cursor,
                unread: None,
            } => write!(f, "{cursor}@{server}"),
            Self::At {
                server,
                cursor,
                unread: Some(unread),
            } => write!(f, "{cursor}@{server}!{unread}"),
            Self::Again { server, cursor } => write!(f, "{cursor}!{server}"),
        }
    }
}

impl FromStr for ScanPosition {
    type Err = NotAPosition;

    fn from_str(text: &str) -> Result<Self, NotAPosition> {
        if let Ok(id) = text.parse() {
            return Ok(Self::After(id));
        }
        let number = |cursor: &str| cursor.parse().map_err(|_| NotAPosition);
        match (text.split_once('@'), text.split_once('!')) {
            (Some((cursor, servers)), unread) => {
                let unread = unread.map(|(_, unread)| unread.to_owned());
                let server = servers.split('!').next().unwrap_or_default().to_owned();
                let cursor = number(cursor)?;
                Ok(Self::At { server, cursor, unread })
            }
            (None, Some((cursor, server))) => Ok(Self::Again {
                server: server.to_owned(),
                cursor: number(cursor)?,
            }),
            (None, None) => Err(NotAPosition),
        }
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
            unread: None,
        };
        for position in [
            ScanPosition::After(MatchId::from_entropy([7; 16], 256)),
            at("", 0),
            at("redis-0.redis:6379", u64::MAX),
            at("fd00::8:6379", 1),
            ScanPosition::At {
                server: "fd00::8:6379".to_owned(),
                cursor: 1,
                unread: Some("redis-0.redis:6379".to_owned()),
            },
            ScanPosition::Again {
                server: "redis-0.redis:6379".to_owned(),
                cursor: 7,
            },
        ] {
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        for text in ["", "7", "@", "x@", "-1@redis:6379", "017-3k9m2qx7vd0h5t8wz1a"] {
            assert_eq!(text.parse::<ScanPosition>(), Err(NotAPosition), "{text:?}");
        }
    }
}
