//! The hash chain over the revisions of a match.
//!
//! ```text
//! seal(r) = BLAKE3 keyed with the salt ( length of the entry, 8 bytes little-endian ‖ entry ‖ state )
//! link(r) = BLAKE3 derive_key "tinsel 2026-11 history link" ( link(r-1) ‖ seal(r) ‖ public entry )
//! link(0) = BLAKE3 derive_key "tinsel 2026-11 history begins" ( match as it was created )
//! ```
//!
//! An entry is the protobuf encoding of its [`HistoryEntry`] with every event and decision, without seal and link. A
//! public entry has of that only the events that everyone was told, and no decision. Fields are encoded in the order of
//! their numbers, defaults left out. The state is the bytes that are stored of the game and its random stream; none
//! in the lobby.
//!
//! A link covers the seal and not the state itself, so that whoever may not know the state can still check the chain.

use std::fmt;

use bytes::Bytes;
use prost::Message;
use prost_types::Timestamp;
use tinsel_proto::v1::{Fairness, HistoryDecision, HistoryEntry, HistoryEvent, Match, MatchPhase, Occupant, Seat};

const BEGINS: &str = "tinsel 2026-11 history begins";
const LINK: &str = "tinsel 2026-11 history link";

/// A revision as it is hashed: its [`HistoryEntry`] without seal and link, with events and action in their encodings.
///
/// The server encodes each of them once, for the log, the hashes and the watchers.
#[derive(Clone, PartialEq, Message)]
pub struct EncodedEntry {
    /// The number of the revision.
    #[prost(uint64, tag = "1")]
    pub revision: u64,
    /// When it was written.
    #[prost(message, optional, tag = "2")]
    pub time: Option<Timestamp>,
    /// The decision that led to it, if one did.
    #[prost(message, optional, tag = "3")]
    pub decision: Option<EncodedDecision>,
    /// All events, in order.
    #[prost(message, repeated, tag = "4")]
    pub events: Vec<EncodedEvent>,
}

/// A [`HistoryDecision`] whose action is encoded.
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

/// A [`HistoryEvent`] whose event is encoded.
#[derive(Clone, PartialEq, Message)]
pub struct EncodedEvent {
    /// The encoded `MatchEvent`.
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub event: Option<Bytes>,
    /// Whether it is for everyone.
    #[prost(bool, tag = "2")]
    pub to_everyone: bool,
    /// Otherwise, the seats that it is for.
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

/// The key of the seals of one match. Secret as long as anything of the match is.
#[derive(Clone, PartialEq, Eq)]
pub struct Salt([u8; 32]);

impl Salt {
    /// The salt with these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The salt that is written so; `None` if it is not 32 bytes.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        Some(Self(bytes.try_into().ok()?))
    }

    /// Seals an entry and the state after it.
    fn seal(&self, entry: &EncodedEntry, state: &[u8]) -> Seal {
        let entry = entry.encode_to_vec();
        let mut hash = blake3::Hasher::new_keyed(&self.0);
        hash.update(&u64::try_from(entry.len()).unwrap_or(u64::MAX).to_le_bytes());
        hash.update(&entry);
        hash.update(state);
        Seal(*hash.finalize().as_bytes())
    }
}

impl fmt::Debug for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Salt(…)")
    }
}

/// What binds the server to all that a revision brought, and shows nothing of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal([u8; 32]);

/// What binds the server to everything up to a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link([u8; 32]);

/// The hashes of one revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Linked {
    /// Of the revision alone.
    pub seal: Seal,
    /// Of everything up to it.
    pub link: Link,
}

impl Seal {
    /// The seal that is written so; `None` if it is not 32 bytes.
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

impl Link {
    /// What the first link hangs on: the match as it was created.
    #[must_use]
    pub fn begin(of: &Match) -> Self {
        let mut hash = blake3::Hasher::new_derive_key(BEGINS);
        hash.update(&as_created(of).encode_to_vec());
        Self(*hash.finalize().as_bytes())
    }

    /// The hashes of the next revision, from all that it brought and the state after it.
    #[must_use]
    pub fn next(self, salt: &Salt, entry: &EncodedEntry, state: &[u8]) -> Linked {
        let seal = salt.seal(entry, state);
        let link = self.next_sealed(seal, entry);
        Linked { seal, link }
    }

    /// The next link, where a seal has to be believed. What is not public in `entry` does not count.
    #[must_use]
    pub fn next_sealed(self, seal: Seal, entry: &EncodedEntry) -> Self {
        let events = entry.events.iter().filter(|event| event.to_everyone);
        let public = EncodedEntry {
            revision: entry.revision,
            time: entry.time,
            decision: None,
            events: events.cloned().collect(),
        };
        let mut hash = blake3::Hasher::new_derive_key(LINK);
        hash.update(&self.0);
        hash.update(&seal.0);
        hash.update(&public.encode_to_vec());
        Self(*hash.finalize().as_bytes())
    }

    /// The link that is written so; `None` if it is not 32 bytes.
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

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A match as a spectator saw it at revision 1, made from what is shown of it at any time: built up from nothing, so that a
/// field that is added to [`Match`] changes no link.
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
