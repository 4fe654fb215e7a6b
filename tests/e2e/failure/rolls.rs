//! Servers that are replaced while matches continue.

use std::time::Duration;

use futures_util::StreamExt;
use tinsel_client::{Client, Watched};
use tinsel_harness::{
    Api, Crowd, Deployment, Leaving, Process, Replica, TestMatch, UnderWay, created, redis, soon, until,
};
use tinsel_proto::v1::{ListGamesRequest, watch_match_response::Message};
use tinsel_server::Config;
use tokio::task::JoinSet;

/// Number of servers, and how often each is replaced.
const SERVERS: usize = 3;
const ROUNDS: usize = 3;

/// Number of actions that each server has processed before the next is replaced.
const ACTIONS: f64 = 8.0;

/// Interval between two calls of a player.
const TICK: Duration = Duration::from_millis(400);

/// Fails unless log lines with these texts occur in this order.
fn in_this_order(log: &[String], texts: &[&str]) {
    let mut lines = log.iter();
    for text in texts {
        assert!(
            lines.any(|line| line.contains(text)),
            "no {text} in its place: {log:#?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_rolling_replacements_of_three_replicas_cause_only_retries() {
    let arguments = ["--connection-age-seconds", "4"];
    let mut deployment = Deployment::start(&redis().url(), SERVERS, &arguments).await;
    let crowd = Crowd::come(Crowd::forty(), &[deployment.url()], TICK);
    for round in 0..ROUNDS {
        for _ in 0..SERVERS {
            let before = deployment.answered("SubmitAction").await;
            until("actions on every server", || async {
                let now = deployment.answered("SubmitAction").await;
                assert!(!crowd.has_failed());
                now.iter().zip(&before).all(|(now, before)| now - before >= ACTIONS)
            })
            .await;
            // Without the wait of Kubernetes, clients also connect to servers that have stopped.
            let leaving = if round % 2 == 0 { Leaving::First } else { Leaving::Last };
            let (status, log) = deployment.replace_oldest(leaving).await;
            assert_eq!(status.code(), Some(0), "{log:#?}");
            let last = log.last().expect("a last line");
            assert!(last.contains("\"message\":\"stopped\""), "{log:#?}");
            // The Redis of the tests saves nothing, which a server reports.
            let warns = |line: &String| line.contains("\"level\":\"WARN\"") && !line.contains("not_persistent");
            assert!(!log.iter().any(warns), "{log:#?}");
            in_this_order(
                &log,
                &[
                    "graceful shutdown started",
                    "\"ready\":false",
                    "\"draining\"",
                    "\"stopped\"",
                ],
            );
        }
    }
    let (accepted, times, failed) = (crowd.accepted(), crowd.take_times(), crowd.tries().take());
    eprintln!(
        "{} calls and {accepted} actions in {} rolls: p50 {} ms, p99 {} ms, maximum {} ms; failed tries: {failed:#?}",
        times.len(),
        SERVERS * ROUNDS,
        times.value_at_quantile(0.5) / 1000,
        times.value_at_quantile(0.99) / 1000,
        times.max() / 1000,
    );
    let played = crowd.leave().await;
    let api = Api::connect(&deployment.servers()[0].url()).await;
    for (replay, table) in &played {
        replay.check(&api, table).await;
    }
    eprintln!("{} matches", played.len());
    // Two servers have room for all clients, so each refusal is caused by the replacement.
    let wrong = failed
        .keys()
        .filter(|failed| !failed.is_to_be_repeated() || failed.code == "ResourceExhausted");
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "no retry is required after these: {wrong:#?}");
}

/// Long-lived clients, each of which reads a match repeatedly and watches it.
fn staying(clients: Vec<Client>, match_id: &str) -> JoinSet<()> {
    let mut staying = JoinSet::new();
    for client in clients {
        let spectator = client.spectator(match_id);
        let mut watch = spectator.watch(None);
        staying.spawn(async move {
            while let Some(watched) = watch.next().await {
                assert!(matches!(watched, Ok(Watched::Snapshot(_))), "{watched:?}");
            }
        });
        staying.spawn(async move {
            loop {
                spectator.state().await.expect("an answer");
                tokio::task::yield_now().await;
            }
        });
    }
    staying
}

/// Waits until a server has its share of all streams and calls.
async fn has_a_share(server: &Process) {
    until("streams and calls of the new server", || async {
        let calls = server
            .metric("rpc_server_call_duration_seconds_count", &["/GetMatch"])
            .await;
        server.metric("tinsel_streams_open", &[]).await >= 2.0 && calls >= 20.0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_lived_clients_reach_a_new_replica_behind_their_address() {
    let arguments = ["--connection-age-seconds", "1"];
    let mut deployment = Deployment::start(&redis().url(), 1, &arguments).await;
    let clients: Vec<_> = (0..8).map(|_| Client::connect([deployment.url()]).unwrap()).collect();
    let host = clients[0].create_with(created("")).await.unwrap();
    let staying = staying(clients, host.match_id());
    has_a_share(&deployment.servers()[0]).await;
    deployment.add().await;
    has_a_share(&deployment.servers()[1]).await;
    drop(staying);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_lived_clients_return_to_a_restarted_replica_in_their_list() {
    let arguments = ["--connection-age-seconds", "1", "--metrics-listen", "127.0.0.1:0"];
    let mut servers = [Process::start(redis(), &arguments), Process::start(redis(), &arguments)];
    let urls = [servers[0].url(), servers[1].url()];
    let clients: Vec<_> = (0..8).map(|_| Client::connect(urls.clone()).unwrap()).collect();
    let host = clients[0].create_with(created("")).await.unwrap();
    let staying = staying(clients, host.match_id());
    // Each server has its share from the start, although all clients have the same list.
    has_a_share(&servers[0]).await;
    has_a_share(&servers[1]).await;
    servers[0].kill();
    servers[0] = Process::with(&servers[0].address().to_string(), &redis().url(), &arguments, &[]);
    has_a_share(&servers[0]).await;
    drop(staying);
}

/// Waits for the Draining message of a stream, and for its end. Then the call that is under way continues and succeeds.
async fn ends_gently(api: &Api, table: &TestMatch, then: impl FnOnce()) {
    let mut stream = api.watch(&table.match_id, Some(10), None).await.unwrap();
    let waiting = UnderWay::<ListGamesRequest>::begin(api).await;
    // This call is answered after the other has started, so the other is under way.
    soon("an answer", api.ask(&table.getting(), None)).await.unwrap();
    then();
    let said = soon("the goodbye", stream.message()).await.unwrap().unwrap();
    match said.message.unwrap() {
        Message::Draining(draining) => assert_eq!(draining.resume_after_revision, 10),
        other => panic!("no goodbye: {other:?}"),
    }
    assert_eq!(soon("the end", stream.message()).await.unwrap(), None);
    let answer = waiting.ask(&ListGamesRequest {}).await;
    assert!(!answer.expect("a call that is under way is answered").games.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_over_its_maximum_age_is_drained_and_its_calls_finish() {
    let old = Replica::on_redis().await;
    let table = TestMatch::of_players(&[old.api()], &created("")).await;
    let replica = Replica::start(Config {
        store: tinsel_server::StoreAddress::Redis(redis().url()),
        connection_age_seconds: 4,
        ..Config::default()
    })
    .await;
    let api = Api::connect(&replica.url()).await;
    ends_gently(&api, &table, || {}).await;
    // A call that starts while the connection closes fails without being sent, and clients retry it.
    until("the next connection", || async {
        api.ask(&table.getting(), None).await.is_ok()
    })
    .await;
    // The next connection works as before.
    let mut again = api.watch(&table.match_id, Some(9), None).await.unwrap();
    let said = soon("an update", again.message()).await.unwrap().unwrap().message;
    assert!(matches!(said, Some(Message::Update(_))), "{said:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_that_are_under_way_at_sigterm_are_answered() {
    let mut server = Process::start(redis(), &["--drain-seconds", "3600"]);
    let api = Api::connect(&server.url()).await;
    let table = TestMatch::of_players(&[&api], &created("")).await;
    ends_gently(&api, &table, || server.terminate()).await;
    drop(api);
    let ended = tokio::task::spawn_blocking(move || server.ended());
    let (status, log) = soon("the end of the process", ended).await.unwrap();
    assert_eq!(status.code(), Some(0), "{log:#?}");
}
