//! The log of a match: one entry for each revision.
//!
//! Entries are protobuf, because fields can be added to it, and because events are messages of the API. An event is
//! encoded once, when it happens; log, hash chain and watchers share its bytes. These messages belong to the store: no
//! client receives them.

use bytes::Bytes;
use prost::Message;
use prost_types::Timestamp;
use tinsel_engine::{Audience, SeatIndex, Viewer};
use tinsel_history::{EncodedDecision, EncodedEntry, EncodedEvent, PublicEntry};
use tinsel_proto::v1::{GameAction, MatchEvent, match_event};
use tinsel_store::{Revision, StoreError, UnixMillis};

use super::{names, setup::Setup, time};

/// Initial capacity for the encoded events of a decision, in bytes: most need no more.
const EVENT: usize = 1024;

/// The content of one revision.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct LogEntry {
    /// The time, in milliseconds since 1970.
    #[prost(uint64, tag = "1")]
    pub(crate) at_ms: u64,
    /// The decision of a seat, if the revision is one.
    #[prost(message, optional, tag = "2")]
    pub(crate) action: Option<LoggedAction>,
    /// The events, in order.
    #[prost(message, repeated, tag = "3")]
    pub(crate) events: Vec<AddressedEvent>,
    /// The nonce of the write. After a failover, a revision number can be used again, with another nonce.
    #[prost(fixed64, tag = "4")]
    pub(crate) nonce: u64,
    /// The commitment hash of the entry.
    #[prost(bytes = "bytes", tag = "5")]
    pub(crate) commitment: Bytes,
    /// The chain hash; empty in most stored entries, where it follows from the entries before.
    #[prost(bytes = "bytes", tag = "6")]
    pub(crate) link: Bytes,
    /// The span that wrote the entry, as encoded by [`Origin`](super::origin::Origin); empty without tracing.
    #[prost(bytes = "bytes", tag = "7")]
    pub(crate) origin: Bytes,
    /// The name of the operator; empty if no operator acted. Only operators see it.
    #[prost(string, tag = "8")]
    pub(crate) operator: String,
}

/// A decision of a seat.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct LoggedAction {
    #[prost(uint32, tag = "1")]
    pub(crate) seat: u32,
    /// The encoded [`GameAction`]; `None` for the default action of an inactive player.
    #[prost(bytes = "vec", optional, tag = "2")]
    action: Option<Vec<u8>>,
    /// Whether the decision is sealed: traces and operators must not learn which seat decided, the kind of the
    /// decision, or whether it was a default.
    #[prost(bool, tag = "3")]
    pub(crate) sealed: bool,
}

/// A [`MatchEvent`] with an encoded event of the game. Otherwise, prost would compute all lengths in this event once more
/// for the message around it.
#[derive(Clone, PartialEq, Message)]
struct GameMatchEvent {
    #[prost(bytes = "vec", required, tag = "1")]
    game: Vec<u8>,
}

/// An event with its recipients.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct AddressedEvent {
    /// The seats that receive it. If `to_all` is set, everyone receives it.
    #[prost(uint32, repeated, tag = "1")]
    pub(crate) seats: Vec<u32>,
    #[prost(bool, tag = "2")]
    pub(crate) to_all: bool,
    /// The encoded [`MatchEvent`], without names of players.
    #[prost(bytes = "bytes", tag = "3")]
    pub(crate) event: Bytes,
    /// Whether it refers to a player, whose name is added when it is delivered.
    #[prost(bool, tag = "4")]
    pub(crate) is_named: bool,
}

impl LogEntry {
    /// The nonce of an entry in a packed match, except for the newest entry.
    pub(crate) const UNKNOWN_NONCE: u64 = 0;

    pub(crate) fn new(now: UnixMillis) -> Self {
        Self {
            at_ms: now.0,
            ..Self::default()
        }
    }

    /// An entry about a decision.
    pub(crate) fn of_action(now: UnixMillis, action: LoggedAction) -> Self {
        Self {
            action: Some(action),
            ..Self::new(now)
        }
    }

    /// Adds an event about the match itself, for everyone.
    pub(crate) fn tell(&mut self, event: match_event::Event) {
        self.events.push(AddressedEvent {
            seats: Vec::new(),
            to_all: true,
            is_named: names::refers_to_player(&event),
            event: encoded(event),
        });
    }

    /// Adds an event about the match itself, for one seat.
    pub(crate) fn tell_seat(&mut self, seat: SeatIndex, event: match_event::Event) {
        self.events.push(AddressedEvent {
            seats: vec![seat.get().into()],
            to_all: false,
            is_named: false,
            event: encoded(event),
        });
    }

    /// Adds the events of the game. They share one buffer, so that not each of them is an allocation of its own.
    pub(crate) fn tell_game(&mut self, events: Vec<tinsel_catalog::AddressedEvent>) {
        if events.is_empty() {
            return;
        }
        let game = Vec::with_capacity(EVENT);
        let (mut encoded, mut all) = (GameMatchEvent { game }, Vec::with_capacity(EVENT));
        let lengths = events.iter().map(|addressed| {
            let before = all.len();
            encoded.game.clear();
            let written = addressed.event.encode(&mut encoded.game);
            let written = written.and_then(|()| encoded.encode(&mut all));
            debug_assert!(written.is_ok(), "a vector grows");
            all.len() - before
        });
        let lengths: Vec<_> = lengths.collect();
        let mut all = Bytes::copy_from_slice(&all);
        self.events
            .extend(events.into_iter().zip(lengths).map(|(addressed, length)| {
                let (seats, to_all) = match addressed.to {
                    Audience::Everyone => (Vec::new(), true),
                    Audience::Only(seats) => (seats.iter().map(|seat| u32::from(seat.get())).collect(), false),
                };
                let event = all.split_to(length);
                let is_named = false;
                AddressedEvent {
                    seats,
                    to_all,
                    event,
                    is_named,
                }
            }));
    }

    /// Checks that clients can decode the events: watchers receive the stored bytes.
    ///
    /// # Errors
    ///
    /// [`StoreError::Corrupt`] if they cannot.
    pub(crate) fn check_events(&self) -> Result<(), StoreError> {
        self.events.iter().try_for_each(|event| event.decoded_event().map(drop))
    }

    /// The entry as it is hashed for `revision`.
    pub(crate) fn hashed(&self, revision: Revision) -> EncodedEntry {
        let decision = self.action.as_ref().map(|action| EncodedDecision {
            seat: action.seat,
            action: action.action.as_deref(),
            by_default: action.action.is_none(),
        });
        EncodedEntry::new(revision.get(), self.hashed_time(), decision, self.hashed_events())
    }

    /// Its public part.
    pub(crate) fn hashed_public(&self, revision: Revision) -> PublicEntry {
        PublicEntry::new(revision.get(), self.hashed_time(), self.hashed_events())
    }

    fn hashed_time(&self) -> Option<Timestamp> {
        Some(time::timestamp(UnixMillis(self.at_ms)))
    }

    fn hashed_events(&self) -> impl Iterator<Item = EncodedEvent<'_>> {
        self.events.iter().map(|event| EncodedEvent {
            event: Some(&event.event),
            to_everyone: event.to_all,
            to_seats: &event.seats,
        })
    }

    /// The bytes to store. `nonce` is that of the write.
    pub(crate) fn write(&mut self, nonce: u64) -> Bytes {
        self.nonce = nonce;
        self.encode_to_vec().into()
    }

    pub(crate) fn read(bytes: Bytes) -> Result<Self, StoreError> {
        Self::decode(bytes).map_err(corrupt)
    }
}

impl LoggedAction {
    /// A decision of `seat`. Without `action` it is the default.
    pub(crate) fn new(seat: SeatIndex, action: Option<&GameAction>, sealed: bool) -> Self {
        Self {
            seat: u32::from(seat.get()),
            action: action.map(Message::encode_to_vec),
            sealed,
        }
    }

    /// The action; `None` for the default.
    ///
    /// # Errors
    ///
    /// If it cannot be decoded.
    pub(crate) fn decoded_action(&self) -> Result<Option<GameAction>, StoreError> {
        let action = self.action.as_deref().map(GameAction::decode);
        action.transpose().map_err(corrupt)
    }
}

impl AddressedEvent {
    pub(crate) fn reaches(&self, viewer: Viewer) -> bool {
        let own = viewer.seat().map(|seat| u32::from(seat.get()));
        self.to_all || own.is_some_and(|own| self.seats.contains(&own))
    }

    /// The event with the names of players.
    ///
    /// # Errors
    ///
    /// If it cannot be decoded.
    pub(crate) fn named_event(&self, setup: &Setup) -> Result<MatchEvent, StoreError> {
        let mut event = self.decoded_event()?;
        if self.is_named {
            names::add(&mut event, setup);
        }
        Ok(event)
    }

    /// The event as it is stored.
    ///
    /// # Errors
    ///
    /// If it cannot be decoded.
    pub(crate) fn decoded_event(&self) -> Result<MatchEvent, StoreError> {
        MatchEvent::decode(self.event.clone()).map_err(corrupt)
    }
}

fn encoded(event: match_event::Event) -> Bytes {
    let event = Some(event);
    let sentence = None;
    MatchEvent { event, sentence }.encode_to_vec().into()
}

fn corrupt(_: prost::DecodeError) -> StoreError {
    StoreError::Corrupt("a log entry".to_owned())
}
