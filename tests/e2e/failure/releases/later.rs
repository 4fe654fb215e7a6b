//! Every call about a match that a later release wrote is refused with NEWER_SCHEMA, and no byte of the match changes.

use std::collections::BTreeSet;

use bytes::Bytes;
use prost::Message as _;
use tinsel_catalog::GameId;
use tinsel_harness::{
    ANY_GAME, Api, Call, METHODS, Method, Operator, RawMatch, RedisServer, Refusal, Seated, TestMatch, World, creating,
    of_platform, put_later_release, refused, some_action, soon,
};
use tinsel_proto::v1::{
    AbortMatchRequest, AddBotRequest, CreateMatchRequest, CreateRematchRequest, ForfeitMatchRequest, LeaveMatchRequest,
    ListLegalActionsRequest, ReissueSeatTokenRequest, RemovePlayerRequest, ReturnToSeatRequest, SpectateMatchRequest,
    StartMatchRequest, StartPolicy, SubstituteSeatRequest, TransferHostRequest, WatchMatchRequest,
    watch_match_request::Position,
};
use tinsel_service::testkit::Newer;
use tinsel_store::{Redis, RedisOptions};

use super::bank;

/// The calls that need no existing match.
const ABOUT_NO_MATCH: &[&str] = &[
    "/tinsel.v1.GameService/ListGames",
    "/tinsel.v1.GameService/GetGame",
    "/tinsel.v1.MatchService/CreateMatch",
    "/tinsel.v1.MatchService/QuickMatch",
    "/tinsel.v1.MatchService/ListMatches",
    "/tinsel.v1.MatchService/ListPlayerMatches",
];

const WATCH: Method = Method {
    path: "/tinsel.v1.MatchService/WatchMatch",
    streams: true,
};

/// A call that would succeed if the match were readable.
struct Asked {
    method: Method,
    bytes: Bytes,
    token: Option<String>,
}

fn ask<Q: Call>(asked: &Q, token: Option<&str>) -> Asked {
    Asked {
        method: Q::METHOD,
        bytes: asked.encode_to_vec().into(),
        token: token.map(str::to_owned),
    }
}

/// Every call about a match, by every caller that may make it.
fn calls(game: GameId, table: &TestMatch) -> Vec<Asked> {
    let match_id = || table.match_id.clone();
    let (host, seat) = (Some(table.host.as_str()), Some(table.token(0)));
    let action = some_action(game);
    let add_bot = AddBotRequest {
        match_id: match_id(),
        ..AddBotRequest::default()
    };
    let remove = RemovePlayerRequest {
        match_id: match_id(),
        seat: Some(1),
        ..RemovePlayerRequest::default()
    };
    let transfer = TransferHostRequest {
        match_id: match_id(),
        seat: Some(1),
        ..TransferHostRequest::default()
    };
    let rematch = CreateRematchRequest {
        match_id: match_id(),
        ..CreateRematchRequest::default()
    };
    let reissue = ReissueSeatTokenRequest {
        match_id: match_id(),
        player_ref: "user".to_owned(),
        ..ReissueSeatTokenRequest::default()
    };
    let start = StartMatchRequest {
        match_id: match_id(),
        ..StartMatchRequest::default()
    };
    let legal = ListLegalActionsRequest {
        match_id: match_id(),
        ..ListLegalActionsRequest::default()
    };
    let spectate = SpectateMatchRequest {
        match_id: match_id(),
        ..SpectateMatchRequest::default()
    };
    let request_id = String::new;
    let leave = LeaveMatchRequest {
        match_id: match_id(),
        request_id: request_id(),
    };
    let forfeit = ForfeitMatchRequest {
        match_id: match_id(),
        request_id: request_id(),
    };
    let substitute = SubstituteSeatRequest {
        match_id: match_id(),
        request_id: request_id(),
        seat: Some(0),
    };
    let come_back = ReturnToSeatRequest {
        match_id: match_id(),
        request_id: request_id(),
    };
    let abort = AbortMatchRequest {
        match_id: match_id(),
        request_id: request_id(),
    };
    let mut calls = vec![
        ask(&spectate, None),
        ask(&leave, seat),
        ask(&forfeit, seat),
        ask(&substitute, seat),
        ask(&substitute, host),
        ask(&come_back, seat),
        ask(&abort, host),
        ask(&table.joining(table.seats.len() - 1), None),
        ask(&add_bot, host),
        ask(&remove, host),
        ask(&transfer, host),
        ask(&rematch, seat),
        ask(&reissue, None),
        ask(&start, host),
        ask(&legal, seat),
        ask(&table.submitting("", action.clone()), seat),
        ask(&table.submitting("named", action.clone()), seat),
        ask(&table.validating(action), seat),
    ];
    for token in [None, host, seat] {
        calls.push(ask(&table.getting(), token));
        calls.push(ask(&table.listing(0, 0), token));
        for after_revision in [None, Some(1)] {
            let watch = WatchMatchRequest {
                match_id: match_id(),
                position: after_revision.map(Position::AfterRevision),
                ..WatchMatchRequest::default()
            };
            calls.push(Asked {
                method: WATCH,
                bytes: watch.encode_to_vec().into(),
                token: token.map(str::to_owned),
            });
        }
    }
    calls
}

async fn refuse_all(api: &Api, calls: &[Asked], what: &str) {
    for asked in calls {
        let answer = api.ask_any(asked.method, asked.bytes.clone(), asked.token.as_deref());
        let refusal = refused(answer.await);
        assert_eq!(
            refusal.reason, "NEWER_SCHEMA",
            "{what}: {}: {refusal:?}",
            asked.method.path
        );
        assert_eq!(refusal.code, tonic::Code::Unavailable);
    }
}

/// A match with a clock, which its host starts.
fn created(game: GameId, request_id: &str) -> CreateMatchRequest {
    CreateMatchRequest {
        time_control: Some(bank()),
        start_policy: StartPolicy::ByHost.into(),
        ..creating(&game.testkit().setups()[0], request_id)
    }
}

/// The requested match: in the lobby, or active.
async fn set_up(world: &World, asked: &CreateMatchRequest, begun: bool) -> TestMatch {
    let mut table = TestMatch::create(&world.platform(), asked).await;
    let seats = if begun { table.seats.len() } else { 1 };
    for seat in 0..seats {
        table.join(world.api(), seat).await;
    }
    if begun {
        let start = StartMatchRequest {
            match_id: table.match_id.clone(),
            ..StartMatchRequest::default()
        };
        world.api().ask(&start, Some(&table.host)).await.expect("it starts");
    }
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_call_about_a_match_of_a_later_release_is_refused_and_changes_nothing() {
    let server = RedisServer::start();
    let store = Redis::connect(&server.url(), RedisOptions::default()).unwrap();
    let mut operator = Operator::of(&server);
    // One replica has loaded the match before, and the other has not.
    let seen = World::with(store.clone(), 1, of_platform()).await;
    let fresh = World::with(store.clone(), 2, of_platform()).await;
    for game in GameId::ALL {
        for newer in Newer::ALL {
            for begun in [false, true] {
                let what = format!("{game}, newer {newer:?}, begun: {begun}");
                let asked = created(*game, &format!("{game}-{newer:?}-{begun}"));
                let table = set_up(&seen, &asked, begun).await;
                let mut watched = seen.api().watch(&table.match_id, Some(1), None).await.unwrap();
                put_later_release(&store, &table.match_id, newer).await;
                let id = table.match_id.parse().unwrap();
                let before = RawMatch::read(&mut operator, id);
                assert_eq!(before.due.is_some(), begun, "{what}");
                let calls = calls(*game, &table);
                for world in [&seen, &fresh] {
                    let api = world.platform();
                    refuse_all(&api, &calls, &what).await;
                    // A retry of CreateMatch still returns the first response, because that is not part of the record.
                    let again = api.ask(&asked, None).await.expect("the first answer");
                    assert_eq!((&again.match_id, &again.host_token), (&table.match_id, &table.host));
                    world.clock().pass(3_600_000);
                    world.sweep().await;
                }
                let ended = loop {
                    match soon("the end of the stream", watched.message()).await {
                        Ok(message) => assert!(message.is_some(), "{what}: the stream ended as if all were well"),
                        Err(status) => break Refusal::of(&status),
                    }
                };
                assert_eq!(ended.reason, "NEWER_SCHEMA", "{what}");
                assert_eq!(RawMatch::read(&mut operator, id), before, "{what}: it was written");
            }
        }
    }
}

#[test]
fn the_calls_of_this_test_are_all_calls_about_a_match() {
    let table = TestMatch {
        match_id: String::new(),
        host: String::new(),
        seats: vec![Seated::Player(String::new())],
        code: String::new(),
    };
    let asked = calls(ANY_GAME, &table).into_iter().map(|asked| asked.method.path);
    let asked: BTreeSet<_> = asked.chain(ABOUT_NO_MATCH.iter().copied()).collect();
    let all: BTreeSet<_> = METHODS.iter().map(|method| method.path).collect();
    assert_eq!(asked, all);
}
