use tinsel_engine::{Audience, SeatIndex, SeatSet};
use tinsel_proto::v1::{
    GameEvent, GetMatchRequest, ListHistoryRequest, MatchCreated, match_event, match_service_server::MatchService,
};
use tinsel_store::{Change, MatchStore, Write};

use super::*;
use crate::testing::{Replica, add_bot, created};

const fn seat(index: u8) -> SeatIndex {
    SeatIndex::new(index)
}

/// What seat 2 did, of which everyone was told something, and seats 1 and 2 something else.
fn logged() -> Entry {
    let mut entry = Entry::deed(
        UnixMillis(5),
        Deed {
            seat: 2,
            ..Deed::default()
        },
    );
    let game_id = "any".to_owned();
    entry.tell(match_event::Event::MatchCreated(MatchCreated { game_id }));
    entry.tell_game(vec![tinsel_catalog::Told {
        to: Audience::Only(SeatSet::only(seat(1)).with(seat(2))),
        event: GameEvent::default(),
    }]);
    entry.seal = Bytes::from_static(&[1; 32]);
    entry.link = Bytes::from_static(&[2; 32]);
    entry
}

/// What is shown of it: how many events, to which seats the last was told, whether a decision, whether hashes.
fn shown(known: Known) -> (usize, Vec<u32>, bool, bool) {
    let shown = entry(&logged(), Revision::new(7), known);
    assert_eq!(shown.seal.is_empty(), shown.link.is_empty());
    let told = shown.events.last().map(|event| event.to_seats.clone());
    (
        shown.events.len(),
        told.unwrap_or_default(),
        shown.decision.is_some(),
        !shown.seal.is_empty(),
    )
}

#[test]
fn each_viewer_is_shown_what_it_may_know_and_no_more() {
    let [one, two, four] = [1, 2, 4].map(|index| Viewer::Seat(seat(index)));
    assert_eq!(shown(Known::Told(one)), (2, vec![1], false, false));
    assert_eq!(shown(Known::Told(two)), (2, vec![2], true, false));
    for stranger in [four, Viewer::Spectator] {
        assert_eq!(shown(Known::Told(stranger)), (1, vec![], false, false));
        assert_eq!(shown(Known::ToldWithHashes(stranger)), (1, vec![], false, true));
    }
    assert_eq!(shown(Known::ToldWithHashes(one)), (2, vec![1], false, true));
    assert_eq!(shown(Known::ToldWithHashes(two)), (2, vec![2], true, true));
    assert_eq!(shown(Known::Everything), (2, vec![1, 2], true, true));
}

/// The newest entries of a match: whether they have hashes.
async fn hashed(replica: &Replica, match_id: &str) -> Vec<bool> {
    let asked = ListHistoryRequest {
        match_id: match_id.to_owned(),
        ..ListHistoryRequest::default()
    };
    let listed = replica.matches.list_history(tonic::Request::new(asked)).await;
    let entries = listed.unwrap().into_inner().entries;
    entries.iter().map(|entry| !entry.link.is_empty()).collect()
}

#[tokio::test]
async fn a_match_of_a_release_without_hashes_goes_on_without() {
    let (replica, other) = Replica::pair();
    let created = created(&replica.matches).await;
    let match_id = &created.match_id;
    let id = match_id.parse().unwrap();
    let stored = replica.store().load(id).await.unwrap();
    // One more revision, by the earlier release.
    let nonce = 9;
    let before = Table::read(&stored).unwrap().without_hashes().unwrap();
    let record = before.write(None).unwrap();
    let named = |name: &[u8]| record.windows(name.len()).any(|bytes| bytes == name);
    assert!(named(b"server_seed") && !named(b"history_salt") && !named(b"link"));
    let write = Write {
        record,
        entries: vec![Entry::new(UnixMillis(0)).write(nonce)],
        nonce,
        request: None,
        deadline: Change::Keep,
        lobby: Change::Keep,
        expiry: Change::Keep,
    };
    replica.store().replace(id, stored.version, write).await.unwrap();
    for _ in 0..8 {
        add_bot(&other.matches, &created).await;
    }
    let asked = GetMatchRequest {
        match_id: match_id.clone(),
    };
    let got = other.matches.get_match(tonic::Request::new(asked)).await.unwrap();
    let shown = got.into_inner().state.unwrap().r#match.unwrap();
    assert_eq!(shown.phase(), tinsel_proto::v1::MatchPhase::Finished);
    assert!(shown.fairness.unwrap().history_salt.is_empty());
    let hashed = hashed(&other, match_id).await;
    assert_eq!(hashed.len(), 59);
    assert_eq!(hashed.iter().filter(|has| **has).count(), 1, "the first, from before");
}
