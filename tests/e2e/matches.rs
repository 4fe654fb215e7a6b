//! Whole matches.

use std::collections::BTreeMap;

use bytes::Bytes;
use tinsel_harness::{Choice, Replica, Table, World, created, presents_of_mine, redis};
use tinsel_proto::games::presents_of_mine::v1 as pom;
use tinsel_proto::v1::{CreateMatchRequest, MatchEvent, MatchPhase, MatchState, watch_match_response::Message};
use tinsel_store::{Memory, Redis, RedisOptions};
use tinsel_store_testkit::RedisServer;

/// Revisions of a whole match of eight players: creation, eight seats, the beginning, and 48 submissions.
pub(crate) const REVISIONS: u64 = 58;

fn revision(state: &MatchState) -> u64 {
    state.r#match.as_ref().unwrap().revision
}

fn check_finished(state: &MatchState) {
    let played = state.r#match.as_ref().unwrap();
    assert_eq!(played.phase(), MatchPhase::Finished);
    assert_eq!(played.revision, REVISIONS);
    assert!(played.waiting.is_empty());
    let outcome = played.outcome.as_ref().unwrap();
    assert_eq!(outcome.standings.len(), 8);
    assert!(outcome.standings.iter().any(|standing| standing.rank == 1));
    assert_eq!(played.fairness.as_ref().unwrap().server_seed.len(), 32);
}

/// What everybody sees at the end, and was told on the way.
type Seen = (Vec<Bytes>, Vec<Vec<(u64, Vec<MatchEvent>)>>);

/// Plays a match by bots' choices, step by step in seat order, over all worlds, which share a store. At each step all
/// worlds must show everybody the same.
async fn play(worlds: &[World]) -> Seen {
    let apis: Vec<_> = worlds.iter().map(World::api).collect();
    let table = Table::of_players(&apis, &created("one-and-the-same")).await;
    for _ in 0..6 {
        table.play_step_in_order(&apis, Choice::Bot(7)).await;
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
    check_finished(&table.state(apis[0], None).await);
    let mut seen = Vec::new();
    let mut told = Vec::new();
    for (turn, viewer) in table.viewers().into_iter().enumerate() {
        let api = apis[turn % apis.len()];
        seen.push(table.bytes(api, viewer).await);
        let messages = table.told(api, Some(0), viewer, u64::MAX).await;
        let updates = messages.into_iter().map(|response| match response.message.unwrap() {
            Message::Update(update) => (update.revision, update.events),
            other => panic!("not an update: {other:?}"),
        });
        told.push(updates.collect());
    }
    (seen, told)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_actions_give_the_same_match_on_memory_and_redis_and_one_and_two_replicas() {
    let on_memory = play(&[World::new(Memory::default(), 1).await]).await;
    let servers = [RedisServer::start(), RedisServer::start()];
    let store = |server: &RedisServer| Redis::connect(&server.url(), RedisOptions::default()).unwrap();
    let on_one = play(&[World::new(store(&servers[0]), 1).await]).await;
    let on_two = play(&[
        World::new(store(&servers[1]), 1).await,
        World::new(store(&servers[1]), 2).await,
    ])
    .await;
    assert_eq!(on_memory, on_one, "memory and Redis differ");
    assert_eq!(on_one, on_two, "one and two replicas differ");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_match_is_played_on_memory() {
    let replica = Replica::in_memory().await;
    let table = Table::of_players(&[replica.api()], &created("")).await;
    check_finished(&table.play(&[replica.api()], Choice::Default).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replicas_show_everybody_the_same_at_every_revision() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    let table = Table::of_players(&apis, &created("")).await;
    let mut compared = 0;
    for _ in 0..6 {
        for seat in 0..8 {
            let choice = table.choice(apis[seat % 2], seat, Choice::Bot(3)).await.unwrap();
            table.submit(apis[seat % 2], seat, choice).await.unwrap();
            for viewer in table.viewers() {
                assert_eq!(table.bytes(apis[0], viewer).await, table.bytes(apis[1], viewer).await);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 48 * 10);
    check_finished(&table.state(apis[1], None).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_choice_of_options_is_played_to_its_end() {
    let replica = Replica::on(redis()).await;
    let options = [
        (
            pom::ListReveal::AfterSelection,
            pom::PregameHands::Private,
            pom::Round3Majority::Skip,
        ),
        (
            pom::ListReveal::BeforeSelection,
            pom::PregameHands::Public,
            pom::Round3Majority::Apply,
        ),
        (
            pom::ListReveal::BeforeSelection,
            pom::PregameHands::Private,
            pom::Round3Majority::Apply,
        ),
    ];
    for (list, hands, majority) in options {
        let asked = CreateMatchRequest {
            config: Some(presents_of_mine(pom::Config {
                list_reveal: list.into(),
                pregame_hands: hands.into(),
                round3_majority: majority.into(),
            })),
            ..created("")
        };
        let table = Table::of_players(&[replica.api()], &asked).await;
        check_finished(&table.play(&[replica.api()], Choice::Bot(5)).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_told_on_the_way_is_what_everybody_did() {
    let replica = Replica::on_redis().await;
    let table = Table::of_players(&[replica.api()], &created("")).await;
    let state = table.play(&[replica.api()], Choice::Bot(11)).await;
    let told = table.told(replica.api(), Some(0), None, u64::MAX).await;
    let mut received = BTreeMap::new();
    for response in &told {
        let Some(Message::Update(update)) = &response.message else {
            panic!("not an update: {response:?}")
        };
        for (seat, step) in crate::received(&update.events) {
            *received.entry((seat, step)).or_insert(0) += 1;
        }
    }
    let all = (0..8).flat_map(|seat| (0..6).map(move |step| ((seat, step), 1)));
    assert_eq!(received, all.collect::<BTreeMap<_, _>>());
    assert_eq!(revision(&state), u64::try_from(told.len()).unwrap());
}
