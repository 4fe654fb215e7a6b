//! The outboxes of the shards, and the indexes of players that follow them.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use tinsel_store::{MatchId, MatchStore, PLAYED_MAX, Played, PoolId, Revision, UnixMillis, Write};

use crate::{
    Fixture, StoreFixture,
    store_fixture::{until, write, written},
};

const LONG: Duration = Duration::from_secs(1000);

/// An index in the table's shard that no other test uses.
fn index<F: Fixture>(table: &StoreFixture<F>) -> PoolId {
    static NEXT: AtomicU64 = AtomicU64::new(1 << 50);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{:03}-{number:020}", table.shard.get()).parse().unwrap()
}

fn added(text: &str) -> Write {
    Write {
        outbox: true,
        ..write(text)
    }
}

async fn waiting<S: MatchStore>(store: &S, id: MatchId) -> Option<u64> {
    let waiting = store.outbox(id.shard(), 99).await.unwrap();
    let found = waiting.into_iter().find(|(other, _)| *other == id);
    found.map(|(_, revision)| revision.get())
}

pub async fn a_match_stays_in_the_outbox_until_the_newest_write_was_followed<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun_by(added("begun")).await;
    let (silent, _) = table.begun().await;
    assert_eq!(waiting(&table.store, id).await, Some(1));
    assert_eq!(waiting(&table.store, silent).await, None);
    let version = written(table.store.replace(id, version, &added("second")).await.unwrap());
    for store in [&table.store, &table.fixture.replica()] {
        assert_eq!(waiting(store, id).await, Some(2));
        store.leave_outbox(id, Revision::new(1)).await.unwrap();
        assert_eq!(waiting(store, id).await, Some(2), "a later write has added it");
    }
    written(table.store.replace(id, version, &write("third")).await.unwrap());
    assert_eq!(waiting(&table.store, id).await, Some(2), "a write that adds nothing");
    table.store.leave_outbox(id, Revision::new(2)).await.unwrap();
    table.store.leave_outbox(id, Revision::new(2)).await.unwrap();
    assert_eq!(waiting(&table.store, id).await, None);
}

pub async fn an_outbox_is_read_up_to_the_limit<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    for _ in 0..3 {
        table.begun_by(added("begun")).await;
    }
    assert_eq!(table.store.outbox(table.shard, 2).await.unwrap().len(), 2);
    assert_eq!(table.store.outbox(table.shard, 9).await.unwrap().len(), 3);
}

pub async fn the_matches_of_a_player_are_listed_newest_first_in_pages<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (own, other) = (index(&table), index(&table));
    let ids: Vec<_> = (0..6).map(|_| table.id()).collect();
    // Several of the same millisecond.
    let times = [5, 7, 7, 7, 1, 9];
    for (id, at) in ids.iter().zip(times) {
        table
            .store
            .index_played(own, *id, Some(UnixMillis(at)), LONG)
            .await
            .unwrap();
    }
    table
        .store
        .index_played(other, ids[0], Some(UnixMillis(3)), LONG)
        .await
        .unwrap();
    let mut expected: Vec<_> = ids.iter().zip(times).map(|(id, at)| (UnixMillis(at), *id)).collect();
    expected.sort_unstable();
    expected.reverse();
    let expected: Vec<_> = expected.into_iter().map(|(at, id)| Played { at, id }).collect();
    for limit in [1, 2, 3, 9] {
        let (mut listed, mut after) = (Vec::new(), None);
        loop {
            let page = table.fixture.replica().played(own, after, limit).await.unwrap();
            assert!(page.len() <= usize::try_from(limit).unwrap());
            after = page.last().copied();
            if page.is_empty() {
                break;
            }
            listed.extend(page);
        }
        assert_eq!(listed, expected, "pages of {limit}");
    }
}

pub async fn a_match_of_a_player_moves_to_its_new_time_and_is_removed<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (own, id, other) = (index(&table), table.id(), table.id());
    let store = &table.store;
    for (id, at) in [
        (id, Some(1)),
        (other, Some(2)),
        (id, Some(3)),
        (other, None),
        (other, None),
    ] {
        store.index_played(own, id, at.map(UnixMillis), LONG).await.unwrap();
    }
    let at = UnixMillis(3);
    assert_eq!(store.played(own, None, 9).await.unwrap(), [Played { at, id }]);
}

pub async fn an_index_of_a_player_expires_after_its_last_change<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (own, id, short) = (index(&table), table.id(), Duration::from_millis(50));
    table
        .store
        .index_played(own, id, Some(UnixMillis(1)), short)
        .await
        .unwrap();
    table.fixture.pass(short);
    until("the index expires", || async {
        table.store.played(own, None, 9).await.unwrap().is_empty()
    })
    .await;
}

pub async fn an_index_of_a_player_keeps_the_newest_matches<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let own = index(&table);
    let ids: Vec<_> = (0..PLAYED_MAX + 2).map(|_| table.id()).collect();
    for (id, at) in ids.iter().zip(1..) {
        table
            .store
            .index_played(own, *id, Some(UnixMillis(at)), LONG)
            .await
            .unwrap();
    }
    let listed = table.store.played(own, None, u32::MAX).await.unwrap();
    assert_eq!(listed.len(), PLAYED_MAX);
    assert_eq!(listed.last().map(|played| played.id), Some(ids[2]));
}
