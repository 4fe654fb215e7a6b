//! The content of the lobby index, and the number of entries that one call reads.

use tinsel_proto::v1::{ListMatchesRequest, ListMatchesResponse};
use tinsel_store::Write;
use tonic::Request;

use super::*;
use crate::testkit::unit::{Matches, add_bot, created, matches, record_of};

async fn listed(matches: &Matches, asked: ListMatchesRequest) -> ListMatchesResponse {
    matches
        .client()
        .list_matches(Request::new(asked))
        .await
        .unwrap()
        .into_inner()
}

fn asking(phase: MatchPhase, page_token: String) -> ListMatchesRequest {
    ListMatchesRequest {
        filter: Some(MatchFilter {
            phase: phase.into(),
            ..MatchFilter::default()
        }),
        page_token,
        ..ListMatchesRequest::default()
    }
}

#[tokio::test]
async fn a_listed_match_has_its_current_revision() {
    let matches = matches();
    let created = created(&matches).await;
    let revisions = async |phase| {
        let listed = listed(&matches, asking(phase, String::new())).await.matches;
        let table = record_of(&matches, &created.match_id).await;
        (
            listed.iter().map(|listed| listed.revision).collect::<Vec<_>>(),
            table.version.revision.get(),
        )
    };
    for revision in 1..8 {
        assert_eq!(revisions(MatchPhase::Lobby).await, (vec![revision], revision));
        add_bot(&matches, &created).await;
    }
}

/// Index entries in the lobby of a shard, without stored matches.
async fn crowd(matches: &Matches, shard: u16, count: usize, phase: MatchPhase) -> Vec<MatchId> {
    let mut ids = Vec::new();
    for number in 0..count {
        let id: MatchId = format!("{shard:03}-{number:020}").parse().unwrap();
        let listed = Match {
            match_id: id.to_string(),
            phase: phase.into(),
            ..Match::default()
        };
        let write = Write {
            lobby: Change::Set(listed.encode_to_vec().into()),
            ..Write::new("not read".into(), "not read".into(), 1)
        };
        matches.0.store.create(id, write).await.unwrap();
        ids.push(id);
    }
    ids
}

/// The wanted match comes after more entries than one call reads.
async fn check_found_by_the_second_call(matches: &Matches, last_looked_at: MatchId, wanted: MatchId) {
    let first = listed(matches, asking(MatchPhase::Active, String::new())).await;
    let filter = Filter::new(asking(MatchPhase::Active, String::new()).filter.unwrap()).unwrap();
    assert_eq!(
        (first.matches.len(), filter.behind(&first.next_page_token)),
        (0, Some(last_looked_at))
    );
    let second = listed(matches, asking(MatchPhase::Active, first.next_page_token)).await;
    let found: Vec<_> = second.matches.iter().map(|listed| listed.match_id.clone()).collect();
    assert_eq!(
        (found, second.next_page_token),
        (vec![wanted.to_string()], String::new())
    );
}

#[tokio::test]
async fn one_call_reads_a_bounded_number_of_matches_of_a_shard() {
    let matches = matches();
    let others = crowd(&matches, 3, LOOKED_AT_MAX + 1, MatchPhase::Lobby).await;
    let wanted = crowd(&matches, 4, 1, MatchPhase::Active).await;
    check_found_by_the_second_call(&matches, others[LOOKED_AT_MAX - 1], wanted[0]).await;
}

#[tokio::test]
async fn one_call_reads_a_bounded_number_of_matches_over_all_shards() {
    let matches = matches();
    // In each shard fewer than one read returns, but in all shards together more than one call reads.
    let each = whole(MATCHES_AT_ONCE) - 1;
    let shards = LOOKED_AT_MAX.div_ceil(each);
    let mut last = None;
    for shard in 0..u16::try_from(shards).unwrap() {
        last = crowd(&matches, shard, each, MatchPhase::Lobby).await.pop();
    }
    let wanted = crowd(&matches, 200, 1, MatchPhase::Active).await;
    check_found_by_the_second_call(&matches, last.unwrap(), wanted[0]).await;
}

#[test]
fn a_page_ends_before_its_maximum_size() {
    let asked = MatchFilter {
        open_seats_min: Some(0),
        ..MatchFilter::default()
    };
    let filter = Filter::new(asked).unwrap();
    let id = |number: usize| -> MatchId { format!("003-{number:020}").parse().unwrap() };
    let found = |bytes: usize| {
        let listed = Match {
            phase: MatchPhase::Lobby.into(),
            display_name: "x".repeat(bytes),
            ..Match::default()
        };
        let entry: bytes::Bytes = listed.encode_to_vec().into();
        (0..4).map(|number| (id(number), entry.clone())).collect()
    };
    for (bytes, number) in [(PAGE_BYTES / 3, 2), (2 * PAGE_BYTES, 1)] {
        let mut page = Page::default();
        assert!(page.add(found(bytes), &filter, 200, |_| ()).is_break());
        assert_eq!((page.matches.len(), page.last), (number, Some(id(number - 1))));
    }
}

#[test]
fn an_unreadable_entry_is_reported_and_hides_no_other_match() {
    let filter = Filter::new(MatchFilter::default()).unwrap();
    let id = |number: usize| -> MatchId { format!("003-{number:020}").parse().unwrap() };
    let listed = Match {
        phase: MatchPhase::Lobby.into(),
        seats: vec![Default::default()],
        ..Match::default()
    };
    let found = vec![
        (id(0), bytes::Bytes::from_static(&[0xff; 9])),
        (id(1), listed.encode_to_vec().into()),
    ];
    let (mut page, reported) = (Page::default(), std::cell::RefCell::default());
    let report = |id| Vec::push(&mut reported.borrow_mut(), id);
    assert!(page.add(found, &filter, 200, report).is_continue());
    assert_eq!((reported.take(), page.last), (vec![id(0)], Some(id(1))));
}
