//! Storing and reading the log of a match.

use std::num::NonZeroU32;

use bytes::Bytes;
use tinsel_store::{Limits, LogPage, MatchId, MatchStore, Revision, Write};

use crate::{
    Fixture, StoreFixture,
    store_fixture::{until, write, written},
};

const SHORT: Limits = Limits {
    log_entries_min: 5,
    answers_min: 256,
    batch: NonZeroU32::new(4).unwrap(),
};

fn numbered(revisions: impl IntoIterator<Item = u64>) -> Vec<Bytes> {
    revisions
        .into_iter()
        .map(|number| format!("entry {number}").into())
        .collect()
}

/// A match with one entry per revision, written in steps of one and of three entries.
async fn grown<F: Fixture>(table: &StoreFixture<F>, head: u64) -> MatchId {
    let (id, mut version) = table
        .begun_by(Write {
            entries: numbered([1]),
            ..write("begun")
        })
        .await;
    while version.revision.get() < head {
        let (revision, room) = (version.revision.get(), head - version.revision.get());
        let count = if revision % 2 == 0 { room.min(3) } else { 1 };
        let entries = numbered(revision + 1..=revision + count);
        let step = Write {
            entries,
            ..write("moved")
        };
        version = written(table.store.replace(id, version, &step).await.unwrap());
    }
    id
}

fn assert_page(page: &LogPage, head: u64, oldest: u64, revisions: impl Iterator<Item = u64> + Clone) {
    assert_eq!((page.head.get(), page.oldest.get()), (head, oldest));
    let expected: Vec<_> = revisions.clone().map(Revision::new).zip(numbered(revisions)).collect();
    assert_eq!(page.entries, expected);
}

pub async fn a_log_is_read_in_pages_without_gap<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let id = grown(&table, 10).await;
    for (after, limit, first, last) in [
        (0, 4, 1, 4),
        (4, 4, 5, 8),
        (8, 4, 9, 10),
        (0, 100, 1, 10),
        (9, 1, 10, 10),
    ] {
        let page = table.store.log(id, Revision::new(after), limit).await.unwrap();
        assert_page(&page, 10, 1, first..=last);
    }
}

pub async fn a_log_read_from_the_head_or_beyond_is_empty<F: Fixture>() {
    let table = StoreFixture::<F>::open().await;
    let id = grown(&table, 3).await;
    for (after, limit) in [(3, 10), (4, 10), (1 << 40, 10), (0, 0)] {
        let page = table.store.log(id, Revision::new(after), limit).await.unwrap();
        assert_page(&page, 3, 1, 0..0);
    }
}

/// Waits until the match is trimmed, because a store can do this after the write.
async fn assert_trimmed<F: Fixture>(table: &StoreFixture<F>, id: MatchId, head: u64, oldest: u64) {
    let page = |after, limit| table.store.log(id, Revision::new(after), limit);
    until("the log is trimmed", async || {
        page(0, 1).await.unwrap().oldest.get() >= oldest
    })
    .await;
    assert_page(&page(0, 100).await.unwrap(), head, oldest, oldest..=head);
    assert_page(&page(head - 2, 100).await.unwrap(), head, oldest, head - 1..=head);
    assert_page(&page(0, 2).await.unwrap(), head, oldest, oldest..=oldest + 1);
}

pub async fn a_trimmed_log_returns_its_first_revision<F: Fixture>() {
    let table = StoreFixture::<F>::with(SHORT).await;
    for (head, oldest) in [(5, 1), (7, 1), (8, 4), (11, 4), (12, 8), (17, 12)] {
        let id = grown(&table, head).await;
        assert_trimmed(&table, id, head, oldest).await;
    }
}

pub async fn a_step_longer_than_the_log_leaves_its_end<F: Fixture>() {
    let table = StoreFixture::<F>::with(SHORT).await;
    let (id, version) = table.begun().await;
    let entries = numbered(2..=9);
    let step = Write {
        entries,
        ..write("moved")
    };
    written(table.store.replace(id, version, &step).await.unwrap());
    assert_trimmed(&table, id, 9, 4).await;
}

pub async fn a_beginning_longer_than_the_log_leaves_its_end<F: Fixture>() {
    let table = StoreFixture::<F>::with(SHORT).await;
    let entries = numbered(1..=8);
    let (id, version) = table
        .begun_by(Write {
            entries,
            ..write("begun")
        })
        .await;
    let page = table.store.log(id, Revision::NONE, 100).await.unwrap();
    assert_page(&page, 8, 4, 4..=8);
    let entries = numbered(9..=13);
    let step = Write {
        entries,
        ..write("moved")
    };
    written(table.store.replace(id, version, &step).await.unwrap());
    assert_trimmed(&table, id, 13, 8).await;
}
