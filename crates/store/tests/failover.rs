//! A master dies: nobody is given another's reply, watchers find the way again, and what was lost is noticed.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cognitive_complexity,
    clippy::print_stdout,
    reason = "tests fail by panicking, their assertions count as branches, and how long a failover took is worth a line"
)]

mod load;

use tinsel_store::{MatchId, MatchStore, Notice, Notices, Redis, RedisOptions, Revision, Shard, StoreError, Version};
use tinsel_store_testkit::{Failover, RedisCluster, RedisSentinels, created, id, next, shard, until, write, written};

/// Does not wait for replicas.
fn quick(url: &str) -> Redis {
    Redis::connect(url, RedisOptions::default()).unwrap()
}

/// Waits for a replica with every write.
fn careful(url: &str) -> Redis {
    let options = RedisOptions {
        replicas: 1,
        ..RedisOptions::default()
    };
    Redis::connect(url, options).unwrap()
}

/// Waits until a watcher is told of this version, or that it may have missed something: a loss outweighs a move.
async fn woken(notices: &mut Notices, version: Version) {
    while ![Notice::Moved(version), Notice::Lost].contains(&next(notices).await) {}
}

async fn step(store: &Redis, id: MatchId, version: Version) -> Version {
    written(store.replace(id, version, write("moved")).await.unwrap())
}

/// Writes again and again what is the same write until the answer comes.
async fn step_at_last(store: &Redis, id: MatchId, version: Version) -> Version {
    let step = write("moved");
    until("the match can be written", || async {
        store.replace(id, version, step.clone()).await.is_ok()
    })
    .await;
    step.version_after(version.revision)
}

async fn what_a_failover_loses_is_noticed(servers: &mut impl Failover, url: &str, shard: Shard, slot: u16) {
    let (quick, careful, stranger) = (quick(url), careful(url), quick(url));
    let id = id(shard);
    let begun = created(careful.create(id, write("begun")).await.unwrap());
    let kept = step(&careful, id, begun).await;
    let mut notices = quick.watch(id).await.unwrap();
    servers.cut_replicas(slot);

    let mut lost = kept;
    for _ in 0..3 {
        lost = step(&quick, id, lost).await;
        woken(&mut notices, lost).await;
    }
    let refused = careful.replace(id, lost, write("refused")).await;
    let Err(StoreError::Unavailable(why)) = refused else {
        panic!("written without a replica: {refused:?}");
    };
    assert!(why.contains("replicas"), "{why}");

    servers.kill_master(slot);
    until("another server has taken over", || async {
        quick.load(id).await.is_ok()
    })
    .await;
    assert_eq!(
        quick.load(id).await.unwrap().version,
        kept,
        "what no replica had is gone"
    );
    assert_eq!(quick.regressions(), 1);
    while next(&mut notices).await != Notice::Lost {}

    // The revision comes again, with other content and another nonce, and passes for nothing else.
    let again = step_at_last(&quick, id, kept).await;
    assert_eq!(again.revision, kept.revision.plus(1));
    woken(&mut notices, again).await;
    let late = quick
        .replace(
            id,
            Version {
                nonce: again.nonce + 1,
                ..again
            },
            write("late"),
        )
        .await;
    assert!(matches!(late, Ok(tinsel_store::Replaced::Conflict(_))), "{late:?}");
    assert_eq!(stranger.load(id).await.unwrap().version, again);
    assert_eq!((quick.regressions(), stranger.regressions()), (1, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_failover_by_sentinels_loses_is_noticed() {
    let mut servers = RedisSentinels::start();
    let url = servers.url();
    what_a_failover_loses_is_noticed(&mut servers, &url, shard(), 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_failover_in_a_cluster_loses_is_noticed() {
    let mut servers = RedisCluster::start();
    let url = servers.url();
    let shard = shard();
    let slot = servers.slot(&shard.to_string());
    what_a_failover_loses_is_noticed(&mut servers, &url, shard, slot).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_given_the_reply_of_another_while_a_master_with_sentinels_dies() {
    let mut servers = RedisSentinels::start();
    let store = quick(&servers.url());
    let load = load::Load::begin(&store).await;
    load.goes_on().await;
    servers.kill_master(0);
    load.goes_on().await;
    // The old master comes back as a replica.
    servers.restart();
    load.goes_on().await;
    load.end("sentinels").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_given_the_reply_of_another_while_a_master_of_a_cluster_dies() {
    let mut servers = RedisCluster::start();
    let store = quick(&servers.url());
    let load = load::Load::begin(&store).await;
    load.goes_on().await;
    servers.kill_master(servers.slot(&load.first().shard().to_string()));
    load.goes_on().await;
    servers.restart();
    load.goes_on().await;
    load.end("cluster").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shard_is_found_while_and_after_it_moves_to_another_node() {
    let servers = RedisCluster::start();
    let store = quick(&servers.url());
    let shard = shard();
    let mut matches = Vec::new();
    for _ in 0..8 {
        let id = id(shard);
        let version = created(store.create(id, write("begun")).await.unwrap());
        matches.push((id, version, store.watch(id).await.unwrap()));
    }
    let slot = servers.slot(&shard.to_string());
    tokio::task::block_in_place(|| {
        servers.move_slot(slot, || {
            tokio::runtime::Handle::current().block_on(async {
                for (id, version, notices) in &mut matches {
                    *version = step(&store, *id, *version).await;
                    woken(notices, *version).await;
                }
            });
        });
    });
    for (id, version, notices) in &mut matches {
        assert_eq!(store.load(*id).await.unwrap().version, *version);
        *version = step(&store, *id, *version).await;
        woken(notices, *version).await;
        assert_eq!(store.log(*id, Revision::NONE, 9).await.unwrap().entries.len(), 3);
    }
    assert_eq!(store.regressions(), 0);
}
