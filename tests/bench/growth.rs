//! The cost of an action among many matches, and late in a long match.

use std::time::Duration;

use bytes::Bytes;
use tinsel_catalog::GameId;
use tinsel_store::{
    Change, Limits, MatchId, MatchStore, Redis, Replaced, RequestId, Stored, StoredResponse, UnixMillis, Write,
};
use tinsel_store_testkit::write;
use tokio::task::JoinSet;

use crate::{
    Bench, MATCHES, matches,
    report::Trio,
    window::{Kind, Measured},
};

/// Numbers of waiting matches in the store, besides those that are played.
const WAITING: [usize; 3] = [10, 1_000, 100_000];
/// Number of matches that are played late, and their revision at the start.
const LATE_MATCHES: usize = 40;
/// The last is one from which on each batch of writes trims answers and log entries.
const REVISIONS: [u64; 3] = [10, 4_000, 5_000];
/// Sizes of what is stored and never read, in bytes.
const RECORD: usize = 1_800;
const ENTRY: usize = 200;
const ANSWER: usize = 700;
/// Number of log entries of a waiting match.
const ENTRIES: usize = 10;
/// The rate of open windows, per second.
const RATE: f64 = 4_000.0;
/// Number of matches that are written concurrently.
const AT_ONCE: usize = 64;

/// Measures a game with increasing numbers of waiting matches in the store, and then late in its matches.
pub async fn measure(game: GameId) {
    let mut bench = Bench::start(game, MATCHES).await;
    let mut written = 0;
    for waiting in WAITING {
        fill(&bench.store, written..waiting).await;
        written = waiting;
        run(&mut bench, &format!("waiting_matches={waiting}"), 0).await;
    }
    bench.matches = LATE_MATCHES;
    for revision in REVISIONS {
        run(&mut bench, &format!("from_revision={revision}"), revision).await;
    }
}

async fn run(bench: &mut Bench, what: &str, revision: u64) {
    let tinsel = bench.tinsel("json").await;
    let (mut closed, mut open) = (Trio::none(), Trio::none());
    for (kind, trio) in [
        (Kind::Closed, &mut Trio::none()),
        (Kind::Closed, &mut closed),
        (Kind::Open(RATE), &mut open),
    ] {
        let tables = matches::seat(&tinsel, bench.game, bench.matches).await;
        let padding: JoinSet<_> = tables
            .iter()
            .map(|table| pad(bench.store.clone(), table.id().parse().unwrap(), revision))
            .collect();
        padding.join_all().await;
        bench.play_in(kind, &tinsel, &tables, trio).await;
    }
    let side = |of: fn(&Trio) -> &Measured| {
        let (closed, open) = (of(&closed), of(&open));
        (
            closed.per_second(),
            closed.server_us(),
            closed.redis_us(),
            open.quantile_ms(0.99),
        )
    };
    let (per_second, server_us, redis_us, p99_ms) = side(|trio| &trio.tinsel);
    let (floor_per_second, floor_us, floor_redis_us, floor_p99_ms) = side(|trio| &trio.same_writes);
    println!(
        "bench growth {} {what} actions_per_s={per_second:.0} server_us={server_us:.1} redis_us={redis_us:.1} \
         p99_ms={p99_ms:.2} same_writes_per_s={floor_per_second:.0} same_writes_us={floor_us:.1} \
         same_writes_redis_us={floor_redis_us:.1} same_writes_p99_ms={floor_p99_ms:.2}",
        bench.game
    );
}

/// Raises a match to this revision by log entries that nothing reads. As in a played match, the newest have answers. The
/// number of fields is the final one for the last half of them, so that Redis has finished resizing the hash.
async fn pad(store: Redis, id: MatchId, revision: u64) {
    let Stored {
        mut version, record, ..
    } = store.load(id).await.unwrap();
    let answered = 2 * u64::from(Limits::default().answers_min);
    while version.revision.get() < revision {
        let room = revision - version.revision.get();
        let mut step = unread(record.clone(), room.saturating_sub(answered).max(1) as usize);
        if room <= answered {
            let (id, body) = (RequestId::from_entropy(u128::from(room).to_be_bytes()), vec![0; ANSWER]);
            let (fingerprint, body) = (0, body.into());
            step.request = Some((id, StoredResponse { fingerprint, body }));
        }
        let Replaced::Written(written) = store.replace(id, version, &step).await.unwrap() else {
            panic!("another writer");
        };
        version = written;
    }
}

/// Writes matches that wait for a deadline in an hour. Nothing reads them.
async fn fill(store: &Redis, numbers: std::ops::Range<usize>) {
    let due = std::time::SystemTime::now() + Duration::from_secs(3_600);
    let due = due.duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    let mut writing = JoinSet::new();
    for number in numbers {
        if writing.len() == AT_ONCE {
            writing.join_next().await;
        }
        let store = store.clone();
        writing.spawn(async move {
            let id = MatchId::from_entropy((number as u128 * 0x9e37_79b9_7f4a_7c15_f39c_c060).to_be_bytes(), 256);
            let deadline = Change::Set(UnixMillis(due));
            let waiting = unread(vec![0; RECORD].into(), ENTRIES);
            store.create(id, Write { deadline, ..waiting }).await.unwrap();
        });
    }
    writing.join_all().await;
}

/// A write of log entries that nothing reads.
fn unread(record: Bytes, entries: usize) -> Write {
    Write {
        record,
        entries: vec![vec![0; ENTRY].into(); entries],
        ..write("")
    }
}
