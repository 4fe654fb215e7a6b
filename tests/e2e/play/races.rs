//! Concurrent calls, and retries.

use std::{num::NonZeroU32, sync::Arc};

use bytes::Bytes;
use futures_util::future::join_all;
use prost::Message as _;
use tinsel_catalog::GameId;
use tinsel_harness::{
    ANY_GAME, Accepted, Api, Call, Choice, Fault, Faulty, Replay, Replica, Seated, TestMatch, World, created, creating,
    exhaustive, owed_by, refused, usual_setups,
};
use tinsel_proto::v1::{
    AddBotRequest, CreateMatchRequest, JoinMatchRequest, LeaveMatchRequest, ListHistoryRequest, StartMatchRequest,
    StartPolicy, SubmitActionRequest, ValidateActionRequest, Visibility,
};
use tinsel_store::{Limits, Memory, UnixMillis};
use tokio::sync::Barrier;
use tonic::Code;

/// Number of matches of a game that are played concurrently.
const AT_ONCE: usize = 5;

/// Number of matches of each game: a sample, and all of them with `make test-all`.
const MATCHES: usize = 10;
const ALL_MATCHES: usize = 50;

/// All seats with a pending decision submit concurrently, each over its own connection, over all replicas. Each action
/// must be accepted, at its own revision.
async fn submit_at_once(seats: &[Api], table: &TestMatch, choice: Choice) -> Vec<Accepted> {
    let choosing = (seats.iter().enumerate()).map(|(seat, api)| table.choice(api, seat, choice));
    let choices: Vec<_> = join_all(choosing).await.into_iter().enumerate().collect();
    let owing: Vec<_> = choices
        .into_iter()
        .filter_map(|(seat, action)| Some((seat, action?)))
        .collect();
    let barrier = Arc::new(Barrier::new(owing.len()));
    let submitting = owing.into_iter().map(|(seat, action)| {
        let (api, table, barrier) = (seats[seat].clone(), table.clone(), Arc::clone(&barrier));
        tokio::spawn(async move {
            barrier.wait().await;
            table.submit_accepted(&api, seat, action).await
        })
    });
    let answers = join_all(submitting).await;
    answers.into_iter().map(Result::unwrap).collect()
}

/// Plays a match in which all seats with a pending decision submit concurrently. On the replica that did not create the
/// match, it checks that each accepted action is in the history once, unchanged. Returns how often several seats
/// submitted concurrently.
async fn play_at_once(replicas: &[Replica; 2], asked: &CreateMatchRequest, choice: Choice) -> usize {
    let apis = [replicas[0].api(), replicas[1].api()];
    let table = TestMatch::of_players(&apis, asked).await;
    let connecting = (0..table.seats.len()).map(async |seat| Api::connect(&replicas[seat % 2].url()).await);
    let seats = join_all(connecting).await;
    let (mut accepted, mut instants) = (Vec::new(), 0);
    while !table.is_over(apis[0]).await {
        let of_step = submit_at_once(&seats, &table, choice).await;
        instants += usize::from(of_step.len() > 1);
        accepted.extend(of_step);
    }
    let end = table.state(apis[0], None).await;
    Replay::of(asked, &end, accepted).check(apis[1], &table).await;
    instants
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_submissions_of_all_pending_seats_are_accepted_in_every_game() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let matches = if exhaustive() { ALL_MATCHES } else { MATCHES };
    for game in GameId::ALL {
        let mut instants = 0;
        let tables = usual_setups(*game);
        for round in 0..matches / AT_ONCE {
            let asked = creating(&tables[round % tables.len()], "");
            let number = u64::try_from(AT_ONCE * round).unwrap();
            let playing = (number..).take(AT_ONCE).map(Choice::Random);
            let playing = playing.map(|choice| play_at_once(&replicas, &asked, choice));
            instants += join_all(playing).await.into_iter().sum::<usize>();
        }
        eprintln!("{game}: several seats submitted at the same instant {instants} times");
        assert!(*game != ANY_GAME || instants >= 4 * matches, "{instants}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn eight_concurrent_joins_each_get_a_different_seat() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    for round in 0..10 {
        let table = TestMatch::create(replicas[0].api(), &created("")).await;
        let barrier = Arc::new(Barrier::new(9));
        let joining = (0..9).map(|player| {
            let (api, barrier) = (replicas[player % 2].api().clone(), Arc::clone(&barrier));
            let asked = JoinMatchRequest {
                match_id: table.match_id.clone(),
                display_name: format!("Player {player} of {round}"),
                ..JoinMatchRequest::default()
            };
            tokio::spawn(async move {
                barrier.wait().await;
                api.ask(&asked, None).await
            })
        });
        let answers: Vec<_> = join_all(joining).await.into_iter().map(Result::unwrap).collect();
        let mut seats: Vec<_> = answers
            .iter()
            .filter_map(|answer| answer.as_ref().ok())
            .map(|a| a.seat())
            .collect();
        seats.sort_unstable();
        assert_eq!(seats, (0..8).collect::<Vec<_>>());
        let late: Vec<_> = answers.into_iter().filter_map(Result::err).collect();
        assert_eq!(late.len(), 1);
        assert_eq!(refused::<()>(Err(late[0].clone())).reason, "MATCH_STARTED");
    }
}

/// Makes the same call on both replicas in turn: the response is the same, byte for byte. Then makes another call with
/// the same request ID.
async fn ask_again<Q: Call>(apis: &[&Api], asked: &Q, other: &Q, token: Option<&str>) -> Bytes {
    let ask = async |api: &Api, asked: &Q| api.ask_bytes(Q::METHOD.path, asked.encode_to_vec().into(), token).await;
    let first = ask(apis[0], asked).await.expect("the first time");
    for api in [apis[1], apis[0], apis[1]] {
        assert_eq!(
            ask(api, asked).await.expect("again"),
            first,
            "{} answers differ",
            Q::METHOD.path
        );
    }
    for api in apis {
        let refusal = refused(ask(api, other).await);
        assert_eq!(
            (refusal.code, refusal.reason.as_str()),
            (Code::AlreadyExists, "REQUEST_ID_REUSED")
        );
    }
    assert_eq!(ask(apis[1], asked).await.expect("still"), first);
    first
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_returns_the_first_response_byte_for_byte_on_either_replica() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    let asked = CreateMatchRequest {
        start_policy: StartPolicy::ByHost.into(),
        ..created("asked-again")
    };
    let other = CreateMatchRequest {
        display_name: "Another".to_owned(),
        ..asked.clone()
    };
    ask_again(&apis, &asked, &other, None).await;
    let mut table = TestMatch::create(apis[1], &asked).await;

    let joining = table.joining(0);
    let other = JoinMatchRequest {
        display_name: "Another".to_owned(),
        ..joining.clone()
    };
    ask_again(&apis, &joining, &other, None).await;
    table.join(apis[0], 0).await;

    let bot = |seat| AddBotRequest {
        match_id: table.match_id.clone(),
        request_id: "a-bot".to_owned(),
        seat,
        ..AddBotRequest::default()
    };
    ask_again(&apis, &bot(Some(1)), &bot(Some(2)), Some(&table.host)).await;
    table.seats[1] = Seated::Bot;
    for seat in 2..8 {
        table.join(apis[seat % 2], seat).await;
    }

    let starting = StartMatchRequest {
        match_id: table.match_id.clone(),
        request_id: "start".to_owned(),
    };
    // A StartMatch request contains only its match, so another call with the same request ID is another request.
    ask_again(&apis, &starting, &starting_by(&table, "a-bot"), Some(&table.host)).await;

    let action = table.choice(apis[0], 0, Choice::Default).await.unwrap();
    let bots = table.choice(apis[0], 0, Choice::Bot(2)).await.unwrap();
    let first = ask_again(
        &apis,
        &table.submitting("mine", action.clone()),
        &table.submitting("mine", bots),
        Some(table.token(0)),
    )
    .await;
    // Another seat may use the same request ID.
    let other = table.choice(apis[0], 2, Choice::Default).await.unwrap();
    let other = table.submitting("mine", other);
    let second = apis[0].ask(&other, Some(table.token(2))).await.unwrap();
    assert_eq!(apis[1].ask(&other, Some(table.token(2))).await.unwrap(), second);
    assert_eq!(second.revision, 13);
    // Long after, on the other replica, with any expected revision.
    table.play(&apis, Choice::Default).await;
    let again = table.submitting("mine", action).encode_to_vec().into();
    let again = apis[1]
        .ask_bytes(SubmitActionRequest::METHOD.path, again, Some(table.token(0)))
        .await;
    assert_eq!(again.unwrap(), first);
}

/// A client that lost its tokens repeats its requests, also when the match no longer stores the responses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_retry_of_creating_and_joining_returns_the_tokens_again() {
    for (visibility, request_id) in [(Visibility::Public, "late"), (Visibility::Private, "late-private")] {
        let limits = Limits {
            log_entries_min: 1,
            answers_min: 1,
            batch: NonZeroU32::MIN,
        };
        let world = World::new(Memory::new(|| UnixMillis(0), limits), 1).await;
        let api = world.api();
        let asked = CreateMatchRequest {
            visibility: visibility.into(),
            ..created(request_id)
        };
        let mut table = TestMatch::create(api, &asked).await;
        let joining = table.joining(0);
        let seat_of_first = api.ask(&joining, None).await.unwrap();
        for seat in 1..8 {
            table.join(api, seat).await;
            assert_eq!(api.ask(&joining, None).await.unwrap(), seat_of_first);
        }
        let other = JoinMatchRequest {
            display_name: "Another".to_owned(),
            ..joining.clone()
        };
        for is_over in [false, true] {
            if is_over {
                table.seats[0] = Seated::Player(seat_of_first.seat_token.clone());
                table.play(&[api], Choice::Default).await;
            }
            let again = api.ask(&asked, None).await.unwrap();
            assert_eq!(
                (&again.match_id, &again.host_token, &again.join_code),
                (&table.match_id, &table.host, &table.code)
            );
            assert_eq!(api.ask(&joining, None).await.unwrap(), seat_of_first);
            assert_eq!(refused(api.ask(&other, None).await).reason, "REQUEST_ID_REUSED");
        }
    }
}

/// A late retry returns the token of its own grant, which is revoked when the player leaves.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_retry_of_joining_does_not_return_a_seat_that_was_given_up() {
    let limits = Limits {
        log_entries_min: 1,
        answers_min: 1,
        batch: NonZeroU32::MIN,
    };
    let world = World::new(Memory::new(|| UnixMillis(0), limits), 1).await;
    let api = world.api();
    let mut table = TestMatch::create(api, &created("given-up")).await;
    for seat in 0..8 {
        table.join(api, seat).await;
    }
    let leaving = LeaveMatchRequest {
        match_id: table.match_id.clone(),
        request_id: "leave".to_owned(),
    };
    let token = table.token(0).to_owned();
    api.ask(&leaving, Some(&token)).await.unwrap();
    table.seats[0] = Seated::Bot;
    table.play_step(&[api], Choice::Default).await;
    let again = api.ask(&table.joining(0), None).await.unwrap();
    assert_eq!(again.seat_token, token);
    let refusal = refused(api.ask(&table.getting(), Some(&again.seat_token)).await);
    assert_eq!(refusal.reason, "SEAT_LEFT");
}

fn starting_by(table: &TestMatch, request_id: &str) -> StartMatchRequest {
    StartMatchRequest {
        match_id: table.match_id.clone(),
        request_id: request_id.to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_for_another_revision_is_aborted_and_names_the_revision() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    let table = TestMatch::of_players(&apis, &created("")).await;
    let action = table.choice(apis[0], 0, Choice::Default).await.unwrap();
    let at = |revision| SubmitActionRequest {
        expected_revision: Some(revision),
        ..table.submitting("expects", action.clone())
    };
    for stale in [0, 1, 9, 11, u64::MAX] {
        let refusal = refused(apis[1].ask(&at(stale), Some(table.token(0))).await);
        assert_eq!(
            (refusal.code, refusal.reason.as_str()),
            (Code::Aborted, "REVISION_MISMATCH")
        );
        assert_eq!(refusal.revision(), Some(10));
    }
    let accepted = apis[1].ask(&at(10), Some(table.token(0))).await.unwrap();
    assert_eq!(accepted.revision, 11);
    // A retry returns the first response, although the match has a newer revision.
    assert_eq!(apis[0].ask(&at(10), Some(table.token(0))).await.unwrap(), accepted);
}

/// The number of the pending decision of each seat, as the seat sees it. No other viewer sees a number.
async fn numbers(api: &Api, table: &TestMatch) -> Vec<Option<u32>> {
    let mut numbers = Vec::new();
    for viewer in table.viewers() {
        let state = table.state(api, viewer).await;
        let own = state.viewer.as_ref().unwrap().seat;
        for decision in &state.r#match.as_ref().unwrap().pending_decisions {
            assert_eq!(decision.number.is_some(), decision.seat == own);
        }
        let seat = own.map(|seat| usize::try_from(seat).unwrap());
        numbers.extend(seat.map(|seat| owed_by(&state, seat).and_then(|decision| decision.number)));
    }
    numbers
}

/// Plays a match in which every action names its decision, over two replicas. A second action for the same decision is
/// refused, also if the seat has a decision of the same kind again. An action of another seat does not change a number.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_action_does_not_apply_to_the_next_decision_of_its_seat() {
    for game in GameId::ALL {
        let store = Memory::default();
        let worlds = [World::new(store.clone(), 5).await, World::new(store, 6).await];
        let apis = [worlds[0].api(), worlds[1].api()];
        let table = TestMatch::of_players(&apis, &creating(&usual_setups(*game)[0], "")).await;
        let mut refusals = 0;
        while !table.is_over(apis[0]).await {
            let pending = numbers(apis[1], &table).await;
            let seat = pending.iter().position(Option::is_some).unwrap();
            let (number, token) = (pending[seat].unwrap(), Some(table.token(seat)));
            let action = table.choice(apis[0], seat, Choice::Default).await.unwrap();
            let action = SubmitActionRequest {
                expected_decision: Some(number),
                ..table.submitting("", action)
            };
            let named = SubmitActionRequest {
                request_id: format!("{seat}-{number}"),
                ..action.clone()
            };
            let accepted = apis[0].ask(&named, token).await.unwrap();
            assert_eq!(apis[1].ask(&named, token).await.unwrap(), accepted, "a retry");
            if table.is_over(apis[1]).await {
                break;
            }
            let refusal = refused(apis[1].ask(&action, token).await);
            let validated = ValidateActionRequest {
                expected_decision: Some(number),
                ..table.validating(action.action.unwrap())
            };
            let dry_run = refused(apis[0].ask(&validated, token).await);
            assert_eq!(
                (dry_run.reason, dry_run.metadata),
                (refusal.reason.clone(), refusal.metadata.clone())
            );
            assert_eq!(
                (refusal.code, refusal.reason.as_str()),
                (Code::Aborted, "DECISION_MISMATCH")
            );
            assert_eq!(refusal.metadata["decision"], (number + 1).to_string());
            refusals += 1;
            for (other, (before, after)) in pending.iter().zip(numbers(apis[1], &table).await).enumerate() {
                assert!(other == seat || before.is_none() || *before == after, "{game}: {other}");
            }
        }
        assert!(refusals > 0, "{game}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_whose_response_was_lost_is_applied_once() {
    let store = Faulty::new(Memory::default());
    let world = World::new(store.clone(), 5).await;
    let table = TestMatch::of_players(&[world.api()], &created("")).await;
    for seat in 0..8 {
        let action = table.choice(world.api(), seat, Choice::Default).await.unwrap();
        store.set(Fault::AnswerLost);
        let answer = table.submit(world.api(), seat, action).await.unwrap();
        assert_eq!(answer.revision, 11 + u64::try_from(seat).unwrap());
    }
}

/// The record is read before the log, and the match starts in between.
// E1
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_the_history_ends_at_the_record_that_was_read_before_the_log() {
    let store = Faulty::new(Memory::default());
    let world = World::new(store.clone(), 6).await;
    let api = world.api();
    let mut table = TestMatch::create(api, &created("")).await;
    for seat in 0..7 {
        table.join(api, seat).await;
    }
    let lobby = table.state(api, None).await.r#match.unwrap().revision;
    table.join(api, 7).await;
    let started = table.state(api, None).await.r#match.unwrap().revision;
    store.set(Fault::RecordsBehind);
    for presentation in [true, false] {
        let asked = ListHistoryRequest {
            presentation,
            ..table.listing(0, 0)
        };
        let page = api.ask(&asked, None).await.unwrap();
        assert!(lobby < started);
        assert_eq!(page.newest_revision, lobby);
        let revisions: Vec<_> = page.entries.iter().map(|entry| entry.revision).collect();
        assert_eq!(revisions, (1..=lobby).collect::<Vec<_>>());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_is_retried_while_it_runs_is_applied_once() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    for round in 0..20 {
        let creating = created(&format!("at-once-{round}"));
        let created = at_once(&apis, &creating, None).await;
        let table = TestMatch::create(apis[0], &creating).await;
        assert_eq!(created.match_id, table.match_id);
        let joined = at_once(&apis, &table.joining(0), None).await;
        let token = joined.seat_token;
        let table = {
            let mut table = table;
            for seat in 0..8 {
                table.join(apis[seat % 2], seat).await;
            }
            table
        };
        assert_eq!(table.token(0), token);
        let action = table.choice(apis[0], 0, Choice::Default).await.unwrap();
        let answer = at_once(&apis, &table.submitting("once", action), Some(&token)).await;
        assert_eq!(answer.revision, 11);
        let state = table.state(apis[1], None).await;
        assert_eq!(state.r#match.unwrap().revision, 11);
    }
}

/// Makes the same call eight times concurrently, over both replicas: all responses are the same.
async fn at_once<Q: Call + Sync + 'static>(apis: &[&Api], asked: &Q, token: Option<&str>) -> Q::Answer
where
    Q::Answer: PartialEq + Send,
{
    let barrier = Arc::new(Barrier::new(8));
    let asking = (0..8).map(|turn| {
        let (api, barrier) = (apis[turn % apis.len()].clone(), Arc::clone(&barrier));
        let (asked, token) = (asked.clone(), token.map(str::to_owned));
        tokio::spawn(async move {
            barrier.wait().await;
            api.ask(&asked, token.as_deref()).await.expect("an answer")
        })
    });
    let mut answers = join_all(asking).await.into_iter().map(Result::unwrap);
    let first = answers.next().expect("eight answers");
    assert!(answers.all(|answer| answer == first), "answers differ");
    first
}
