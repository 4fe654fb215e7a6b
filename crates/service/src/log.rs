//! What the log of a match holds: one entry for each revision.
//!
//! Entries are protobuf, because that can be added to, and because what was told is a message of the API already.
//! These messages are the store's and no client's.

use bytes::Bytes;
use prost::Message;
use tinsel_catalog::Told;
use tinsel_engine::{Audience, Viewer};
use tinsel_proto::v1::{GameAction, MatchEvent, match_event};
use tinsel_store::{StoreError, UnixMillis};

/// What one revision brought.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Entry {
    /// When, in milliseconds since 1970.
    #[prost(uint64, tag = "1")]
    pub(crate) at_ms: u64,
    /// What a seat did, if it was that.
    #[prost(message, optional, tag = "2")]
    pub(crate) deed: Option<Deed>,
    /// What was told, in order.
    #[prost(message, repeated, tag = "3")]
    pub(crate) told: Vec<Telling>,
    /// The nonce of the write that brought it. Revisions can come again after a failover; with another nonce.
    #[prost(fixed64, tag = "4")]
    pub(crate) nonce: u64,
    /// The hashes of the history; empty if a release has written it that kept none.
    #[prost(bytes = "bytes", tag = "5")]
    pub(crate) seal: Bytes,
    #[prost(bytes = "bytes", tag = "6")]
    pub(crate) link: Bytes,
    /// The span that wrote it, as [`Origin`](crate::trace::Origin) notes it; empty if nobody traced.
    #[prost(bytes = "bytes", tag = "7")]
    pub(crate) origin: Bytes,
    /// The operator who did it; empty if none did. For other operators only.
    #[prost(string, tag = "8")]
    pub(crate) operator: String,
}

/// What a seat did.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Deed {
    #[prost(uint32, tag = "1")]
    pub(crate) seat: u32,
    /// The action; none if the default was taken for an absent seat.
    #[prost(message, optional, tag = "2")]
    pub(crate) action: Option<GameAction>,
    /// Whether it is sealed: traces and operators may not learn which seat decided, of which kind the decision was, or
    /// whether it was a default.
    #[prost(bool, tag = "3")]
    pub(crate) sealed: bool,
}

/// An event with its audience.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Telling {
    /// The seats it is for; everyone if `to_all`.
    #[prost(uint32, repeated, tag = "1")]
    pub(crate) seats: Vec<u32>,
    #[prost(bool, tag = "2")]
    pub(crate) to_all: bool,
    #[prost(message, optional, tag = "3")]
    pub(crate) event: Option<MatchEvent>,
}

impl Entry {
    pub(crate) fn new(now: UnixMillis) -> Self {
        Self {
            at_ms: now.0,
            deed: None,
            told: Vec::new(),
            nonce: 0,
            seal: Bytes::new(),
            link: Bytes::new(),
            origin: Bytes::new(),
            operator: String::new(),
        }
    }

    /// Notes what a seat did.
    pub(crate) fn deed(now: UnixMillis, deed: Deed) -> Self {
        Self {
            deed: Some(deed),
            ..Self::new(now)
        }
    }

    /// Tells everyone something of the match itself.
    pub(crate) fn tell(&mut self, event: match_event::Event) {
        self.told.push(Telling {
            seats: Vec::new(),
            to_all: true,
            event: Some(MatchEvent { event: Some(event) }),
        });
    }

    /// Adds what the game told.
    pub(crate) fn tell_game(&mut self, told: Vec<Told>) {
        self.told.extend(told.into_iter().map(Telling::from));
    }

    /// What `viewer` was told.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> Vec<MatchEvent> {
        self.told
            .iter()
            .filter(|telling| telling.reaches(viewer))
            .filter_map(|telling| telling.event.clone())
            .collect()
    }

    /// The bytes to store, by the write with this nonce.
    pub(crate) fn write(&mut self, nonce: u64) -> Bytes {
        self.nonce = nonce;
        self.encode_to_vec().into()
    }

    pub(crate) fn read(bytes: Bytes) -> Result<Self, StoreError> {
        Self::decode(bytes).map_err(|_| StoreError::Corrupt("a log entry".to_owned()))
    }
}

impl Telling {
    pub(crate) fn reaches(&self, viewer: Viewer) -> bool {
        self.to_all
            || viewer
                .seat()
                .is_some_and(|seat| self.seats.contains(&u32::from(seat.get())))
    }
}

impl From<Told> for Telling {
    fn from(told: Told) -> Self {
        let (seats, to_all) = match told.to {
            Audience::Everyone => (Vec::new(), true),
            Audience::Only(seats) => (seats.iter().map(|seat| u32::from(seat.get())).collect(), false),
        };
        let event = MatchEvent {
            event: Some(match_event::Event::Game(told.event)),
        };
        Self {
            seats,
            to_all,
            event: Some(event),
        }
    }
}
