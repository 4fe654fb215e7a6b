//! How replicas find each other, measure the store, and hear of deadlines.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use tinsel_store::{Change, DeadlineNotice, MatchId, MatchStore, Messages, Outage, Shard, UnixMillis, Write};

use crate::{
    Fixture, PATIENCE, StoreFixture,
    store_fixture::{created, reached, write, written},
};

const NOW: UnixMillis = UnixMillis(1_800_000_000_000);
const WHILE: Duration = Duration::from_secs(7);

/// A replica that no other test of the process has.
fn replica() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1 << 60);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

fn due_at(at: u64) -> Write {
    Write {
        deadline: Change::Set(UnixMillis(at)),
        ..write("due")
    }
}

async fn next(notices: &mut (impl Stream<Item = DeadlineNotice> + Unpin)) -> DeadlineNotice {
    let notice = tokio::time::timeout(PATIENCE, notices.next()).await;
    notice.expect("a notice in time").expect("notices go on")
}

/// Notices that arrive from now on. They begin before the store has subscribed, so one is awaited.
async fn hearing<S: MatchStore>(store: &S) -> S::DeadlineNotices {
    let mut notices = store.deadline_notices();
    assert_eq!(next(&mut notices).await, DeadlineNotice::Lost);
    loop {
        store.leave(replica()).await.unwrap();
        let heard = tokio::time::timeout(Duration::from_millis(20), notices.next()).await;
        if matches!(heard, Ok(Some(DeadlineNotice::ReplicasChanged))) {
            return notices;
        }
    }
}

/// The next deadlines of a shard that are notified; `None` if notices may have been lost meanwhile. Other tests use other
/// shards of the same servers.
async fn deadlines<N>(notices: &mut N, shard: Shard, count: usize) -> Option<Vec<(MatchId, u64)>>
where
    N: Stream<Item = DeadlineNotice> + Unpin,
{
    let mut heard = Vec::new();
    while heard.len() < count {
        match next(notices).await {
            DeadlineNotice::Due(id, at) if id.shard() == shard => heard.push((id, at.0)),
            DeadlineNotice::Due(..) | DeadlineNotice::ReplicasChanged => {}
            DeadlineNotice::Lost => return None,
        }
    }
    Some(heard)
}

/// The number of times that a promise is checked again because notices were lost.
const TRIES: usize = 10;

/// Runs a check of notices until none was lost: a store may lose some, for example with a connection. The first loss can
/// be the subscription itself, which reports one when the server has confirmed it.
async fn without_loss(check: impl AsyncFn() -> Option<()>) {
    for _ in 0..TRIES {
        if check().await.is_some() {
            return;
        }
    }
    panic!("notices were lost in each of {TRIES} tries");
}

pub async fn a_pulse_reports_each_shard_once<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let shards: Vec<_> = (0..64).filter_map(Shard::new).collect();
    let mut reported = Vec::new();
    let pulse = table.store.pulse(&shards, |pulse| {
        reported.extend(pulse.shards);
        pulse.answered.unwrap();
    });
    pulse.await;
    assert_eq!(reported.len(), shards.len());
    assert_eq!(
        reported.into_iter().collect::<BTreeSet<_>>(),
        shards.into_iter().collect::<BTreeSet<_>>()
    );
    let time = table.store.time(table.shard).await.unwrap();
    assert!(time > UnixMillis(1_700_000_000_000), "{time:?}");
    reached(&table.fixture.replica()).await.unwrap();
}

pub async fn a_replica_is_alive_from_its_announcement_until_its_time<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (here, there) = (&table.store, table.fixture.replica());
    let (one, other) = (replica(), replica());
    assert!(here.announce(one, WHILE, NOW).await.unwrap().contains(&one));
    let alive = there.announce(other, WHILE, UnixMillis(NOW.0 + 6_999)).await.unwrap();
    assert!(alive.contains(&one) && alive.contains(&other), "{alive:?}");
    assert!(alive.is_sorted(), "{alive:?}");
    let alive = there.announce(other, WHILE, UnixMillis(NOW.0 + 7_000)).await.unwrap();
    assert!(!alive.contains(&one) && alive.contains(&other), "{alive:?}");
    let listed = here.replicas(UnixMillis(NOW.0 + 7_000)).await.unwrap();
    assert!(
        !listed.contains(&one) && listed.contains(&other) && listed.is_sorted(),
        "{listed:?}"
    );
    let again = here.announce(one, WHILE, UnixMillis(NOW.0 + 8_000)).await.unwrap();
    assert!(again.contains(&one) && again.contains(&other), "{again:?}");
}

pub async fn a_replica_that_stopped_before_the_clock_went_back_is_not_alive<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (stopped, lives) = (replica(), replica());
    let later = UnixMillis(NOW.0 + 3_600_000);
    table.store.announce(stopped, WHILE, later).await.unwrap();
    let alive = table.store.announce(lives, WHILE, NOW).await.unwrap();
    assert!(alive.contains(&lives) && !alive.contains(&stopped), "{alive:?}");
}

pub async fn a_replica_that_leaves_is_gone_and_others_are_notified<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let other = table.fixture.replica();
    let (stays, leaves) = (replica(), replica());
    table.store.announce(leaves, WHILE, NOW).await.unwrap();
    let mut notices = hearing(&other).await;
    table.store.leave(leaves).await.unwrap();
    while next(&mut notices).await != DeadlineNotice::ReplicasChanged {}
    let alive = other.announce(stays, WHILE, NOW).await.unwrap();
    assert!(alive.contains(&stays) && !alive.contains(&leaves), "{alive:?}");
    table.store.leave(leaves).await.unwrap();
}

/// Other promises announce replicas of the same servers at the same time, so the announcement is repeated.
pub async fn the_time_of_the_last_announcement_outlives_its_replica<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let other = table.fixture.replica();
    for later in 0..1_000 {
        let (leaves, now) = (replica(), UnixMillis(NOW.0 + 7_200_000 + later));
        table.store.announce(leaves, WHILE, now).await.unwrap();
        table.store.leave(leaves).await.unwrap();
        if other.last_announced().await.unwrap() == Some(now) {
            return;
        }
    }
    panic!("the time of an announcement was never read");
}

/// The only promise that stores outages, as all tests of a process share the servers.
pub async fn outages_are_stored_once_and_merged<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let other = table.fixture.replica();
    let mut notices = hearing(&other).await;
    assert_eq!(table.store.outages().await.unwrap(), []);
    let outage = |from, to, shards: Option<[u16; 2]>| Outage {
        from: UnixMillis(NOW.0 + from),
        to: UnixMillis(NOW.0 + to),
        shards: shards.map(|shards| Arc::new(shards.into_iter().filter_map(Shard::new).collect())),
    };
    let (all, some) = (outage(10, 20, None), outage(5, 15, Some([17, 255])));
    table.store.store_outages(&[all.clone(), some.clone()]).await.unwrap();
    while next(&mut notices).await != DeadlineNotice::ReplicasChanged {}
    other.store_outages(std::slice::from_ref(&all)).await.unwrap();
    assert_eq!(other.outages().await.unwrap(), [some.clone(), all]);
    other.store_outages(&[outage(18, 25, None)]).await.unwrap();
    assert_eq!(
        table.store.outages().await.unwrap(),
        [some.clone(), outage(10, 25, None)]
    );
    let most = u64::try_from(Outage::STORED_MAX).unwrap();
    let many: Vec<_> = (1..most)
        .map(|number| outage(number * 100, number * 100 + 1, None))
        .collect();
    table.store.store_outages(&many).await.unwrap();
    let stored = other.outages().await.unwrap();
    assert_eq!(stored.len(), Outage::STORED_MAX);
    assert_eq!(
        stored[0],
        outage(5, 25, None),
        "the two that were closest to each other"
    );
}

/// The first messages can precede the subscription, so messages are sent until one arrives everywhere.
pub async fn a_message_reaches_all_replicas<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let other = table.fixture.replica();
    let (mut here, mut there) = (table.store.messages(), other.messages());
    for number in replica().. {
        let message = Bytes::from(number.to_string());
        table.store.send_message(message.clone()).await.unwrap();
        // Other messages can arrive before it, from earlier rounds.
        let arrived = async |messages: &mut Messages| while messages.next().await != Some(message.clone()) {};
        let both = async { tokio::join!(arrived(&mut here), arrived(&mut there)) };
        if tokio::time::timeout(Duration::from_millis(20), both).await.is_ok() {
            return;
        }
    }
}

/// The only promise that stores a number, as all tests of a process share the servers.
pub async fn the_number_of_shards_is_stored_once_and_others_are_notified<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let other = table.fixture.replica();
    let mut notices = hearing(&other).await;
    assert_eq!(table.store.shards().await.unwrap(), None);
    assert_eq!(table.store.store_shards(7).await.unwrap(), 7);
    while next(&mut notices).await != DeadlineNotice::ReplicasChanged {}
    assert_eq!(other.store_shards(8).await.unwrap(), 7);
    assert_eq!(other.shards().await.unwrap(), Some(7));
}

pub async fn earlier_deadlines_are_notified_and_later_ones_are_not<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let other = table.fixture.replica();
    without_loss(async || {
        let mut notices = hearing(&other).await;
        let (first, mut version) = table.begun_by(due_at(100)).await;
        for at in [200, 50, 70] {
            version = written(table.store.replace(first, version, &due_at(at)).await.unwrap());
        }
        let untimed = table.id();
        created(table.store.create(untimed, write("untimed")).await.unwrap());
        let (last, _) = table.begun_by(due_at(1)).await;
        let heard = deadlines(&mut notices, table.shard, 3).await?;
        assert_eq!(heard, [(first, 100), (first, 50), (last, 1)]);
        Some(())
    })
    .await;
}

pub async fn a_deadline_that_is_set_again_is_notified_again<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let other = table.fixture.replica();
    without_loss(async || {
        let mut notices = hearing(&other).await;
        let (id, version) = table.begun_by(due_at(100)).await;
        let clear = Write {
            deadline: Change::Clear,
            ..write("cleared")
        };
        let version = written(table.store.replace(id, version, &clear).await.unwrap());
        written(table.store.replace(id, version, &due_at(300)).await.unwrap());
        let heard = deadlines(&mut notices, table.shard, 2).await?;
        assert_eq!(heard, [(id, 100), (id, 300)]);
        Some(())
    })
    .await;
}
