//! Redis with sentinels or as a Cluster: a master dies in the middle of matches, and they continue.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use futures_util::StreamExt;
use prost_types::Duration;
use tinsel_client::{Client, Host, Watched};
use tinsel_harness::{
    Api, Failover, Process, RedisCluster, RedisSentinels, Replica, created, refused, revision_of, soon, until,
};
use tinsel_proto::v1::{CreateMatchRequest, MatchPhase, TimeControl, time_control::Control};
use tinsel_server::{Config, StoreAddress};
use tinsel_store::MatchId;

use crate::{
    failure::restarts::{either, play_seats, take_seats},
    play::matches::REVISIONS,
};

/// Number of decisions before the master dies, and again before the test checks that matches continue.
const DECISIONS: usize = 12;

/// The revisions that a spectator receives from start to end, in one client-side watch.
async fn spectate(client: Client, match_id: String) -> Vec<u64> {
    let mut watch = client.spectator(match_id).watch(Some(0));
    let mut told = Vec::new();
    while let Some(watched) = soon("an update of the match", watch.next()).await {
        match watched.expect("a watch reconnects by itself") {
            Watched::Update(update) => told.push(update.revision),
            other => panic!("nothing was lost, and yet: {other:?}"),
        }
    }
    told
}

/// Kills the master of a running match, and of a match with inactive players.
async fn matches_go_on_though_a_master_dies(mut redis: impl Failover) {
    // Every write waits for a replica, so that no accepted action is lost.
    let arguments = ["--store-replicas", "1", "--shards", "8"];
    let servers = [0, 1].map(|_| Process::on(&redis.url(), &arguments));
    let urls = [servers[0].url(), servers[1].url()];
    let slot = |host: &Host| {
        let id: MatchId = host.match_id().parse().unwrap();
        redis.slot(&id.shard().to_string())
    };
    let asked = created("");
    let played = either(&urls, 0).create_with(asked.clone()).await.unwrap();
    let slot_of_both = slot(&played);
    let left = CreateMatchRequest {
        time_control: Some(TimeControl {
            control: Some(Control::PerDecision(Duration { seconds: 1, nanos: 0 })),
            ..TimeControl::default()
        }),
        ..created("")
    };
    let deserted = loop {
        let host = either(&urls, 1).create_with(left.clone()).await.unwrap();
        if redis.share_a_master(slot(&host), slot_of_both) {
            break host;
        }
    };
    take_seats(&left, &deserted, &urls).await;
    let seats = take_seats(&asked, &played, &urls).await;

    let spectating = tokio::spawn(spectate(either(&urls, 1), played.match_id().to_owned()));
    let accepted = Arc::new(AtomicUsize::new(0));
    let playing = tokio::spawn(play_seats(asked, played, seats, Arc::clone(&accepted)));
    until("enough decisions", || async {
        accepted.load(Ordering::SeqCst) >= DECISIONS
    })
    .await;
    redis.kill_master(slot_of_both);
    redis.take_over(slot_of_both);
    // The new master has no replica until the old one has become its replica.
    redis.restart();

    let (replay, table) = playing.await.unwrap();
    assert_eq!(spectating.await.unwrap(), (1..=REVISIONS).collect::<Vec<_>>());
    replay.check(&Api::connect(&urls[1]).await, &table).await;
    until("the deserted match ends", || async {
        let state = deserted.state().await.unwrap();
        // Besides the players' decisions, there may be revisions that credit the time without a master.
        state.r#match.as_ref().unwrap().phase() == MatchPhase::Finished && revision_of(&state) >= REVISIONS
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_continue_after_a_master_with_sentinels_dies() {
    matches_go_on_though_a_master_dies(RedisSentinels::start()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_continue_after_a_master_of_a_cluster_dies() {
    matches_go_on_though_a_master_dies(RedisCluster::start()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_is_ready_only_once_every_master_of_a_cluster_permits_all_commands() {
    let redis = RedisCluster::start();
    let slot = redis.slot("s017");
    redis.permit(slot, "-time");
    let replica = Replica::start(Config {
        store: StoreAddress::Redis(redis.url()),
        ..Config::default()
    })
    .await;
    until("a check has reached every master", || async {
        let refusal = refused(replica.api().ask(&created(""), None).await);
        assert_eq!(refusal.reason, "STORE_UNAVAILABLE");
        refusal.message.contains("commands_refused")
    })
    .await;
    redis.permit(slot, "+time");
    until("a match is created", || async {
        replica.api().ask(&created(""), None).await.is_ok()
    })
    .await;
}
