//! Packing of finished matches, and their upkeep.

use bytes::Bytes;
use tinsel_store::{
    Change, Created, LogPage, MatchId, MatchStore, Packed, Packing, Replaced, Revision, StoreError, Stored, UnixMillis,
    Version, Write,
};

use crate::{
    Fixture, StoreFixture,
    store_fixture::{asked, personal, request, write, written},
};

/// A match of five revisions with answers, and its log.
async fn finished<F: Fixture>(table: &StoreFixture<F>) -> (MatchId, Version, LogPage) {
    let begin = Write {
        personal: personal("Ann"),
        ..asked("r1", "entry 1")
    };
    let (id, mut version) = table.begun_by(begin).await;
    for (name, text) in [
        ("r2", "entry 2"),
        ("r3", "entry 3"),
        ("r4", "entry 4"),
        ("r5", "entry 5"),
    ] {
        let write = asked(name, text);
        version = written(table.store.replace(id, version, &write).await.unwrap());
    }
    (id, version, table.store.log(id, Revision::NONE, 9).await.unwrap())
}

/// The packing of a match, with its complete log.
async fn packing<F: Fixture>(table: &StoreFixture<F>, id: MatchId) -> Packing {
    let stored = table.store.load(id).await.unwrap();
    let log = table.store.log(id, Revision::NONE, 99).await.unwrap();
    let entries = log.entries.into_iter().map(|(_, entry)| entry).collect();
    Packing {
        packed: Packed::new(id, stored, log.oldest, entries)
            .compress("jingle_brawl")
            .unwrap(),
        upkeep: Change::Keep,
        expiry: Change::Keep,
    }
}

pub async fn a_packed_match_is_read_as_before_without_its_answers<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version, log) = finished(&table).await;
    let stored = table.store.load(id).await.unwrap();
    let packing = packing(&table, id).await;
    assert!(table.store.pack(id, version, &packing).await.unwrap());
    for store in [&table.store, &table.fixture.replica()] {
        assert_eq!(store.load(id).await.unwrap(), stored);
        assert_eq!(store.log(id, Revision::NONE, 9).await.unwrap(), log);
        let page = store.log(id, Revision::new(1), 2).await.unwrap();
        assert_eq!((page.head, page.oldest), (log.head, log.oldest));
        assert_eq!(page.entries, log.entries[1..3]);
        assert_eq!(store.log(id, log.head, 9).await.unwrap().entries, []);
        assert_eq!(store.answer(id, &request("r5")).await.unwrap(), None);
        let scanned = super::scanning::scanned(store, 100).await;
        assert_eq!(scanned[&id], stored);
        match store.create(id, write("again")).await.unwrap() {
            Created::Exists(found) => assert_eq!(found, stored),
            Created::New(_) => panic!("the match exists"),
        }
    }
}

pub async fn a_match_is_packed_only_at_its_version_and_once<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version, log) = finished(&table).await;
    let packing = packing(&table, id).await;
    let other = Version {
        nonce: version.nonce ^ 1,
        ..version
    };
    assert!(!table.store.pack(id, other, &packing).await.unwrap());
    assert!(table.store.answer(id, &request("r5")).await.unwrap().is_some());
    assert!(table.store.pack(id, version, &packing).await.unwrap());
    let different = Packing {
        packed: Bytes::from_static(b"other"),
        ..packing
    };
    assert!(table.store.pack(id, version, &different).await.unwrap());
    assert_eq!(table.store.log(id, Revision::NONE, 9).await.unwrap(), log);
    let never = table.store.pack(table.id(), version, &different).await;
    assert!(matches!(never, Err(StoreError::NotFound)));
}

pub async fn a_packed_match_can_be_changed_and_packed_again<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version, log) = finished(&table).await;
    let first = packing(&table, id).await;
    table.store.pack(id, version, &first).await.unwrap();
    let stored = table.store.load(id).await.unwrap();
    let other = Version {
        nonce: version.nonce ^ 1,
        ..version
    };
    let conflict = table.store.replace(id, other, &write("refused")).await.unwrap();
    assert_eq!(conflict, Replaced::Conflict(stored));

    let step = asked("r6", "entry 6");
    let newer = written(table.store.replace(id, version, &step).await.unwrap());
    let repacked = packing(&table, id).await;
    for packed in [false, true] {
        let record = Bytes::from_static(b"entry 6");
        let expected = Stored {
            version: newer,
            record,
            personal: Bytes::from_static(b"Ann"),
        };
        assert_eq!(table.store.load(id).await.unwrap(), expected, "packed again: {packed}");
        let whole = table.store.log(id, Revision::NONE, 9).await.unwrap();
        assert_eq!((whole.head.get(), whole.oldest.get()), (6, 1));
        assert_eq!(whole.entries[..5], log.entries);
        assert_eq!(whole.entries[5], (Revision::new(6), Bytes::from_static(b"entry 6")));
        let newest = table.store.log(id, Revision::new(4), 9).await.unwrap();
        assert_eq!(newest.entries, whole.entries[4..]);
        let section = table.store.log(id, Revision::new(3), 2).await.unwrap();
        assert_eq!(section.entries, whole.entries[3..5]);
        assert_eq!(table.store.answer(id, &request("r6")).await.unwrap().is_some(), !packed);
        assert!(table.store.pack(id, newer, &repacked).await.unwrap());
    }
}

pub async fn matches_need_upkeep_at_their_time_until_it_ends<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let replica = table.fixture.replica();
    let due = async |now| table.store.upkeep(table.shard, UnixMillis(now), 9).await.unwrap();
    let (late, version) = table.begun().await;
    let (early, other) = table.begun().await;
    for (id, version, at) in [(late, version, 20), (early, other, 10)] {
        let upkeep = Change::Set(UnixMillis(at));
        let ended = Write {
            upkeep,
            ..write("ended")
        };
        written(table.store.replace(id, version, &ended).await.unwrap());
    }
    assert_eq!(due(9).await, []);
    assert_eq!(due(10).await, [early]);
    assert_eq!(due(20).await, [early, late]);
    assert_eq!(replica.upkeep(table.shard, UnixMillis(20), 1).await.unwrap(), [early]);

    let version = table.store.load(late).await.unwrap().version;
    for at in [25, 30] {
        let later = Packing {
            upkeep: Change::Set(UnixMillis(at)),
            ..packing(&table, late).await
        };
        replica.pack(late, version, &later).await.unwrap();
        assert_eq!(due(at - 1).await, [early]);
    }
    table.store.end_upkeep(early).await.unwrap();
    assert_eq!(due(30).await, [late]);
    let upkeep = Change::Clear;
    let again = Write {
        upkeep,
        ..write("again")
    };
    written(table.store.replace(late, version, &again).await.unwrap());
    assert_eq!(due(99).await, []);
}

pub async fn a_deleted_match_needs_no_upkeep<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let upkeep = Change::Set(UnixMillis(1));
    let ended = Write {
        upkeep,
        ..write("ended")
    };
    written(table.store.replace(id, version, &ended).await.unwrap());
    assert!(
        !table.store.delete(id, Some(version)).await.unwrap(),
        "an older version"
    );
    assert_eq!(table.store.upkeep(table.shard, UnixMillis(9), 9).await.unwrap(), [id]);
    let version = table.store.load(id).await.unwrap().version;
    assert!(table.store.delete(id, Some(version)).await.unwrap());
    assert_eq!(table.store.upkeep(table.shard, UnixMillis(9), 9).await.unwrap(), []);
}

pub async fn a_packed_match_expires_when_it_would_have<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let store = &table.store;
    let (id, ()) = table
        .short_lived(write("begun"), async |id, version| {
            let packing = packing(&table, id).await;
            store.pack(id, version, &packing).await.ok().map(drop)
        })
        .await;
    let is_gone = async || matches!(store.load(id).await, Err(StoreError::NotFound));
    crate::until("the packed match has expired", is_gone).await;
}
