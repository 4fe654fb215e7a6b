//! Errors and latencies of clients while servers are replaced, compared with the same load without replacements.

use std::time::Duration;

use hdrhistogram::Histogram;
use tinsel_harness::{Crowd, Deployment, Leaving, until};
use tinsel_store_testkit::RedisServer;

const SERVERS: usize = 3;
/// Number of replacements of each server.
const ROUNDS: usize = 3;
/// Interval between two calls of each of the forty players.
const TICK: Duration = Duration::from_millis(50);
/// Number of accepted actions between two replacements, and for the measurement without replacements.
const ACTIONS: usize = 400;

/// Measures the same load without replacements and with them.
pub async fn measure() {
    let redis = RedisServer::start();
    let mut deployment = Deployment::start(&redis.url(), SERVERS, &[]).await;
    let crowd = Crowd::come(Crowd::forty(), &[deployment.url()], TICK);
    pass(&crowd, ACTIONS).await;
    drop((crowd.take_times(), crowd.tries().take()));
    for _ in 0..SERVERS * ROUNDS {
        pass(&crowd, ACTIONS).await;
    }
    let (steady, failed_in_peace) = (crowd.take_times(), failed(&crowd));
    for _ in 0..SERVERS * ROUNDS {
        pass(&crowd, ACTIONS).await;
        let (status, log) = deployment.replace_oldest(Leaving::First).await;
        assert!(status.success(), "{log:#?}");
    }
    let (rolled, failed_over) = (crowd.take_times(), failed(&crowd));
    crowd.leave().await;
    println!(
        "bench rolls calls={} failed_over={failed_over} p50_ms={:.1} p99_ms={:.1} p99_steady_ms={:.1} ratio={:.2} \
         calls_steady={} failed_steady={failed_in_peace}",
        rolled.len(),
        ms(&rolled, 0.5),
        ms(&rolled, 0.99),
        ms(&steady, 0.99),
        ms(&rolled, 0.99) / ms(&steady, 0.99),
        steady.len(),
    );
}

/// Waits until this number of further actions are accepted.
async fn pass(crowd: &Crowd, actions: usize) {
    let enough = crowd.accepted() + actions;
    until("enough actions", || async { crowd.accepted() >= enough }).await;
}

/// Number of failed tries since the last call of this function.
fn failed(crowd: &Crowd) -> usize {
    crowd.tries().take().values().sum()
}

fn ms(times: &Histogram<u64>, quantile: f64) -> f64 {
    times.value_at_quantile(quantile) as f64 / 1000.0
}
