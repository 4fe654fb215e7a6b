//! The hash chain over the revisions of a match.
//!
//! ```text
//! commitment(r) = BLAKE3 keyed with the salt ( length of the entry, 8 bytes little-endian ‖ entry ‖ state )
//! chain hash(r) = BLAKE3 derive_key "tinsel 2026-11 history link" ( chain hash(r-1) ‖ commitment(r) ‖ public entry )
//! chain hash(0) = BLAKE3 derive_key "tinsel 2026-11 history begins" ( match as it was created )
//! ```
//!
//! An entry is the protobuf encoding of its [`HistoryEntry`](tinsel_proto::v1::HistoryEntry) with every event and decision,
//! without both hashes, and without names of which it contains the hashes. A public entry contains only the events that
//! everyone received, and no decision. Fields are encoded in the order of their numbers, without default values. The state
//! is the stored bytes of the game and its random stream; it is empty in the lobby.
//!
//! A chain hash covers the commitment and not the state itself, so that a client that may not know the state can still
//! check the chain.

use std::fmt;

use prost::Message;
use tinsel_proto::v1::{Fairness, Match, MatchPhase, Occupant, Seat};

use crate::encoded_entry::{EncodedEntry, HASH, LENGTH, PublicEntry};

const BEGINS: &str = "tinsel 2026-11 history begins";
const LINK: &str = "tinsel 2026-11 history link";

/// The hash key for the commitments of one match. It stays secret while anything of the match is secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Salt([u8; 32]);

impl Salt {
    /// The salt with these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The salt with these bytes; `None` unless there are 32.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.try_into().ok()?))
    }

    /// The commitment to an entry and the state after it.
    fn commit(&self, mut entry: Vec<u8>, state: &[u8]) -> Commitment {
        if let Some((length, entry)) = entry.split_first_chunk_mut::<LENGTH>() {
            *length = u64::try_from(entry.len()).unwrap_or(u64::MAX).to_le_bytes();
        }
        entry.extend_from_slice(state);
        // For a few kilobytes, hashing in one call is cheaper than through a hasher.
        Commitment(*blake3::keyed_hash(&self.0, &entry).as_bytes())
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(…)")
    }
}

/// Commits the server to the whole content of a revision, and discloses nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

/// Commits the server to all revisions up to this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChainHash([u8; 32]);

/// The hashes of one revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Linked {
    /// The hash of the revision alone.
    pub commitment: Commitment,
    /// The hash of all revisions up to it.
    pub chain_hash: ChainHash,
}

impl Commitment {
    /// The commitment with these bytes; `None` unless there are 32.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.try_into().ok()?))
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl ChainHash {
    /// The start of the chain: the hash of the match as it was created.
    #[must_use]
    pub fn begin(of: &Match) -> Self {
        Self(blake3::derive_key(BEGINS, &as_created(of).encode_to_vec()))
    }

    /// The hashes of the next revision, from its entry and the state after it.
    #[must_use]
    pub fn next(self, salt: &Salt, entry: EncodedEntry, state: &[u8]) -> Linked {
        let EncodedEntry { entry, public } = entry;
        let commitment = salt.commit(entry, state);
        let chain_hash = self.next_committed(commitment, public);
        Linked { commitment, chain_hash }
    }

    /// The next chain hash, from a commitment that the caller cannot check.
    #[must_use]
    pub fn next_committed(self, commitment: Commitment, PublicEntry { mut entry }: PublicEntry) -> Self {
        if let ([last, committed, ..], _) = entry.as_chunks_mut::<HASH>() {
            *last = self.0;
            *committed = commitment.0;
        }
        Self(blake3::derive_key(LINK, &entry))
    }

    /// The chain hash with these bytes; `None` unless there are 32.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.try_into().ok()?))
    }

    /// Its bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for ChainHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

/// A match as a spectator saw it at revision 1, from any later public form. It is built from an empty message, so that
/// a new field of [`Match`] changes no hash.
fn as_created(of: &Match) -> Match {
    let open = |seat: &Seat| Seat {
        seat: seat.seat,
        occupant: Occupant::Open.into(),
        ..Seat::default()
    };
    let promised = |fairness: &Fairness| Fairness {
        seed_commitment: fairness.seed_commitment.clone(),
        ..Fairness::default()
    };
    Match {
        match_id: of.match_id.clone(),
        // A match of an earlier release has its name in the chain, and no hash of it.
        display_name: match of.name_hash.is_empty() {
            true => of.display_name.clone(),
            false => String::new(),
        },
        name_hash: of.name_hash.clone(),
        game_id: of.game_id.clone(),
        rules_version: of.rules_version,
        phase: MatchPhase::Lobby.into(),
        visibility: of.visibility,
        start_policy: of.start_policy,
        revision: 1,
        config: Option::clone(&of.config),
        seats: of.seats.iter().map(open).collect(),
        create_time: of.create_time,
        fairness: of.fairness.as_ref().map(promised),
        time_control: of.time_control.clone(),
        players_only: of.players_only,
        substitute_inactive_players: of.substitute_inactive_players,
        ..Match::default()
    }
}
