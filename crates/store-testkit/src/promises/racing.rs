//! Concurrent writers.

use std::collections::BTreeSet;

use bytes::Bytes;
use tinsel_store::{Created, MatchId, MatchStore, Replaced, Revision, Stored, Write};
use tokio::task::JoinSet;

use crate::{
    Fixture, StoreFixture,
    store_fixture::{anonymous, answer, asked, created, write, written},
};

const WRITERS: usize = 32;
const STEPS: usize = 5;

/// Appends a line to the record of the current version, with retries; returns the revision of that write.
async fn add<S: MatchStore>(store: &S, id: MatchId, line: &str, mut known: Stored) -> (Revision, Stored) {
    let step = write(line);
    loop {
        let record = Bytes::from([&known.record[..], line.as_bytes(), b"\n"].concat());
        let step = Write {
            record: record.clone(),
            ..step.clone()
        };
        match store.replace(id, known.version, &step).await.unwrap() {
            Replaced::Written(version) => return (version.revision, anonymous(version, record)),
            Replaced::Conflict(newer) => known = newer,
            Replaced::Repeated(_) => panic!("no request was made"),
        }
    }
}

pub async fn one_of_many_writers_wins_each_revision_and_nothing_is_lost<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, _) = table
        .begun_by(Write {
            record: Bytes::new(),
            ..write("begun")
        })
        .await;
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let store = if writer % 2 == 0 {
            table.store.clone()
        } else {
            table.fixture.replica()
        };
        writers.spawn(async move {
            let mut known = store.load(id).await.unwrap();
            let mut won = Vec::new();
            for number in 0..STEPS {
                let line = format!("{writer}/{number}");
                let (revision, newer) = add(&store, id, &line, known).await;
                known = newer;
                won.push((revision, Bytes::from(line)));
            }
            won
        });
    }
    let mut won: Vec<_> = writers.join_all().await.into_iter().flatten().collect();
    won.sort();
    let revisions: BTreeSet<_> = won.iter().map(|(revision, _)| *revision).collect();
    assert_eq!(revisions.len(), WRITERS * STEPS, "a revision was won twice");
    let page = table.store.log(id, Revision::new(1), 1000).await.unwrap();
    assert_eq!(page.entries, won, "the log has other winners");
    let lines: Vec<_> = won.iter().flat_map(|(_, line)| [&line[..], b"\n"]).collect();
    assert_eq!(
        table.store.load(id).await.unwrap().record,
        lines.concat(),
        "a step was lost"
    );
}

pub async fn one_of_many_concurrent_retries_is_written<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let store = table.store.clone();
        writers.spawn(async move {
            let text = format!("by {writer}");
            let replaced = store.replace(id, version, &asked("r", &text)).await.unwrap();
            (text, replaced)
        });
    }
    let ended = writers.join_all().await;
    let winner = ended
        .iter()
        .find(|(_, replaced)| matches!(replaced, Replaced::Written(_)));
    let (text, _) = winner.expect("one is written");
    for (other, replaced) in &ended {
        match replaced {
            Replaced::Repeated(given) => assert_eq!(*given, answer(text)),
            Replaced::Written(_) => assert_eq!(other, text, "two were written"),
            Replaced::Conflict(_) => panic!("a repetition was not known"),
        }
    }
    assert_eq!(table.store.log(id, Revision::NONE, 99).await.unwrap().entries.len(), 2);
}

pub async fn one_of_many_concurrent_creations_succeeds<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let id = table.id();
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let store = table.store.clone();
        writers.spawn(async move { store.create(id, write(&format!("by {writer}"))).await.unwrap() });
    }
    let ended = writers.join_all().await;
    let stored = table.store.load(id).await.unwrap();
    let mut begun = 0;
    for ended in ended {
        match ended {
            Created::New(version) => {
                assert_eq!(version, stored.version);
                begun += 1;
            }
            Created::Exists(exists) => assert_eq!(exists, stored),
        }
    }
    assert_eq!(begun, 1);
}

pub async fn matches_change_independently<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let mut matches = JoinSet::new();
    for number in 0..200 {
        let (store, id) = (table.store.clone(), table.id());
        matches.spawn(async move {
            let mut version = created(store.create(id, write("begun")).await.unwrap());
            for step in 0..20 {
                let text = format!("{number}/{step}");
                version = written(store.replace(id, version, &write(&text)).await.unwrap());
            }
            let stored = store.load(id).await.unwrap();
            assert_eq!(
                (stored.version, stored.record),
                (version, format!("{number}/19").into())
            );
            assert_eq!(version.revision, Revision::new(21));
        });
    }
    matches.join_all().await;
}
