//! Notices to watchers that a match has changed.

use futures_util::Stream;
use tinsel_store::{MatchId, MatchStore, Notice, Version, Write};

use crate::{
    Fixture, StoreFixture,
    store_fixture::{created, next, until, write, written},
};

/// Waits for the notice that the match is at `revision`. Notices of changes just before the subscription may come
/// first, because servers exchange notices with a delay.
async fn told<N: Stream<Item = Notice> + Unpin>(notices: &mut N, revision: u64) -> Version {
    loop {
        match next(notices).await {
            Notice::Moved(version) if version.revision.get() < revision => {}
            Notice::Moved(version) if version.revision.get() == revision => return version,
            other @ (Notice::Moved(_) | Notice::Lost) => panic!("no notice of revision {revision} but of {other:?}"),
        }
    }
}

async fn step<S: MatchStore>(store: &S, id: MatchId, version: Version) -> Version {
    written(store.replace(id, version, &write("moved")).await.unwrap())
}

pub async fn a_move_after_watching_is_noticed<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, mut version) = table.begun().await;
    let mut notices = table.store.watch(id).await.unwrap();
    for _ in 2..6 {
        version = step(&table.store, id, version).await;
        assert_eq!(told(&mut notices, version.revision.get()).await, version);
    }
}

pub async fn every_watcher_gets_a_notice<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let mut watchers = Vec::new();
    for _ in 0..20 {
        watchers.push(table.store.watch(id).await.unwrap());
    }
    step(&table.store, id, version).await;
    for notices in &mut watchers {
        told(notices, 2).await;
    }
}

pub async fn a_watcher_that_leaves_takes_nothing_from_the_others<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, mut version) = table.begun().await;
    let mut stays = table.store.watch(id).await.unwrap();
    for revision in 2..12 {
        let leaves = table.store.watch(id).await.unwrap();
        drop(leaves);
        version = step(&table.store, id, version).await;
        told(&mut stays, revision).await;
    }
}

pub async fn a_match_is_watched_again_after_all_have_left<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, mut version) = table.begun().await;
    for revision in 2..30 {
        let mut notices = table.store.watch(id).await.unwrap();
        version = step(&table.store, id, version).await;
        told(&mut notices, revision).await;
    }
}

pub async fn other_matches_are_not_noticed<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let (other, mut other_version) = table.begun().await;
    let mut notices = table.store.watch(id).await.unwrap();
    for _ in 0..5 {
        other_version = step(&table.store, other, other_version).await;
    }
    step(&table.store, id, version).await;
    told(&mut notices, 2).await;
}

pub async fn a_step_of_several_entries_sends_its_last_revision<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let mut notices = table.store.watch(id).await.unwrap();
    let entries = vec!["a".into(), "b".into(), "c".into()];
    let several = Write {
        entries,
        ..write("moved")
    };
    written(table.store.replace(id, version, &several).await.unwrap());
    told(&mut notices, 4).await;
}

pub async fn a_match_can_be_watched_before_it_begins<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let id = table.id();
    let mut notices = table.store.watch(id).await.unwrap();
    created(table.store.create(id, write("begun")).await.unwrap());
    told(&mut notices, 1).await;
}

pub async fn replicas_get_notices_of_each_others_moves<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let other = table.fixture.replica();
    let (id, version) = table.begun().await;
    let mut here = table.store.watch(id).await.unwrap();
    let mut there = other.watch(id).await.unwrap();
    let version = step(&table.store, id, version).await;
    told(&mut there, 2).await;
    told(&mut here, 2).await;
    step(&other, id, version).await;
    told(&mut here, 3).await;
    told(&mut there, 3).await;
}

pub async fn a_slow_watcher_learns_the_newest_revision<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, mut version) = table.begun().await;
    let mut notices = table.store.watch(id).await.unwrap();
    for _ in 0..500 {
        version = step(&table.store, id, version).await;
    }
    while next(&mut notices).await != Notice::Moved(version) {}
}

pub async fn many_matches_are_watched_at_once<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let watching: Vec<_> = (0..500)
        .map(|_| (table.store.clone(), table.id()))
        .map(|(store, id)| {
            tokio::spawn(async move {
                let mut notices = store.watch(id).await.unwrap();
                let version = created(store.create(id, write("begun")).await.unwrap());
                told(&mut notices, 1).await;
                step(&store, id, version).await;
                told(&mut notices, 2).await;
            })
        })
        .collect();
    until("all have seen their match move", || async {
        watching.iter().all(tokio::task::JoinHandle::is_finished)
    })
    .await;
    for watched in watching {
        watched.await.unwrap();
    }
}
