//! Scans of all matches.

use std::collections::BTreeMap;

use tinsel_store::{Change, MatchId, MatchStore, ScanPosition, StoreError, Stored, UnixMillis, Write};

use crate::{
    Fixture, StoreFixture,
    store_fixture::{self, created, until, write, written},
};

/// All matches of a store, also those of other tests, by a scan of sections with this limit.
pub(super) async fn scanned<S: MatchStore>(store: &S, limit: u32) -> BTreeMap<MatchId, Stored> {
    let (mut all, mut from) = (BTreeMap::new(), None::<ScanPosition>);
    loop {
        let section = store.scan(from.as_ref(), limit).await.unwrap();
        for (id, stored) in section.matches {
            all.insert(id, stored.unwrap());
        }
        match section.next {
            // As text, in which form it is sent to clients.
            Some(next) => from = Some(next.to_string().parse().unwrap()),
            None => return all,
        }
    }
}

pub async fn a_scan_returns_every_match_with_its_newest_record<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let store = &table.store;
    let listed = Write {
        deadline: Change::Set(UnixMillis(1)),
        lobby: Change::Set("listed".into()),
        ..write("begun")
    };
    let mut expected = BTreeMap::new();
    for number in 0..40 {
        // Far more shards than a Cluster has nodes.
        let id = store_fixture::id(if number < 20 {
            table.shard
        } else {
            store_fixture::shard()
        });
        let begin = if number % 2 == 0 {
            listed.clone()
        } else {
            write("begun")
        };
        let begin = Write { nonce: number, ..begin };
        let version = created(store.create(id, begin).await.unwrap());
        expected.insert(id, version);
    }
    for (id, version) in expected.iter_mut().step_by(3) {
        *version = written(store.replace(*id, *version, &write("moved")).await.unwrap());
    }
    for (store, limit) in [(store, 7), (&table.fixture.replica(), 1000)] {
        let found = scanned(store, limit).await;
        for (id, version) in &expected {
            assert_eq!(found.get(id), Some(&store.load(*id).await.unwrap()), "{id} by {limit}");
            assert_eq!(found.get(id).map(|stored| stored.version), Some(*version));
        }
    }
}

pub async fn a_scan_misses_no_match_while_others_come_and_go<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let store = &table.store;
    let mut stays = Vec::new();
    for _ in 0..20 {
        stays.push(table.begun().await.0);
    }
    let (mut found, mut from) = (BTreeMap::new(), None::<ScanPosition>);
    loop {
        let (passing, _) = table.begun().await;
        let section = store.scan(from.as_ref(), 5).await.unwrap();
        found.extend(section.matches.into_iter().map(|(id, stored)| (id, stored.is_ok())));
        store.delete(passing, None).await.unwrap();
        from = section.next;
        if from.is_none() {
            break;
        }
    }
    assert!(stays.iter().all(|id| found.get(id) == Some(&true)), "{found:?}");
}

pub async fn an_expired_match_is_not_scanned<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, ()) = table.short_lived(write("begun"), |_, _| async { Some(()) }).await;
    until("the match has expired", || async {
        matches!(table.store.load(id).await, Err(StoreError::NotFound))
    })
    .await;
    assert!(!scanned(&table.store, 100).await.contains_key(&id));
}
