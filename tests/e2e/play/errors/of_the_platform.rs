//! The reasons of the platform.

use std::time::Duration;

use bytes::Bytes;
use tinsel_catalog::GameId;
use tinsel_harness::{
    ANY_GAME, Api, Authority, Choice, Fault, Faulty, Mounted, Operator, RedisServer, Refusal, Replica, TestMatch,
    World, created, platform_reasons, refused, some_action,
};
use tinsel_proto::v1::{
    AbortMatchRequest, AddBotRequest, Answer, Audit, CreateMatchRequest, CreateRematchRequest, ExtendDeadlines,
    ForfeitMatchRequest, GetGameRequest, GetMatchRequest, JoinMatchRequest, LeaveMatchRequest, ListGamesRequest,
    ListLegalActionsRequest, ListMatchesRequest, RemovePlayerRequest, RepairMatchRequest, ReturnToSeatRequest,
    SpectateMatchRequest, StartMatchRequest, StartPolicy, SubmitActionRequest, SubstituteSeatRequest, TakeDefaults,
    TransferHostRequest, Visibility, repair_match_request::Repair,
};
use tinsel_server::{Config, Server};
use tinsel_service::{ApiKey, KeyQuota, Limits, NamePatterns, OperatorToken, Rate, Settings};
use tinsel_store::Memory;

use super::{Reached, of_users, unreachable};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_reason_of_the_platform_is_reached() {
    let mut reached = Reached::default();
    requests(&mut reached).await;
    tokens(&mut reached).await;
    lobby(&mut reached).await;
    play(&mut reached).await;
    life(&mut reached).await;
    closing(&mut reached).await;
    operating(&mut reached).await;
    limits(&mut reached).await;
    of_users::users(&mut reached).await;
    faults(&mut reached).await;
    store_away(&mut reached).await;
    store_refuses(&mut reached).await;
    reached.check_complete(&platform_reasons(), unreachable());
}

async fn requests(reached: &mut Reached) {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let no_match = "000-00000000000000000000".to_owned();
    reached.note(
        "MALFORMED_REQUEST",
        &refused(api.ask(&CreateMatchRequest::default(), None).await),
    );
    let path = "/tinsel.v1.MatchService/GetMatch";
    let no_message = api.ask_bytes(path, Bytes::from_static(&[0xff; 9]), None).await;
    reached.note("MALFORMED_MESSAGE", &refused(no_message));
    let refusal = refused(api.ask_bytes(path, Bytes::from(vec![0; 70_000]), None).await);
    assert_eq!(refusal.metadata["limit_bytes"], "65536");
    reached.note("MESSAGE_TOO_LARGE", &refusal);
    let deflated = api
        .with("grpc-encoding", "deflate")
        .ask(&ListGamesRequest {}, None)
        .await;
    let status = deflated.as_ref().expect_err("a refusal");
    assert_eq!(status.metadata().get("grpc-accept-encoding").unwrap(), "gzip,identity");
    reached.note("ENCODING_NOT_SUPPORTED", &refused(deflated));
    for path in [
        "/tinsel.v1.MatchService/Nothing",
        "/tinsel.v2.MatchService/GetMatch",
        "/nothing",
    ] {
        let nowhere = api.ask_bytes(path, Bytes::new(), None).await;
        reached.note("METHOD_NOT_FOUND", &refused(nowhere));
    }
    for game_id in ["", "PRESENTS_OF_MINE", "presents_of_mine ", "chess"] {
        let asked = GetGameRequest {
            game_id: game_id.to_owned(),
            ..GetGameRequest::default()
        };
        reached.note("GAME_NOT_FOUND", &refused(api.ask(&asked, None).await));
    }
    let asked = GetMatchRequest {
        match_id: no_match,
        ..GetMatchRequest::default()
    };
    reached.note("MATCH_NOT_FOUND", &refused(api.ask(&asked, None).await));
}

async fn tokens(reached: &mut Reached) {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let private = CreateMatchRequest {
        visibility: Visibility::Private.into(),
        ..created("")
    };
    let mut table = TestMatch::create(api, &private).await;
    table.join(api, 0).await;
    let other = TestMatch::create(api, &private).await;
    let start = StartMatchRequest {
        match_id: table.match_id.clone(),
        ..StartMatchRequest::default()
    };
    reached.note("TOKEN_MISSING", &refused(api.ask(&start, None).await));
    reached.note("TOKEN_INVALID", &refused(api.ask(&start, Some("nonsense")).await));
    reached.note(
        "TOKEN_FOR_OTHER_MATCH",
        &refused(api.ask(&start, Some(&other.host)).await),
    );
    let bot = AddBotRequest {
        match_id: table.match_id.clone(),
        ..AddBotRequest::default()
    };
    reached.note("HOST_ONLY", &refused(api.ask(&bot, Some(table.token(0))).await));
    reached.note("PRIVATE_MATCH", &refused(api.ask(&table.getting(), None).await));
    let submit = table.submitting("", some_action(ANY_GAME));
    reached.note("SEAT_ONLY", &refused(api.ask(&submit, Some(&table.host)).await));
}

async fn lobby(reached: &mut Reached) {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let asked = CreateMatchRequest {
        start_policy: StartPolicy::ByHost.into(),
        ..created("lobby")
    };
    let mut table = TestMatch::create(api, &asked).await;
    table.join(api, 0).await;
    let join = |display_name: &str, seat| JoinMatchRequest {
        match_id: table.match_id.clone(),
        display_name: display_name.to_owned(),
        seat,
        ..JoinMatchRequest::default()
    };
    reached.note("SEAT_TAKEN", &refused(api.ask(&join("Another", Some(0)), None).await));
    reached.note("NO_SUCH_SEAT", &refused(api.ask(&join("Another", Some(8)), None).await));
    reached.note("NAME_TAKEN", &refused(api.ask(&join("Player 0", None), None).await));
    let reused = CreateMatchRequest {
        display_name: "Another".to_owned(),
        ..asked
    };
    reached.note("REQUEST_ID_REUSED", &refused(api.ask(&reused, None).await));
    let start = StartMatchRequest {
        match_id: table.match_id.clone(),
        ..StartMatchRequest::default()
    };
    let refusal = refused(api.ask(&start, Some(&table.host)).await);
    assert_eq!(refusal.metadata["open_seats"], "7");
    reached.note("SEATS_OPEN", &refusal);
    let legal = ListLegalActionsRequest {
        match_id: table.match_id.clone(),
        ..ListLegalActionsRequest::default()
    };
    reached.note("MATCH_NOT_STARTED", &refused(api.ask(&legal, None).await));
    let submit = table.submitting("", some_action(ANY_GAME));
    reached.note(
        "MATCH_NOT_STARTED",
        &refused(api.ask(&submit, Some(table.token(0))).await),
    );
    let remove = RemovePlayerRequest {
        match_id: table.match_id.clone(),
        seat: Some(1),
        ..RemovePlayerRequest::default()
    };
    reached.note("SEAT_OPEN", &refused(api.ask(&remove, Some(&table.host)).await));
    let guest = api.ask(&join("Guest", Some(1)), None).await.unwrap().seat_token;
    api.ask(&remove, Some(&table.host)).await.unwrap();
    reached.note("SEAT_REMOVED", &refused(api.ask(&table.getting(), Some(&guest)).await));
    let transfer = TransferHostRequest {
        match_id: table.match_id.clone(),
        seat: Some(0),
        ..TransferHostRequest::default()
    };
    let late = join("Late", None);
    let bot = AddBotRequest {
        match_id: table.match_id.clone(),
        ..AddBotRequest::default()
    };
    for seat in 1..8 {
        table.add_bot(api, seat).await;
    }
    reached.note("MATCH_FULL", &refused(api.ask(&late, None).await));
    reached.note("MATCH_FULL", &refused(api.ask(&bot, Some(&table.host)).await));
    let by_player = refused(api.ask(&start, Some(table.token(0))).await);
    assert!((1..=600).contains(&by_player.metadata["seconds"].parse::<u32>().unwrap()));
    reached.note("START_RESERVED", &by_player);
    api.ask(&start, Some(&table.host)).await.unwrap();
    reached.note("MATCH_STARTED", &refused(api.ask(&late, None).await));
    reached.note("MATCH_STARTED", &refused(api.ask(&bot, Some(&table.host)).await));
    reached.note("MATCH_STARTED", &refused(api.ask(&remove, Some(&table.host)).await));
    reached.note("MATCH_STARTED", &refused(api.ask(&start, Some(&table.host)).await));
    api.ask(&transfer, Some(&table.host)).await.unwrap();
    reached.note(
        "HOST_TRANSFERRED",
        &refused(api.ask(&transfer, Some(&table.host)).await),
    );
    reached.note("SEAT_IS_HOST", &refused(api.ask(&transfer, Some(table.token(0))).await));

    let mut table = TestMatch::create(api, &created("")).await;
    for seat in 0..2 {
        table.join(api, seat).await;
    }
    let (mut host, mut last) = (table.host.clone(), None);
    for turn in 0..65 {
        let transfer = TransferHostRequest {
            match_id: table.match_id.clone(),
            seat: Some(turn % 2),
            ..TransferHostRequest::default()
        };
        last = api.ask(&transfer, Some(&host)).await.err();
        host = table.token(usize::from(turn % 2 == 1)).to_owned();
    }
    reached.note("TRANSFERRED_TOO_OFTEN", &Refusal::of(&last.expect("the limit")));
}

async fn play(reached: &mut Reached) {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let table = TestMatch::of_players(&[api], &created("")).await;
    let action = table.choice(api, 0, Choice::Default).await.unwrap();
    let asked = SubmitActionRequest {
        expected_revision: Some(9),
        ..table.submitting("", action)
    };
    let refusal = refused(api.ask(&asked, Some(table.token(0))).await);
    assert_eq!(refusal.metadata["revision"], "10");
    reached.note("REVISION_MISMATCH", &refusal);
    let late = SubmitActionRequest {
        expected_revision: None,
        expected_decision: Some(2),
        ..asked
    };
    let refusal = refused(api.ask(&late, Some(table.token(0))).await);
    assert_eq!(refusal.metadata["decision"], "1");
    reached.note("DECISION_MISMATCH", &refusal);
    let past = GetMatchRequest {
        at_revision: Some(11),
        ..table.getting()
    };
    let refusal = refused(api.ask(&past, None).await);
    assert_eq!(refusal.metadata["revision"], "10");
    reached.note("REVISION_NOT_STORED", &refusal);
    let asked = SubmitActionRequest {
        match_id: table.match_id.clone(),
        answer: Some(Answer {
            decision: "nothing".to_owned(),
            fields: Vec::new(),
        }),
        ..SubmitActionRequest::default()
    };
    let refusal = refused(api.ask(&asked, Some(table.token(0))).await);
    reached.note("ANSWER_NOT_IN_FORM", &refusal);
    for game in GameId::ALL.iter().filter(|game| **game != ANY_GAME) {
        let answer = table.submit(api, 0, some_action(*game)).await;
        reached.note("WRONG_GAME", &refused(answer));
    }
}

/// Leaving, forfeiting, substitution, and aborting a match.
async fn life(reached: &mut Reached) {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let players_only = CreateMatchRequest {
        players_only: true,
        ..created("")
    };
    let table = TestMatch::of_players(&[api], &players_only).await;
    reached.note("PLAYERS_ONLY", &refused(api.ask(&table.getting(), None).await));
    let match_id = || table.match_id.clone();
    let spectate = SpectateMatchRequest {
        join_code: "00000-00000".to_owned(),
        ..SpectateMatchRequest::default()
    };
    reached.note("JOIN_CODE_UNKNOWN", &refused(api.ask(&spectate, None).await));

    let come_back = ReturnToSeatRequest {
        match_id: match_id(),
        ..ReturnToSeatRequest::default()
    };
    let answer = api.ask(&come_back, Some(table.token(0))).await;
    reached.note("NOT_SUBSTITUTED", &refused(answer));
    let mut substitute = SubstituteSeatRequest {
        match_id: match_id(),
        seat: Some(0),
        ..SubstituteSeatRequest::default()
    };
    let answer = api.ask(&substitute, Some(&table.host)).await;
    reached.note("PLAYER_PRESENT", &refused(answer));
    substitute.seat = None;
    api.ask(&substitute, Some(table.token(0))).await.unwrap();
    let refusal = refused(api.ask(&substitute, Some(table.token(0))).await);
    assert_eq!(refusal.metadata["control"], "SUBSTITUTED");
    reached.note("SEAT_NOT_PLAYER_CONTROLLED", &refusal);
    for turn in 0.. {
        api.ask(&come_back, Some(table.token(0))).await.unwrap();
        if let Err(status) = api.ask(&substitute, Some(table.token(0))).await {
            assert_eq!(turn, 7, "eight times it is allowed");
            reached.note("SUBSTITUTED_TOO_OFTEN", &Refusal::of(&status));
            break;
        }
    }
    let forfeit = ForfeitMatchRequest {
        match_id: match_id(),
        ..ForfeitMatchRequest::default()
    };
    api.ask(&forfeit, Some(table.token(1))).await.unwrap();
    let answer = api.ask(&forfeit, Some(table.token(1))).await;
    reached.note("SEAT_FORFEITED", &refused(answer));
    let leave = LeaveMatchRequest {
        match_id: match_id(),
        ..LeaveMatchRequest::default()
    };
    api.ask(&leave, Some(table.token(2))).await.unwrap();
    let answer = api.ask(&table.getting(), Some(table.token(2))).await;
    reached.note("SEAT_LEFT", &refused(answer));
    let abort = AbortMatchRequest {
        match_id: match_id(),
        ..AbortMatchRequest::default()
    };
    let rematch = CreateRematchRequest {
        match_id: match_id(),
        ..CreateRematchRequest::default()
    };
    let answer = api.ask(&rematch, Some(&table.host)).await;
    reached.note("MATCH_NOT_OVER", &refused(answer));
    api.ask(&abort, Some(&table.host)).await.unwrap();
    let answer = api.ask(&abort, Some(&table.host)).await;
    reached.note("MATCH_OVER", &refused(answer));
    let again = api.ask(&rematch, Some(&table.host)).await.unwrap();
    let stranger = JoinMatchRequest {
        match_id: again.match_id,
        display_name: "Another".to_owned(),
        seat: Some(1),
        ..JoinMatchRequest::default()
    };
    let refusal = refused(api.ask(&stranger, None).await);
    assert_eq!(refusal.metadata["seconds"], "600");
    reached.note("SEAT_RESERVED", &refusal);
}

/// A player joins and leaves until the seat grants are used up.
async fn closing(reached: &mut Reached) {
    let replica = Replica::in_memory().await;
    let api = replica.api();
    let table = TestMatch::create(api, &created("")).await;
    let join = JoinMatchRequest {
        request_id: String::new(),
        ..table.joining(0)
    };
    let leave = LeaveMatchRequest {
        match_id: table.match_id.clone(),
        ..LeaveMatchRequest::default()
    };
    for _ in 0..256 {
        let seated = api.ask(&join, None).await.unwrap();
        api.ask(&leave, Some(&seated.seat_token)).await.unwrap();
    }
    reached.note("JOINING_CLOSED", &refused(api.ask(&join, None).await));
}

/// Refusals of AdminService.
async fn operating(reached: &mut Reached) {
    let settings = Settings {
        operator_tokens: vec![OperatorToken::new("olga", b"the token of the operators")],
        public_list: false,
        ..Settings::default()
    };
    let world = World::with(Memory::default(), 5, settings).await;
    let table = TestMatch::of_players(&[world.api()], &created("")).await;
    let action = table.choice(world.api(), 0, Choice::Default).await.unwrap();
    table.submit(world.api(), 0, action).await.unwrap();
    let repair = |repair| RepairMatchRequest {
        match_id: table.match_id.clone(),
        audit: Some(Audit {
            operator: String::new(),
            reason: "a test".to_owned(),
        }),
        repair: Some(repair),
        ..RepairMatchRequest::default()
    };
    let defaults = repair(Repair::TakeDefaults(TakeDefaults { seat: Some(0) }));
    let second = prost_types::Duration { seconds: 1, nanos: 0 };
    let extend = repair(Repair::ExtendDeadlines(ExtendDeadlines { by: Some(second) }));
    let token = Some("Bearer the token of the operators");
    let operators = world.operators();
    reached.note("OPERATOR_ONLY", &refused(operators.ask(&defaults, None).await));
    reached.note("NO_PENDING_DECISION", &refused(operators.ask(&defaults, token).await));
    reached.note("NO_DEADLINE", &refused(operators.ask(&extend, token).await));
    let listing = world.api().ask(&ListMatchesRequest::default(), None).await;
    reached.note("LISTING_DISABLED", &refused(listing));
}

async fn limits(reached: &mut Reached) {
    let replica = Replica::start(Config {
        streams_max: 1,
        ..Config::default()
    })
    .await;
    let api = replica.api();
    let table = TestMatch::create(api, &created("")).await;
    let open = api.watch(&table.match_id, None, None).await.unwrap();
    reached.note(
        "OVERLOADED",
        &refused(api.watch(&table.match_id, None, None).await.map(|_| ())),
    );
    drop(open);
    // A released permit can be used again.
    tinsel_harness::until("the permit of the closed stream", || async {
        api.watch(&table.match_id, None, None).await.is_ok()
    })
    .await;
    let settings = Settings {
        api_keys: vec![ApiKey::new("somebody", b"the key of somebody", KeyQuota::default())],
        limits: Limits {
            rate: Rate {
                per_second: 1,
                burst: 9,
            },
            caller_streams: 1,
            open_matches: 1,
            ..Limits::default()
        },
        ..Settings::default()
    };
    let settings = Settings {
        name_patterns: NamePatterns::read("santa").unwrap(),
        ..settings
    };
    let world = World::with(Memory::default(), 4, settings).await;
    let (api, keyed) = (world.api(), world.api().with("x-api-key", "the key of somebody"));
    let unknown = api.with("x-api-key", "the key of nobody");
    reached.note("API_KEY_MISSING", &refused(api.ask(&created(""), None).await));
    reached.note("API_KEY_UNKNOWN", &refused(unknown.ask(&table.getting(), None).await));
    let named = CreateMatchRequest {
        display_name: "Santa's match".to_owned(),
        ..created("")
    };
    reached.note("NAME_REFUSED", &refused(keyed.ask(&named, None).await));
    let table = TestMatch::create(&keyed, &created("")).await;
    let refusal = refused(keyed.ask(&created(""), None).await);
    assert_eq!(refusal.metadata["limit"], "1");
    reached.note("OPEN_MATCH_LIMIT_REACHED", &refusal);
    let _open = api.watch(&table.match_id, None, None).await.unwrap();
    let refusal = refused(api.watch(&table.match_id, None, None).await.map(|_| ()));
    assert_eq!(refusal.metadata["limit"], "1");
    reached.note("TOO_MANY_STREAMS", &refusal);
    for _ in 0..5 {
        api.ask(&table.getting(), None).await.unwrap();
    }
    reached.note("RATE_LIMITED", &refused(api.ask(&table.getting(), None).await));
    let authority = Authority::new().certify(&["localhost"]);
    let files = Mounted::new(&[("tls.crt", &authority.certificate), ("tls.key", &authority.key)]);
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        tls_certificate: Some(files.path("tls.crt").into()),
        tls_key: Some(files.path("tls.key").into()),
        ..Config::default()
    };
    let secure = Server::start(&config).await.expect("a server");
    let plaintext = Api::connect(&format!("http://{}", secure.address())).await;
    reached.note("TLS_REQUIRED", &refused(plaintext.ask(&table.getting(), None).await));
    let settings = Settings {
        limits: Limits {
            calls: 0,
            ..Limits::default()
        },
        ..Settings::default()
    };
    let world = World::with(Memory::default(), 1, settings).await;
    reached.note("OVERLOADED", &refused(world.api().ask(&table.getting(), None).await));
}

/// Users of a platform.
async fn faults(reached: &mut Reached) {
    let store = Faulty::new(Memory::default());
    let world = World::new(store.clone(), 1).await;
    let api = world.api();
    let mut table = TestMatch::create(api, &created("")).await;
    table.join(api, 0).await;
    let joining = table.joining(1);
    store.set(Fault::Contended);
    reached.note("CONTENDED", &refused(api.ask(&joining, None).await));
    let expected = [
        (Fault::Newer, "NEWER_SCHEMA"),
        (Fault::Unreadable, "MATCH_UNREADABLE"),
        (Fault::Panics, "INTERNAL"),
    ];
    for (fault, reason) in expected {
        store.set(fault);
        // On another replica, which has not loaded the match yet.
        let other = World::new(store.clone(), 2).await;
        reached.note(reason, &refused(other.api().ask(&table.getting(), None).await));
        reached.note(reason, &refused(other.api().ask(&joining, None).await));
        assert_eq!(
            refused(other.api().ask(&GetGameRequest::default(), None).await).reason,
            "GAME_NOT_FOUND"
        );
    }
    let settings = Settings {
        limits: Limits {
            call_time: Duration::from_millis(100),
            ..Limits::default()
        },
        ..Settings::default()
    };
    let impatient = World::with(store.clone(), 3, settings).await;
    store.set(Fault::Hangs);
    reached.note("TIMED_OUT", &ask(impatient.api(), &table).await);
    reached.note("TIMED_OUT", &refused(impatient.api().ask(&joining, None).await));
    store.set(Fault::None);
    table.join(api, 1).await;
    world.drain();
    reached.note(
        "DRAINING",
        &refused(api.watch(&table.match_id, None, None).await.map(|_| ())),
    );
}

async fn ask(api: &Api, table: &TestMatch) -> Refusal {
    refused(api.ask(&table.getting(), None).await)
}

async fn store_away(reached: &mut Reached) {
    let mut redis = RedisServer::start_durable();
    let replica = Replica::on(&redis).await;
    let mut table = TestMatch::create(replica.api(), &created("")).await;
    redis.kill();
    reached.note("STORE_UNAVAILABLE", &ask(replica.api(), &table).await);
    reached.note(
        "STORE_UNAVAILABLE",
        &refused(replica.api().ask(&table.joining(0), None).await),
    );
    redis.restart();
    tinsel_harness::until("the store answers again", || async {
        replica.api().ask(&table.getting(), None).await.is_ok()
    })
    .await;
    table.join(replica.api(), 0).await;
}

async fn store_refuses(reached: &mut Reached) {
    let redis = RedisServer::start();
    let replica = Replica::on(&redis).await;
    let mut table = TestMatch::create(replica.api(), &created("")).await;
    let mut operator = Operator::of(&redis);
    let before = operator.counts()["evalsha"];
    redis.refuse_writes("OOM");
    let refusal = refused(replica.api().ask(&table.joining(0), None).await);
    reached.note("STORE_REFUSES_WRITES", &refusal);
    assert_eq!(refusal.retry_after, Some(Duration::from_secs(5)));
    assert_eq!(operator.counts()["evalsha"] - before, 1, "the server does not retry");
    // Reads work.
    replica.api().ask(&table.getting(), None).await.unwrap();
    redis.accept_writes();
    table.join(replica.api(), 0).await;
}

/// The first attempt was applied, and its response was lost; the second attempt was refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_retry_of_a_write_that_may_have_been_applied_is_no_refusal() {
    let store = Faulty::new(Memory::default());
    let world = World::new(store.clone(), 6).await;
    let table = TestMatch::create(world.api(), &created("")).await;
    let joining = table.joining(0);
    store.set(Fault::AnswerLostThenRefused);
    let refusal = refused(world.api().ask(&joining, None).await);
    assert_eq!(refusal.reason, "STORE_UNAVAILABLE");
    let refusal = refused(world.api().ask(&table.joining(1), None).await);
    assert_eq!(refusal.reason, "STORE_REFUSES_WRITES");
    store.set(Fault::None);
    world.api().ask(&joining, None).await.expect("the first response");
}
