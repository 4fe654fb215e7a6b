//! Creating matches.

use tinsel_store::{Change, Created, MatchStore, Revision, StoreError, UnixMillis, Version, Write};

use crate::{
    Fixture, StoreFixture,
    store_fixture::{answer, asked, created, request, write},
};

pub async fn a_match_begins_at_the_number_of_its_entries<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    for count in [1, 2, 3] {
        let entries = vec!["entry".into(); count];
        let begin = Write {
            entries,
            ..write("begun")
        };
        let nonce = begin.nonce;
        let (id, version) = table.begun_by(begin).await;
        let revision = Revision::new(u64::try_from(count).unwrap());
        assert_eq!(version, Version { revision, nonce });
        assert_eq!(table.store.load(id).await.unwrap().version, version);
    }
}

pub async fn a_match_that_begins_has_everything_it_was_given<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let begin = Write {
        deadline: Change::Set(UnixMillis(5)),
        lobby: Change::Set("lobby".into()),
        ..asked("r", "begun")
    };
    let (id, version) = table.begun_by(begin).await;
    let stored = table.store.load(id).await.unwrap();
    assert_eq!((stored.version, stored.record), (version, "begun".into()));
    let page = table.store.log(id, Revision::NONE, 10).await.unwrap();
    assert_eq!((page.head, page.oldest), (version.revision, Revision::new(1)));
    assert_eq!(page.entries, [(Revision::new(1), "begun".into())]);
    assert_eq!(
        table.store.answer(id, &request("r")).await.unwrap(),
        Some(answer("begun"))
    );
    let due = table.store.due(table.shard, UnixMillis(5), 10).await.unwrap();
    assert_eq!(due.matches, [(id, UnixMillis(5))]);
    let lobby = table.store.lobby(table.shard.into(), None, 10).await.unwrap();
    assert_eq!(lobby, [(id, "lobby".into())]);
}

pub async fn an_existing_match_is_left_unchanged<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let other = Write {
        deadline: Change::Set(UnixMillis(5)),
        lobby: Change::Set("lobby".into()),
        ..asked("r", "other")
    };
    let Created::Exists(stored) = table.store.create(id, other).await.unwrap() else {
        panic!("a match began twice");
    };
    assert_eq!((stored.version, &stored.record), (version, &"begun".into()));
    assert_eq!(table.store.load(id).await.unwrap(), stored);
    assert_eq!(table.store.answer(id, &request("r")).await.unwrap(), None);
    assert!(
        table
            .store
            .due(table.shard, UnixMillis(9), 9)
            .await
            .unwrap()
            .matches
            .is_empty()
    );
    assert!(table.store.lobby(table.shard.into(), None, 9).await.unwrap().is_empty());
    assert_eq!(table.store.log(id, Revision::NONE, 9).await.unwrap().entries.len(), 1);
}

pub async fn creating_again_by_the_same_write_has_the_same_outcome<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, begin) = (table.id(), asked("r", "begun"));
    let first = created(table.store.create(id, begin.clone()).await.unwrap());
    let again = created(table.store.create(id, begin).await.unwrap());
    assert_eq!(first, again);
    assert_eq!(table.store.log(id, Revision::NONE, 9).await.unwrap().entries.len(), 1);
}

pub async fn a_match_that_was_not_created_is_not_found<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (store, id) = (&table.store, table.id());
    let expected = Version {
        revision: Revision::new(1),
        nonce: 1,
    };
    assert!(matches!(store.load(id).await, Err(StoreError::NotFound)));
    for step in [write("a"), asked("r", "a")] {
        let replaced = store.replace(id, expected, &step).await;
        assert!(matches!(replaced, Err(StoreError::NotFound)));
    }
    assert!(matches!(
        store.answer(id, &request("r")).await,
        Err(StoreError::NotFound)
    ));
    assert!(matches!(
        store.log(id, Revision::NONE, 9).await,
        Err(StoreError::NotFound)
    ));
    assert!(matches!(store.load(id).await, Err(StoreError::NotFound)));
}
