//! Entries as they are hashed, written from parts that are encoded already.

use prost::Message;
use prost_types::Timestamp;
use tinsel_proto::v1::{HistoryEntry, HistoryEvent};

/// The size of a hash, in bytes.
pub(crate) const HASH: usize = 32;
/// The size of the length before an entry, in bytes.
pub(crate) const LENGTH: usize = size_of::<u64>();
/// Initial capacity for an entry and the state after it, in bytes: most need no more.
const ENTRY: usize = 3072;
/// Initial capacity for a public entry, and for one decision or event, in bytes.
const PART: usize = 1024;

/// A [`HistoryDecision`](tinsel_proto::v1::HistoryDecision) with its encoded action.
#[derive(Debug, Clone, Copy)]
pub struct EncodedDecision<'a> {
    /// The seat that decided.
    pub seat: u32,
    /// The encoded `GameAction`; `None` for a default.
    pub action: Option<&'a [u8]>,
    /// Whether it is a default.
    pub by_default: bool,
}

/// A [`HistoryEvent`] with its encoded event.
#[derive(Debug, Clone, Copy)]
pub struct EncodedEvent<'a> {
    /// The encoded `MatchEvent`.
    pub event: Option<&'a [u8]>,
    /// Whether everyone receives it.
    pub to_everyone: bool,
    /// Otherwise, the seats that receive it.
    pub to_seats: &'a [u32],
}

/// A [`HistoryEntry`] without both hashes, encoded.
///
/// The server encodes each action and each event once, for the log, the hashes and the watchers. So the entry is written
/// from encoded parts, directly into the buffers that are hashed.
#[derive(Debug)]
pub struct EncodedEntry {
    /// Room for the length of the entry, and the entry.
    pub(crate) entry: Vec<u8>,
    pub(crate) public: PublicEntry,
}

/// The public part of an encoded entry: without the decision, and without the events that not everyone received.
#[derive(Debug)]
pub struct PublicEntry {
    /// Room for two hashes, and the entry.
    pub(crate) entry: Vec<u8>,
}

impl EncodedEntry {
    /// The entry of a revision and the time of its write.
    #[must_use]
    pub fn new<'a>(
        revision: u64,
        time: Option<Timestamp>,
        decision: Option<EncodedDecision<'_>>,
        events: impl IntoIterator<Item = EncodedEvent<'a>>,
    ) -> Self {
        let head = head(revision, time);
        let (mut entry, mut public) = (after(LENGTH, ENTRY, &head), PublicEntry::begin(&head));
        let mut part = Vec::with_capacity(PART);
        if let Some(decision) = decision {
            decision.write(&mut part);
            write_bytes(&mut entry, 3, &part);
        }
        for event in events {
            event.write(&mut part);
            write_bytes(&mut entry, 4, &part);
            if event.to_everyone {
                public.add(&part);
            }
        }
        Self { entry, public }
    }
}

impl PublicEntry {
    /// The public part of the entry of a revision. It contains those of `events` that everyone received.
    #[must_use]
    pub fn new<'a>(revision: u64, time: Option<Timestamp>, events: impl IntoIterator<Item = EncodedEvent<'a>>) -> Self {
        let mut public = Self::begin(&head(revision, time));
        let mut part = Vec::with_capacity(PART);
        for event in events.into_iter().filter(|event| event.to_everyone) {
            event.write(&mut part);
            public.add(&part);
        }
        public
    }

    fn begin(head: &[u8]) -> Self {
        let entry = after(2 * HASH, PART, head);
        Self { entry }
    }

    /// Adds an encoded event.
    fn add(&mut self, event: &[u8]) {
        write_bytes(&mut self.entry, 4, event);
    }
}

impl EncodedDecision<'_> {
    /// Replaces the content of `message` by the decision.
    fn write(&self, message: &mut Vec<u8>) {
        message.clear();
        write_number(message, 1, self.seat);
        if let Some(action) = self.action {
            write_bytes(message, 2, action);
        }
        write_number(message, 3, self.by_default.into());
    }
}

impl EncodedEvent<'_> {
    /// Replaces the content of `message` by the event.
    fn write(&self, message: &mut Vec<u8>) {
        message.clear();
        if let Some(event) = self.event {
            write_bytes(message, 1, event);
        }
        write_number(message, 2, self.to_everyone.into());
        if !self.to_seats.is_empty() {
            let mut seats = Vec::with_capacity(self.to_seats.len());
            self.to_seats
                .iter()
                .for_each(|seat| write_varint(&mut seats, (*seat).into()));
            write_bytes(message, 3, &seats);
        }
    }
}

/// The fields of an entry before the decision.
fn head(revision: u64, time: Option<Timestamp>) -> Vec<u8> {
    let head = HistoryEntry {
        revision,
        time,
        ..HistoryEntry::default()
    };
    head.encode_to_vec()
}

/// A buffer with room before `head`.
fn after(room: usize, capacity: usize, head: &[u8]) -> Vec<u8> {
    let mut buffer = Vec::with_capacity(capacity);
    buffer.resize(room, 0);
    buffer.extend_from_slice(head);
    buffer
}

/// Writes a number field, unless it has the default value.
fn write_number(message: &mut Vec<u8>, field: u8, number: u32) {
    if number > 0 {
        message.push(field << 3);
        write_varint(message, number.into());
    }
}

/// Writes a field with a length: a message, bytes or packed numbers.
fn write_bytes(message: &mut Vec<u8>, field: u8, content: &[u8]) {
    message.push(field << 3 | 2);
    write_varint(message, u64::try_from(content.len()).unwrap_or(u64::MAX));
    message.extend_from_slice(content);
}

/// Writes a varint.
fn write_varint(message: &mut Vec<u8>, mut number: u64) {
    const CONTINUES: u8 = 0x80;
    loop {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        if number == 0 {
            return message.push(low);
        }
        message.push(low | CONTINUES);
    }
}

impl From<&HistoryEntry> for EncodedEntry {
    fn from(entry: &HistoryEntry) -> Self {
        let action = entry.decision.as_ref().and_then(|decision| decision.action.as_ref());
        let action = action.map(Message::encode_to_vec);
        let decision = entry.decision.as_ref().map(|decision| EncodedDecision {
            seat: decision.seat,
            action: action.as_deref(),
            by_default: decision.by_default,
        });
        let encoded = encoded_events(entry);
        Self::new(entry.revision, entry.time, decision, borrowed(&encoded))
    }
}

impl From<&HistoryEntry> for PublicEntry {
    fn from(entry: &HistoryEntry) -> Self {
        Self::new(entry.revision, entry.time, borrowed(&encoded_events(entry)))
    }
}

fn encoded_events(entry: &HistoryEntry) -> Vec<(Option<Vec<u8>>, &HistoryEvent)> {
    let events = entry.events.iter();
    events
        .map(|event| (event.event.as_ref().map(Message::encode_to_vec), event))
        .collect()
}

fn borrowed<'a>(events: &'a [(Option<Vec<u8>>, &HistoryEvent)]) -> impl Iterator<Item = EncodedEvent<'a>> {
    events.iter().map(|(encoded, event)| EncodedEvent {
        event: encoded.as_deref(),
        to_everyone: event.to_everyone,
        to_seats: &event.to_seats,
    })
}

#[cfg(test)]
mod tests {
    use tinsel_proto::v1::{GameAction, HistoryDecision, MatchEvent, Seat, SeatTaken, match_event};

    use super::*;

    fn event(to_everyone: bool, to_seats: &[u32]) -> HistoryEvent {
        let seat = Seat {
            display_name: "Ada ".repeat(50),
            ..Seat::default()
        };
        let taken = SeatTaken {
            seat: Some(seat),
            ..SeatTaken::default()
        };
        HistoryEvent {
            event: Some(MatchEvent {
                event: Some(match_event::Event::SeatTaken(taken)),
                sentence: None,
            }),
            to_everyone,
            to_seats: to_seats.to_vec(),
        }
    }

    fn decision(seat: u32, action: Option<GameAction>, by_default: bool) -> HistoryEntry {
        HistoryEntry {
            revision: 300,
            time: Some(Timestamp {
                seconds: 1_800_000_000,
                nanos: 1,
            }),
            decision: Some(HistoryDecision {
                seat,
                action,
                by_default,
            }),
            events: vec![event(true, &[]), event(false, &[0, 31, u32::MAX]), event(false, &[])],
            ..HistoryEntry::default()
        }
    }

    #[test]
    fn an_entry_is_hashed_in_its_protobuf_encoding() {
        let hostile = |event| HistoryEntry {
            events: vec![event],
            // No server writes such decisions and events, but a client must not verify them as something else.
            ..decision(0, Some(GameAction::default()), true)
        };
        for entry in [
            HistoryEntry::default(),
            decision(0, Some(GameAction::default()), false),
            decision(31, None, true),
            decision(0, None, false),
            hostile(event(true, &[3, 300])),
            hostile(HistoryEvent::default()),
            hostile(HistoryEvent {
                event: Some(MatchEvent::default()),
                to_everyone: true,
                to_seats: Vec::new(),
            }),
            hostile(HistoryEvent {
                event: None,
                to_everyone: true,
                to_seats: Vec::new(),
            }),
        ] {
            let EncodedEntry { entry: encoded, public } = EncodedEntry::from(&entry);
            assert_eq!(encoded[LENGTH..], entry.encode_to_vec());
            assert_eq!(PublicEntry::from(&entry).entry, public.entry);
            let mut only_public = entry;
            only_public.decision = None;
            only_public.events.retain(|event| event.to_everyone);
            assert_eq!(public.entry[2 * HASH..], only_public.encode_to_vec());
        }
    }
}
