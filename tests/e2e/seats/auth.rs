//! Authentication and authorization.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use tinsel_harness::{ANY_GAME, Api, Replica, TestMatch, World, created, redis, refused, some_action};
use tinsel_proto::v1::{
    AddBotRequest, CreateMatchRequest, GetMatchRequest, JoinMatchRequest, ListLegalActionsRequest, MatchState,
    RemovePlayerRequest, StartMatchRequest, StartPolicy, TransferHostRequest, Visibility,
};
use tinsel_server::{Config, Secret, StoreAddress};
use tinsel_store::{Limits, Memory, UnixMillis};
use tonic::Code;

/// The result of a call with a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comes {
    To,
    Missing,
    Invalid,
    Other,
    HostOnly,
    SeatOnly,
    Private,
}

impl Comes {
    fn of<T: std::fmt::Debug>(answer: Result<T, tonic::Status>) -> Self {
        if answer.is_ok() {
            return Self::To;
        }
        let refusal = refused(answer);
        assert_eq!(refusal.domain, "tinsel.v1");
        let (code, comes) = match refusal.reason.as_str() {
            "TOKEN_MISSING" => (Code::Unauthenticated, Self::Missing),
            "TOKEN_INVALID" => (Code::Unauthenticated, Self::Invalid),
            "TOKEN_FOR_OTHER_MATCH" => (Code::PermissionDenied, Self::Other),
            "HOST_ONLY" => (Code::PermissionDenied, Self::HostOnly),
            "SEAT_ONLY" => (Code::PermissionDenied, Self::SeatOnly),
            "PRIVATE_MATCH" => (Code::PermissionDenied, Self::Private),
            // The token was accepted.
            "MATCH_STARTED" | "ALREADY_SUBMITTED" | "NO_SUCH_SEAT" => (Code::FailedPrecondition, Self::To),
            other => panic!("{other}"),
        };
        assert_eq!(refusal.code, code);
        comes
    }
}

/// Every call with a token in the metadata.
async fn ask_all(api: &Api, table: &TestMatch, token: Option<&str>) -> [Comes; 8] {
    let match_id = || table.match_id.clone();
    let bot = AddBotRequest {
        match_id: match_id(),
        ..AddBotRequest::default()
    };
    let remove = RemovePlayerRequest {
        match_id: match_id(),
        seat: Some(7),
        ..RemovePlayerRequest::default()
    };
    let transfer = TransferHostRequest {
        match_id: match_id(),
        seat: Some(99),
        ..TransferHostRequest::default()
    };
    let start = StartMatchRequest {
        match_id: match_id(),
        ..StartMatchRequest::default()
    };
    let legal = ListLegalActionsRequest {
        match_id: match_id(),
        ..ListLegalActionsRequest::default()
    };
    let action = table.choice(api, 0, tinsel_harness::Choice::Bot(1)).await;
    let action = action.unwrap_or_else(|| some_action(ANY_GAME));
    [
        Comes::of(api.ask(&bot, token).await),
        Comes::of(api.ask(&remove, token).await),
        Comes::of(api.ask(&transfer, token).await),
        Comes::of(api.ask(&start, token).await),
        Comes::of(api.ask(&table.getting(), token).await),
        Comes::of(api.ask(&legal, token).await),
        Comes::of(api.ask(&table.submitting("", action), token).await),
        Comes::of(api.watch(&table.match_id, None, token).await.map(|_| ())),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_accepts_only_the_tokens_of_its_roles() {
    use Comes::{HostOnly, Invalid, Missing, Other, Private, SeatOnly, To};
    let replica = Replica::on_redis().await;
    let api = replica.api();
    for visibility in [Visibility::Public, Visibility::Private] {
        let asked = CreateMatchRequest {
            visibility: visibility.into(),
            ..created("")
        };
        let table = TestMatch::of_players(&[api], &asked).await;
        let other = TestMatch::of_players(&[api], &asked).await;
        let seen = if visibility == Visibility::Public { To } else { Private };
        let (host, seat) = (table.host.clone(), table.token(0).to_owned());
        let (claim, proof) = seat.rsplit_once('.').unwrap();
        let role = claim.split('.').nth(1).unwrap();
        let upgraded = format!("{}.{proof}", claim.replace(role, "h"));
        let neighbour = format!("{}.{proof}", claim.replace(role, &role.replace("s0", "s1")));
        let moved = format!("{}.{proof}", claim.replace(&table.match_id, &other.match_id));
        let cut = seat[..seat.len() - 1].to_owned();
        let long = format!("{seat}{}", "a".repeat(2000));
        let rows: Vec<(&str, Option<String>, [Comes; 8])> = vec![
            (
                "none",
                None,
                [Missing, Missing, Missing, Missing, seen, seen, Missing, seen],
            ),
            ("the host's", Some(host.clone()), [To, To, To, To, To, To, SeatOnly, To]),
            (
                "a seat's",
                Some(seat.clone()),
                [HostOnly, HostOnly, HostOnly, To, To, To, To, To],
            ),
            ("another match's host's", Some(other.host.clone()), [Other; 8]),
            ("another match's seat's", Some(other.token(0).to_owned()), [Other; 8]),
            ("empty", Some("Bearer ".to_owned()), [Invalid; 8]),
            (
                "another scheme",
                Some(format!("Basic {seat}")),
                [Missing, Missing, Missing, Missing, seen, seen, Missing, seen],
            ),
            (
                "scheme in lower case",
                Some(format!("bearer {host}")),
                [To, To, To, To, To, To, SeatOnly, To],
            ),
            ("nonsense", Some("nonsense".to_owned()), [Invalid; 8]),
            ("dots", Some("....".to_owned()), [Invalid; 8]),
            ("a seat's made the host's", Some(upgraded), [Invalid; 8]),
            ("a seat's made another's", Some(neighbour), [Invalid; 8]),
            ("a seat's for another match", Some(moved), [Invalid; 8]),
            ("cut", Some(cut), [Invalid; 8]),
            ("long", Some(long), [Invalid; 8]),
        ];
        for (name, token, expected) in rows {
            let answers = ask_all(api, &table, token.as_deref()).await;
            assert_eq!(answers, expected, "{name} token on a {visibility:?} match");
        }
    }
}

async fn viewer(api: &Api, table: &TestMatch, token: Option<&str>) -> (Option<u32>, MatchState) {
    let state = table.state(api, token).await;
    (state.viewer.as_ref().unwrap().seat, state)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_identifies_the_viewer_and_a_host_sees_what_a_spectator_sees() {
    let replica = Replica::in_memory().await;
    let table = TestMatch::of_players(&[replica.api()], &created("")).await;
    for seat in 0..8 {
        let (seen_by, _) = viewer(replica.api(), &table, Some(table.token(seat))).await;
        assert_eq!(seen_by, u32::try_from(seat).ok());
    }
    let (host, of_host) = viewer(replica.api(), &table, Some(&table.host)).await;
    let (spectator, of_spectator) = viewer(replica.api(), &table, None).await;
    assert_eq!((host, spectator), (None, None));
    assert_eq!(of_host, of_spectator);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tokens_stay_valid_after_a_change_of_secrets_while_the_old_secret_is_accepted() {
    let server = async |key: &str, previous: &[&str]| {
        Replica::start(Config {
            store: StoreAddress::Redis(redis().url()),
            token_secret: Secret::parse(key),
            previous_token_secrets: previous.iter().filter_map(|key| Secret::parse(key)).collect(),
            ..Config::default()
        })
        .await
    };
    let old = server("the old key of the tests", &[]).await;
    let table = TestMatch::of_players(&[old.api()], &created("")).await;
    let both = server("the new key of the tests", &["the old key of the tests"]).await;
    let new = server("the new key of the tests", &[]).await;
    let ask = async |replica: &Replica, token: &str| replica.api().ask(&table.getting(), Some(token)).await;
    assert!(ask(&both, table.token(0)).await.is_ok());
    let refusal = refused(ask(&new, table.token(0)).await);
    assert_eq!(
        (refusal.code, refusal.reason.as_str()),
        (Code::Unauthenticated, "TOKEN_INVALID")
    );
    // A server with only the old secret refuses tokens of the new one.
    let newer = TestMatch::create(both.api(), &created("")).await;
    let refusal = refused(old.api().ask(&newer.getting(), Some(&newer.host)).await);
    assert_eq!(refusal.reason, "TOKEN_INVALID");
    assert!(new.api().ask(&newer.getting(), Some(&newer.host)).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn joining_a_private_match_requires_its_join_code() {
    let replica = Replica::in_memory().await;
    let asked = CreateMatchRequest {
        visibility: Visibility::Private.into(),
        start_policy: StartPolicy::ByHost.into(),
        ..created("")
    };
    let mut table = TestMatch::create(replica.api(), &asked).await;
    let by_id = JoinMatchRequest {
        match_id: table.match_id.clone(),
        join_code: String::new(),
        ..table.joining(5)
    };
    assert_eq!(refused(replica.api().ask(&by_id, None).await).reason, "PRIVATE_MATCH");
    table.join(replica.api(), 5).await;
    let asked = GetMatchRequest {
        match_id: table.match_id.clone(),
        ..GetMatchRequest::default()
    };
    assert_eq!(refused(replica.api().ask(&asked, None).await).reason, "PRIVATE_MATCH");
    let state = replica
        .api()
        .ask(&asked, Some(table.token(5)))
        .await
        .unwrap()
        .state
        .unwrap();
    assert_eq!(state.viewer.unwrap().seat, Some(5));
}

/// After the first match has expired, the same request creates another match with the same ID.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_token_is_not_valid_in_a_later_match_with_the_same_id() {
    let time = Arc::new(AtomicU64::new(1));
    let expires_by = Arc::clone(&time);
    let store = Memory::new(
        move || UnixMillis(expires_by.load(Ordering::Relaxed)),
        Limits::default(),
    );
    let world = World::new(store, 251).await;
    let asked = created("again-and-again");
    let mut first = TestMatch::create(world.api(), &asked).await;
    first.join(world.api(), 0).await;
    time.fetch_add(25 * 60 * 60 * 1000, Ordering::Relaxed);
    let mut second = TestMatch::create(world.api(), &asked).await;
    assert_eq!(second.match_id, first.match_id);
    second.join(world.api(), 0).await;
    let getting = second.getting();
    let refusal = refused(world.api().ask(&getting, Some(first.token(0))).await);
    assert_eq!(refusal.reason, "SEAT_LEFT");
    assert!(world.api().ask(&getting, Some(second.token(0))).await.is_ok());
}
