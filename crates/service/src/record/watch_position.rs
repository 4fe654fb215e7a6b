//! The position of a watcher in the revisions of a match.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use tinsel_store::{Revision, Version};

/// The hash context of cursors. Clients store cursors, so it must never change.
const CONTEXT: &str = "tinsel 2026-11 watch cursor";

/// A revision, with the nonce of its write if it is known: after a failover, the same revision number can be written
/// again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WatchPosition {
    pub(crate) revision: Revision,
    which: Which,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    /// Any: a caller sent only the revision.
    Any,
    /// The write with this nonce hash, from a caller's cursor.
    Hashed(u64),
    /// The write with this nonce.
    Written(u64),
}

impl WatchPosition {
    /// The position that a caller claims by a revision alone.
    pub(crate) const fn claimed(revision: Revision) -> Self {
        Self {
            revision,
            which: Which::Any,
        }
    }

    /// Whether this position can be that version.
    pub(crate) fn is(self, version: Version) -> bool {
        let same = match self.which {
            Which::Any => true,
            Which::Hashed(hash) => hash == hash_of(version),
            Which::Written(nonce) => nonce == version.nonce,
        };
        same && self.revision == version.revision
    }

    /// Whether the position distinguishes writes with the same revision number. Before the first revision there is
    /// nothing to distinguish.
    pub(crate) fn is_definite(self) -> bool {
        self.which != Which::Any && self.revision > Revision::NONE
    }

    /// Whether a server has read this revision itself; otherwise a caller claims it.
    pub(crate) const fn was_seen(self) -> bool {
        matches!(self.which, Which::Written(_))
    }

    /// The cursor of this position, for clients.
    ///
    /// The nonce is hashed, because all revisions of one write share it. That can be a secret: it distinguishes a
    /// player's own decision from a default that was taken in the same write.
    pub(crate) fn cursor(self) -> String {
        let revision = self.revision.get().to_be_bytes();
        let hash = match self.which {
            Which::Any => return URL_SAFE_NO_PAD.encode(revision),
            Which::Hashed(hash) => hash,
            Which::Written(nonce) => hash_of(Version {
                revision: self.revision,
                nonce,
            }),
        };
        URL_SAFE_NO_PAD.encode([revision, hash.to_be_bytes()].concat())
    }

    /// The position of a cursor; `None` if the text is not a cursor.
    pub(crate) fn of_cursor(text: &str) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (revision, rest) = bytes.split_first_chunk()?;
        let revision = Revision::new(u64::from_be_bytes(*revision));
        let which = match rest {
            [] => Which::Any,
            rest => Which::Hashed(u64::from_be_bytes(rest.try_into().ok()?)),
        };
        Some(Self { revision, which })
    }
}

impl From<Version> for WatchPosition {
    fn from(version: Version) -> Self {
        Self {
            revision: version.revision,
            which: Which::Written(version.nonce),
        }
    }
}

fn hash_of(version: Version) -> u64 {
    let mut hash = blake3::Hasher::new_derive_key(CONTEXT);
    hash.update(&version.revision.get().to_be_bytes());
    hash.update(&version.nonce.to_be_bytes());
    let hash = hash.finalize();
    let first = hash.as_bytes().first_chunk().copied();
    u64::from_be_bytes(first.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::unit::version;

    #[test]
    fn a_cursor_identifies_one_version() {
        let mark = WatchPosition::from(version(7, 0xfeed));
        let read = WatchPosition::of_cursor(&mark.cursor()).unwrap();
        assert!(read.is(version(7, 0xfeed)));
        assert!(!read.is(version(7, 0xfeee)));
        assert!(!read.is(version(8, 0xfeed)));
        assert_eq!(read.cursor(), mark.cursor(), "it can be handed on");
        assert!(mark.was_seen() && !read.was_seen());
    }

    /// Clients store cursors across releases.
    #[test]
    fn the_format_of_cursors_is_stable() {
        let cursors = [
            WatchPosition::from(version(7, 0xfeed)),
            WatchPosition::claimed(Revision::new(7)),
        ]
        .map(WatchPosition::cursor);
        assert_eq!(cursors, ["AAAAAAAAAAebjacifZuJxA", "AAAAAAAAAAc"]);
    }

    #[test]
    fn a_revision_alone_matches_any_nonce() {
        let claimed = WatchPosition::claimed(Revision::new(7));
        for mark in [claimed, WatchPosition::of_cursor(&claimed.cursor()).unwrap()] {
            assert!(mark.is(version(7, 1)) && mark.is(version(7, 2)) && !mark.is(version(8, 1)));
            assert!(!mark.is_definite());
        }
    }

    #[test]
    fn cursors_do_not_reveal_which_revisions_were_written_together() {
        let cursors = [7, 8].map(|revision| WatchPosition::from(version(revision, 0xfeed)).cursor());
        let hashes = cursors.map(|cursor| URL_SAFE_NO_PAD.decode(cursor).unwrap().split_off(8));
        assert_ne!(hashes[0], hashes[1]);
        assert!(!hashes.contains(&0xfeed_u64.to_be_bytes().to_vec()));
    }

    #[test]
    fn an_invalid_cursor_is_refused() {
        let cursor = WatchPosition::from(version(7, 1)).cursor();
        for text in [
            "7",
            "AAAAAAAAAA",
            &cursor[1..],
            &format!("{cursor}A"),
            &format!("{cursor}="),
            "ä",
            &"A".repeat(99),
        ] {
            assert_eq!(WatchPosition::of_cursor(text), None, "{text:?}");
        }
    }
}
