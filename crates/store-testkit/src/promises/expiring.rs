//! Expiry of matches.

use std::time::Duration;

use tinsel_store::{Change, Due, MatchId, MatchStore, Replaced, Revision, StoreError, UnixMillis, Version, Write};

use crate::{
    Fixture, StoreFixture,
    store_fixture::{asked, created, request, until, write},
};

/// A match that every index contains.
fn everywhere() -> Write {
    Write {
        deadline: Change::Set(UnixMillis(1)),
        lobby: Change::Set("lobby".into()),
        ..asked("r", "begun")
    }
}

async fn gone<S: MatchStore>(store: &S, id: MatchId) {
    until("the match has expired", || async {
        matches!(store.load(id).await, Err(StoreError::NotFound))
    })
    .await;
}

/// Applies a step, unless the match has expired already.
async fn step<S: MatchStore>(store: &S, id: MatchId, version: Version, step: Write) -> Option<Version> {
    match store.replace(id, version, &step).await {
        Ok(Replaced::Written(version)) => Some(version),
        Err(StoreError::NotFound) => None,
        other => panic!("neither written nor gone: {other:?}"),
    }
}

pub async fn an_expired_match_is_gone_with_all_it_had<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let store = &table.store;
    let (id, version) = table
        .short_lived(everywhere(), |_, version| async move { Some(version) })
        .await;
    gone(store, id).await;
    let replaced = store.replace(id, version, &write("late")).await;
    assert!(matches!(replaced, Err(StoreError::NotFound)));
    assert!(matches!(
        store.answer(id, &request("r")).await,
        Err(StoreError::NotFound)
    ));
    assert!(matches!(
        store.log(id, Revision::NONE, 9).await,
        Err(StoreError::NotFound)
    ));
    assert_eq!(store.lobby(table.shard.into(), None, 9).await.unwrap(), []);
    assert_eq!(store.due(table.shard, UnixMillis(9), 9).await.unwrap(), Due::default());
}

pub async fn an_expired_match_hides_no_other_in_the_indexes<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let mut expired = Vec::new();
    for _ in 0..3 {
        expired.push(table.short_lived(everywhere(), |_, _| async { Some(()) }).await.0);
    }
    let last = Write {
        deadline: Change::Set(UnixMillis(2)),
        ..everywhere()
    };
    let (id, _) = table.begun_by(last).await;
    for id in expired {
        gone(&table.store, id).await;
    }
    let lobby = table.store.lobby(table.shard.into(), None, 1).await.unwrap();
    assert_eq!(lobby, [(id, "lobby".into())]);
    let due = table.store.due(table.shard, UnixMillis(9), 1).await.unwrap();
    assert_eq!(due.matches, [(id, UnixMillis(2))]);
}

pub async fn expiry_stays_unless_it_is_changed<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let store = &table.store;
    let moved = |id, version| step(store, id, version, write("moved"));
    let (id, _) = table.short_lived(write("begun"), moved).await;
    gone(store, id).await;
}

pub async fn a_match_without_expiry_outlives_one_with_expiry<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let store = &table.store;
    let kept = |expiry: Change<Duration>| {
        move |id, version| {
            let expiry = expiry.clone();
            step(
                store,
                id,
                version,
                Write {
                    expiry,
                    ..write("kept")
                },
            )
        }
    };
    let (cleared, _) = table.short_lived(write("begun"), kept(Change::Clear)).await;
    let (prolonged, _) = table
        .short_lived(write("begun"), kept(Change::Set(Duration::MAX)))
        .await;
    // It expires later than both, and lives longer than the first try of either.
    let (marker, ()) = table.short_lived(write("marker"), |_, _| async { Some(()) }).await;
    gone(store, marker).await;
    assert_eq!(store.load(cleared).await.unwrap().record, "kept");
    assert_eq!(store.load(prolonged).await.unwrap().record, "kept");
}

pub async fn an_expired_match_can_begin_again<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let store = &table.store;
    let (id, _) = table.short_lived(everywhere(), |_, _| async { Some(()) }).await;
    gone(store, id).await;
    let begin = Write {
        lobby: Change::Set("again".into()),
        ..write("again")
    };
    let version = created(store.create(id, begin).await.unwrap());
    assert_eq!(version.revision, Revision::new(1));
    assert_eq!(store.load(id).await.unwrap().record, "again");
    assert_eq!(store.answer(id, &request("r")).await.unwrap(), None);
    assert_eq!(store.log(id, Revision::NONE, 9).await.unwrap().entries.len(), 1);
    let lobby = store.lobby(table.shard.into(), None, 9).await.unwrap();
    assert_eq!(lobby, [(id, "again".into())]);
}
