//! The packed form of a finished match: record and log in one compressed value.
//!
//! A packed value is one zstd frame, compressed with a [`Dictionary`] of its kind of matches if there is one. Its content
//! is the protobuf message `tinsel.archive.v1.ArchivedMatch`, so the archive stores the same bytes.

mod dictionary;

use std::{io::Read, time::Duration};

use bytes::Bytes;
use prost::Message;
use zstd::{bulk::Compressor, stream::read::Decoder};

pub use self::dictionary::Dictionary;
use crate::{Change, LogPage, MatchId, Revision, StoreError, Stored, UnixMillis, Version};

/// Higher levels take more than twice the time for less than 2 % of the size.
const LEVEL: i32 = 9;

/// The maximum size after decompression, in bytes: 4,159 log entries of 32 KiB, and a record.
const SIZE_MAX: u64 = 132 << 20;

/// A match whose log is complete from `oldest_revision` to `revision`.
#[derive(Clone, PartialEq, Message)]
pub struct Packed {
    /// The match.
    #[prost(string, tag = "1")]
    pub match_id: String,
    /// The newest revision.
    #[prost(uint64, tag = "2")]
    pub revision: u64,
    /// The random number of the newest write.
    #[prost(fixed64, tag = "3")]
    pub nonce: u64,
    /// The record.
    #[prost(bytes = "bytes", tag = "4")]
    pub record: Bytes,
    /// The revision of the first entry.
    #[prost(uint64, tag = "5")]
    pub oldest_revision: u64,
    /// The entries, oldest first.
    #[prost(bytes = "bytes", repeated, tag = "6")]
    pub entries: Vec<Bytes>,
}

impl Packed {
    /// A match with all entries of its log.
    #[must_use]
    pub fn new(id: MatchId, stored: Stored, oldest: Revision, entries: Vec<Bytes>) -> Self {
        Self {
            match_id: id.to_string(),
            revision: stored.version.revision.get(),
            nonce: stored.version.nonce,
            record: stored.record,
            oldest_revision: oldest.get(),
            entries,
        }
    }

    /// The compressed form, with the newest dictionary of this kind of matches. It takes about a millisecond for each 50 kB.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] if the match exceeds the maximum size.
    pub fn compress(&self, kind: &str) -> Result<Bytes, StoreError> {
        let encoded = self.encode_to_vec();
        if u64::try_from(encoded.len()).unwrap_or(u64::MAX) > SIZE_MAX {
            return Err(corrupt());
        }
        let compressor = match Dictionary::newest(kind) {
            Some(dictionary) => Compressor::with_prepared_dictionary(dictionary.encoder()),
            None => Compressor::new(LEVEL),
        };
        let compressed = compressor.and_then(|mut compressor| compressor.compress(&encoded));
        compressed.map(Bytes::from).map_err(|_| corrupt())
    }

    /// Reads the compressed form.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] if it is not one, or exceeds the maximum size; [`StoreError::FromTheFuture`] if it needs an
    /// unknown dictionary.
    pub fn decompress(bytes: &[u8]) -> Result<Self, StoreError> {
        let mut encoded = Vec::new();
        let decoder = match Dictionary::of_frame(bytes)? {
            Some(dictionary) => Decoder::with_prepared_dictionary(bytes, dictionary.decoder()),
            None => Decoder::with_buffer(bytes),
        };
        let mut decoder = decoder.map_err(|_| corrupt())?;
        let read = decoder.by_ref().take(SIZE_MAX + 1).read_to_end(&mut encoded);
        let packed = match read {
            Ok(read) if u64::try_from(read).is_ok_and(|read| read <= SIZE_MAX) => Self::decode(Bytes::from(encoded)),
            Ok(_) | Err(_) => return Err(corrupt()),
        };
        let packed = packed.map_err(|_| corrupt())?;
        let entries = packed.revision.checked_sub(packed.oldest_revision).map(|last| last + 1);
        let is_complete = packed.oldest_revision > 0 && entries == u64::try_from(packed.entries.len()).ok();
        is_complete.then_some(packed).ok_or_else(corrupt)
    }

    /// The version and the record, with the personal data that is stored beside the packed form.
    #[must_use]
    pub fn stored(&self, personal: Bytes) -> Stored {
        let (revision, nonce) = (Revision::new(self.revision), self.nonce);
        Stored {
            version: Version { revision, nonce },
            record: self.record.clone(),
            personal,
        }
    }

    /// A page of the log of a match that was changed after packing. `newer` contains its other entries after `after`.
    pub(crate) fn log_with(&self, after: Revision, limit: u32, newer: LogPage) -> LogPage {
        let mut page = self.log(after, limit);
        page.head = newer.head;
        page.entries.extend(newer.entries);
        page.entries.truncate(whole(limit));
        page
    }

    /// The log entries after `after`, oldest first, at most `limit`.
    #[must_use]
    pub fn log(&self, after: Revision, limit: u32) -> LogPage {
        let oldest = Revision::new(self.oldest_revision);
        let revisions = (oldest.get()..).map(Revision::new).zip(self.entries.iter().cloned());
        let unread = revisions.skip_while(|(revision, _)| *revision <= after);
        LogPage {
            head: Revision::new(self.revision),
            oldest,
            entries: unread.take(whole(limit)).collect(),
        }
    }
}

/// The replacement of a match by its packed form.
#[derive(Debug, Clone)]
pub struct Packing {
    /// The packed match, compressed.
    pub packed: Bytes,
    /// When the match needs upkeep again.
    pub upkeep: Change<UnixMillis>,
    /// The time until the match expires, from now.
    pub expiry: Change<Duration>,
}

fn whole(limit: u32) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

fn corrupt() -> StoreError {
    StoreError::Corrupt("a packed match".to_owned())
}
