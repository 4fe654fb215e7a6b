//! The rotation of the token secret while players play.

use tinsel_client::{Client, Seat};
use tinsel_harness::{Api, Mounted, Process, RedisServer, TestMatch, created, refused};
use tinsel_proto::v1::{CreateMatchRequest, Visibility};

const FIRST: &str = "the first secret of the tokens";
const SECOND: &str = "the second secret of the tokens";

/// A server that signs with `secret` and accepts tokens of `previous`, from files.
fn start(redis: &RedisServer, secret: &str, previous: Option<&str>) -> Process {
    let mounted = Mounted::new(&[("current", secret), ("previous", previous.unwrap_or_default())]);
    let (current, path) = (mounted.path("current"), mounted.path("previous"));
    let mut arguments = vec!["--token-secret-file", &current];
    if previous.is_some() {
        arguments.extend(["--previous-token-secrets-file", &path]);
    }
    Process::start(redis, &arguments)
}

/// Matches of earlier steps, which must stay playable.
#[derive(Default)]
struct Players {
    public: Vec<TestMatch>,
    codes: Vec<String>,
}

impl Players {
    /// All calls of players on both servers: with the tokens that each server has given, by join codes, and retries.
    async fn play(&mut self, step: usize, servers: [&Process; 2]) {
        for (from, to) in [(0, 1), (1, 0)] {
            let [from_api, to_api] = [
                Api::connect(&servers[from].url()).await,
                Api::connect(&servers[to].url()).await,
            ];
            let request_id = format!("step-{step}-from-{from}");
            let asked = created(&request_id);
            let mut made = TestMatch::create(&from_api, &asked).await;
            let retried = TestMatch::create(&to_api, &asked).await;
            assert_eq!(
                retried.match_id, made.match_id,
                "{request_id}: a retry creates no second match"
            );
            made.join(&from_api, 0).await;
            self.public.push(made);

            let asked = CreateMatchRequest {
                visibility: Visibility::Private.into(),
                ..created("")
            };
            self.codes.push(TestMatch::create(&from_api, &asked).await.code);
        }
        for server in servers {
            let (api, client) = (
                Api::connect(&server.url()).await,
                Client::connect([server.url()]).unwrap(),
            );
            for made in &self.public {
                for token in [made.host.as_str(), made.token(0)] {
                    made.state(&api, Some(token)).await;
                }
            }
            for code in &self.codes {
                client.spectate_by_code(code).await.expect("a private match");
            }
        }
        if let Some(code) = self.codes.last() {
            let [first, second] = servers.map(|server| Client::connect([server.url()]).unwrap());
            let seat: Seat = first.join_by_code(code, "Ada").await.expect("a seat");
            let other = second.seat(seat.match_id(), seat.token().clone(), seat.seat());
            other.state().await.expect("a state");
        }
    }
}

/// The steps of deploy/README.md. Between two steps, one server is already at the next one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_call_fails_while_servers_rotate_the_token_secret_one_after_the_other() {
    let redis = RedisServer::start();
    let steps = [(FIRST, None), (FIRST, Some(SECOND)), (SECOND, Some(FIRST))];
    let at = |step: usize| start(&redis, steps[step].0, steps[step].1);
    let mut players = Players::default();
    let (mut one, mut other) = (at(0), at(0));
    players.play(0, [&one, &other]).await;
    for step in 1..steps.len() {
        one = at(step);
        players.play(step * 2, [&one, &other]).await;
        other = at(step);
        players.play(step * 2 + 1, [&one, &other]).await;
    }
    // Without the first secret only its tokens are invalid.
    let last = start(&redis, SECOND, None);
    let api = Api::connect(&last.url()).await;
    let newest = players.public.last().unwrap();
    newest.state(&api, Some(newest.token(0))).await;
    let oldest = &players.public[0];
    let refusal = refused(api.ask(&oldest.getting(), Some(&oldest.host)).await);
    assert_eq!(refusal.reason, "TOKEN_INVALID");
}
