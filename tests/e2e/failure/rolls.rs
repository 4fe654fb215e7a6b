//! Servers that are replaced while everybody plays on.

use std::time::Duration;

use futures_util::StreamExt;
use tinsel_client::{Client, Watched};
use tinsel_harness::{Api, Crowd, Deployment, Leaving, Process, Replica, Table, UnderWay, created, redis, soon, until};
use tinsel_proto::v1::{ListGamesRequest, watch_match_response::Message};
use tinsel_server::Config;
use tokio::task::JoinSet;

/// How many servers there are, and how often each is replaced.
const SERVERS: usize = 3;
const ROUNDS: usize = 3;

/// How many actions each server has taken before the next is replaced.
const ACTIONS: f64 = 8.0;

/// How often each player asks.
const TICK: Duration = Duration::from_millis(400);

/// Fails unless lines with these texts come one after the other.
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
async fn nobody_notices_that_three_replicas_are_replaced_three_times_but_by_trying_again() {
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
            // Where Kubernetes does not wait, clients are sent to servers that are gone, too.
            let leaving = if round % 2 == 0 { Leaving::First } else { Leaving::Last };
            let (status, log) = deployment.replace_oldest(leaving).await;
            assert_eq!(status.code(), Some(0), "{log:#?}");
            let last = log.last().expect("a last line");
            assert!(last.contains("\"message\":\"stopped\""), "{log:#?}");
            assert!(!log.iter().any(|line| line.contains("\"level\":\"WARN\"")), "{log:#?}");
            in_this_order(&log, &["stopping", "\"ready\":false", "\"draining\"", "\"stopped\""]);
        }
    }
    let (accepted, times, failed) = (crowd.accepted(), crowd.take_times(), crowd.tries().take());
    eprintln!(
        "{} calls and {accepted} actions in {} rolls: p50 {} ms, p99 {} ms, at the most {} ms; tries that failed: {failed:#?}",
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
    // There is room for all on two of them, so that whoever is refused is refused for the roll.
    let wrong = failed
        .keys()
        .filter(|failed| !failed.is_to_be_repeated() || failed.code == "ResourceExhausted");
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "nobody need repeat these: {wrong:#?}");
}

/// Long-lived clients, each of which asks for a match again and again and watches it, all the while.
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

/// Waits until a server has a share of all streams and calls.
async fn has_a_share(server: &Process) {
    until("streams and calls of a server that has come", || async {
        let calls = server
            .metric("rpc_server_call_duration_seconds_count", &["/GetMatch"])
            .await;
        server.metric("tinsel_streams_open", &[]).await >= 2.0 && calls >= 20.0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_stay_come_to_a_replica_that_is_new_behind_their_name() {
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
async fn clients_that_stay_come_back_to_a_replica_that_they_have_the_address_of() {
    let arguments = ["--connection-age-seconds", "1", "--metrics-listen", "127.0.0.1:0"];
    let mut servers = [Process::start(redis(), &arguments), Process::start(redis(), &arguments)];
    let urls = [servers[0].url(), servers[1].url()];
    let clients: Vec<_> = (0..8).map(|_| Client::connect(urls.clone()).unwrap()).collect();
    let host = clients[0].create_with(created("")).await.unwrap();
    let staying = staying(clients, host.match_id());
    // From the beginning each has a share, though all clients have the same list.
    has_a_share(&servers[0]).await;
    has_a_share(&servers[1]).await;
    servers[0].kill();
    servers[0] = Process::with(&servers[0].address().to_string(), &redis().url(), &arguments, &[]);
    has_a_share(&servers[0]).await;
    drop(staying);
}

/// Waits for the word that a stream is to end, and for its end; then the call that is under way goes on, and is answered.
async fn ends_gently(api: &Api, table: &Table, then: impl FnOnce()) {
    let mut stream = api.watch(&table.match_id, Some(10), None).await.unwrap();
    let waiting = UnderWay::<ListGamesRequest>::begin(api).await;
    // Answered behind the call that has begun, so that one is under way.
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
async fn a_connection_that_has_lived_long_enough_says_so_and_lets_calls_finish() {
    let old = Replica::on_redis().await;
    let table = Table::of_players(&[old.api()], &created("")).await;
    let replica = Replica::start(Config {
        store: tinsel_server::StoreAddress::Redis(redis().url()),
        connection_age_seconds: 4,
        ..Config::default()
    })
    .await;
    let api = Api::connect(&replica.url()).await;
    ends_gently(&api, &table, || {}).await;
    // A call that begins while the connection closes fails without being sent, and clients repeat it.
    until("the next connection", || async {
        api.ask(&table.getting(), None).await.is_ok()
    })
    .await;
    // By the next connection everything is as before.
    let mut again = api.watch(&table.match_id, Some(9), None).await.unwrap();
    let said = soon("an update", again.message()).await.unwrap().unwrap().message;
    assert!(matches!(said, Some(Message::Update(_))), "{said:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_that_are_under_way_when_a_server_is_told_to_stop_are_answered() {
    let mut server = Process::start(redis(), &["--drain-seconds", "3600"]);
    let api = Api::connect(&server.url()).await;
    let table = Table::of_players(&[&api], &created("")).await;
    ends_gently(&api, &table, || server.terminate()).await;
    drop(api);
    let ended = tokio::task::spawn_blocking(move || server.ended());
    let (status, log) = soon("the end of the process", ended).await.unwrap();
    assert_eq!(status.code(), Some(0), "{log:#?}");
}
