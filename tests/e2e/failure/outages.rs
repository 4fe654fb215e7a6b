//! Stores that hang, do not respond, or revert.

use std::time::Duration;

use futures_util::{StreamExt, stream::FuturesUnordered};
use tinsel_harness::{
    Api, Choice, Fault, Faulty, Operator, RedisServer, Replica, Streaming, TestMatch, World, created, refused, soon,
};
use tinsel_proto::v1::{
    MatchState, Update, WatchMatchResponse, watch_match_request::Position, watch_match_response::Message,
};
use tinsel_server::{Config, StoreAddress};
use tinsel_service::{Limits, Settings};
use tinsel_store::Memory;

async fn next(stream: &mut Streaming<WatchMatchResponse>) -> Message {
    let message = soon("a message", stream.message()).await.expect("the stream continues");
    message.expect("it does not end").message.expect("a message")
}

/// The cursor of the next message.
async fn next_cursor(stream: &mut Streaming<WatchMatchResponse>) -> String {
    let message = soon("a message", stream.message()).await.expect("the stream continues");
    message.expect("it does not end").cursor
}

/// The next message that is not a heartbeat.
async fn next_news(stream: &mut Streaming<WatchMatchResponse>) -> Message {
    loop {
        match next(stream).await {
            Message::Heartbeat(_) => {}
            news => return news,
        }
    }
}

fn updated(message: Message) -> Update {
    match message {
        Message::Update(update) => update,
        other => panic!("not an update: {other:?}"),
    }
}

fn state(message: Message) -> MatchState {
    match message {
        Message::Snapshot(snapshot) => snapshot.state.expect("a state"),
        other => panic!("not a snapshot: {other:?}"),
    }
}

async fn submit(api: &Api, table: &TestMatch, seat: usize) {
    let action = table.choice(api, seat, Choice::Default).await.expect("it owes");
    table.submit(api, seat, action).await.expect("accepted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_for_one_match_do_not_wait_for_each_other_while_the_store_hangs() {
    let store = Faulty::new(Memory::default());
    // Calls have no time limit here, so that only the limit of the wait for earlier calls ends a call.
    let settings = Settings {
        limits: Limits {
            call_time: Duration::from_secs(3600),
            ..Limits::default()
        },
        ..Settings::default()
    };
    let world = World::with(store.clone(), 31, settings).await;
    // Over a socket: a caller that cancels a call resets its HTTP/2 stream.
    let api = Api::connect(world.url()).await;
    let table = TestMatch::create(&api, &created("")).await;
    store.set(Fault::Hangs);
    let joining = (0..8).map(|seat| {
        let (api, asked) = (api.clone(), table.joining(seat));
        tokio::spawn(async move { api.ask(&asked, None).await })
    });
    let mut joining: FuturesUnordered<_> = joining.collect();
    // One call waits for the store, the others wait for that call.
    for _ in 0..7 {
        let ended = soon("the end of the others", joining.next()).await.unwrap().unwrap();
        let refusal = refused(ended);
        assert_eq!(refusal.reason, "CONTENDED");
        tinsel_harness::check_refusal(&refusal);
    }
    for held in &joining {
        held.abort();
    }
    // A cancelled call lets the next one continue.
    store.set(Fault::None);
    api.ask(&table.joining(0), None).await.expect("a seat");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_outlives_a_store_outage_and_resumes_at_its_revision() {
    let redis = RedisServer::start();
    let replica = Replica::start(Config {
        store: StoreAddress::Redis(redis.url()),
        heartbeat_seconds: 1,
        ..Config::default()
    })
    .await;
    let api = replica.api();
    let table = TestMatch::of_players(&[api], &created("")).await;
    let mut stream = api.watch(&table.match_id, Some(10), None).await.unwrap();
    assert!(matches!(next(&mut stream).await, Message::Heartbeat(_)));
    redis.pause();
    // Each call waits at least half a second for the store, so this takes several heartbeats.
    for _ in 0..6 {
        let refusal = refused(api.ask(&table.getting(), None).await);
        assert_eq!(refusal.reason, "STORE_UNAVAILABLE");
    }
    redis.resume();
    tinsel_harness::until("the store answers", || async {
        api.ask(&table.getting(), None).await.is_ok()
    })
    .await;
    submit(api, &table, 3).await;
    let update = updated(next_news(&mut stream).await);
    assert_eq!(update.revision, 11);
    assert_eq!(update.state, Some(table.state(api, None).await));
}

/// Two replicas on a Redis of their own. The test can end the subscriptions of the first, which sends no heartbeats.
struct Deaf {
    operator: Operator,
    replicas: [Replica; 2],
    _redis: RedisServer,
}

impl Deaf {
    async fn new() -> Self {
        let redis = RedisServer::start();
        let mut operator = Operator::of(&redis);
        let deaf = Replica::start(Config {
            store: StoreAddress::Redis(operator.listener()),
            heartbeat_seconds: 3600,
            ..Config::default()
        })
        .await;
        Self {
            operator,
            replicas: [deaf, Replica::on(&redis).await],
            _redis: redis,
        }
    }

    fn apis(&self) -> [&Api; 2] {
        [self.replicas[0].api(), self.replicas[1].api()]
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_without_a_notice_reaches_watchers_before_the_next_heartbeat() {
    let mut deaf = Deaf::new().await;
    let table = TestMatch::of_players(&deaf.apis(), &created("")).await;
    let mut stream = deaf.apis()[0].watch(&table.match_id, None, None).await.unwrap();
    state(next(&mut stream).await);
    deaf.operator.close_ears();
    submit(deaf.apis()[1], &table, 0).await;
    submit(deaf.apis()[1], &table, 1).await;
    deaf.operator.open_ears();
    for revision in [11, 12] {
        assert_eq!(updated(next(&mut stream).await).revision, revision);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_gets_a_snapshot_after_the_match_reverted_and_diverged() {
    // The watcher is at revision 12. The match reverts to 10 and continues with other revisions 11, 12 and 13.
    for moves in 1..=3 {
        let mut deaf = Deaf::new().await;
        let table = TestMatch::of_players(&deaf.apis(), &created("")).await;
        let backup = deaf.operator.back_up(&table.match_id);
        let mut stream = deaf.apis()[0].watch(&table.match_id, Some(10), None).await.unwrap();
        for seat in [0, 1] {
            submit(deaf.apis()[0], &table, seat).await;
            updated(next(&mut stream).await);
        }
        deaf.operator.close_ears();
        deaf.operator.restore(&backup);
        for seat in 2..2 + moves {
            submit(deaf.apis()[1], &table, seat).await;
        }
        deaf.operator.open_ears();
        let told = state(next(&mut stream).await);
        assert_eq!(told, table.state(deaf.apis()[1], None).await, "after {moves} moves");
        let revision = told.r#match.as_ref().unwrap().revision;
        assert_eq!(revision, 10 + u64::try_from(moves).unwrap());
        let waiting = told.r#match.unwrap().pending_decisions;
        assert!(
            waiting.iter().any(|decision| decision.seat() == 0),
            "a lost decision is pending again"
        );
        // The stream continues from there.
        submit(deaf.apis()[1], &table, 7).await;
        assert_eq!(updated(next(&mut stream).await).revision, revision + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_that_is_notified_of_a_reverted_match_gets_a_snapshot_at_once() {
    let redis = RedisServer::start();
    let replicas = [Replica::on(&redis).await, Replica::on(&redis).await];
    let mut operator = Operator::of(&redis);
    let apis = [replicas[0].api(), replicas[1].api()];
    let table = TestMatch::of_players(&apis, &created("")).await;
    let backup = operator.back_up(&table.match_id);
    let mut stream = apis[0].watch(&table.match_id, Some(10), None).await.unwrap();
    for seat in [0, 1] {
        submit(apis[0], &table, seat).await;
        updated(next_news(&mut stream).await);
    }
    operator.restore(&backup);
    submit(apis[1], &table, 2).await;
    let told = state(next_news(&mut stream).await);
    assert_eq!(told, table.state(apis[1], None).await);
    assert_eq!(told.r#match.unwrap().revision, 11);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cursor_of_a_revision_that_was_lost_gets_a_snapshot_on_any_replica() {
    let redis = RedisServer::start();
    let replicas = [Replica::on(&redis).await, Replica::on(&redis).await];
    let mut operator = Operator::of(&redis);
    let apis = [replicas[0].api(), replicas[1].api()];
    let table = TestMatch::of_players(&apis, &created("")).await;
    let backup = operator.back_up(&table.match_id);
    let mut stream = apis[0].watch(&table.match_id, Some(9), None).await.unwrap();
    let kept = next_cursor(&mut stream).await;
    submit(apis[0], &table, 0).await;
    let lost = next_cursor(&mut stream).await;
    operator.restore(&backup);
    // At first the match is only reverted, then it has another revision 11, then later revisions.
    for revision in 10..=12 {
        // A replica that has seen neither history.
        let replica = Replica::on(&redis).await;
        let from = async |cursor: &String| {
            let position = Some(Position::Cursor(cursor.clone()));
            replica.api().watch_from(&table.match_id, position, None).await.unwrap()
        };
        let told = state(next(&mut from(&lost).await).await);
        assert_eq!(told, table.state(apis[1], None).await);
        assert_eq!(told.r#match.unwrap().revision, revision);
        let mut goes_on = from(&kept).await;
        for revision in 11..=revision {
            assert_eq!(updated(next(&mut goes_on).await).revision, revision);
        }
        submit(replica.api(), &table, usize::try_from(revision).unwrap() - 8).await;
        assert_eq!(updated(next_news(&mut goes_on).await).revision, revision + 1);
    }
}

/// Number of watchers in [`many_watchers_cost_the_store_no_more_than_one`].
const WATCHERS: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_watchers_cost_the_store_no_more_than_one() {
    let redis = RedisServer::start();
    let replicas = [Replica::on(&redis).await, Replica::on(&redis).await];
    let mut operator = Operator::of(&redis);
    let apis = [replicas[0].api(), replicas[1].api()];
    let table = TestMatch::of_players(&apis, &created("")).await;
    let mut streams = Vec::new();
    for turn in 0..WATCHERS {
        let mut stream = apis[turn % 2].watch(&table.match_id, None, None).await.unwrap();
        state(next(&mut stream).await);
        streams.push(stream);
    }
    for seat in 0..7 {
        let action = table.choice(apis[0], seat, Choice::Default).await.unwrap();
        let before = operator.work_done();
        table.submit(apis[0], seat, action).await.unwrap();
        for stream in &mut streams {
            let update = updated(next_news(stream).await);
            assert_eq!(update.revision, 11 + u64::try_from(seat).unwrap());
        }
        let work = operator.work_done() - before;
        // The write, and for the other replica one read of the record and one of the log. A heartbeat may come between.
        assert!(work <= 6, "{work} reads for one action and {WATCHERS} watchers");
    }
}
