//! The hash chain over the revisions of a match.
//!
//! ```text
//! commitment(r) = BLAKE3 keyed with the salt ( length of the entry, 8 bytes little-endian ‖ entry ‖ state )
//! chain hash(r) = BLAKE3 derive_key "tinsel 2026-11 history link" ( chain hash(r-1) ‖ commitment(r) ‖ public entry )
//! chain hash(0) = BLAKE3 derive_key "tinsel 2026-11 history begins" ( match as it was created )
//! ```
//!
//! An entry is the protobuf encoding of its [`HistoryEntry`] with every event and decision, without both
//! hashes. A public entry contains only the events that everyone received, and no decision. Fields are encoded in the order of
//! their numbers, without default values. The state is the stored bytes of the game and its random stream; it is empty
//! in the lobby.
//!
//! A chain hash covers the commitment and not the state itself, so that a client that may not know the state can still
//! check the chain.

use std::fmt;

use bytes::Bytes;
use prost::Message;
use prost_types::Timestamp;
use tinsel_proto::v1::{Fairness, HistoryDecision, HistoryEntry, HistoryEvent, Match, MatchPhase, Occupant, Seat};

const BEGINS: &str = "tinsel 2026-11 history begins";
const LINK: &str = "tinsel 2026-11 history link";

/// A revision in hashed form: its [`HistoryEntry`] without both hashes, with encoded events and action.
///
/// The server encodes each of them once, for the log, the hashes and the watchers.
#[derive(Clone, PartialEq, Message)]
pub struct EncodedEntry {
    /// The number of the revision.
    #[prost(uint64, tag = "1")]
    pub revision: u64,
    /// The time of the write.
    #[prost(message, optional, tag = "2")]
    pub time: Option<Timestamp>,
    /// The decision that led to it, if one did.
    #[prost(message, optional, tag = "3")]
    pub decision: Option<EncodedDecision>,
    /// All events, in order.
    #[prost(message, repeated, tag = "4")]
    pub events: Vec<EncodedEvent>,
}

/// A [`HistoryDecision`] with an encoded action.
#[derive(Clone, PartialEq, Message)]
pub struct EncodedDecision {
    /// The seat that decided.
    #[prost(uint32, tag = "1")]
    pub seat: u32,
    /// The encoded `GameAction`; `None` for a default.
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub action: Option<Bytes>,
    /// Whether it is a default.
    #[prost(bool, tag = "3")]
    pub by_default: bool,
}

/// A [`HistoryEvent`] with an encoded event.
#[derive(Clone, PartialEq, Message)]
pub struct EncodedEvent {
    /// The encoded `MatchEvent`.
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub event: Option<Bytes>,
    /// Whether everyone receives it.
    #[prost(bool, tag = "2")]
    pub to_everyone: bool,
    /// Otherwise, the seats that receive it.
    #[prost(uint32, repeated, tag = "3")]
    pub to_seats: Vec<u32>,
}

impl From<&HistoryEntry> for EncodedEntry {
    fn from(entry: &HistoryEntry) -> Self {
        let decision = |decision: &HistoryDecision| EncodedDecision {
            seat: decision.seat,
            action: decision.action.as_ref().map(encoded),
            by_default: decision.by_default,
        };
        let event = |event: &HistoryEvent| EncodedEvent {
            event: event.event.as_ref().map(encoded),
            to_everyone: event.to_everyone,
            to_seats: event.to_seats.clone(),
        };
        Self {
            revision: entry.revision,
            time: entry.time,
            decision: entry.decision.as_ref().map(decision),
            events: entry.events.iter().map(event).collect(),
        }
    }
}

fn encoded(message: &impl Message) -> Bytes {
    message.encode_to_vec().into()
}

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
    fn commit(&self, entry: &EncodedEntry, state: &[u8]) -> Commitment {
        let entry = entry.encode_to_vec();
        let length = u64::try_from(entry.len()).unwrap_or(u64::MAX).to_le_bytes();
        // For a few kilobytes, one call costs less than a hasher.
        let hash = blake3::keyed_hash(&self.0, &[&length[..], &entry, state].concat());
        Commitment(*hash.as_bytes())
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
        let commitment = salt.commit(&entry, state);
        let chain_hash = self.next_committed(commitment, entry);
        Linked { commitment, chain_hash }
    }

    /// The next chain hash, from a commitment that the caller cannot check. It ignores the parts of `entry` that are not
    /// public.
    #[must_use]
    pub fn next_committed(self, commitment: Commitment, mut entry: EncodedEntry) -> Self {
        entry.decision = None;
        entry.events.retain(|event| event.to_everyone);
        let hashed = [&self.0[..], &commitment.0, &entry.encode_to_vec()].concat();
        Self(blake3::derive_key(LINK, &hashed))
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
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
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
        display_name: of.display_name.clone(),
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
        ..Match::default()
    }
}
