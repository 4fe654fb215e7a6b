//! Leaving, forfeiting, substitution and return; hosts that abort a match.

use tinsel_catalog::GameId;
use tinsel_client::{Client, Token};
use tinsel_engine::SeatIndex;
use tinsel_harness::{
    ANY_GAME, Api, Call, Choice, RedisServer, Refusal, Seated, TestMatch, World, created, creating, refused, soon,
};
use tinsel_history::verify;
use tinsel_proto::v1::{
    AbortMatchRequest, CreateMatchRequest, ForfeitMatchRequest, JoinMatchRequest, LeaveMatchRequest,
    ListLegalActionsRequest, Match, MatchPhase, Occupant, RemovePlayerRequest, ReturnToSeatRequest, Seat, SeatControl,
    StartPolicy, SubmitActionRequest, SubstituteSeatRequest, TimeControl, time_control::Control,
};
use tinsel_store::{MatchStore, Memory, Redis, RedisOptions};
use tonic::Status;

const MINUTE: u64 = 60_000;

fn leaving(table: &TestMatch, request_id: &str) -> LeaveMatchRequest {
    LeaveMatchRequest {
        match_id: table.match_id.clone(),
        request_id: request_id.to_owned(),
    }
}

fn forfeiting(table: &TestMatch, request_id: &str) -> ForfeitMatchRequest {
    ForfeitMatchRequest {
        match_id: table.match_id.clone(),
        request_id: request_id.to_owned(),
    }
}

fn substituting(table: &TestMatch, seat: Option<u32>, request_id: &str) -> SubstituteSeatRequest {
    SubstituteSeatRequest {
        match_id: table.match_id.clone(),
        request_id: request_id.to_owned(),
        seat,
    }
}

fn returning(table: &TestMatch, request_id: &str) -> ReturnToSeatRequest {
    ReturnToSeatRequest {
        match_id: table.match_id.clone(),
        request_id: request_id.to_owned(),
    }
}

fn aborting(table: &TestMatch, request_id: &str) -> AbortMatchRequest {
    AbortMatchRequest {
        match_id: table.match_id.clone(),
        request_id: request_id.to_owned(),
    }
}

async fn seen(api: &Api, table: &TestMatch) -> Match {
    table.state(api, None).await.r#match.unwrap()
}

async fn seat_of(api: &Api, table: &TestMatch, seat: usize) -> Seat {
    seen(api, table).await.seats[seat].clone()
}

/// Calls both replicas with the same request ID. The second call changes nothing and returns the same response.
async fn ask_twice<Q: Call>(apis: &[&Api; 2], table: &TestMatch, asked: &Q, token: &str) -> Q::Answer
where
    Q::Answer: PartialEq,
{
    let answer = apis[0].ask(asked, Some(token)).await.expect("an answer");
    let before = seen(apis[0], table).await;
    let again = apis[1].ask(asked, Some(token)).await.expect("the same answer");
    assert_eq!(again, answer);
    assert_eq!(seen(apis[1], table).await, before, "a repeated call changes something");
    answer
}

fn reason<T: std::fmt::Debug>(answer: Result<T, Status>) -> String {
    refused(answer).reason
}

/// All calls about the match with a revoked seat token.
async fn check_has_left(api: &Api, table: &TestMatch, token: &str) {
    let token = Some(token);
    let action = tinsel_harness::some_action(ANY_GAME);
    let answers = [
        reason(api.ask(&table.getting(), token).await),
        reason(api.ask(&table.listing(0, 0), token).await),
        reason(api.watch(&table.match_id, None, token).await.map(drop)),
        reason(api.ask(&table.submitting("", action.clone()), token).await),
        reason(api.ask(&table.validating(action), token).await),
        reason(api.ask(&leaving(table, "again"), token).await),
        reason(api.ask(&forfeiting(table, ""), token).await),
        reason(api.ask(&substituting(table, None, ""), token).await),
        reason(api.ask(&returning(table, ""), token).await),
    ];
    assert_eq!(answers, [const { "SEAT_LEFT" }; 9].map(str::to_owned));
}

/// Two replicas on a store.
async fn replicas<S: MatchStore>(store: impl Fn() -> S, seed: u64) -> [World; 2] {
    [World::new(store(), seed).await, World::new(store(), seed + 1).await]
}

async fn check_leaving_the_lobby<S: MatchStore>(store: impl Fn() -> S) {
    let worlds = replicas(store, 231).await;
    let apis = [worlds[0].api(), worlds[1].api()];
    let asked = CreateMatchRequest {
        start_policy: StartPolicy::ByHost.into(),
        ..created("")
    };
    let mut table = TestMatch::create(apis[0], &asked).await;
    for seat in 0..3 {
        table.join(apis[0], seat).await;
    }
    let first = table.token(1).to_owned();
    let mut stream = apis[1].watch(&table.match_id, None, Some(&first)).await.unwrap();
    soon("the snapshot", stream.message()).await.unwrap();

    let left = ask_twice(&apis, &table, &leaving(&table, "leave-1"), &first).await;
    assert_eq!(left.revision, 5);
    check_has_left(apis[1], &table, &first).await;
    let cut = loop {
        match soon("the end of the stream", stream.message()).await {
            Ok(said) => assert!(said.is_some(), "the stream ends without an error"),
            Err(status) => break Refusal::of(&status),
        }
    };
    assert_eq!(cut.reason, "SEAT_LEFT");

    let next = JoinMatchRequest {
        request_id: "next".to_owned(),
        ..table.joining(1)
    };
    let second = apis[1].ask(&next, None).await.unwrap().seat_token;
    assert_ne!(second, first);
    assert!(apis[0].ask(&table.getting(), Some(&second)).await.is_ok());
    check_has_left(apis[0], &table, &first).await;
    // A retry of the first player's JoinMatch still returns that player's token.
    let again = apis[0].ask(&table.joining(1), None).await.unwrap();
    assert_eq!(again.seat_token, first);
    table.seats[1] = Seated::Player(second);
    let nobody = table.host.clone();
    assert_eq!(
        reason(apis[0].ask(&leaving(&table, ""), Some(&nobody)).await),
        "SEAT_ONLY"
    );
    assert_eq!(reason(apis[0].ask(&leaving(&table, ""), None).await), "TOKEN_MISSING");
    assert_eq!(
        reason(apis[0].ask(&forfeiting(&table, ""), Some(table.token(0))).await),
        "MATCH_NOT_STARTED"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leaving_in_the_lobby_opens_the_seat_and_revokes_its_token() {
    let memory = Memory::default();
    check_leaving_the_lobby(|| memory.clone()).await;
    let redis = RedisServer::start();
    check_leaving_the_lobby(|| Redis::connect(&redis.url(), RedisOptions::default()).unwrap()).await;
}

fn removing(table: &TestMatch, seat: Option<u32>) -> RemovePlayerRequest {
    RemovePlayerRequest {
        match_id: table.match_id.clone(),
        request_id: "remove".to_owned(),
        seat,
    }
}

/// Also a bot. The player's call, stream and repeated join get the reason; the next player has the seat.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_removes_a_player_from_the_lobby() {
    let memory = Memory::default();
    let worlds = replicas(|| memory.clone(), 233).await;
    let apis = [worlds[0].api(), worlds[1].api()];
    let mut table = TestMatch::create(apis[0], &created("")).await;
    table.join(apis[0], 0).await;
    table.join(apis[0], 1).await;
    table.add_bot(apis[0], 2).await;
    let (host, guest) = (table.host.clone(), table.token(1).to_owned());
    let mut stream = apis[1].watch(&table.match_id, None, Some(&guest)).await.unwrap();
    soon("the snapshot", stream.message()).await.unwrap();

    let refused = reason(apis[0].ask(&removing(&table, None), Some(&host)).await);
    assert_eq!(refused, "MALFORMED_REQUEST");
    let removed = ask_twice(&apis, &table, &removing(&table, Some(1)), &host).await;
    assert_eq!(removed.revision, 5);
    let cut = loop {
        match soon("the end of the stream", stream.message()).await {
            Ok(said) => assert!(said.is_some(), "the stream ends without an error"),
            Err(status) => break Refusal::of(&status),
        }
    };
    assert_eq!(cut.reason, "SEAT_REMOVED");
    let again = apis[0].ask(&table.joining(1), None).await.unwrap();
    assert_eq!(
        reason(apis[1].ask(&table.getting(), Some(&again.seat_token)).await),
        "SEAT_REMOVED"
    );

    let bot = RemovePlayerRequest {
        request_id: String::new(),
        ..removing(&table, Some(2))
    };
    apis[1].ask(&bot, Some(&host)).await.unwrap();
    let seats = seen(apis[0], &table).await.seats;
    assert!(seats[1..].iter().all(|seat| seat.occupant() == Occupant::Open));
    let next = JoinMatchRequest {
        request_id: "next".to_owned(),
        ..table.joining(1)
    };
    table.seats[1] = Seated::Player(apis[1].ask(&next, None).await.unwrap().seat_token);
    for seat in 2..8 {
        table.join(apis[0], seat).await;
    }
    while !table.is_over(apis[0]).await {
        table.play_step(&apis, Choice::Default).await;
    }
    check_export(&worlds[1], &table, &[None, Some(&host), Some(table.token(1))]).await;
}

/// The exports of a finished match verify, for all viewers that may still see it.
async fn check_export(world: &World, table: &TestMatch, tokens: &[Option<&str>]) {
    let client = Client::connect([world.url()]).unwrap();
    for token in tokens {
        let export = client.export(&table.match_id, token.map(Token::new).as_ref()).await;
        let checked = verify(&export.expect("an export"));
        checked.unwrap_or_else(|wrong| panic!("{}: {wrong}", table.match_id));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_to_the_end_for_a_player_that_leaves_in_every_game() {
    let memory = Memory::default();
    let worlds = replicas(|| memory.clone(), 233).await;
    let apis = [worlds[0].api(), worlds[1].api()];
    for game in GameId::ALL {
        let mut table = TestMatch::of_players(&apis, &creating(&game.testkit().setups()[0], "")).await;
        table.play_step(&apis, Choice::Bot(1)).await;
        let token = table.token(0).to_owned();
        ask_twice(&apis, &table, &leaving(&table, "leave"), &token).await;
        check_has_left(apis[1], &table, &token).await;
        let seat = seat_of(apis[1], &table, 0).await;
        assert_eq!(
            (seat.control(), seat.display_name.as_str()),
            (SeatControl::Left, "Player 0")
        );
        table.seats[0] = Seated::Bot;
        table.play(&apis, Choice::Bot(2)).await;
        check_export(&worlds[0], &table, &[None, Some(table.token(1))]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_forfeits_ranks_behind_all_others_in_every_game() {
    let memory = Memory::default();
    let worlds = replicas(|| memory.clone(), 235).await;
    let apis = [worlds[0].api(), worlds[1].api()];
    for game in GameId::ALL {
        let mut table = TestMatch::of_players(&apis, &creating(&game.testkit().setups()[0], "")).await;
        table.play_step(&apis, Choice::Bot(1)).await;
        let token = table.token(1).to_owned();
        ask_twice(&apis, &table, &forfeiting(&table, "forfeit"), &token).await;
        assert_eq!(seat_of(apis[1], &table, 1).await.control(), SeatControl::Forfeited);
        if !table.is_over(apis[0]).await {
            let refusal = refused(apis[0].ask(&forfeiting(&table, ""), Some(&token)).await);
            assert_eq!(refusal.reason, "SEAT_FORFEITED");
            let refusal = refused(apis[0].ask(&returning(&table, ""), Some(&token)).await);
            assert_eq!(refusal.reason, "NOT_SUBSTITUTED");
            let action = tinsel_harness::some_action(*game);
            let refusal = refused(apis[0].ask(&table.submitting("", action), Some(&token)).await);
            assert_eq!(refusal.reason, "SEAT_NOT_PLAYER_CONTROLLED");
            assert_eq!(refusal.metadata["control"], "FORFEITED");
            // The seat has no pending decision, and still sees its view.
            let pending = seen(apis[1], &table).await.pending_decisions;
            assert!(pending.iter().all(|decision| decision.seat() != 1));
            assert_eq!(table.state(apis[1], Some(&token)).await.viewer.unwrap().seat, Some(1));
        }
        table.seats[1] = Seated::Bot;
        let state = table.play(&apis, Choice::Bot(2)).await;
        let outcome = state.r#match.unwrap().outcome.unwrap();
        let last = u32::try_from(table.seats.len()).unwrap();
        assert_eq!(outcome.standings[1].rank, last, "{game}");
        assert!(!outcome.standings[1].labels.contains(&"WINNER".to_owned()), "{game}");
        let others = outcome.standings.iter().filter(|standing| standing.seat != 1);
        assert!(others.clone().any(|standing| standing.rank == 1) && others.clone().all(|other| other.rank < last));
        check_export(&worlds[1], &table, &[None, Some(&token)]).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leaving_after_forfeiting_does_not_improve_the_rank() {
    let world = World::new(Memory::default(), 247).await;
    let api = world.api();
    let mut table = TestMatch::of_players(&[api], &created("")).await;
    let token = table.token(1).to_owned();
    api.ask(&forfeiting(&table, ""), Some(&token)).await.unwrap();
    api.ask(&leaving(&table, ""), Some(&token)).await.unwrap();
    check_has_left(api, &table, &token).await;
    assert_eq!(seat_of(api, &table, 1).await.control(), SeatControl::Forfeited);
    table.seats[1] = Seated::Bot;
    let ended = table.play(&[api], Choice::Bot(1)).await.r#match.unwrap();
    let last = u32::try_from(table.seats.len()).unwrap();
    assert_eq!(ended.outcome.unwrap().standings[1].rank, last);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_ends_when_no_opponent_is_left_in_every_game() {
    let memory = Memory::default();
    let worlds = replicas(|| memory.clone(), 237).await;
    let apis = [worlds[0].api(), worlds[1].api()];
    for game in GameId::ALL {
        for asked in game.testkit().setups() {
            let table = TestMatch::of_players(&apis, &creating(&asked, "")).await;
            let all = table.seats.len();
            for seat in 1..all {
                assert!(!table.is_over(apis[0]).await);
                let asked = forfeiting(&table, "");
                let forfeited = apis[seat % 2].ask(&asked, Some(table.token(seat))).await;
                forfeited.expect("forfeited");
            }
            let ended = seen(apis[0], &table).await;
            assert_eq!(ended.phase(), MatchPhase::Finished, "{game}");
            let ranks: Vec<_> = ended.outcome.unwrap().standings.iter().map(|of| of.rank).collect();
            assert_eq!(ranks[0], 1, "{game}: {ranks:?}");
            assert!(ranks[1..].iter().all(|rank| *rank > 1));
            check_export(&worlds[0], &table, &[None, Some(table.token(0))]).await;
            let refusal = refused(apis[0].ask(&forfeiting(&table, ""), Some(table.token(0))).await);
            assert_eq!(refusal.reason, "MATCH_OVER");
            // MATCH_OVER takes precedence over all other reasons, also over an outdated expected revision.
            let late = SubmitActionRequest {
                expected_revision: Some(1),
                ..table.submitting("", tinsel_harness::some_action(*game))
            };
            let refusal = refused(apis[0].ask(&late, Some(table.token(0))).await);
            assert_eq!(refusal.code, tonic::Code::FailedPrecondition, "{game}: {refusal:?}");
        }
    }
}

fn a_minute() -> Option<TimeControl> {
    let minute = prost_types::Duration { seconds: 60, nanos: 0 };
    Some(TimeControl {
        control: Some(Control::PerDecision(minute)),
        ..TimeControl::default()
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_is_substituted_by_a_bot_and_returns_in_every_game() {
    let memory = Memory::default();
    let worlds = replicas(|| memory.clone(), 239).await;
    let apis = [worlds[0].api(), worlds[1].api()];
    for game in GameId::ALL {
        let asked = CreateMatchRequest {
            time_control: a_minute(),
            ..creating(&game.testkit().setups()[0], "")
        };
        let mut table = TestMatch::of_players(&apis, &asked).await;
        let seats = table.seats.clone();
        let token = table.token(0).to_owned();
        let no_bot = refused(apis[0].ask(&returning(&table, ""), Some(&token)).await);
        assert_eq!(no_bot.reason, "NOT_SUBSTITUTED");
        ask_twice(&apis, &table, &substituting(&table, None, "bot"), &token).await;
        assert_eq!(seat_of(apis[0], &table, 0).await.control(), SeatControl::Substituted);
        let action = tinsel_harness::some_action(*game);
        let refusal = refused(apis[0].ask(&table.validating(action), Some(&token)).await);
        assert_eq!(refusal.metadata["control"], "SUBSTITUTED");
        let asked = ListLegalActionsRequest {
            match_id: table.match_id.clone(),
            ..ListLegalActionsRequest::default()
        };
        let legal = apis[0].ask(&asked, Some(&token)).await.unwrap().legal;
        assert_eq!(
            legal,
            apis[0].ask(&asked, None).await.unwrap().legal,
            "nothing can be done"
        );
        assert_eq!(
            reason(apis[0].ask(&substituting(&table, Some(0), ""), Some(&token)).await),
            "SEAT_NOT_PLAYER_CONTROLLED"
        );
        table.seats[0] = Seated::Bot;
        table.play_step(&apis, Choice::Bot(1)).await;
        table.play_step(&apis, Choice::Bot(1)).await;
        ask_twice(&apis, &table, &returning(&table, "back"), &token).await;
        assert_eq!(seat_of(apis[0], &table, 0).await.control(), SeatControl::Unspecified);
        table.seats = seats;
        table.play(&apis, Choice::Bot(2)).await;
        check_export(&worlds[0], &table, &table.viewers()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_may_substitute_only_an_inactive_player() {
    let world = World::new(Memory::default(), 241).await;
    let api = world.api();
    let clocked = CreateMatchRequest {
        time_control: a_minute(),
        ..created("")
    };
    let table = TestMatch::of_players(&[api], &clocked).await;
    let host = Some(table.host.as_str());
    let substitute = async |seat| api.ask(&substituting(&table, seat, ""), host).await;
    assert_eq!(refused(substitute(None).await).violations[0].field, "seat");
    assert_eq!(reason(substitute(Some(99)).await), "NO_SUCH_SEAT");
    let other = api.ask(&substituting(&table, Some(1), ""), Some(table.token(0))).await;
    assert_eq!(reason(other), "HOST_ONLY");
    assert_eq!(reason(substitute(Some(0)).await), "PLAYER_PRESENT");
    // All seats but the first let their deadlines pass.
    let action = table.choice(api, 0, Choice::Default).await.unwrap();
    table.submit(api, 0, action).await.unwrap();
    world.clock().pass(MINUTE);
    world.sweep().await;
    assert_eq!(reason(substitute(Some(0)).await), "PLAYER_PRESENT");
    substitute(Some(1)).await.expect("the player is absent");
    assert_eq!(seat_of(api, &table, 1).await.control(), SeatControl::Substituted);
    // A player that decides again counts as active as soon as that is public: when the step resolves.
    for seat in [0, 2, 3, 4, 5, 6] {
        let action = table.choice(api, seat, Choice::Default).await.unwrap();
        table.submit(api, seat, action).await.unwrap();
    }
    substitute(Some(6))
        .await
        .expect("the player is inactive, as far as is disclosed");
    let action = table.choice(api, 7, Choice::Default).await.unwrap();
    table.submit(api, 7, action).await.unwrap();
    assert_eq!(reason(substitute(Some(2)).await), "PLAYER_PRESENT");

    let unlimited = TestMatch::of_players(&[api], &created("")).await;
    let substitute = async |seat| {
        let asked = substituting(&unlimited, Some(seat), "");
        api.ask(&asked, Some(&unlimited.host)).await
    };
    let action = unlimited.choice(api, 0, Choice::Default).await.unwrap();
    unlimited.submit(api, 0, action).await.unwrap();
    world.clock().pass(5 * MINUTE - 1);
    assert_eq!(reason(substitute(1).await), "PLAYER_PRESENT");
    world.clock().pass(1);
    assert_eq!(
        reason(substitute(0).await),
        "PLAYER_PRESENT",
        "it has no pending decision"
    );
    substitute(1).await.expect("it has been waited for five minutes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_aborted_match_is_over_in_every_phase() {
    let memory = Memory::default();
    let worlds = replicas(|| memory.clone(), 243).await;
    let apis = [worlds[0].api(), worlds[1].api()];
    for game in GameId::ALL {
        for steps in [None, Some(0), Some(2)] {
            let asked = CreateMatchRequest {
                time_control: a_minute(),
                ..creating(&game.testkit().setups()[0], "")
            };
            let mut table = TestMatch::create(apis[0], &asked).await;
            table.join(apis[1], 0).await;
            if let Some(steps) = steps {
                for seat in 1..table.seats.len() {
                    table.join(apis[0], seat).await;
                }
                for _ in 0..steps {
                    table.play_step(&apis, Choice::Bot(1)).await;
                }
            }
            let commitment = seen(apis[0], &table).await.fairness.unwrap().seed_commitment;
            let seat = table.token(0).to_owned();
            let refusal = refused(apis[0].ask(&aborting(&table, ""), Some(&seat)).await);
            assert_eq!(refusal.reason, "HOST_ONLY");
            let mut stream = apis[1].watch(&table.match_id, None, None).await.unwrap();
            let host = table.host.clone();
            let answer = ask_twice(&apis, &table, &aborting(&table, "abort"), &host).await;
            while soon("the end of the stream", stream.message()).await.unwrap().is_some() {}

            let aborted = seen(apis[1], &table).await;
            assert_eq!(
                (aborted.phase(), aborted.revision),
                (MatchPhase::Aborted, answer.revision)
            );
            assert_eq!((&aborted.pending_decisions[..], &aborted.outcome), (&[][..], &None));
            let revealed = aborted.fairness.as_ref().unwrap().server_seed.clone();
            assert_eq!(tinsel_history::commitment(&revealed), commitment[..]);
            check_export(&worlds[0], &table, &[None, Some(&seat), Some(&host)]).await;

            let action = tinsel_harness::some_action(*game);
            let joining = JoinMatchRequest {
                request_id: String::new(),
                ..table.joining(0)
            };
            let answers = [
                reason(apis[0].ask(&table.submitting("", action.clone()), Some(&seat)).await),
                reason(apis[0].ask(&table.validating(action), Some(&seat)).await),
                reason(apis[0].ask(&joining, None).await),
                reason(apis[0].ask(&leaving(&table, ""), Some(&seat)).await),
                reason(apis[0].ask(&forfeiting(&table, ""), Some(&seat)).await),
                reason(apis[0].ask(&substituting(&table, None, ""), Some(&seat)).await),
                reason(apis[0].ask(&returning(&table, ""), Some(&seat)).await),
                reason(apis[0].ask(&aborting(&table, ""), Some(&host)).await),
            ];
            assert_eq!(answers, [const { "MATCH_OVER" }; 8].map(str::to_owned), "{game}");
            // No clock is running any more.
            for world in &worlds {
                world.clock().pass(10 * MINUTE);
                world.sweep().await;
            }
            assert_eq!(seen(apis[0], &table).await, aborted);
        }
    }
}

/// No caller may leave or forfeit a bot's seat, and an unknown seat cannot be substituted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_is_not_substituted() {
    let world = World::new(Memory::default(), 245).await;
    let api = world.api();
    let mut table = TestMatch::create(api, &created("")).await;
    table.join(api, 0).await;
    for seat in 1..table.seats.len() {
        table.add_bot(api, seat).await;
    }
    let asked = substituting(&table, Some(1), "");
    let refusal = refused(api.ask(&asked, Some(&table.host)).await);
    assert_eq!(refusal.reason, "SEAT_NOT_PLAYER_CONTROLLED");
    let index = SeatIndex::new(1);
    assert_eq!(
        seat_of(api, &table, usize::from(index.get())).await.control(),
        SeatControl::Unspecified
    );
}
