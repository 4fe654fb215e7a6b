//! Tenants: each has lists, quick matches, quotas and idempotency keys of its own, unless it shares a lobby.

use std::collections::{BTreeMap, BTreeSet};

use tinsel_harness::{ANY_GAME, Api, Operator, RedisServer, TestMatch, World, created, refused};
use tinsel_proto::v1::{
    CreateMatchRequest, JoinMatchRequest, ListMatchesRequest, MatchFilter, MatchPhase, QuickMatchResponse,
    SpectateMatchRequest, Visibility,
};
use tinsel_service::{ApiKey, KeyQuota, Limits, Rate, Settings};
use tinsel_store::{MatchStore, Memory, Redis, RedisOptions};

use super::quick::seeking;

/// The quota of open matches of each tenant: the number that [`load`] creates.
const OPEN_MATCHES: u32 = 4;

fn key(tenant: &str) -> String {
    format!("the API key of {tenant}")
}

/// A service with these tenants, each with its lobby.
fn settings(tenants: &[(&str, &str)], open_matches: Option<u32>) -> Settings {
    let quota = KeyQuota {
        open_matches,
        ..KeyQuota::default()
    };
    let keys = tenants
        .iter()
        .map(|(name, lobby)| ApiKey::new(*name, key(name).as_bytes(), quota.clone()).sharing(*lobby));
    Settings {
        shards: 2,
        api_keys: keys.collect(),
        limits: Limits {
            rate: Rate::UNLIMITED,
            ..Limits::default()
        },
        ..Settings::default()
    }
}

/// Calls with the API key of a tenant.
fn of(world: &World, tenant: &str) -> Api {
    world.api().with("x-api-key", &key(tenant))
}

async fn seated(api: &Api, request_id: &str) -> QuickMatchResponse {
    api.ask(&seeking(ANY_GAME, request_id), None).await.expect("a seat")
}

/// The IDs of all listed matches of a phase.
async fn listed(api: &Api, phase: MatchPhase) -> BTreeSet<String> {
    let (mut ids, mut page_token) = (BTreeSet::new(), String::new());
    loop {
        let filter = MatchFilter {
            phase: phase.into(),
            game_id: ANY_GAME.as_str().to_owned(),
            ..MatchFilter::default()
        };
        let asked = ListMatchesRequest {
            page_size: 2,
            page_token,
            filter: Some(filter),
        };
        let page = api.ask(&asked, None).await.expect("a page");
        ids.extend(page.matches.into_iter().map(|listed| listed.match_id));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            return ids;
        }
    }
}

/// What the calls of one tenant created.
#[derive(Debug)]
struct Load {
    open: TestMatch,
    private: TestMatch,
    active: TestMatch,
    quick: QuickMatchResponse,
}

impl Load {
    /// All matches and secrets.
    fn all(&self) -> Vec<&String> {
        let Self {
            open,
            private,
            active,
            quick,
        } = self;
        let matches = [open, private, active].into_iter();
        let mut all: Vec<_> = matches.flat_map(|table| [&table.match_id, &table.host]).collect();
        all.extend([&private.code, &quick.match_id, &quick.seat_token]);
        all
    }
}

/// Runs the same calls with the same contents for each caller.
async fn load(api: &Api) -> Load {
    let named = |request_id| CreateMatchRequest {
        display_name: "The match".to_owned(),
        ..created(request_id)
    };
    let private = CreateMatchRequest {
        visibility: Visibility::Private.into(),
        ..named("private")
    };
    Load {
        open: TestMatch::create(api, &named("open")).await,
        private: TestMatch::create(api, &private).await,
        active: TestMatch::of_players(&[api], &named("active")).await,
        quick: seated(api, "quick").await,
    }
}

/// A caller gets its own matches alone.
async fn check_own(api: &Api, own: &Load) {
    let lobby = [&own.open.match_id, &own.quick.match_id].map(String::clone);
    assert_eq!(listed(api, MatchPhase::Lobby).await, BTreeSet::from(lobby));
    let active = BTreeSet::from([own.active.match_id.clone()]);
    assert_eq!(listed(api, MatchPhase::Active).await, active);
    // Retries return the first responses.
    let again = load(api).await;
    assert_eq!(again.all(), own.all());
}

async fn check_separation<S: MatchStore>(store: impl Fn() -> S) {
    let settings = settings(&[("first", ""), ("second", "")], Some(OPEN_MATCHES));
    let world = World::with(store(), 261, settings.clone()).await;
    let without_keys = Settings {
        api_keys: Vec::new(),
        ..settings
    };
    let open = World::with(store(), 262, without_keys).await;
    let callers = [of(&world, "first"), of(&world, "second"), open.api().clone()];
    let mut loads = Vec::new();
    for api in &callers {
        loads.push(load(api).await);
    }
    let all: Vec<_> = loads.iter().flat_map(Load::all).collect();
    let distinct: BTreeSet<_> = all.iter().collect();
    assert_eq!(
        distinct.len(),
        all.len(),
        "two callers share a match or a secret: {loads:?}"
    );
    for (api, own) in callers.iter().zip(&loads) {
        check_own(api, own).await;
    }
    // A call without a key finds the matches without a tenant, also where creating one needs a key.
    let found = listed(world.api(), MatchPhase::Active).await;
    assert_eq!(found, BTreeSet::from([loads[2].active.match_id.clone()]));
    // Each tenant has used up its quota, by its own matches.
    for api in &callers[..2] {
        let refusal = refused(api.ask(&created("one-more"), None).await);
        assert_eq!(refusal.reason, "OPEN_MATCH_LIMIT_REACHED");
        assert_eq!(refusal.metadata["limit"], OPEN_MATCHES.to_string());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn equal_calls_of_two_tenants_find_nothing_of_each_other() {
    let memory = Memory::default();
    check_separation(|| memory.clone()).await;
    let redis = RedisServer::start();
    check_separation(|| Redis::connect(&redis.url(), RedisOptions::default()).unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ids_join_codes_and_tokens_admit_whatever_the_tenant_is() {
    let settings = settings(&[("first", ""), ("second", "")], None);
    let world = World::with(Memory::default(), 263, settings).await;
    let mut own = load(&of(&world, "first")).await;
    for (seat, api) in [of(&world, "second"), world.api().clone()].iter().enumerate() {
        own.open.state(api, None).await;
        own.open.join(api, seat).await;
        own.private.join(api, seat).await;
        own.private.state(api, Some(own.private.token(seat))).await;
        own.active.state(api, Some(own.active.token(seat))).await;
        let spectating = SpectateMatchRequest {
            join_code: own.private.code.clone(),
            ..SpectateMatchRequest::default()
        };
        let spectator = api.ask(&spectating, None).await.expect("a token");
        own.private.state(api, Some(&spectator.spectator_token)).await;
        // A match of QuickMatch is public, too.
        let joining = JoinMatchRequest {
            match_id: own.quick.match_id.clone(),
            display_name: format!("Guest {seat}"),
            ..JoinMatchRequest::default()
        };
        api.ask(&joining, None).await.expect("a seat");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tenants_that_share_a_lobby_share_lists_and_quick_matches_but_no_quota() {
    let tenants = [("first", "north"), ("second", "north"), ("other", ""), ("north", "")];
    let world = World::with(Memory::default(), 264, settings(&tenants, Some(2))).await;
    let [first, second, other, north] = tenants.map(|(name, _)| of(&world, name));
    let by_first = seated(&first, "quick").await;
    // The same request ID of another tenant is another player.
    let by_second = seated(&second, "quick").await;
    assert_eq!(by_second.match_id, by_first.match_id);
    assert_ne!(by_second.seat, by_first.seat);
    assert_eq!(seated(&second, "quick").await, by_second);
    let created_by_second = TestMatch::create(&second, &created("")).await.match_id;
    let expected = BTreeSet::from([by_first.match_id.clone(), created_by_second]);
    for api in [&first, &second] {
        assert_eq!(listed(api, MatchPhase::Lobby).await, expected);
    }
    // The name of a lobby is not that of a tenant.
    for api in [&other, &north] {
        assert_eq!(listed(api, MatchPhase::Lobby).await, BTreeSet::new());
        assert_ne!(seated(api, "quick").await.match_id, by_first.match_id);
    }
    // The quick match counts for the first tenant alone.
    for api in [&first, &second] {
        TestMatch::create(api, &created("")).await;
        let refusal = refused(api.ask(&created(""), None).await);
        assert_eq!(refusal.reason, "OPEN_MATCH_LIMIT_REACHED");
    }
}

/// The commands that the store runs for a call, except for those whose number depends on the time: a slot of a quota is
/// extended with ZADD if it was taken at least a millisecond before.
async fn commands(operator: &mut Operator, call: impl Future<Output = ()>) -> BTreeMap<String, u64> {
    let before = operator.counts();
    call.await;
    let mut counts = operator.counts();
    for (name, calls) in &mut counts {
        *calls -= before.get(name).copied().unwrap_or(0);
    }
    counts.retain(|name, calls| *calls > 0 && !["info", "zadd"].contains(&name.as_str()));
    counts
}

/// A call of the next test.
#[derive(Debug, Clone, Copy)]
enum Measured {
    Create,
    Quick,
    List,
}

impl Measured {
    async fn run(self, api: &Api) {
        match self {
            Self::Create => drop(TestMatch::create(api, &created("measured")).await),
            Self::Quick => drop(seated(api, "measured").await),
            Self::List => {
                for phase in [MatchPhase::Lobby, MatchPhase::Active] {
                    listed(api, phase).await;
                }
            }
        }
    }
}

/// A list of one index with all matches would read more than one page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_matches_of_other_tenants_add_no_command_of_the_store_to_a_call() {
    let names = [
        "warm", "create 1", "create 2", "quick 1", "quick 2", "list 1", "list 2", "crowd",
    ];
    let redis = RedisServer::start();
    let store = Redis::connect(&redis.url(), RedisOptions::default()).unwrap();
    let settings = Settings {
        shards: 1,
        ..settings(&names.map(|name| (name, "")), None)
    };
    let world = World::with(store, 265, settings).await;
    let [warm, create, create_late, quick, quick_late, list, list_late, crowd] = names.map(|name| of(&world, name));
    let calls = [
        (Measured::Create, [create, create_late]),
        (Measured::Quick, [quick, quick_late]),
        (Measured::List, [list, list_late]),
    ];
    for (measured, callers) in &calls {
        // The first call loads the scripts.
        measured.run(&warm).await;
        if let Measured::List = measured {
            for api in callers {
                Measured::Create.run(api).await;
            }
        }
    }
    let mut operator = Operator::of(&redis);
    let mut early = Vec::new();
    for (measured, [before, _]) in &calls {
        early.push(commands(&mut operator, measured.run(before)).await);
    }
    for number in 0..300 {
        TestMatch::create(&crowd, &created("")).await;
        if number < 20 {
            seated(&crowd, &number.to_string()).await;
        }
    }
    for ((measured, [_, after]), early) in calls.iter().zip(early) {
        assert!(!early.is_empty());
        let late = commands(&mut operator, measured.run(after)).await;
        assert_eq!(late, early, "{measured:?}");
    }
}
