//! Whole matches of every game.

use bytes::Bytes;
use tinsel_catalog::GameId;
use tinsel_harness::{Choice, Replay, Replica, TestMatch, World, begun_at, created, creating, redis, sampled_setups};
use tinsel_proto::v1::{
    CreateMatchRequest, MatchEvent, MatchPhase, MatchState, match_event::Event, watch_match_response::Message,
};
use tinsel_store::{Memory, Redis, RedisOptions};
use tinsel_store_testkit::RedisServer;

/// Revisions of a whole match of [`created`]: its creation, eight seats, its start, and 48 submissions.
pub(crate) const REVISIONS: u64 = 58;

/// Checks the end of a match with this number of decisions.
fn check_finished(table: &TestMatch, state: &MatchState, decisions: usize) {
    let played = state.r#match.as_ref().unwrap();
    assert_eq!(played.phase(), MatchPhase::Finished);
    let seats = table.seats.len();
    assert_eq!(played.revision, begun_at(seats) + u64::try_from(decisions).unwrap());
    assert!(played.pending_decisions.is_empty());
    let outcome = played.outcome.as_ref().unwrap();
    assert_eq!(outcome.standings.len(), seats);
    assert!(outcome.standings.iter().any(|standing| standing.rank == 1));
    assert_eq!(played.fairness.as_ref().unwrap().server_seed.len(), 32);
}

/// The last states of all viewers, and all events that they received.
type Seen = (Vec<Bytes>, Vec<Vec<(u64, Vec<MatchEvent>)>>);

/// The events without the salts of names and their hashes, which are different in each match.
fn without_salts(mut events: Vec<MatchEvent>) -> Vec<MatchEvent> {
    for event in events.iter_mut().filter_map(|event| event.event.as_mut()) {
        if let Event::SeatTaken(taken) = event {
            taken.occupant_salt.clear();
            taken.occupant_hash.clear();
        }
    }
    events
}

/// Plays a match with the choices of bots, step by step in seat order, over all worlds, which share a store. At each
/// step all worlds must show the same state to every viewer.
async fn play(worlds: &[World], asked: &CreateMatchRequest) -> Seen {
    let apis: Vec<_> = worlds.iter().map(World::api).collect();
    let table = TestMatch::of_players(&apis, asked).await;
    let mut decisions = 0;
    while !table.is_over(apis[0]).await {
        decisions += table.play_step_in_order(&apis, Choice::Bot(7)).await.len();
        for viewer in table.viewers() {
            let first = table.bytes(apis[0], viewer).await;
            for api in &apis[1..] {
                assert_eq!(
                    first,
                    table.bytes(api, viewer).await,
                    "replicas differ in what they show"
                );
            }
        }
    }
    check_finished(&table, &table.state(apis[0], None).await, decisions);
    let mut seen = Vec::new();
    let mut told = Vec::new();
    for (turn, viewer) in table.viewers().into_iter().enumerate() {
        let api = apis[turn % apis.len()];
        seen.push(table.bytes(api, viewer).await);
        let messages = table.told(api, Some(0), viewer, u64::MAX).await;
        let updates = messages.into_iter().map(|response| match response.message.unwrap() {
            Message::Update(update) => (update.revision, without_salts(update.events)),
            other => panic!("not an update: {other:?}"),
        });
        told.push(updates.collect());
    }
    (seen, told)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_actions_give_the_same_match_on_memory_and_redis_and_one_and_two_replicas() {
    let servers = [RedisServer::start(), RedisServer::start()];
    let store = |server: &RedisServer| Redis::connect(&server.url(), RedisOptions::default()).unwrap();
    for game in GameId::ALL {
        let asked = creating(&game.testkit().setups()[0], &format!("one-and-the-same-{game}"));
        let on_memory = play(&[World::new(Memory::default(), 1).await], &asked).await;
        let on_one = play(&[World::new(store(&servers[0]), 1).await], &asked).await;
        let two = [
            World::new(store(&servers[1]), 1).await,
            World::new(store(&servers[1]), 2).await,
        ];
        let on_two = play(&two, &asked).await;
        assert_eq!(on_memory, on_one, "{game}: memory and Redis differ");
        assert_eq!(on_one, on_two, "{game}: one and two replicas differ");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replicas_show_the_same_state_to_every_viewer_at_every_revision() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    for game in GameId::ALL {
        let asked = creating(&game.testkit().setups()[0], "");
        let table = TestMatch::of_players(&apis, &asked).await;
        let mut decisions = 0;
        while !table.is_over(apis[0]).await {
            for seat in table.players() {
                let Some(choice) = table.choice(apis[seat % 2], seat, Choice::Bot(3)).await else {
                    continue;
                };
                table.submit(apis[seat % 2], seat, choice).await.unwrap();
                decisions += 1;
                for viewer in table.viewers() {
                    assert_eq!(table.bytes(apis[0], viewer).await, table.bytes(apis[1], viewer).await);
                }
            }
        }
        check_finished(&table, &table.state(apis[1], None).await, decisions);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_every_game_is_played_to_its_end_with_all_events_for_every_viewer() {
    let replica = Replica::on(redis()).await;
    for game in GameId::ALL {
        for (_, table) in sampled_setups(*game) {
            for choice in [Choice::Default, Choice::Bot(5), Choice::Random(11)] {
                let asked = creating(&table, "");
                let played = TestMatch::of_players(&[replica.api()], &asked).await;
                let (end, accepted) = played.play_on(&[replica.api()], choice).await;
                check_finished(&played, &end, accepted.len());
                Replay::of(&asked, &end, accepted).check(replica.api(), &played).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[should_panic(expected = "received other events than the replay")]
async fn a_replay_in_another_order_is_noticed() {
    let replica = Replica::in_memory().await;
    let table = TestMatch::of_players(&[replica.api()], &created("")).await;
    let (end, mut accepted) = table.play_on(&[replica.api()], Choice::Bot(5)).await;
    // The list contains the submissions of two seats in the wrong order.
    let (first, second) = (accepted[0].revision, accepted[1].revision);
    (accepted[0].revision, accepted[1].revision) = (second, first);
    Replay::of(&created(""), &end, accepted)
        .check(replica.api(), &table)
        .await;
}
