//! Idempotency: a retried request is answered once.

use std::num::NonZeroU32;

use tinsel_store::{Limits, MatchId, MatchStore, PersonalChange, Replaced, Revision, StoredResponse, Version, Write};

use crate::{
    Fixture, StoreFixture,
    store_fixture::{answer, asked, request, until, write, written},
};

fn repeated(replaced: Replaced) -> StoredResponse {
    match replaced {
        Replaced::Repeated(answer) => answer,
        Replaced::Written(version) => panic!("written as {version:?}"),
        Replaced::Conflict(stored) => panic!("a conflict with {:?}", stored.version),
    }
}

pub async fn a_repeated_request_gets_the_first_answer_and_writes_nothing<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let version = written(table.store.replace(id, version, &asked("r", "first")).await.unwrap());
    let again = table.store.replace(id, version, &asked("r", "second")).await.unwrap();
    assert_eq!(repeated(again), answer("first"));
    let stored = table.store.load(id).await.unwrap();
    assert_eq!((stored.version, stored.record), (version, "first".into()));
    assert_eq!(table.store.log(id, Revision::NONE, 9).await.unwrap().entries.len(), 2);
}

pub async fn a_repeated_request_is_answered_whatever_version_it_expects<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, begun) = table.begun().await;
    let moved = written(table.store.replace(id, begun, &asked("r", "first")).await.unwrap());
    let on = written(table.store.replace(id, moved, &write("on")).await.unwrap());
    let ahead = Version {
        revision: Revision::new(99),
        nonce: 5,
    };
    for expected in [begun, moved, on, ahead] {
        let again = table.store.replace(id, expected, &asked("r", "other")).await.unwrap();
        assert_eq!(repeated(again), answer("first"));
    }
}

pub async fn the_same_write_with_its_request_is_written_once<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let step = asked("r", "first");
    let moved = written(table.store.replace(id, version, &step).await.unwrap());
    for _ in 0..3 {
        let again = table.store.replace(id, version, &step).await.unwrap();
        assert_eq!(written(again), moved);
    }
    assert_eq!(
        table.store.answer(id, &request("r")).await.unwrap(),
        Some(answer("first"))
    );
    assert_eq!(table.store.log(id, Revision::NONE, 9).await.unwrap().entries.len(), 2);
}

pub async fn another_request_with_the_same_id_is_detectable<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let version = written(table.store.replace(id, version, &asked("r", "first")).await.unwrap());
    let other = asked("r", "another one");
    let fingerprint = other.request.clone().unwrap().1.fingerprint;
    let given = repeated(table.store.replace(id, version, &other).await.unwrap());
    assert_eq!(given.fingerprint, answer("first").fingerprint);
    assert_ne!(given.fingerprint, fingerprint);
}

pub async fn the_answer_of_a_creation_is_stored<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun_by(asked("r", "begun")).await;
    let again = table.store.replace(id, version, &asked("r", "moved")).await.unwrap();
    assert_eq!(repeated(again), answer("begun"));
    let version = written(table.store.replace(id, version, &asked("s", "moved")).await.unwrap());
    let again = table.store.replace(id, version, &asked("r", "moved")).await.unwrap();
    assert_eq!(repeated(again), answer("begun"));
}

pub async fn a_conflict_remembers_no_answer<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, begun) = table.begun().await;
    let moved = written(table.store.replace(id, begun, &write("moved")).await.unwrap());
    let late = table.store.replace(id, begun, &asked("r", "late")).await.unwrap();
    assert!(matches!(late, Replaced::Conflict(_)));
    assert_eq!(table.store.answer(id, &request("r")).await.unwrap(), None);
    written(table.store.replace(id, moved, &asked("r", "in time")).await.unwrap());
    assert_eq!(
        table.store.answer(id, &request("r")).await.unwrap(),
        Some(answer("in time"))
    );
}

pub async fn answers_can_be_asked_for<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun().await;
    let longest = "x".repeat(64);
    let version = written(table.store.replace(id, version, &asked("A-b_9", "one")).await.unwrap());
    written(table.store.replace(id, version, &asked(&longest, "")).await.unwrap());
    assert_eq!(
        table.store.answer(id, &request("A-b_9")).await.unwrap(),
        Some(answer("one"))
    );
    assert_eq!(
        table.store.answer(id, &request(&longest)).await.unwrap(),
        Some(answer(""))
    );
    assert_eq!(table.store.answer(id, &request("never")).await.unwrap(), None);
}

pub async fn a_forgotten_answer_is_that_of_another_request<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let (id, version) = table.begun_by(asked("r", "first")).await;
    let forgotten = PersonalChange {
        forgotten: vec![request("r")],
        ..PersonalChange::default()
    };
    let step = Write {
        personal: Some(forgotten.into()),
        ..asked("s", "second")
    };
    let version = written(table.store.replace(id, version, &step).await.unwrap());
    let again = repeated(table.store.replace(id, version, &asked("r", "first")).await.unwrap());
    assert_ne!(again.fingerprint, answer("first").fingerprint);
    assert_eq!(again.body, "");
    assert_eq!(
        table.store.answer(id, &request("s")).await.unwrap(),
        Some(answer("second"))
    );
}

async fn is_answered<F: Fixture>(table: &StoreFixture<F>, id: MatchId, name: &str) -> bool {
    table.store.answer(id, &request(name)).await.unwrap().is_some()
}

pub async fn the_oldest_answers_are_forgotten_and_no_other<F: Fixture>() {
    let limits = Limits {
        answers_min: 5,
        batch: NonZeroU32::new(4).unwrap(),
        ..Limits::default()
    };
    let table = StoreFixture::<F>::with(limits).await;
    let (id, mut version) = table.begun_by(asked("r1", "begun")).await;
    let mut answered = vec![("r1".to_owned(), 1)];
    for number in 0..16 {
        let name = format!("x{number}");
        let step = if number % 3 == 0 {
            write("between")
        } else {
            asked(&name, "moved")
        };
        let asks = step.request.is_some();
        let entries = vec!["entry".into(); 1 + number % 2];
        version = written(
            table
                .store
                .replace(id, version, &Write { entries, ..step })
                .await
                .unwrap(),
        );
        let revision = version.revision.get();
        answered.extend(asks.then_some((name, revision)));
        let trimmed_at = revision - revision % 4;
        for (name, at) in &answered {
            let what = format!("{name} of {at} at {revision}");
            if at + 5 > trimmed_at {
                assert!(is_answered(&table, id, name).await, "{what} is forgotten");
            } else {
                until(&format!("{what} is forgotten"), async || {
                    !is_answered(&table, id, name).await
                })
                .await;
            }
        }
    }
    // A request with a forgotten key counts as a new one.
    written(table.store.replace(id, version, &asked("r1", "again")).await.unwrap());
    assert_eq!(
        table.store.answer(id, &request("r1")).await.unwrap(),
        Some(answer("again"))
    );
}
