//! The messages by which replicas ask each other for the presence of seats.

use std::collections::BTreeSet;

use bytes::Bytes;
use tinsel_engine::SeatIndex;
use tinsel_store::MatchId;

use crate::record::SeatGrant;

/// A message on the channel of the replicas.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Message {
    Question(Question),
    Answer(Answer),
}

/// Which of these seats has each replica not seen?
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// A random number, which the answers repeat.
    pub(crate) number: u64,
    pub(crate) id: MatchId,
    pub(crate) seats: BTreeSet<SeatGrant>,
}

/// The seats of a question that a replica has not seen.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) question: u64,
    pub(crate) replica: u64,
    pub(crate) absent: BTreeSet<SeatGrant>,
}

impl Message {
    /// The text of a message: words with spaces between them. A seat is its index and the number of its grant.
    pub(crate) fn write(&self) -> Bytes {
        let (begin, seats) = match self {
            Self::Question(Question { number, id, seats }) => (format!("? {number} {id}"), seats),
            Self::Answer(Answer {
                question,
                replica,
                absent,
            }) => (format!("! {question} {replica}"), absent),
        };
        let words = seats
            .iter()
            .map(|grant| format!(" {}.{}", grant.seat.get(), grant.number));
        std::iter::once(begin).chain(words).collect::<String>().into()
    }

    /// The message of a text; `None` for one that this release does not know.
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        let mut words = str::from_utf8(text).ok()?.split(' ');
        let (kind, number) = (words.next()?, words.next()?.parse().ok()?);
        let about = words.next()?;
        let seat = |word: &str| {
            let (seat, number) = word.split_once('.')?;
            let (seat, number) = (SeatIndex::new(seat.parse().ok()?), number.parse().ok()?);
            Some(SeatGrant { seat, number })
        };
        let seats = words.map(seat).collect::<Option<_>>()?;
        match kind {
            "?" => Some(Self::Question(Question {
                number,
                id: about.parse().ok()?,
                seats,
            })),
            "!" => Some(Self::Answer(Answer {
                question: number,
                replica: about.parse().ok()?,
                absent: seats,
            })),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_stable_and_read_again() {
        let grant = |seat, number| SeatGrant {
            seat: SeatIndex::new(seat),
            number,
        };
        let question = Message::Question(Question {
            number: 7,
            id: "017-3k9m2qx7vd0h5t8wz1ab".parse().unwrap(),
            seats: BTreeSet::from([grant(0, 4), grant(12, u32::MAX)]),
        });
        let answer = Message::Answer(Answer {
            question: 7,
            replica: u64::MAX,
            absent: BTreeSet::new(),
        });
        for (message, text) in [
            (question, "? 7 017-3k9m2qx7vd0h5t8wz1ab 0.4 12.4294967295"),
            (answer, "! 7 18446744073709551615"),
        ] {
            assert_eq!(&*message.write(), text.as_bytes());
            assert_eq!(Message::read(text.as_bytes()), Some(message));
        }
        for text in ["", "? 7", "? x 017-3k9m2qx7vd0h5t8wz1ab", "! 7 8 0", "* 7 8"] {
            assert_eq!(Message::read(text.as_bytes()), None, "{text:?}");
        }
    }
}
