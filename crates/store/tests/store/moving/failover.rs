//! A master of the source or the target dies while matches move.

use futures_util::future::join_all;
use tinsel_store::{MatchId, MatchStore, MoveError, Moved, Redis, RedisOptions, StoreError, Version};
use tinsel_store_testkit::{Failover, RedisCluster, RedisSentinels, answered, asked, created, until, write, written};

use super::{SHARDS, holders, next_id};

/// More than move concurrently.
const MATCHES: usize = 40;
/// Number of writes to each match.
const STEPS: u32 = 10;

/// Waits for a replica with every write.
fn connect(url: &str) -> Redis {
    let options = RedisOptions {
        replicas: 1,
        ..RedisOptions::default()
    };
    Redis::connect(url, options).unwrap()
}

/// Writes to a match, in whichever store has it.
async fn play(stores: [Redis; 2], id: MatchId, mut version: Version) -> Version {
    for step in 0..STEPS {
        let write = asked(&format!("step-{step}"), "step");
        let stores = &stores;
        let either = async || match stores[0].replace(id, version, &write).await {
            Err(StoreError::Moved) => match stores[1].replace(id, version, &write).await {
                // Its mark can be lost in the failover.
                Err(StoreError::Moved | StoreError::NotFound) => Err(StoreError::Unavailable("it moves".to_owned())),
                replaced => replaced,
            },
            replaced => replaced,
        };
        version = written(answered(either).await);
    }
    version
}

/// Moves matches from the first to the second; a master of one of them dies as soon as the first match has moved.
async fn a_failover_loses_no_match(mut servers: [Box<dyn Failover>; 2], dies: usize) {
    let [from, to] = [0, 1].map(|of| connect(&servers[of].url()));
    answered(async || from.store_shards(SHARDS).await).await;
    let mut players = Vec::new();
    for _ in 0..MATCHES {
        let (id, begin) = (next_id(), write("created"));
        let version = created(answered(async || from.create(id, begin.clone()).await).await);
        let stores = [from.clone(), to.clone()];
        players.push(async move { (id, play(stores, id, version).await) });
    }
    let failing = &mut servers[dies];
    let moving = async {
        let mut slot = None;
        let stopped = from.move_to(&to, |moved| {
            if let (None, Moved::Moved(id)) = (slot, moved) {
                let of = failing.slot(&id.shard().to_string());
                failing.kill_master(of);
                slot = Some(of);
            }
        });
        let stopped = stopped.await;
        assert!(
            matches!(stopped, Err(MoveError::Source(_) | MoveError::Target(_))),
            "{stopped:?}"
        );
        failing.take_over(slot.unwrap());
        failing.restart();
        until("the move is complete", async || match from.move_to(&to, |_| {}).await {
            Ok(()) => true,
            Err(MoveError::Source(_) | MoveError::Target(_)) => false,
            Err(error) => panic!("{error}"),
        })
        .await;
    };
    let ((), played) = Box::pin(async { tokio::join!(moving, join_all(players)) }).await;
    for (id, version) in played {
        assert_eq!(holders(&[&from, &to], id).await.len(), 1);
        assert_eq!(to.load(id).await.unwrap().version, version);
    }
    assert_eq!((from.regressions(), to.regressions()), (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failover_of_the_source_by_sentinels_loses_no_match() {
    a_failover_loses_no_match([Box::new(RedisSentinels::start()), Box::new(RedisCluster::start())], 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failover_of_the_target_by_sentinels_loses_no_match() {
    a_failover_loses_no_match(
        [Box::new(RedisSentinels::start()), Box::new(RedisSentinels::start())],
        1,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failover_of_a_target_cluster_loses_no_match() {
    a_failover_loses_no_match([Box::new(RedisSentinels::start()), Box::new(RedisCluster::start())], 1).await;
}
