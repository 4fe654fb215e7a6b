//! Histories over several pages.

use tinsel_client::Error;
use tinsel_proto::v1::{HistoryEntry, ListHistoryResponse, MatchPhase};

use crate::fake::{Fake, client, state};

fn page(revisions: impl IntoIterator<Item = u64>, newest_revision: u64, oldest_revision: u64) -> ListHistoryResponse {
    let entry = |revision| HistoryEntry {
        revision,
        ..HistoryEntry::default()
    };
    ListHistoryResponse {
        entries: revisions.into_iter().map(entry).collect(),
        newest_revision,
        oldest_revision,
    }
}

/// The revisions after `after` from these pages, and the start revisions of the requests.
async fn gathered(
    pages: impl IntoIterator<Item = ListHistoryResponse>,
    after: u64,
) -> (Result<Vec<u64>, Error>, Vec<u64>) {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    fake.script(|script| script.pages.extend(pages));
    let all = client(&[&address]).spectator("000-match").history(after).await;
    let revisions = all.map(|entries| entries.into_iter().map(|entry| entry.revision).collect());
    (revisions, fake.script(|script| script.listed.clone()))
}

#[tokio::test]
async fn pages_are_gathered_until_the_newest_revision() {
    let (all, asked) = gathered([page(1..4, 5, 1), page(4..6, 5, 1)], 0).await;
    assert_eq!((all.unwrap(), asked), (vec![1, 2, 3, 4, 5], vec![0, 3]));
    // The match continues meanwhile.
    let (all, asked) = gathered([page(3..4, 4, 1), page(4..7, 6, 1)], 2).await;
    assert_eq!((all.unwrap(), asked), (vec![3, 4, 5, 6], vec![2, 3]));
    let (all, _) = gathered([page([], 9, 1)], 9).await;
    assert!(all.unwrap().is_empty());
    // A server that repeats itself must not cause an endless loop.
    let (all, asked) = gathered([page(1..3, 9, 1), page(1..3, 9, 1)], 0).await;
    assert_eq!((all.unwrap(), asked), (vec![1, 2], vec![0, 2]));
}

#[tokio::test]
async fn a_trimmed_history_is_an_error_and_never_incomplete() {
    let (all, _) = gathered([page(7..9, 9, 7)], 0).await;
    assert!(
        matches!(all, Err(Error::HistoryTrimmed { oldest_revision: 7 })),
        "{all:?}"
    );
    let (all, _) = gathered([page(7..10, 9, 7)], 6).await;
    assert_eq!(all.unwrap(), [7, 8, 9]);
}

#[tokio::test]
async fn only_what_has_ended_is_exported() {
    let fake = Fake::default();
    let (address, _serving) = fake.serve().await;
    let client = client(&[&address]);
    fake.script(|script| script.state = state(2, MatchPhase::Active));
    let going_on = client.export("000-match", None).await;
    assert!(matches!(going_on, Err(Error::NotFinished)), "{going_on:?}");
    for ended in [MatchPhase::Finished, MatchPhase::Aborted] {
        fake.script(|script| {
            script.state = state(2, ended);
            script.pages.push_back(page(1..3, 2, 1));
        });
        let exported = client.export("000-match", None).await.unwrap();
        assert_eq!((exported.format_version, exported.entries.len()), (1, 2));
    }
}
