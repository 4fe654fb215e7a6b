//! The presence of players: which seats this replica has seen, by a stream or a read.
//!
//! Presence is never stored. Streams, `GetMatch` and `WatchMatch` with the token of a seat count. Submissions and dry runs do
//! not: they would reveal secret decisions.

mod message;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
    time::Duration,
};

use parking_lot::Mutex;
use tinsel_store::MatchId;
use tokio::sync::mpsc;

pub(crate) use self::message::{Answer, Message, Question};
use crate::{
    record::{ABSENT_MS, SeatGrant},
    settings::Clock,
};

/// How long a seat must not have been seen to be absent.
const ABSENT_AFTER: Duration = Duration::from_millis(ABSENT_MS);

/// The maximum of seats without a stream that are remembered, beside the newest ones.
const SEATS_MAX: usize = 100_000;

/// The number of new seats after which outdated ones are removed.
const SEATS_STEP: usize = SEATS_MAX / 8;

/// The maximum of questions of this replica that wait for answers.
const QUESTIONS_MAX: usize = 64;

/// The seats that this replica has seen, and its questions to the others.
#[derive(Debug)]
pub(crate) struct Presence {
    clock: Arc<dyn Clock>,
    seen: Mutex<Seen>,
    /// The identifier of this replica in the list of live replicas.
    replica: OnceLock<u64>,
    /// Where the answers to each question of this replica go.
    questions: Mutex<BTreeMap<u64, mpsc::UnboundedSender<Answer>>>,
}

#[derive(Debug)]
struct Seen {
    /// Since when every seat that was seen is remembered, in steady time.
    since: Duration,
    seats: BTreeMap<(MatchId, SeatGrant), Sight>,
    /// The live replicas, as they were last read.
    replicas: BTreeSet<u64>,
    /// The number of seats at which outdated ones are removed next.
    full: usize,
}

#[derive(Debug, Default)]
struct Sight {
    /// The number of open streams.
    streams: u32,
    /// The last read, or the last end of a stream, in steady time.
    last: Duration,
}

impl Sight {
    fn is_outdated(&self, now: Duration) -> bool {
        self.streams == 0 && now.saturating_sub(self.last) >= ABSENT_AFTER
    }
}

impl Presence {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        let seen = Seen {
            since: clock.steady(),
            seats: BTreeMap::new(),
            replicas: BTreeSet::new(),
            full: SEATS_STEP,
        };
        Self {
            clock,
            seen: Mutex::new(seen),
            replica: OnceLock::new(),
            questions: Mutex::default(),
        }
    }

    /// The identifier of this replica; `None` before its heartbeat is set up.
    pub(crate) fn replica(&self) -> Option<u64> {
        self.replica.get().copied()
    }

    /// Sets the identifier of this replica. Only the first call has an effect.
    pub(crate) fn set_replica(&self, replica: u64) {
        let _: Result<(), u64> = self.replica.set(replica);
    }

    /// Records a read by a seat.
    pub(crate) fn saw(&self, id: MatchId, grant: SeatGrant) {
        let now = self.clock.steady();
        self.seen.lock().seat(id, grant, now);
    }

    /// Records an open stream of a seat, until the returned value is dropped.
    pub(crate) fn open(self: &Arc<Self>, id: MatchId, grant: SeatGrant) -> OpenStream {
        let now = self.clock.steady();
        let mut seen = self.seen.lock();
        let sight = seen.seat(id, grant, now);
        sight.streams = sight.streams.saturating_add(1);
        OpenStream {
            presence: Arc::clone(self),
            seat: (id, grant),
        }
    }

    /// Those of these seats that this replica has not seen for [`ABSENT_AFTER`]; none if it was not watching for so long.
    pub(crate) fn absent(&self, id: MatchId, grants: impl IntoIterator<Item = SeatGrant>) -> BTreeSet<SeatGrant> {
        let (now, seen) = (self.clock.steady(), self.seen.lock());
        if now.saturating_sub(seen.since) < ABSENT_AFTER {
            return BTreeSet::new();
        }
        let is_absent = |grant: &SeatGrant| seen.seats.get(&(id, *grant)).is_none_or(|sight| sight.is_outdated(now));
        grants.into_iter().filter(is_absent).collect()
    }

    /// Records that the replica was suspended: no client could reach it meanwhile.
    pub(crate) fn was_suspended(&self) {
        self.seen.lock().since = self.clock.steady();
    }

    /// Records the live replicas. If one is gone, the players whose streams it had need time to open new ones.
    pub(crate) fn listed(&self, replicas: &[u64]) {
        let now = self.clock.steady();
        let mut seen = self.seen.lock();
        let listed: BTreeSet<_> = replicas.iter().copied().collect();
        if !seen.replicas.is_subset(&listed) {
            seen.since = now;
        }
        seen.replicas = listed;
    }

    /// The answers to the question of this number from now on; `None` if too many questions wait for answers.
    pub(crate) fn ask(self: &Arc<Self>, number: u64) -> Option<Answers> {
        let (sender, received) = mpsc::unbounded_channel();
        let mut questions = self.questions.lock();
        if questions.len() >= QUESTIONS_MAX {
            return None;
        }
        questions.insert(number, sender);
        Some(Answers {
            presence: Arc::clone(self),
            number,
            received,
        })
    }

    /// Passes an answer to the question of this replica that it belongs to, if any.
    pub(crate) fn answered(&self, answer: Answer) {
        if let Some(sender) = self.questions.lock().get(&answer.question) {
            // An error means that the question has ended.
            drop(sender.send(answer));
        }
    }
}

impl Seen {
    /// A seat that is seen now.
    fn seat(&mut self, id: MatchId, grant: SeatGrant, now: Duration) -> &mut Sight {
        if self.seats.len() >= self.full {
            self.seats.retain(|_, sight| !sight.is_outdated(now));
            let unwatched = self.seats.values().filter(|sight| sight.streams == 0);
            if unwatched.count() > SEATS_MAX {
                self.seats.retain(|_, sight| sight.streams > 0);
                self.since = now;
            }
            self.full = self.seats.len().saturating_add(SEATS_STEP);
        }
        let sight = self.seats.entry((id, grant)).or_default();
        sight.last = now;
        sight
    }
}

/// An open stream of a seat.
#[derive(Debug)]
pub(crate) struct OpenStream {
    presence: Arc<Presence>,
    seat: (MatchId, SeatGrant),
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let now = self.presence.clock.steady();
        if let Some(sight) = self.presence.seen.lock().seats.get_mut(&self.seat) {
            sight.streams = sight.streams.saturating_sub(1);
            sight.last = now;
        }
    }
}

/// The answers to a question of this replica.
#[derive(Debug)]
pub(crate) struct Answers {
    presence: Arc<Presence>,
    number: u64,
    received: mpsc::UnboundedReceiver<Answer>,
}

impl Answers {
    /// The next answer.
    pub(crate) async fn next(&mut self) -> Option<Answer> {
        self.received.recv().await
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.presence.questions.lock().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use tinsel_engine::SeatIndex;

    use super::*;
    use crate::testkit::unit::Replica;

    const fn grant(number: u32) -> SeatGrant {
        SeatGrant {
            seat: SeatIndex::new(0),
            number,
        }
    }

    fn id() -> MatchId {
        "017-3k9m2qx7vd0h5t8wz1ab".parse().unwrap()
    }

    #[test]
    fn no_seat_is_absent_until_a_replica_has_watched_for_a_minute_without_a_gap() {
        let replica = Replica::new();
        let presence = &replica.matches.0.presence;
        let is_absent = || !presence.absent(id(), [grant(0)]).is_empty();
        let check = |case: &str| {
            replica.clock.pass(ABSENT_MS - 1);
            assert!(!is_absent(), "{case}");
            replica.clock.pass(1);
            assert!(is_absent(), "{case}");
        };
        check("started");
        presence.was_suspended();
        check("suspended");
        presence.listed(&[1, 2]);
        assert!(is_absent());
        presence.listed(&[1]);
        check("another replica is gone");
        let see = |numbers: std::ops::RangeInclusive<usize>| {
            for number in numbers {
                presence.saw(id(), grant(u32::try_from(number).unwrap()));
            }
        };
        see(1..=SEATS_MAX);
        assert!(is_absent(), "as many seats as are remembered");
        see(SEATS_MAX + 1..=SEATS_MAX + 2 * SEATS_STEP);
        assert!(presence.seen.lock().seats.len() < SEATS_MAX);
        check("some seats are forgotten");
    }
}
