//! Rate limits and quotas of a caller, and how the server identifies a caller.

use std::time::Duration;

use tinsel_client::{ApiKey as ClientKey, Client, Options};
use tinsel_harness::{
    Api, Choice, Fault, Faulty, RedisServer, Refusal, Replica, TestMatch, World, created, refused, until,
};
use tinsel_proto::v1::{CreateMatchRequest, ListGamesRequest, ListMatchesRequest};
use tinsel_server::{Config, StoreAddress};
use tinsel_service::{ApiKey, KeyQuota, Limits, Rate, Settings};
use tinsel_store::{MatchStore, Memory, Redis, RedisOptions};

const KEY: &str = "the key of the first studio";
const OTHER_KEY: &str = "the key of the other studio";

fn limited(limits: Limits) -> Settings {
    Settings {
        limits,
        ..Settings::default()
    }
}

/// A burst of this number of calls, and ten more per second.
fn rate(burst: u32) -> Limits {
    Limits {
        rate: Rate { per_second: 10, burst },
        ..Limits::default()
    }
}

fn keyed(quota: KeyQuota, limits: Limits) -> Settings {
    Settings {
        api_keys: vec![
            ApiKey::new("first", KEY.as_bytes(), quota),
            ApiKey::new("other", OTHER_KEY.as_bytes(), KeyQuota::default()),
        ],
        ..limited(limits)
    }
}

/// Calls until the first refusal; returns the number of accepted calls.
async fn calls(api: &Api, token: Option<&str>) -> usize {
    for taken in 0..1000 {
        // A call that is refused for another reason counts, too.
        if let Err(status) = api.ask(&ListGamesRequest {}, token).await {
            let refusal = refused::<()>(Err(status));
            assert_eq!(refusal.reason, "RATE_LIMITED");
            tinsel_harness::check_refusal(&refusal);
            return taken;
        }
    }
    panic!("nothing is refused");
}

async fn create(api: &Api, request_id: &str) -> Result<String, Refusal> {
    let answer = api.ask(&created(request_id), None).await;
    answer
        .map(|created| created.match_id)
        .map_err(|status| Refusal::of(&status))
}

#[track_caller]
fn full(answer: Result<String, Refusal>, limit: &str) {
    let refusal = answer.expect_err("a refusal");
    assert_eq!(refusal.reason, "OPEN_MATCH_LIMIT_REACHED", "{refusal:?}");
    assert_eq!(refusal.metadata["limit"], limit);
    tinsel_harness::check_refusal(&refusal);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_over_its_rate_limit_gets_the_time_of_the_next_call() {
    let world = World::with(Memory::default(), 31, limited(rate(3))).await;
    let (api, clock) = (world.api(), world.clock());
    assert_eq!(calls(api, None).await, 3);
    let wait = async || {
        refused(api.ask(&ListGamesRequest {}, None).await)
            .retry_after
            .expect("RetryInfo")
    };
    assert_eq!(wait().await, Duration::from_millis(100));
    clock.pass(99);
    assert_eq!(wait().await, Duration::from_millis(1));
    clock.pass(1);
    assert_eq!(calls(api, None).await, 1, "refused calls do not count");
    clock.pass(60_000);
    assert_eq!(calls(api, None).await, 3, "a pause fills up to the burst");
    // Streams and unknown methods count like any call.
    let opened = api.watch("000-00000000000000000000", None, None).await;
    assert_eq!(refused(opened.map(drop)).reason, "RATE_LIMITED");
    let nowhere = api
        .ask_bytes("/tinsel.v1.MatchService/Nothing", [].as_slice().into(), None)
        .await;
    assert_eq!(refused(nowhere).reason, "RATE_LIMITED");
    // Paths outside Tinsel's services are not limited.
    let elsewhere = api.ask_bytes("/nothing", [].as_slice().into(), None).await;
    assert_eq!(refused(elsewhere).reason, "METHOD_NOT_FOUND");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_counts_as_ten_calls() {
    let world = World::with(Memory::default(), 45, limited(rate(12))).await;
    world.api().ask(&ListMatchesRequest::default(), None).await.unwrap();
    assert_eq!(calls(world.api(), None).await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_tokens_of_an_address_have_a_limit_together() {
    let all = Rate {
        per_second: 10,
        burst: 8,
    };
    let limits = Limits {
        address_rate: all,
        ..rate(5)
    };
    let world = World::with(Memory::default(), 46, limited(limits)).await;
    let api = world.api();
    let table = TestMatch::create(api, &created("")).await;
    assert_eq!(calls(api, Some(&table.host)).await, 5);
    assert_eq!(calls(api, None).await, 2, "one call has created the match");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_token_is_its_own_caller_and_a_forged_token_is_not() {
    let world = World::with(Memory::default(), 32, limited(rate(5))).await;
    let api = world.api();
    let mut table = TestMatch::create(api, &created("")).await;
    table.join(api, 0).await;
    table.join(api, 1).await;
    assert_eq!(
        calls(api, None).await,
        2,
        "creating and joining are calls of the address"
    );
    for token in [&table.host, table.token(0), table.token(1)] {
        assert_eq!(calls(api, Some(token)).await, 5);
    }
    let forged = [
        "nonsense".to_owned(),
        format!("{}0", table.host),
        table.token(0).replacen(".s0-", ".s2-", 1),
        format!("Basic {}", table.host),
    ];
    for token in &forged {
        let refusal = refused(api.ask(&table.getting(), Some(token)).await);
        assert_eq!(refusal.reason, "RATE_LIMITED", "{token} made a new caller");
    }
    // The limit is the same on every connection.
    let connected = Api::connect(world.url()).await;
    assert_eq!(calls(&connected, None).await, 0);
    assert_eq!(calls(&connected, Some(table.token(0))).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_proxies_the_address_from_the_proxy_counts_and_not_one_from_the_client() {
    let settings = Settings {
        trusted_proxies: 1,
        ..limited(rate(2))
    };
    let world = World::with(Memory::default(), 33, settings).await;
    let via = |forwarded| world.api().with("x-forwarded-for", forwarded);
    assert_eq!(calls(&via("203.0.113.7"), None).await, 2);
    assert_eq!(calls(&via("198.51.100.1, 203.0.113.7"), None).await, 0);
    assert_eq!(calls(&via("203.0.113.7, 203.0.113.8"), None).await, 2);
    assert_eq!(calls(&via("2001:db8::1"), None).await, 2);
    assert_eq!(calls(&via("[2001:db8::2]:443"), None).await, 0);
    assert_eq!(calls(world.api(), None).await, 2);
    let trusting_nobody = World::with(Memory::default(), 34, limited(rate(2))).await;
    let via = |forwarded| trusting_nobody.api().with("x-forwarded-for", forwarded);
    assert_eq!(calls(&via("203.0.113.7"), None).await, 2);
    assert_eq!(calls(&via("203.0.113.8"), None).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_caller_has_a_stream_limit_and_ended_streams_free_it() {
    let settings = limited(Limits {
        caller_streams: 2,
        bearer_streams: 1,
        ..Limits::default()
    });
    let world = World::with(Memory::default(), 35, settings).await;
    let api = world.api();
    let table = TestMatch::create(api, &created("")).await;
    let watch = |token| api.watch(&table.match_id, None, token);
    let too_many = |opened: Result<_, tonic::Status>, limit: &str| {
        let refusal = refused(opened.map(|_| ()));
        assert_eq!(refusal.reason, "TOO_MANY_STREAMS");
        assert_eq!(refusal.metadata["limit"], limit);
        tinsel_harness::check_refusal(&refusal);
    };
    let (first, second) = (watch(None).await.unwrap(), watch(None).await.unwrap());
    too_many(watch(None).await, "2");
    let by_host = watch(Some(&table.host)).await.unwrap();
    too_many(watch(Some(&table.host)).await, "1");
    // The client cancels the stream without a further message.
    drop(first);
    until("the permit of the closed stream", || async {
        watch(None).await.is_ok()
    })
    .await;
    drop(by_host);
    until("the permit of the host's stream", || async {
        watch(Some(&table.host)).await.is_ok()
    })
    .await;
    drop(second);
    // A stream that was refused for another reason does not count.
    for _ in 0..3 {
        let opened = api.watch("000-00000000000000000000", None, Some(&table.host)).await;
        assert_eq!(refused(opened.map(|_| ())).reason, "TOKEN_FOR_OTHER_MATCH");
    }
    until("all permits", || async {
        let (first, second) = (watch(None).await, watch(None).await);
        first.is_ok() && second.is_ok()
    })
    .await;
}

/// Two open matches for each address, on any number of replicas. Each store must pass this.
async fn check_open_matches<S: MatchStore>(store: S, seed: u64) {
    let settings = || {
        limited(Limits {
            open_matches: 2,
            ..Limits::default()
        })
    };
    let store = Faulty::new(store);
    let (here, there) = (
        World::with(store.clone(), seed, settings()).await,
        World::with(store.clone(), seed + 1, settings()).await,
    );
    let (here, there) = (here.api(), there.api());
    let first = TestMatch::of_players(&[here], &created("first")).await;
    let second = create(there, "second").await.unwrap();
    for api in [here, there] {
        full(create(api, "third").await, "2");
    }
    // A retry creates no match, on any replica.
    assert_eq!(create(here, "second").await.unwrap(), second);
    assert_eq!(create(there, "first").await.unwrap(), first.match_id);

    first.play(&[there], Choice::Default).await;
    create(here, "third").await.unwrap();
    full(create(there, "fourth").await, "2");
    // A retry of a request for an ended match still returns that match, and uses no quota.
    assert_eq!(create(there, "first").await.unwrap(), first.match_id);
    full(create(here, "fourth").await, "2");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_has_an_open_match_quota_in_memory() {
    check_open_matches(Memory::default(), 36).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_has_an_open_match_quota_on_redis() {
    let redis = RedisServer::start();
    check_open_matches(Redis::connect(&redis.url(), RedisOptions::default()).unwrap(), 38).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_on_one_redis_share_the_open_match_quota() {
    let redis = RedisServer::start();
    let start = || {
        Replica::start(Config {
            store: StoreAddress::Redis(redis.url()),
            open_matches_max: 2,
            ..Config::default()
        })
    };
    let (here, there) = (start().await, start().await);
    create(here.api(), "").await.unwrap();
    create(there.api(), "").await.unwrap();
    full(create(here.api(), "").await, "2");
    full(create(there.api(), "").await, "2");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quota_slot_that_was_not_released_is_reconciled() {
    let store = Faulty::new(Memory::default());
    let settings = limited(Limits {
        open_matches: 2,
        ..Limits::default()
    });
    let world = World::with(store.clone(), 40, settings).await;
    let api = world.api();
    let ending = TestMatch::of_players(&[api], &created("")).await;
    create(api, "").await.unwrap();
    full(create(api, "").await, "2");
    store.set(Fault::NoRelease);
    ending.play(&[api], Choice::Default).await;
    store.set(Fault::None);
    // Reconciliation is expensive, so it repeats only after a while; the refusal contains the time.
    let refusal = create(api, "").await.expect_err("not reconciled yet");
    let wait = refusal.retry_after.expect("RetryInfo");
    world.clock().pass(u64::try_from(wait.as_millis()).unwrap());
    create(api, "").await.unwrap();
    full(create(api, "").await, "2");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_is_not_created_uses_no_quota() {
    let settings = limited(Limits {
        open_matches: 3,
        ..Limits::default()
    });
    let world = World::with(Memory::default().with_room_for(1), 41, settings).await;
    let api = world.api();
    create(api, "first").await.unwrap();
    for _ in 0..5 {
        assert_eq!(create(api, "").await.expect_err("no room").reason, "OVERLOADED");
    }
    let other = CreateMatchRequest {
        display_name: "Another".to_owned(),
        ..created("first")
    };
    for _ in 0..5 {
        assert_eq!(refused(api.ask(&other, None).await).reason, "REQUEST_ID_REUSED");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn if_api_keys_are_required_only_their_holders_create_matches() {
    let world = World::with(Memory::default(), 42, keyed(KeyQuota::default(), Limits::default())).await;
    let (api, keyed) = (world.api(), world.api().with("x-api-key", KEY));
    assert_eq!(create(api, "").await.expect_err("no key").reason, "API_KEY_MISSING");
    let mut table = TestMatch::create(&keyed, &created("")).await;
    let counted = "tinsel_keys_calls_total{holder=\"first\",";
    let counted: Vec<_> = world
        .metrics()
        .lines()
        .filter(|line| line.starts_with(counted))
        .map(str::to_owned)
        .collect();
    assert_eq!(counted.len(), 1, "{counted:?}");
    assert!(
        counted[0].contains("CreateMatch") && counted[0].ends_with(" 1"),
        "{counted:?}"
    );
    // Other calls need no API key.
    table.join(api, 0).await;
    api.ask(&table.getting(), Some(table.token(0))).await.unwrap();
    // A host's token does not allow another match.
    let again = api.ask(&created(""), Some(&table.host)).await;
    assert_eq!(refused(again).reason, "API_KEY_MISSING");
    let unknown = api.with("x-api-key", "the key of nobody at all");
    for answer in [
        create(&unknown, "").await.expect_err("no such key"),
        refused(unknown.ask(&ListGamesRequest {}, None).await),
        refused(unknown.ask(&table.getting(), Some(table.token(0))).await),
        refused(unknown.watch(&table.match_id, None, None).await.map(|_| ())),
    ] {
        assert_eq!(answer.reason, "API_KEY_UNKNOWN");
        tinsel_harness::check_refusal(&answer);
    }
    // A server without API keys ignores them.
    let open = World::new(Memory::default(), 43).await;
    create(&open.api().with("x-api-key", "whatever"), "").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_holder_of_an_api_key_is_one_caller_with_its_own_limits() {
    let quota = KeyQuota {
        rate: Some(Rate {
            per_second: 10,
            burst: 7,
        }),
        streams: Some(1),
        open_matches: Some(1),
    };
    let limits = Limits {
        open_matches: 2,
        ..rate(4)
    };
    let world = World::with(Memory::default(), 44, keyed(quota, limits)).await;
    let (first, other) = (
        world.api().with("x-api-key", KEY),
        world.api().with("x-api-key", OTHER_KEY),
    );
    let table = TestMatch::create(&first, &created("")).await;
    full(create(&first, "").await, "1");
    // With any token, it is the same caller.
    let stream = first.watch(&table.match_id, None, None).await.unwrap();
    let opened = first.watch(&table.match_id, None, Some(&table.host)).await;
    assert_eq!(refused(opened.map(|_| ())).reason, "TOO_MANY_STREAMS");
    assert_eq!(calls(&first, Some(&table.host)).await, 3);
    drop(stream);

    create(&other, "").await.unwrap();
    create(&other, "").await.unwrap();
    full(create(&other, "").await, "2");
    assert_eq!(calls(&other, None).await, 1);
    assert_eq!(
        calls(world.api(), None).await,
        4,
        "an address without key is another caller"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_with_unknown_api_keys_count_against_the_rate_limit() {
    let world = World::with(Memory::default(), 45, keyed(KeyQuota::default(), rate(3))).await;
    let mut reasons = Vec::new();
    for number in 0..5 {
        let guess = world
            .api()
            .with("x-api-key", &format!("a key that is only guessed {number}"));
        reasons.push(refused(guess.ask(&ListGamesRequest {}, None).await).reason);
    }
    let (unknown, limited) = ("API_KEY_UNKNOWN", "RATE_LIMITED");
    assert_eq!(reasons, [unknown, unknown, unknown, limited, limited]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_client_sends_its_api_key_and_waits_for_the_rate_limit() {
    // With the real clock, so that waiting helps.
    let folder = std::env::temp_dir().join(format!("tinsel-quotas-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("keys.toml");
    let text = "[first]\nkey = 'the-key-of-the-first-studio'\ncalls_per_second = 100\ncalls_burst = 1\n";
    std::fs::write(&path, text).unwrap();
    let replica = Replica::start(Config {
        api_keys: Some(tinsel_server::ApiKeyFile::read(path.to_str().unwrap()).unwrap()),
        ..Config::default()
    })
    .await;
    std::fs::remove_dir_all(folder).unwrap();
    let options = Options {
        api_key: Some(ClientKey::new("the-key-of-the-first-studio")),
        ..Options::default()
    };
    let client = Client::with_options([replica.url()], options).unwrap();
    let host = client.create_match(created("")).await.unwrap();
    for _ in 0..5 {
        client.get_match(&host.match_id, None).await.unwrap();
    }
    let stranger = Client::connect([replica.url()]).unwrap();
    let refused = stranger.create_match(created("")).await.unwrap_err();
    assert!(refused.is_refused_for("API_KEY_MISSING"), "{refused}");
}
