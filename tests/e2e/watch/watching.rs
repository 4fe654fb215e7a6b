//! Watching a match.

use std::num::NonZeroU32;

use tinsel_harness::{Api, Choice, Replica, Streaming, TestMatch, World, created, refused, soon};
use tinsel_proto::v1::{
    CreateMatchRequest, MatchPhase, MatchState, Update, Visibility, WatchMatchResponse, watch_match_request::Position,
    watch_match_response::Message,
};
use tinsel_server::Config;
use tinsel_store::{Limits, Memory, UnixMillis};

use crate::play::matches::REVISIONS;

async fn next(stream: &mut Streaming<WatchMatchResponse>) -> Message {
    let message = soon("a message", stream.message()).await.expect("no failure");
    message.expect("the stream continues").message.expect("a message")
}

async fn next_update(stream: &mut Streaming<WatchMatchResponse>) -> Update {
    match next(stream).await {
        Message::Update(update) => update,
        other => panic!("not an update: {other:?}"),
    }
}

async fn next_snapshot(stream: &mut Streaming<WatchMatchResponse>) -> MatchState {
    match next(stream).await {
        Message::Snapshot(snapshot) => snapshot.state.expect("a state"),
        other => panic!("not a snapshot: {other:?}"),
    }
}

async fn assert_ended(stream: &mut Streaming<WatchMatchResponse>) {
    let end = soon("the end of the stream", stream.message())
        .await
        .expect("no failure");
    assert_eq!(end, None);
}

fn revision(state: &MatchState) -> u64 {
    state.r#match.as_ref().unwrap().revision
}

/// A match in its second step.
async fn begun(apis: &[&Api]) -> TestMatch {
    let table = TestMatch::of_players(apis, &created("")).await;
    table.play_step(apis, Choice::Default).await;
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watch_starts_with_a_snapshot_and_continues_in_order_to_the_end() {
    for replica in [Replica::in_memory().await, Replica::on_redis().await] {
        let api = replica.api();
        let table = TestMatch::of_players(&[api], &created("")).await;
        let mut stream = api.watch(&table.match_id, None, Some(table.token(3))).await.unwrap();
        let snapshot = next_snapshot(&mut stream).await;
        assert_eq!(revision(&snapshot), 10);
        assert_eq!(snapshot, table.state(api, Some(table.token(3))).await);
        let last = table.play(&[api], Choice::Default).await;
        let mut newest = None;
        for expected in 11..=REVISIONS {
            let update = next_update(&mut stream).await;
            assert_eq!(update.revision, expected);
            newest = update.state.or(newest);
        }
        let newest = newest.unwrap();
        assert_eq!(newest.r#match, last.r#match);
        assert_eq!(newest, table.state(api, Some(table.token(3))).await);
        assert_ended(&mut stream).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resumed_watch_gets_missed_and_then_live_updates_on_either_replica() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api(), replicas[1].api()];
    let table = begun(&apis).await;
    let head = revision(&table.state(apis[0], None).await);
    for (turn, after) in [0, 1, 9, head - 1, head].into_iter().enumerate() {
        let mut stream = apis[turn % 2].watch(&table.match_id, Some(after), None).await.unwrap();
        for expected in after + 1..=head {
            let update = next_update(&mut stream).await;
            assert_eq!(update.revision, expected);
            assert_eq!(
                update.state.is_some(),
                expected == head,
                "the newest update has the state, and no other"
            );
        }
        // A live update, by an action on the other replica, once the stream has delivered all earlier revisions.
        if turn == 4 {
            let action = table.choice(apis[1], 0, Choice::Default).await.unwrap();
            table.submit(apis[1], 0, action).await.unwrap();
            let update = next_update(&mut stream).await;
            assert_eq!(update.revision, head + 1);
            assert_eq!(update.state.unwrap(), table.state(apis[0], None).await);
        }
    }
}

/// A stream from its start to this revision; each message with its cursor.
async fn messages_until(api: &Api, table: &TestMatch, position: Option<Position>, head: u64) -> Vec<(Message, String)> {
    let stream = api.watch_from(&table.match_id, position, Some(table.token(2))).await;
    let mut stream = stream.unwrap();
    let mut told = Vec::new();
    loop {
        let response = soon("a message", stream.message()).await.expect("no failure").unwrap();
        let message = response.message.expect("a message");
        let revision = match &message {
            Message::Update(update) => update.revision,
            Message::Snapshot(snapshot) => revision(snapshot.state.as_ref().unwrap()),
            Message::Heartbeat(heartbeat) => heartbeat.revision,
            Message::Draining(draining) => draining.resume_after_revision,
        };
        told.push((message, response.cursor));
        if revision >= head {
            return told;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watch_resumes_from_the_cursor_of_any_message_on_either_replica() {
    let pairs = [
        [Replica::on_redis().await, Replica::on_redis().await],
        // Replicas do not share a memory store.
        [Replica::in_memory().await, Replica::in_memory().await],
    ];
    for (pair, others) in pairs.iter().zip([1, 0]) {
        let (api, other) = (pair[0].api(), pair[others].api());
        let table = begun(&[api]).await;
        let head = revision(&table.state(api, None).await);
        let all = messages_until(api, &table, Some(Position::AfterRevision(0)), head).await;
        assert_eq!(u64::try_from(all.len()), Ok(head));
        for (seen, (_, cursor)) in all.iter().enumerate() {
            let rest = &all[seen + 1..];
            if !rest.is_empty() {
                let position = Some(Position::Cursor(cursor.clone()));
                assert_eq!(messages_until(other, &table, position, head).await, rest);
            }
        }
        let fresh = messages_until(other, &table, Some(Position::Cursor(String::new())), head).await;
        assert!(matches!(&fresh[..], [(Message::Snapshot(_), cursor)] if *cursor == all.last().unwrap().1));
        // The same revision number of another match is another revision.
        let another = begun(&[api]).await;
        let position = Some(Position::Cursor(all[9].1.clone()));
        let told = messages_until(api, &another, position, head).await;
        assert!(matches!(&told[..], [(Message::Snapshot(_), _)]), "{told:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cursor_ahead_of_the_match_gets_a_snapshot() {
    let replica = Replica::on_redis().await;
    let table = begun(&[replica.api()]).await;
    for ahead in [19, 1000, u64::MAX] {
        let mut stream = replica.api().watch(&table.match_id, Some(ahead), None).await.unwrap();
        assert_eq!(next_snapshot(&mut stream).await, table.state(replica.api(), None).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cursor_before_the_oldest_stored_revision_gets_a_snapshot() {
    let limits = Limits {
        log_entries_min: 5,
        batch: NonZeroU32::MIN,
        ..Limits::default()
    };
    let world = World::new(Memory::new(|| UnixMillis(0), limits), 1).await;
    let table = begun(&[world.api()]).await;
    // The store keeps the last 5 of 18 revisions.
    for trimmed in [1, 3, 12] {
        let mut stream = world.api().watch(&table.match_id, Some(trimmed), None).await.unwrap();
        assert_eq!(revision(&next_snapshot(&mut stream).await), 18);
    }
    let mut stream = world.api().watch(&table.match_id, Some(13), None).await.unwrap();
    assert_eq!(next_update(&mut stream).await.revision, 14);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_idle_stream_sends_heartbeats_with_the_newest_revision() {
    let replica = Replica::start(Config {
        heartbeat_seconds: 1,
        ..Config::default()
    })
    .await;
    let table = begun(&[replica.api()]).await;
    let mut stream = replica.api().watch(&table.match_id, Some(18), None).await.unwrap();
    for _ in 0..2 {
        let Message::Heartbeat(heartbeat) = next(&mut stream).await else {
            panic!("an unexpected message of an idle stream")
        };
        assert_eq!(heartbeat.revision, 18);
        assert!(heartbeat.server_time.is_some());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watch_of_a_private_match_requires_a_token_of_it() {
    let replica = Replica::in_memory().await;
    let asked = CreateMatchRequest {
        visibility: Visibility::Private.into(),
        ..created("")
    };
    let table = TestMatch::of_players(&[replica.api()], &asked).await;
    let watch = async |token| replica.api().watch(&table.match_id, None, token).await;
    assert_eq!(refused(watch(None).await).reason, "PRIVATE_MATCH");
    for token in [table.host.as_str(), table.token(0), table.token(7)] {
        assert_eq!(
            revision(&next_snapshot(&mut watch(Some(token)).await.unwrap()).await),
            10
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watch_of_a_finished_match_sends_the_end_and_closes() {
    let replica = Replica::in_memory().await;
    let table = TestMatch::of_players(&[replica.api()], &created("")).await;
    table.play(&[replica.api()], Choice::Default).await;
    let watch = async |after| replica.api().watch(&table.match_id, after, None).await.unwrap();
    let mut fresh = watch(None).await;
    let state = next_snapshot(&mut fresh).await;
    assert_eq!(state.r#match.unwrap().phase(), MatchPhase::Finished);
    assert_ended(&mut fresh).await;
    let mut behind = watch(Some(REVISIONS - 1)).await;
    assert_eq!(next_update(&mut behind).await.revision, REVISIONS);
    assert_ended(&mut behind).await;
    // A client that has the last revision still gets a message, so that it can distinguish the end from a broken
    // stream.
    let mut at_the_end = watch(Some(REVISIONS)).await;
    let Message::Heartbeat(heartbeat) = next(&mut at_the_end).await else {
        panic!("an unexpected message")
    };
    assert_eq!(heartbeat.revision, REVISIONS);
    assert_ended(&mut at_the_end).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_shuts_down_sends_a_cursor_to_resume_from() {
    let replicas = [Replica::on_redis().await, Replica::on_redis().await];
    let apis = [replicas[0].api().clone(), replicas[1].api().clone()];
    let table = begun(&[&apis[0], &apis[1]]).await;
    let mut caught_up = apis[0].watch(&table.match_id, Some(15), None).await.unwrap();
    let mut fresh = apis[0]
        .watch(&table.match_id, None, Some(table.token(1)))
        .await
        .unwrap();
    for expected in 16..=18 {
        assert_eq!(next_update(&mut caught_up).await.revision, expected);
    }
    next_snapshot(&mut fresh).await;
    let [stopping, other] = replicas;
    let stopped = tokio::spawn(stopping.stop());
    for stream in [&mut caught_up, &mut fresh] {
        let Message::Draining(draining) = next(stream).await else {
            panic!("a server that shuts down sends Draining")
        };
        assert_eq!(draining.resume_after_revision, 18);
        assert_ended(stream).await;
    }
    stopped.await.unwrap();
    // The other replica sends the events after that cursor.
    let action = table.choice(other.api(), 0, Choice::Default).await.unwrap();
    table.submit(other.api(), 0, action).await.unwrap();
    let mut resumed = other.api().watch(&table.match_id, Some(18), None).await.unwrap();
    assert_eq!(next_update(&mut resumed).await.revision, 19);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_misses_no_revision_and_gets_the_newest_state() {
    let replica = Replica::on_redis().await;
    let table = TestMatch::of_players(&[replica.api()], &created("")).await;
    // A window of 1 KiB is full after one or two messages.
    let narrow = Api::connect_by(Api::endpoint(&replica.url()).initial_stream_window_size(1024)).await;
    let mut stream = narrow.watch(&table.match_id, Some(0), None).await.unwrap();
    let last = table.play(&[replica.api()], Choice::Default).await;
    let mut states = Vec::new();
    for expected in 1..=REVISIONS {
        let update = next_update(&mut stream).await;
        assert_eq!(update.revision, expected);
        states.extend(update.state);
    }
    assert_ended(&mut stream).await;
    let newest = states.last().unwrap();
    assert_eq!(newest.r#match.as_ref().unwrap().revision, REVISIONS);
    assert_eq!(newest.view, last.view);
    assert!(
        states.len() < 24,
        "{} states were made for a reader that was not reading",
        states.len()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watch_continues_through_the_start_of_a_match() {
    let replica = Replica::on_redis().await;
    let mut table = TestMatch::create(replica.api(), &created("")).await;
    let mut stream = replica.api().watch(&table.match_id, None, None).await.unwrap();
    assert_eq!(next_snapshot(&mut stream).await.view, None);
    for seat in 0..8 {
        table.join(replica.api(), seat).await;
    }
    let mut newest = None;
    for expected in 2..=10 {
        let update = next_update(&mut stream).await;
        assert_eq!(update.revision, expected);
        newest = update.state.or(newest);
    }
    assert!(newest.unwrap().view.is_some());
}
