//! Dictionaries of packed matches: zstd finds repetitions of typical content even in a small match.
//!
//! `make dictionary` trains one from matches that bots play. It must stay forever, because stored matches need it. A better
//! one is added after it, as a further version with the next ID.

use std::{fmt, sync::LazyLock};

use zstd::{
    dict::{DecoderDictionary, EncoderDictionary},
    zstd_safe::get_dict_id_from_frame,
};

use super::LEVEL;
use crate::StoreError;

/// A dictionary.
pub struct Dictionary {
    /// The kind of matches that it is for.
    name: &'static str,
    content: &'static [u8],
    encoder: LazyLock<EncoderDictionary<'static>>,
    decoder: LazyLock<DecoderDictionary<'static>>,
}

macro_rules! dictionary {
    ($name:literal, $version:literal) => {{
        const CONTENT: &[u8] = include_bytes!(concat!("../../dictionaries/", $name, ".", $version, ".zdict"));
        Dictionary {
            name: $name,
            content: CONTENT,
            encoder: LazyLock::new(|| EncoderDictionary::copy(CONTENT, LEVEL)),
            decoder: LazyLock::new(|| DecoderDictionary::copy(CONTENT)),
        }
    }};
}

/// All dictionaries by ascending ID; the newest one of a kind is the last. Secret Santa has none: it would gain less than 15 %.
static ALL: [Dictionary; 4] = [
    dictionary!("grunkle_match", 1),
    dictionary!("jingle_brawl", 1),
    dictionary!("presents_of_mine", 1),
    dictionary!("snowball_war", 1),
];

impl Dictionary {
    /// The newest dictionary of a kind, if there is one.
    #[must_use]
    pub fn newest(name: &str) -> Option<&'static Self> {
        ALL.iter().rfind(|dictionary| dictionary.name == name)
    }

    /// The dictionary that a frame was compressed with; `None` without a dictionary.
    ///
    /// # Errors
    ///
    /// [`StoreError::FromTheFuture`] if this release does not have the dictionary.
    pub fn of_frame(frame: &[u8]) -> Result<Option<&'static Self>, StoreError> {
        let Some(id) = get_dict_id_from_frame(frame) else {
            return Ok(None);
        };
        let found = ALL.iter().find(|dictionary| dictionary.id() == id.get());
        found.map(Some).ok_or(StoreError::FromTheFuture {
            what: "dictionary",
            stored: id.get(),
            known: ALL.iter().map(Self::id).max().unwrap_or_default(),
        })
    }

    /// Its ID, which each frame contains.
    #[must_use]
    pub fn id(&self) -> u32 {
        let id = self.content.get(4..8).and_then(|id| id.try_into().ok());
        id.map_or(0, u32::from_le_bytes)
    }

    /// The dictionary in the format of zstd, at most 16 KiB.
    #[must_use]
    pub const fn content(&self) -> &'static [u8] {
        self.content
    }

    pub(super) fn encoder(&self) -> &EncoderDictionary<'static> {
        &self.encoder
    }

    pub(super) fn decoder(&self) -> &DecoderDictionary<'static> {
        &self.decoder
    }
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dictionary").field(&self.id()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_consecutive_from_the_first_unreserved_one() {
        let ids: Vec<_> = ALL.iter().map(Dictionary::id).collect();
        let expected: Vec<_> = (1 << 15..).take(ALL.len()).collect();
        assert_eq!(ids, expected);
    }

    #[test]
    fn a_frame_of_an_unknown_dictionary_is_of_a_newer_release() {
        let mut content = ALL[0].content.to_vec();
        content[4..8].copy_from_slice(&60_000_u32.to_le_bytes());
        let mut compressor = zstd::bulk::Compressor::with_dictionary(LEVEL, &content).unwrap();
        let frame = compressor.compress(b"anything").unwrap();
        let unknown = Dictionary::of_frame(&frame).map(drop).unwrap_err();
        let (stored, known) = (60_000, ALL.last().unwrap().id());
        assert!(
            matches!(unknown, StoreError::FromTheFuture { stored: s, known: k, .. } if (s, k) == (stored, known)),
            "{unknown}"
        );
    }
}
