use tinsel_proto::v1::{GetMatchRequest, ListHistoryRequest};
use tinsel_store::{Change, MatchStore, UnixMillis, Write};

use crate::{
    record::{MatchRecord, log_entry::LogEntry},
    testing::{Replica, add_bot, created},
};

/// For each of the newest entries of a match, whether it has hashes.
async fn hashed(replica: &Replica, match_id: &str) -> Vec<bool> {
    let asked = ListHistoryRequest {
        match_id: match_id.to_owned(),
        ..ListHistoryRequest::default()
    };
    let listed = replica.matches.client().list_history(tonic::Request::new(asked)).await;
    let entries = listed.unwrap().into_inner().entries;
    entries.iter().map(|entry| !entry.chain_hash.is_empty()).collect()
}

#[tokio::test]
async fn a_match_of_a_release_without_hashes_continues_without_hashes() {
    let (replica, other) = Replica::pair();
    let created = created(&replica.matches).await;
    let match_id = &created.match_id;
    let id = match_id.parse().unwrap();
    let stored = replica.store().load(id).await.unwrap();
    // One more revision, written by the earlier release.
    let nonce = 9;
    let before = MatchRecord::read(&stored).unwrap().without_hashes().unwrap();
    let record = before.write(None).unwrap();
    let named = |name: &[u8]| record.windows(name.len()).any(|bytes| bytes == name);
    assert!(named(b"server_seed") && !named(b"history_salt") && !named(b"link"));
    let write = Write {
        record,
        entries: vec![LogEntry::new(UnixMillis(0)).write(nonce)],
        nonce,
        request: None,
        deadline: Change::Keep,
        lobby: Change::Keep,
        expiry: Change::Keep,
        upkeep: Change::Keep,
    };
    replica.store().replace(id, stored.version, &write).await.unwrap();
    for _ in 0..8 {
        add_bot(&other.matches, &created).await;
    }
    let asked = GetMatchRequest {
        match_id: match_id.clone(),
        ..GetMatchRequest::default()
    };
    let got = other
        .matches
        .client()
        .get_match(tonic::Request::new(asked))
        .await
        .unwrap();
    let shown = got.into_inner().state.unwrap().r#match.unwrap();
    assert_eq!(shown.phase(), tinsel_proto::v1::MatchPhase::Finished);
    assert!(shown.fairness.unwrap().history_salt.is_empty());
    let hashed = hashed(&other, match_id).await;
    assert_eq!(hashed.len(), 59);
    assert_eq!(hashed.iter().filter(|has| **has).count(), 1, "the first, from before");
}
