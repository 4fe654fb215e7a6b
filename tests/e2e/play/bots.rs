//! Seats that bots play.

use tinsel_harness::{Choice, Replica, TestMatch, World, created};
use tinsel_proto::v1::{CreateMatchRequest, MatchPhase, Occupant, StartMatchRequest, StartPolicy};
use tinsel_store::Memory;

use crate::play::matches::REVISIONS;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_bots_alone_is_over_as_soon_as_it_is_full() {
    let replica = Replica::on_redis().await;
    let mut table = TestMatch::create(replica.api(), &created("")).await;
    for seat in 0..8 {
        table.add_bot(replica.api(), seat).await;
    }
    let state = table.state(replica.api(), None).await;
    let played = state.r#match.unwrap();
    assert_eq!(played.phase(), MatchPhase::Finished);
    assert_eq!(played.revision, REVISIONS);
    assert!(played.seats.iter().all(|seat| seat.occupant() == Occupant::Bot));
    let told = table.told(replica.api(), Some(0), None, u64::MAX).await;
    assert_eq!(u64::try_from(told.len()).unwrap(), REVISIONS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_move_at_once_and_wait_for_players_in_every_mixture() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    for people in 1..8 {
        let mut table = TestMatch::create(api, &created("")).await;
        for seat in 0..8 {
            if seat < people {
                table.join(api, seat).await;
            } else {
                table.add_bot(api, seat).await;
            }
        }
        let state = table.state(api, None).await;
        let waiting: Vec<_> = state
            .r#match
            .unwrap()
            .pending_decisions
            .iter()
            .map(|decision| decision.seat())
            .collect();
        let of_people: Vec<_> = (0..u32::try_from(people).unwrap()).collect();
        assert_eq!(waiting, of_people, "bots have decided, people have not");
        let end = table.play(&[api], Choice::Bot(2)).await;
        assert_eq!(end.r#match.unwrap().revision, REVISIONS);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_play_the_same_in_the_same_world() {
    let mut ends = Vec::new();
    for _ in 0..2 {
        let world = World::new(Memory::default(), 3).await;
        let mut table = TestMatch::create(world.api(), &created("bots")).await;
        for seat in 0..8 {
            table.add_bot(world.api(), seat).await;
        }
        ends.push(table.bytes(world.api(), None).await);
    }
    assert_eq!(ends[0], ends[1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_bots_alone_is_over_as_soon_as_its_host_starts_it() {
    let replica = Replica::on_redis().await;
    let api = replica.api();
    let asked = CreateMatchRequest {
        start_policy: StartPolicy::ByHost.into(),
        ..created("")
    };
    let mut table = TestMatch::create(api, &asked).await;
    for seat in 0..8 {
        table.add_bot(api, seat).await;
    }
    let state = table.state(api, None).await;
    assert_eq!(state.r#match.unwrap().phase(), MatchPhase::Lobby);
    let start = StartMatchRequest {
        match_id: table.match_id.clone(),
        ..StartMatchRequest::default()
    };
    api.ask(&start, Some(&table.host)).await.unwrap();
    let played = table.state(api, None).await.r#match.unwrap();
    assert_eq!((played.phase(), played.revision), (MatchPhase::Finished, REVISIONS));
}
