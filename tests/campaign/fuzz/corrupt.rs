//! Stored matches with corrupted bytes, and replies of Redis with corrupted bytes: calls fail with a reason, and nothing
//! panics or hangs.

use std::{
    net::SocketAddr,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use bytes::Bytes;
use tinsel_catalog::GameId;
use tinsel_harness::{
    Api, Call, Chance, Choice, Link, Mode, Operator, RawMatch, RedisServer, TestMatch, World, creating, some_action,
    usual_setups,
};
use tinsel_proto::v1::{
    GetMatchRequest, ListHistoryRequest, ListLegalActionsRequest, ListMatchesRequest, SubmitActionRequest,
};
use tinsel_store::{MatchId, Redis, RedisOptions};
use tokio::time::{sleep, timeout};

/// The time after which a call counts as hung: longer than the store's own timeouts.
const HUNG: Duration = Duration::from_secs(40);

/// The number of panics in this process, in which the corrupted matches are read.
static PANICS: AtomicU64 = AtomicU64::new(0);

/// Corrupts matches and replies this number of times each. Returns what went wrong.
pub async fn check(seed: u64, rounds: u64) -> Vec<String> {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        before(panic);
    }));
    let mut chance = Chance::new(seed);
    let mut findings = stored(&mut chance, rounds).await;
    findings.extend(replies(&mut chance, rounds).await);
    let panics = PANICS.load(Ordering::Relaxed);
    if panics > 0 {
        findings.push(format!("{panics} panics with corrupted data"));
    }
    println!(
        "fuzz seed {seed}: {rounds} corrupted matches, {rounds} groups of calls with corrupted replies, {panics} panics"
    );
    findings
}

/// Matches of all games, under way and finished.
async fn matches(api: &Api) -> Vec<TestMatch> {
    let mut matches = Vec::new();
    for game in GameId::ALL {
        let asked = creating(&usual_setups(*game).swap_remove(0), "");
        let (begun, finished) = (
            TestMatch::of_players(&[api], &asked).await,
            TestMatch::of_players(&[api], &asked).await,
        );
        begun.play_step(&[api], Choice::Bot(1)).await;
        finished.play(&[api], Choice::Bot(1)).await;
        matches.extend([begun, finished]);
    }
    matches
}

async fn stored(chance: &mut Chance, rounds: u64) -> Vec<String> {
    let server = RedisServer::start();
    let store = Redis::connect(&server.url(), RedisOptions::default()).expect("an address");
    let matches = matches(World::new(store.clone(), 1).await.api()).await;
    let mut operator = Operator::of(&server);
    let mut findings = Vec::new();
    for _ in 0..rounds {
        let test_match = &matches[chance.below(matches.len())];
        let id: MatchId = test_match.match_id.parse().expect("an ID");
        let (sound, backup) = (
            RawMatch::read(&mut operator, id),
            operator.back_up(&test_match.match_id),
        );
        let names: Vec<_> = sound.fields.keys().collect();
        let name = names[chance.below(names.len())];
        operator.put_field(&test_match.match_id, name, &chance.changed(&sound.fields[name]));
        // A server that has never read the match.
        let world = World::new(store.clone(), chance.next()).await;
        world.sweep().await;
        if let Err(hung) = call(world.api(), test_match).await {
            findings.push(format!("{hung} hangs with a corrupted field {name} of {id}"));
        }
        operator.restore(&backup);
    }
    findings
}

async fn replies(chance: &mut Chance, rounds: u64) -> Vec<String> {
    let server = RedisServer::start();
    let link = Link::to(SocketAddr::from(([127, 0, 0, 1], server.port()))).await;
    let store = Redis::connect(&format!("redis://{}/", link.address()), RedisOptions::default()).expect("an address");
    let world = World::new(store, 1).await;
    let matches = matches(world.api()).await;
    let mut findings = Vec::new();
    for _ in 0..rounds {
        link.set(Mode::Corrupt(chance.next()));
        let test_match = &matches[chance.below(matches.len())];
        if let Err(hung) = call(world.api(), test_match).await {
            findings.push(format!("{hung} hangs with corrupted replies"));
        }
    }
    link.set(Mode::Forward);
    link.reset();
    // The service recovers by itself.
    let asked = creating(&usual_setups(GameId::JingleBrawl).swap_remove(0), "");
    let recovered = timeout(HUNG, async {
        while world.api().ask(&asked, None).await.is_err() {
            sleep(Duration::from_millis(100)).await;
        }
    });
    if recovered.await.is_err() {
        findings.push("the service does not recover from corrupted replies".to_owned());
    }
    findings
}

/// Calls about a match, which may all fail. Returns the method that hangs.
async fn call(api: &Api, test_match: &TestMatch) -> Result<(), &'static str> {
    let match_id = || test_match.match_id.clone();
    let game = GameId::ALL[0];
    let requests: [(&'static str, Bytes); 5] = [
        request(&test_match.getting()),
        request(&ListHistoryRequest {
            match_id: match_id(),
            ..ListHistoryRequest::default()
        }),
        request(&ListLegalActionsRequest {
            match_id: match_id(),
            ..ListLegalActionsRequest::default()
        }),
        request(&SubmitActionRequest {
            match_id: match_id(),
            action: Some(some_action(game)),
            ..SubmitActionRequest::default()
        }),
        request(&ListMatchesRequest::default()),
    ];
    for (path, asked) in requests {
        let answer = timeout(HUNG, api.ask_bytes(path, asked, Some(test_match.token(0)))).await;
        drop(answer.map_err(|_| path)?);
    }
    let watching = async {
        let mut stream = api
            .watch(&test_match.match_id, Some(0), Some(test_match.token(0)))
            .await
            .ok()?;
        stream.message().await.ok()?
    };
    let path = GetMatchRequest::METHOD.path;
    timeout(HUNG, watching).await.map(drop).map_err(|_| path)
}

fn request<Q: Call>(asked: &Q) -> (&'static str, Bytes) {
    (Q::METHOD.path, asked.encode_to_vec().into())
}
