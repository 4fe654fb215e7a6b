//! A master dies: no caller gets the reply to another request, watchers reconnect, and lost writes are detected.

use std::collections::BTreeSet;

use super::load::Load;
use tinsel_store::{MatchId, MatchStore, Notice, Notices, Redis, RedisOptions, Replaced, Shard, StoreError, Version};
use tinsel_store_testkit::{
    Failover, RedisCluster, RedisSentinels, answered, created, id, next, shard, until, write, written,
};

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

/// Waits until a watcher gets a notice of this version, or of a loss, which takes precedence.
async fn woken(notices: &mut Notices, version: Version) {
    while ![Notice::Moved(version), Notice::Lost].contains(&next(notices).await) {}
}

/// Retries the same write until it is acknowledged.
async fn step(store: &Redis, id: MatchId, version: Version) -> Version {
    let step = write("moved");
    written(answered(async || store.replace(id, version, &step).await).await)
}

/// A match that has begun.
async fn begun(store: &Redis, id: MatchId) -> Version {
    let begin = write("begun");
    created(answered(async || store.create(id, begin.clone()).await).await)
}

async fn watched(store: &Redis, id: MatchId) -> Notices {
    answered(async || store.watch(id).await).await
}

/// The version of a match as it is found.
async fn found(store: &Redis, id: MatchId) -> Version {
    answered(async || store.load(id).await).await.version
}

async fn a_loss_in_a_failover_is_detected(mut servers: impl Failover) {
    let url = servers.url();
    let (quick, careful, stranger) = (quick(&url), careful(&url), quick(&url));
    let id = id(shard());
    let slot = servers.slot(&id.shard().to_string());
    let begun = begun(&careful, id).await;
    let kept = step(&careful, id, begun).await;
    let mut notices = watched(&quick, id).await;
    servers.cut_replicas(slot);

    let mut lost = kept;
    for _ in 0..3 {
        lost = step(&quick, id, lost).await;
        woken(&mut notices, lost).await;
    }
    let refused = write("refused");
    until("a write waits for a replica in vain", || async {
        match careful.replace(id, lost, &refused.clone()).await {
            Err(StoreError::Unavailable(why)) => why.contains("replicas"),
            other => panic!("written without a replica: {other:?}"),
        }
    })
    .await;

    servers.kill_master(slot);
    servers.take_over(slot);
    assert_eq!(found(&quick, id).await, kept, "what no replica had is gone");
    assert_eq!(quick.regressions(), 1);
    while next(&mut notices).await != Notice::Lost {}

    // The same revision number is written again, with other content and another nonce, and is not mistaken for the lost
    // one.
    let again = step(&quick, id, kept).await;
    assert_eq!(again.revision, kept.revision.plus(1));
    woken(&mut notices, again).await;
    let late = Version {
        nonce: again.nonce + 1,
        ..again
    };
    let late = answered(async || quick.replace(id, late, &write("late")).await).await;
    assert!(matches!(late, Replaced::Conflict(_)), "{late:?}");
    assert_eq!(found(&stranger, id).await, again);
    assert_eq!((quick.regressions(), stranger.regressions()), (1, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_loss_in_a_failover_by_sentinels_is_detected() {
    a_loss_in_a_failover_is_detected(RedisSentinels::start()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_loss_in_a_failover_of_a_cluster_is_detected() {
    a_loss_in_a_failover_is_detected(RedisCluster::start()).await;
}

async fn no_caller_gets_the_reply_of_another_while_a_master_dies(mut servers: impl Failover, name: &str) {
    let url = servers.url();
    let load = Load::begin(&careful(&url), &quick(&url)).await;
    load.goes_on().await;
    let slot = servers.slot(&load.first().shard().to_string());
    let held_up = |id: MatchId| servers.share_a_master(slot, servers.slot(&id.shard().to_string()));
    let others: Vec<_> = load.matches().filter(|id| !held_up(*id)).collect();
    servers.kill_master(slot);
    // A dead node delays only its own shards.
    load.go_on(|id| others.contains(&id)).await;
    servers.take_over(slot);
    load.goes_on().await;
    servers.restart();
    load.goes_on().await;
    load.end(name).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_caller_gets_the_reply_of_another_while_a_master_with_sentinels_dies() {
    no_caller_gets_the_reply_of_another_while_a_master_dies(RedisSentinels::start(), "sentinels").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_caller_gets_the_reply_of_another_while_a_master_of_a_cluster_dies() {
    no_caller_gets_the_reply_of_another_while_a_master_dies(RedisCluster::start(), "cluster").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shard_is_found_while_and_after_it_moves_to_another_node() {
    let servers = RedisCluster::start();
    let store = quick(&servers.url());
    let shard = shard();
    let mut matches = Vec::new();
    for _ in 0..8 {
        let id = id(shard);
        let version = begun(&store, id).await;
        matches.push((id, version, watched(&store, id).await));
    }
    let slot = servers.slot(&shard.to_string());
    tokio::task::block_in_place(|| {
        servers.move_slot(slot, || {
            tokio::runtime::Handle::current().block_on(async {
                // The slot moves key by key, and its node still answers for its other slots.
                let mut answered = Err(StoreError::NotFound);
                store.pulse(&[shard], |pulse| answered = pulse.answered).await;
                answered.unwrap();
                for (id, version, notices) in &mut matches {
                    *version = step(&store, *id, *version).await;
                    woken(notices, *version).await;
                }
            });
        });
    });
    for (id, version, notices) in &mut matches {
        assert_eq!(found(&store, *id).await, *version);
        *version = step(&store, *id, *version).await;
        woken(notices, *version).await;
    }
    assert_eq!(store.regressions(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_sentinel_delays_neither_watchers_nor_commands() {
    let servers = RedisSentinels::start();
    servers.silence_first_sentinel();
    // Each of them reconnects by itself.
    let (watching, writing) = (quick(&servers.url()), quick(&servers.url()));
    let id = id(shard());
    let mut notices = watched(&watching, id).await;
    let begun = begun(&writing, id).await;
    woken(&mut notices, begun).await;
}

#[tokio::test]
async fn a_scan_lists_the_matches_of_other_masters_before_it_fails_at_one_that_does_not_answer() {
    let mut cluster = RedisCluster::start();
    let store = quick(&cluster.url());
    let lost = cluster.slot("s017");
    let mut others = BTreeSet::new();
    for number in 0..18 {
        let shard = Shard::new(number).unwrap();
        let id = id(shard);
        begun(&store, id).await;
        if !cluster.share_a_master(cluster.slot(&shard.to_string()), lost) {
            others.insert(id);
        }
    }
    cluster.kill_master(lost);
    let (mut listed, mut from) = (BTreeSet::new(), None);
    let failure = loop {
        match store.scan(from.as_ref(), 100).await {
            Ok(section) => {
                listed.extend(section.matches.into_iter().map(|(id, _)| id));
                from = Some(section.next.expect("the scan fails at its end"));
            }
            Err(failure) => break failure,
        }
    };
    assert!(matches!(failure, StoreError::Unavailable(_)), "{failure}");
    assert_eq!(listed, others);
}
