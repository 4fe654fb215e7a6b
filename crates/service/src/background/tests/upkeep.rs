//! Packing of finished matches.

use std::sync::Arc;

use tinsel_proto::v1::{GetMatchRequest, GetMatchResponse, ListHistoryRequest, ListHistoryResponse};
use tinsel_store::{Change, MatchId, MatchStore, UnixMillis, Write};
use tonic::Request;

use super::due_at_once;
use crate::{
    background::Background,
    testkit::unit::{Matches, Replica, add_bot, created},
};

/// The state and the complete history of a match, as a spectator sees them.
async fn shown(matches: &Matches, match_id: &str) -> (GetMatchResponse, ListHistoryResponse) {
    let match_id = match_id.to_owned();
    let get = GetMatchRequest {
        match_id: match_id.clone(),
        ..GetMatchRequest::default()
    };
    let list = ListHistoryRequest {
        match_id,
        page_size: 500,
        ..ListHistoryRequest::default()
    };
    let got = matches.client().get_match(Request::new(get)).await.unwrap();
    let listed = matches.client().list_history(Request::new(list)).await.unwrap();
    (got.into_inner(), listed.into_inner())
}

#[tokio::test]
async fn a_finished_match_is_packed_after_the_retention_of_its_responses() {
    let (replica, other) = Replica::pair();
    let created = created(&replica.matches).await;
    let (match_id, id) = (&created.match_id, created.match_id.parse::<MatchId>().unwrap());
    let background = Background::new(Arc::clone(&replica.matches.0));
    background.sweep().await;
    let responses = u64::try_from(replica.matches.0.settings.retention.responses.as_millis()).unwrap();
    let needs_upkeep = async || {
        let soon = UnixMillis(replica.now().0 + responses);
        replica.store().upkeep(id.shard(), soon, 9).await.unwrap() == [id]
    };
    assert!(!needs_upkeep().await, "a match in the lobby");
    for _ in 0..8 {
        add_bot(&replica.matches, &created).await;
    }
    let before = shown(&replica.matches, match_id).await;
    replica.clock.pass(responses - 1);
    background.upkeep().await;
    assert!(needs_upkeep().await, "responses are still stored");
    replica.clock.pass(1);
    background.upkeep().await;
    assert!(!needs_upkeep().await);
    for matches in [&replica.matches, &other.matches] {
        let after = shown(matches, match_id).await;
        assert_eq!(after.0.state, before.0.state);
        assert_eq!(after.1, before.1);
    }
}

/// A damaged match comes first in the index of its shard.
#[tokio::test]
async fn a_match_that_cannot_be_read_delays_no_other_of_its_shard() {
    let replica = Replica::new();
    let deps = &replica.matches.0;
    let created = created(&replica.matches).await;
    let id = created.match_id.parse::<MatchId>().unwrap();
    for _ in 0..8 {
        add_bot(&replica.matches, &created).await;
    }
    let entropy = (0..=u16::MAX).map(|number| (u128::from(number) << 100 | u128::from(number)).to_be_bytes());
    let mut ids = entropy.map(|bytes| MatchId::from_entropy(bytes, deps.settings.shards));
    let damaged = ids.find(|other| other.shard() == id.shard()).unwrap();
    let write = Write {
        deadline: Change::Keep,
        upkeep: Change::Set(UnixMillis(1)),
        ..due_at_once("no record".into())
    };
    deps.store.create(damaged, write).await.unwrap();
    replica
        .clock
        .pass(u64::try_from(deps.settings.retention.responses.as_millis()).unwrap());
    Background::new(Arc::clone(deps)).upkeep().await;
    let waiting = replica.store().upkeep(id.shard(), replica.now(), 9).await.unwrap();
    assert_eq!(waiting, [damaged]);
}
