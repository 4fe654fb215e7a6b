//! Matches that move to another store while servers run on both.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use tinsel_harness::{Api, Crowd, Deployment, Leaving, RedisServer, soon, until};
use tinsel_server::CopiedStore;

/// Number of servers.
const SERVERS: usize = 2;

/// Number of accepted actions before the move, and again after it.
const ACTIONS: usize = 40;

/// Interval between two calls of a player.
const TICK: Duration = Duration::from_millis(400);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_continue_while_they_move_to_another_store() {
    let (source, target) = (RedisServer::start(), RedisServer::start());
    let mut deployment = Deployment::start(&source.url(), SERVERS, &[]).await;
    let crowd = Crowd::come(Crowd::forty(), &[deployment.url()], TICK);
    let accepted = async |number| {
        until("accepted actions", || async {
            assert!(!crowd.has_failed());
            crowd.accepted() >= number
        })
        .await;
    };
    accepted(ACTIONS).await;

    let [from, to] = [&source, &target].map(|redis| CopiedStore::open(&redis.url()).unwrap());
    let moved = AtomicUsize::new(0);
    let moving = from.move_to(&to, |_| {
        moved.fetch_add(1, Ordering::SeqCst);
    });
    let replacing = async {
        until("a moved match", || async { moved.load(Ordering::SeqCst) > 0 }).await;
        deployment.use_store(&target.url());
        for _ in 0..SERVERS {
            deployment.replace_oldest(Leaving::First).await;
        }
    };
    let both = Box::pin(async { tokio::join!(moving, replacing) });
    let (done, ()) = soon("the end of the move", both).await;
    done.unwrap();
    accepted(crowd.accepted() + ACTIONS).await;

    let failed = crowd.tries().take();
    let played = crowd.leave().await;
    let api = Api::connect(&deployment.servers()[0].url()).await;
    for (replay, table) in &played {
        replay.check(&api, table).await;
    }
    let wrong: Vec<_> = failed.keys().filter(|failed| !failed.is_to_be_repeated()).collect();
    assert!(wrong.is_empty(), "no retry is required after these: {wrong:#?}");
}
