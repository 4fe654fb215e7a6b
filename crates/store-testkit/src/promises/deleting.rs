//! Deletion of matches by an operator.

use tinsel_store::{Change, Due, MatchStore, Revision, StoreError, UnixMillis, Write};

use super::scanning::scanned;
use crate::{
    Fixture, StoreFixture,
    store_fixture::{asked, created, next, request, write},
};

/// A match that every index contains.
fn everywhere() -> Write {
    Write {
        deadline: Change::Set(UnixMillis(1)),
        lobby: Change::Set("lobby".into()),
        ..asked("r", "begun")
    }
}

pub async fn a_deleted_match_is_gone_with_all_it_had<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let replica = table.fixture.replica();
    let (id, version) = table.begun_by(everywhere()).await;
    let (other, _) = table.begun_by(everywhere()).await;
    table.store.delete(id, None).await.unwrap();
    for store in [&table.store, &replica] {
        let gone = |found: Option<StoreError>| assert!(matches!(found, Some(StoreError::NotFound)), "{found:?}");
        gone(store.load(id).await.err());
        gone(store.replace(id, version, &write("late")).await.err());
        gone(store.answer(id, &request("r")).await.err());
        gone(store.log(id, Revision::NONE, 9).await.err());
        let lobby = store.lobby(table.shard.into(), None, 9).await.unwrap();
        assert_eq!(lobby, [(other, "lobby".into())]);
        let due = Due {
            matches: vec![(other, UnixMillis(1))],
            next: None,
        };
        assert_eq!(store.due(table.shard, UnixMillis(9), 9).await.unwrap(), due);
        assert!(!scanned(store, 100).await.contains_key(&id));
    }
    assert_eq!(table.store.load(other).await.unwrap().record, "begun");
}

pub async fn only_an_existing_match_is_deleted_and_only_once<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let never = table.id();
    assert!(matches!(
        table.store.delete(never, None).await,
        Err(StoreError::NotFound)
    ));
    let (id, _) = table.begun().await;
    table.store.delete(id, None).await.unwrap();
    for store in [&table.store, &table.fixture.replica()] {
        assert!(matches!(store.delete(id, None).await, Err(StoreError::NotFound)));
    }
}

pub async fn watchers_of_a_deleted_match_get_a_notice<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let replica = table.fixture.replica();
    let (id, _) = table.begun().await;
    let mut here = table.store.watch(id).await.unwrap();
    let mut there = replica.watch(id).await.unwrap();
    table.store.delete(id, None).await.unwrap();
    next(&mut here).await;
    next(&mut there).await;
}

pub async fn a_deleted_match_can_begin_again<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, _) = table.begun_by(everywhere()).await;
    table.store.delete(id, None).await.unwrap();
    let version = created(table.store.create(id, write("again")).await.unwrap());
    assert_eq!(version.revision, Revision::new(1));
    assert_eq!(table.store.load(id).await.unwrap().record, "again");
    assert_eq!(table.store.answer(id, &request("r")).await.unwrap(), None);
    assert_eq!(table.store.lobby(table.shard.into(), None, 9).await.unwrap(), []);
}
