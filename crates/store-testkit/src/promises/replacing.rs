//! Writing new revisions of a match.

use tinsel_store::{Change, Limits, MatchStore, Replaced, Revision, Stored, UnixMillis, Version, Write};

use crate::{
    Fixture, StoreFixture,
    store_fixture::{anonymous, answer, asked, personal, request, write, written},
};

/// A step that changes everything except the expiry.
fn whole(text: &'static str) -> Write {
    Write {
        deadline: Change::Set(UnixMillis(70)),
        lobby: Change::Set(text.into()),
        personal: personal("Ann"),
        ..asked("whole", text)
    }
}

fn conflict(replaced: Replaced) -> Stored {
    match replaced {
        Replaced::Conflict(stored) => stored,
        Replaced::Written(version) => panic!("written as {version:?}"),
        Replaced::Repeated(_) => panic!("answered before"),
    }
}

pub async fn everything_is_written_together<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let step = whole("moved");
    let expected = Version {
        revision: Revision::new(2),
        nonce: step.nonce,
    };
    let version = written(table.store.replace(id, version, &step).await.unwrap());
    assert_eq!(version, expected);
    let expected = Stored {
        personal: "Ann".into(),
        ..anonymous(version, "moved".into())
    };
    assert_eq!(table.store.load(id).await.unwrap(), expected);
    let page = table.store.log(id, Revision::new(1), 9).await.unwrap();
    assert_eq!(page.head, Revision::new(2));
    assert_eq!(page.entries, [(Revision::new(2), "moved".into())]);
    assert_eq!(
        table.store.answer(id, &request("whole")).await.unwrap(),
        Some(answer("moved"))
    );
    let due = table.store.due(table.shard, UnixMillis(70), 9).await.unwrap();
    assert_eq!(due.matches, [(id, UnixMillis(70))]);
    let lobby = table.store.lobby(table.shard.into(), None, 9).await.unwrap();
    assert_eq!(lobby, [(id, "moved".into())]);
}

pub async fn nothing_is_written_on_conflict<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, first) = table.begun().await;
    let version = written(table.store.replace(id, first, &write("second")).await.unwrap());
    conflict(table.store.replace(id, first, &whole("late")).await.unwrap());
    let record = "second".into();
    assert_eq!(table.store.load(id).await.unwrap(), anonymous(version, record));
    let page = table.store.log(id, Revision::NONE, 9).await.unwrap();
    let entries: Vec<_> = page.entries.into_iter().map(|(_, entry)| entry).collect();
    assert_eq!(entries, ["begun", "second"]);
    assert_eq!(table.store.answer(id, &request("whole")).await.unwrap(), None);
    assert!(
        table
            .store
            .due(table.shard, UnixMillis(99), 9)
            .await
            .unwrap()
            .matches
            .is_empty()
    );
    assert!(table.store.lobby(table.shard.into(), None, 9).await.unwrap().is_empty());
}

pub async fn a_conflict_carries_the_newest_record<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, first) = table.begun().await;
    let version = written(table.store.replace(id, first, &write("second")).await.unwrap());
    let version = written(table.store.replace(id, version, &write("third")).await.unwrap());
    for late in [write("late"), asked("r", "late")] {
        let stored = conflict(table.store.replace(id, first, &late).await.unwrap());
        let record = "third".into();
        assert_eq!(stored, anonymous(version, record));
    }
}

pub async fn another_nonce_at_the_same_revision_is_a_conflict<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    for nonce in [0, version.nonce ^ 1, u64::MAX] {
        let expected = Version { nonce, ..version };
        let stored = conflict(table.store.replace(id, expected, &write("other")).await.unwrap());
        assert_eq!((stored.version, stored.record), (version, "begun".into()));
    }
}

pub async fn a_version_ahead_of_the_match_is_a_conflict<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let revision = Revision::new(2);
    let expected = Version { revision, ..version };
    let stored = conflict(table.store.replace(id, expected, &write("ahead")).await.unwrap());
    assert_eq!(stored.version, version);
}

pub async fn a_step_of_several_entries_raises_the_revision_by_their_number<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let entries = vec!["a".into(), "b".into(), "c".into()];
    let step = Write {
        entries,
        ..write("moved")
    };
    let version = written(table.store.replace(id, version, &step).await.unwrap());
    assert_eq!(version.revision, Revision::new(4));
    let page = table.store.log(id, Revision::new(1), 9).await.unwrap();
    let expected = [(2, "a"), (3, "b"), (4, "c")].map(|(revision, entry)| (Revision::new(revision), entry.into()));
    assert_eq!(page.entries, expected);
    written(table.store.replace(id, version, &write("on")).await.unwrap());
}

pub async fn a_step_of_thousands_of_entries_is_written_whole<F: Fixture>() {
    let limits = Limits {
        answers_min: 4096,
        ..Limits::default()
    };
    let table = StoreFixture::<F>::with(limits).await;
    let entries: Vec<_> = (0..4000).map(|number| number.to_string().into()).collect();
    let many = Write {
        entries: entries[..2000].to_vec(),
        ..asked("r", "begun")
    };
    let (id, version) = table.begun_by(many).await;
    let more = Write {
        entries: entries[2000..].to_vec(),
        lobby: Change::Set("lobby".into()),
        ..asked("s", "moved")
    };
    written(table.store.replace(id, version, &more).await.unwrap());
    let page = table.store.log(id, Revision::NONE, 4000).await.unwrap();
    assert_eq!(page.head, Revision::new(4000));
    let read: Vec<_> = page.entries.into_iter().map(|(_, entry)| entry).collect();
    assert_eq!(read, entries);
    assert_eq!(
        table.store.answer(id, &request("r")).await.unwrap(),
        Some(answer("begun"))
    );
    assert_eq!(
        table.store.answer(id, &request("s")).await.unwrap(),
        Some(answer("moved"))
    );
    assert_eq!(table.store.lobby(table.shard.into(), None, 9).await.unwrap().len(), 1);
}

pub async fn the_same_write_again_is_written_once<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, mut version) = table.begun().await;
    for entries in [vec!["a".into()], vec!["b".into(), "c".into()]] {
        let step = Write {
            entries,
            ..write("moved")
        };
        let first = written(table.store.replace(id, version, &step).await.unwrap());
        for _ in 0..3 {
            let again = written(table.store.replace(id, version, &step).await.unwrap());
            assert_eq!(again, first);
        }
        version = first;
    }
    let page = table.store.log(id, Revision::NONE, 9).await.unwrap();
    let entries: Vec<_> = page.entries.into_iter().map(|(_, entry)| entry).collect();
    assert_eq!(entries, ["begun", "a", "b", "c"]);
}

pub async fn the_same_write_after_another_is_a_conflict<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let step = write("moved");
    let second = written(table.store.replace(id, version, &step).await.unwrap());
    let third = written(table.store.replace(id, second, &write("beyond")).await.unwrap());
    let stored = conflict(table.store.replace(id, version, &step).await.unwrap());
    assert_eq!(stored.version, third);
}

pub async fn kept_values_stay<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun_by(whole("begun")).await;
    written(table.store.replace(id, version, &write("moved")).await.unwrap());
    assert_eq!(
        table.store.answer(id, &request("whole")).await.unwrap(),
        Some(answer("begun"))
    );
    let due = table.store.due(table.shard, UnixMillis(70), 9).await.unwrap();
    assert_eq!(due.matches, [(id, UnixMillis(70))]);
    let lobby = table.store.lobby(table.shard.into(), None, 9).await.unwrap();
    assert_eq!(lobby, [(id, "begun".into())]);
}

pub async fn replicas_read_what_the_other_wrote<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let other = table.fixture.replica();
    let (id, version) = table.begun().await;
    let version = written(other.replace(id, version, &whole("moved")).await.unwrap());
    let moved = table.store.load(id).await.unwrap();
    assert_eq!((moved.version, &moved.record[..]), (version, &b"moved"[..]));
    assert_eq!(
        table.store.answer(id, &request("whole")).await.unwrap(),
        Some(answer("moved"))
    );
    let back = written(table.store.replace(id, version, &write("back")).await.unwrap());
    let expected = Stored {
        version: back,
        record: "back".into(),
        ..moved
    };
    assert_eq!(other.load(id).await.unwrap(), expected, "personal data is kept");
}
