//! Deletion of a match.

use tinsel_harness::{Api, Choice, Fault, Faulty, Process, created, redis, refused, soon};
use tinsel_proto::v1::{
    AdminServiceListMatchesRequest, DeleteMatchRequest, ListHistoryRequest, ListMatchesRequest, MatchFilter, MatchPhase,
};
use tinsel_service::Limits;
use tinsel_store::Memory;

use super::*;

fn deleting(table: &TestMatch) -> DeleteMatchRequest {
    DeleteMatchRequest {
        match_id: table.match_id.clone(),
        audit: audit(),
    }
}

/// Nothing finds the match any more.
async fn check_gone(world: &World, table: &TestMatch) {
    let api = world.api();
    let reasons = [
        refused(api.ask(&table.getting(), Some(&table.host)).await).reason,
        refused(api.watch(&table.match_id, None, Some(&table.host)).await.map(drop)).reason,
        refused(
            api.ask(
                &ListHistoryRequest {
                    match_id: table.match_id.clone(),
                    ..ListHistoryRequest::default()
                },
                None,
            )
            .await,
        )
        .reason,
        refused(api.ask(&table.joining(0), None).await).reason,
        refused(world.operators().ask(&examining(table, 0), None).await).reason,
        refused(world.operators().ask(&deleting(table), None).await).reason,
    ];
    assert!(reasons.iter().all(|reason| reason == "MATCH_NOT_FOUND"), "{reasons:?}");
    for phase in [MatchPhase::Lobby, MatchPhase::Active] {
        let filter = Some(MatchFilter {
            phase: phase.into(),
            open_seats_min: Some(0),
            ..MatchFilter::default()
        });
        let asked = ListMatchesRequest {
            filter,
            ..ListMatchesRequest::default()
        };
        let listed = api.ask(&asked, None).await.unwrap().matches;
        assert!(listed.iter().all(|listed| listed.match_id != table.match_id));
    }
    let stored = world
        .operators()
        .ask(&AdminServiceListMatchesRequest::default(), None)
        .await
        .unwrap();
    assert!(stored.matches.iter().all(|listed| listed.match_id != table.match_id));
}

async fn check_deletion<S: MatchStore>(store: impl Fn() -> S, seed: u64) {
    let [here, there] = replicas(store, seed).await;
    let over = TestMatch::of_players(&[here.api()], &created("")).await;
    over.play(&[here.api()], Choice::Default).await;
    let timed = TestMatch::of_players(&[here.api(), there.api()], &a_minute(created(""))).await;
    let lobby = TestMatch::create(there.api(), &created("")).await;
    let stays = TestMatch::of_players(&[here.api(), there.api()], &a_minute(created(""))).await;
    for table in [&lobby, &timed, &over] {
        let mut streams = Vec::new();
        for world in [&here, &there] {
            // Also in the cache of both.
            table.state(world.api(), Some(&table.host)).await;
            let mut stream = world
                .api()
                .watch(&table.match_id, None, Some(&table.host))
                .await
                .unwrap();
            soon("the snapshot", stream.message()).await.expect("no failure");
            streams.push(stream);
        }
        here.operators().ask(&deleting(table), None).await.expect("deleted");
        if table.match_id != over.match_id {
            for stream in &mut streams {
                let ended = soon("the end", stream.message()).await;
                assert_eq!(refused(ended).reason, "MATCH_NOT_FOUND");
            }
        }
        check_gone(&here, table).await;
        check_gone(&there, table).await;
    }
    // No sweep meets a deleted match.
    for world in [&here, &there] {
        world.clock().pass(61_000);
        world.sweep().await;
    }
    let played = seen(here.api(), &stays).await;
    assert!(played.revision > 10, "{}", played.revision);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_match_is_gone_on_every_server_and_its_streams_end() {
    let memory = Memory::default();
    check_deletion(|| memory.clone(), 621).await;
    let (_server, redis, _operator) = own_redis();
    check_deletion(|| redis.clone(), 623).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_cannot_be_read_can_be_deleted() {
    for fault in [Fault::Unreadable, Fault::Newer] {
        let store = Faulty::new(Memory::default());
        let world = world(store.clone(), 625).await;
        let table = TestMatch::create(world.api(), &created("")).await;
        store.set(fault);
        world.operators().ask(&deleting(&table), None).await.expect("deleted");
        check_gone(&world, &table).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deletion_that_the_store_receives_twice_succeeds() {
    let store = Faulty::new(Memory::default());
    let world = world(store.clone(), 627).await;
    let table = TestMatch::create(world.api(), &created("")).await;
    store.set(Fault::AnswerLost);
    world.operators().ask(&deleting(&table), None).await.expect("deleted");
    check_gone(&world, &table).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_match_releases_the_quota_slot_of_its_owner() {
    let settings = Settings {
        limits: Limits {
            open_matches: 1,
            ..Limits::default()
        },
        ..Settings::default()
    };
    let world = World::with(Memory::default(), 626, settings).await;
    let table = TestMatch::create(world.api(), &created("")).await;
    // This reconciles the quota; the next call within 5 s does not, and the clock of a world stands still.
    assert_eq!(
        refused(world.api().ask(&created(""), None).await).reason,
        "OPEN_MATCH_LIMIT_REACHED"
    );
    world.operators().ask(&deleting(&table), None).await.expect("deleted");
    TestMatch::create(world.api(), &created("")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deletion_is_one_log_line_with_match_operator_and_reason() {
    let server = Process::start(redis(), &["--admin-listen", "127.0.0.1:0"]);
    let operators = server.operators().await;
    let table = TestMatch::create(&Api::connect(&server.url()).await, &created("")).await;
    operators.ask(&deleting(&table), None).await.expect("deleted");
    let line = server.line_with("match deleted by operator");
    for part in ["\"level\":\"INFO\"", &table.match_id, OLGA, WHY] {
        assert!(line.contains(part), "no {part}: {line}");
    }
}
