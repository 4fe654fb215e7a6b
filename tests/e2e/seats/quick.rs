//! QuickMatch: it assigns each player once, on any replica and with any number of retries.

use std::{
    collections::{BTreeMap, BTreeSet},
    num::NonZeroU32,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use futures_util::future::join_all;
use tinsel_catalog::GameId;
use tinsel_harness::{
    ANY_GAME, Api, Choice, Operator, RedisServer, Seated, TestMatch, World, created, creating, refused,
};
use tinsel_proto::v1::{
    GetMatchRequest, LeaveMatchRequest, MatchPhase, QuickMatchRequest, QuickMatchResponse, TimeControl, time_control,
};
use tinsel_service::Settings;
use tinsel_store::{Limits, MatchStore, Memory, Redis, RedisOptions, UnixMillis};

/// A request for the usual setup of a game.
pub(super) fn seeking(game: GameId, request_id: &str) -> QuickMatchRequest {
    let usual = creating(&game.testkit().setups()[0], "");
    QuickMatchRequest {
        request_id: request_id.to_owned(),
        display_name: "Ann".to_owned(),
        config: usual.config,
        seats: usual.seats,
        ..QuickMatchRequest::default()
    }
}

async fn seated(api: &Api, asked: &QuickMatchRequest) -> QuickMatchResponse {
    api.ask(asked, None).await.expect("a seat")
}

/// Each player sends its request three times concurrently, to both replicas.
async fn check_each_player_is_seated_once<S: MatchStore>(store: impl Fn() -> S) {
    let worlds = [World::new(store(), 211).await, World::new(store(), 212).await];
    for game in GameId::ALL {
        let seats = usize::from(
            tinsel_harness::configured(&creating(&game.testkit().setups()[0], ""))
                .seats
                .get(),
        );
        let asking = (0..5 * seats).map(|number| {
            let asked = seeking(*game, &format!("{game}-{number}"));
            // Separate tasks: calls in process would otherwise run one after the other.
            let asking = [0, 1, 1].map(|world: usize| {
                let (api, asked) = (worlds[world].api().clone(), asked.clone());
                tokio::spawn(async move { seated(&api, &asked).await })
            });
            async move {
                join_all(asking)
                    .await
                    .into_iter()
                    .map(Result::unwrap)
                    .collect::<Vec<_>>()
            }
        });
        let asking: Vec<_> = asking.collect();
        let answers = join_all(asking).await;
        let mut taken = BTreeMap::<String, BTreeSet<u32>>::new();
        for of_one in &answers {
            assert!(
                of_one.iter().all(|answer| *answer == of_one[0]),
                "{game}: seated twice: {of_one:?}"
            );
            let answer = &of_one[0];
            let is_free = taken.entry(answer.match_id.clone()).or_default().insert(answer.seat());
            assert!(is_free, "{game}: two in one seat");
        }
        assert_eq!(taken.len(), 5, "{game}: more matches than needed: {taken:?}");
        assert!(taken.values().all(|taken| taken.len() == seats));
        // All matches are active, and their players can act.
        let (match_id, _) = taken.first_key_value().unwrap();
        let mut tokens = vec![Seated::Open; seats];
        for answer in answers
            .iter()
            .map(|of_one| &of_one[0])
            .filter(|of| of.match_id == *match_id)
        {
            tokens[usize::try_from(answer.seat()).unwrap()] = Seated::Player(answer.seat_token.clone());
        }
        let table = TestMatch {
            match_id: match_id.clone(),
            host: String::new(),
            seats: tokens,
            code: String::new(),
        };
        let state = table.state(worlds[1].api(), None).await.r#match.unwrap();
        assert_eq!(state.phase(), MatchPhase::Active);
        let names: BTreeSet<_> = state.seats.iter().map(|seat| &seat.display_name).collect();
        assert_eq!(names.len(), seats, "{names:?}");
        table
            .play_step(&[worlds[0].api(), worlds[1].api()], Choice::Bot(1))
            .await;
        // A retry long afterwards still returns the same seat.
        assert_eq!(
            seated(worlds[0].api(), &seeking(*game, &format!("{game}-0"))).await,
            answers[0][0]
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_player_is_seated_once_with_any_retries_on_any_replica() {
    let memory = Memory::default();
    check_each_player_is_seated_once(|| memory.clone()).await;
    let redis = RedisServer::start();
    check_each_player_is_seated_once(|| Redis::connect(&redis.url(), RedisOptions::default()).unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_players_with_the_same_request_share_a_match() {
    let world = World::new(Memory::default(), 213).await;
    let api = world.api();
    let usual = seeking(ANY_GAME, "usual");
    let first = seated(api, &usual).await.match_id;
    let per_decision = |seconds| {
        let time = prost_types::Duration { seconds, nanos: 0 };
        Some(TimeControl {
            control: Some(time_control::Control::PerDecision(time)),
            ..TimeControl::default()
        })
    };
    let mut matches = BTreeSet::from([first.clone()]);
    for (seconds, number) in [(30, 1), (31, 2)] {
        let clocked = QuickMatchRequest {
            time_control: per_decision(seconds),
            ..seeking(ANY_GAME, &format!("clocked-{number}"))
        };
        matches.insert(seated(api, &clocked).await.match_id);
    }
    for game in GameId::ALL.iter().filter(|game| **game != ANY_GAME) {
        for (table, number) in game.testkit().setups().iter().zip(0..) {
            let asked = creating(table, "");
            let other = QuickMatchRequest {
                config: asked.config,
                seats: asked.seats,
                ..seeking(*game, &format!("{game}-{number}"))
            };
            matches.insert(seated(api, &other).await.match_id);
        }
    }
    let others = GameId::ALL.iter().filter(|game| **game != ANY_GAME);
    let tables: usize = others.map(|game| game.testkit().setups().len()).sum();
    assert_eq!(matches.len(), 3 + tables);
    assert_eq!(seated(api, &seeking(ANY_GAME, "another")).await.match_id, first);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_was_left_goes_to_the_next_player_and_not_to_the_same_one() {
    let world = World::new(Memory::default(), 214).await;
    let api = world.api();
    let left = seated(api, &seeking(ANY_GAME, "ann")).await;
    let leaving = LeaveMatchRequest {
        match_id: left.match_id.clone(),
        ..LeaveMatchRequest::default()
    };
    api.ask(&leaving, Some(&left.seat_token)).await.unwrap();
    let next = seated(api, &seeking(ANY_GAME, "bob")).await;
    assert_eq!((&next.match_id, next.seat), (&left.match_id, left.seat));
    assert_ne!(next.seat_token, left.seat_token);
    // A retry of the player that left returns the first response; its token is revoked.
    let again = seated(api, &seeking(ANY_GAME, "ann")).await;
    assert_eq!(again, left);
    let table = TestMatch {
        match_id: left.match_id,
        host: String::new(),
        seats: Vec::new(),
        code: String::new(),
    };
    let refusal = refused(api.ask(&table.getting(), Some(&again.seat_token)).await);
    assert_eq!(refusal.reason, "SEAT_LEFT");
}

/// The stored response expires, but the seat is still known as that of the player.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_player_is_seated_once_although_the_stored_response_has_expired() {
    let limits = Limits {
        answers_min: 2,
        batch: NonZeroU32::MIN,
        ..Limits::default()
    };
    let world = World::new(Memory::new(|| UnixMillis(1), limits), 216).await;
    let api = world.api();
    let asked = seeking(ANY_GAME, "ann");
    let ann = seated(api, &asked).await;
    let mut bob = ann.clone();
    for number in 0..4 {
        bob = seated(api, &seeking(ANY_GAME, &format!("bob-{number}"))).await;
        let leaving = LeaveMatchRequest {
            match_id: bob.match_id.clone(),
            ..LeaveMatchRequest::default()
        };
        api.ask(&leaving, Some(&bob.seat_token)).await.unwrap();
    }
    assert_eq!(bob.match_id, ann.match_id);
    assert_eq!(seated(api, &asked).await, ann);
    let other = QuickMatchRequest {
        display_name: "Bob".to_owned(),
        ..asked
    };
    assert_eq!(refused(api.ask(&other, None).await).reason, "REQUEST_ID_REUSED");
}

/// An assigned match has at least half of the lobby TTL left, so that others can join.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_player_is_assigned_to_a_match_that_soon_expires() {
    let now = Arc::new(AtomicU64::new(1_800_000_000_000));
    let clock = Arc::clone(&now);
    let store = Memory::new(move || UnixMillis(clock.load(Ordering::SeqCst)), Limits::default());
    let world = World::new(store, 217).await;
    let half = Settings::default().retention.lobby / 2;
    let almost = u64::try_from(half.as_millis()).unwrap() - 1;
    let first = seated(world.api(), &seeking(ANY_GAME, "ann")).await.match_id;
    now.fetch_add(almost, Ordering::SeqCst);
    let in_time = seated(world.api(), &seeking(ANY_GAME, "bob")).await;
    assert_eq!(in_time.match_id, first);
    // The match exists for all that time, and a retry of the last player returns its seat.
    now.fetch_add(almost, Ordering::SeqCst);
    assert_eq!(seated(world.api(), &seeking(ANY_GAME, "bob")).await, in_time);
    now.fetch_add(1, Ordering::SeqCst);
    let late = seated(world.api(), &seeking(ANY_GAME, "cid")).await;
    assert_ne!(late.match_id, first);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_id_belongs_to_its_caller() {
    let world = World::new(Memory::default(), 215).await;
    let api = world.api();
    let refusal = refused(api.ask(&seeking(ANY_GAME, ""), None).await);
    assert_eq!(
        (refusal.reason.as_str(), refusal.violations[0].field.as_str()),
        ("MALFORMED_REQUEST", "request_id")
    );
    seated(api, &seeking(ANY_GAME, "ann")).await;
    let other = QuickMatchRequest {
        display_name: "Bob".to_owned(),
        ..seeking(ANY_GAME, "ann")
    };
    assert_eq!(refused(api.ask(&other, None).await).reason, "REQUEST_ID_REUSED");
}

fn one_open_match() -> Settings {
    Settings {
        limits: tinsel_service::Limits {
            open_matches: 1,
            ..tinsel_service::Limits::default()
        },
        ..Settings::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_quick_match_over_the_open_match_limit_leaves_nothing_in_the_store() {
    let redis = RedisServer::start();
    let store = Redis::connect(&redis.url(), RedisOptions::default()).unwrap();
    let world = World::with(store, 216, one_open_match()).await;
    let api = world.api();
    api.ask(&created(""), None).await.expect("a match");
    let mut operator = Operator::of(&redis);
    let mut keys = || operator.keys();
    let before = keys();
    for number in 0..3 {
        let refusal = refused(api.ask(&seeking(ANY_GAME, &format!("r-{number}")), None).await);
        assert_eq!(refusal.reason, "OPEN_MATCH_LIMIT_REACHED");
    }
    assert_eq!(keys(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn quick_match_over_the_open_match_limit_with_only_full_matches_leaves_nothing_either() {
    let redis = RedisServer::start();
    let store = Redis::connect(&redis.url(), RedisOptions::default()).unwrap();
    let world = World::with(store, 218, one_open_match()).await;
    let api = world.api();
    let asked = |number: usize| seeking(ANY_GAME, &format!("f-{number}"));
    let seats = tinsel_harness::configured(&creating(&ANY_GAME.testkit().setups()[0], "")).seats;
    let seats = usize::from(seats.get());
    for number in 0..seats {
        seated(api, &asked(number)).await;
    }
    let mut operator = Operator::of(&redis);
    let before = operator.keys();
    for number in seats..seats + 3 {
        let refusal = refused(api.ask(&asked(number), None).await);
        assert_eq!(refusal.reason, "OPEN_MATCH_LIMIT_REACHED");
    }
    assert_eq!(operator.keys(), before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quick_match_without_a_requested_time_control_has_a_clock() {
    let world = World::new(Memory::default(), 217).await;
    let api = world.api();
    let unasked = seated(api, &seeking(ANY_GAME, "unasked")).await;
    let asked = QuickMatchRequest {
        time_control: Some(TimeControl {
            control: Some(time_control::Control::PerDecision(prost_types::Duration {
                seconds: 300,
                nanos: 0,
            })),
            ..TimeControl::default()
        }),
        ..seeking(ANY_GAME, "asked")
    };
    assert_eq!(seated(api, &asked).await.match_id, unasked.match_id);
    let token = Some(unasked.seat_token.as_str());
    let getting = GetMatchRequest {
        match_id: unasked.match_id,
        ..GetMatchRequest::default()
    };
    let shown = api.ask(&getting, token).await.unwrap().state.unwrap().r#match.unwrap();
    assert_eq!(shown.time_control, asked.time_control);
}
