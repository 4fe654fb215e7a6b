//! The marks of the installation, by which a lost or foreign store is detected.

use futures_util::future::join_all;
use redis::Client;
use tinsel_store::{
    Coverage, InstallationId, MarkScope, Marking, Marks, MatchStore, ProblemKind, Redis, RedisOptions, StoreError,
    StoreInspection,
};
use tinsel_store_testkit::{Failover, RedisCluster, RedisServer, answered, created, id, patient, shard, until, write};

fn at(url: &str) -> Redis {
    Redis::connect(url, patient()).unwrap()
}

async fn marks(store: &Redis) -> Marks {
    answered(|| store.marks(MarkScope::All)).await
}

/// Many processes mark a store at once.
async fn marked_at_once(url: &str) {
    let stores: Vec<_> = (0..4).map(|_| at(url)).collect();
    let marking = stores
        .iter()
        .zip(1..)
        .map(|(store, id)| answered(async move || store.mark(InstallationId(id), Marking::New).await));
    let found = join_all(marking).await;
    assert!(matches!(found[0], Marks::Complete(_)), "{found:?}");
    assert!(found.iter().all(|marks| *marks == found[0]), "{found:?}");
    assert_eq!(
        answered(|| stores[0].mark(InstallationId(9), Marking::New)).await,
        found[0],
        "never overwritten"
    );
    let sample = answered(|| stores[0].marks(MarkScope::OneOfEachServer)).await;
    assert_eq!(sample, found[0]);
}

#[tokio::test]
async fn processes_that_mark_a_store_at_once_set_the_same_mark() {
    marked_at_once(&RedisServer::start().url()).await;
    marked_at_once(&RedisCluster::start().url()).await;
}

#[tokio::test]
async fn a_process_that_died_while_it_marked_is_continued_with_its_mark() {
    let server = RedisServer::start();
    let store = at(&server.url());
    assert_eq!(marks(&store).await, Marks::None);
    let id = InstallationId(7);
    server.tell(&format!("SET tinsel:{{s000}}:installing {id}"));
    assert_eq!(marks(&store).await, Marks::Begun);
    for shard in 1..500 {
        server.tell(&format!("SET tinsel:{{s{shard:03}}}:installation {id}"));
    }
    assert_eq!(marks(&store).await, Marks::Begun);
    assert_eq!(
        store.mark(InstallationId(8), Marking::New).await.unwrap(),
        Marks::Complete(id)
    );
    let mut connection = Client::open(server.url()).unwrap().get_connection().unwrap();
    let left: i64 = redis::cmd("TTL")
        .arg("tinsel:{s000}:installation")
        .query(&mut connection)
        .unwrap();
    assert_eq!(left, -1, "no expiry");
}

#[tokio::test]
async fn lost_foreign_and_unreadable_marks_are_found_and_never_healed() {
    let server = RedisServer::start();
    let store = at(&server.url());
    let id = InstallationId(7);
    assert_eq!(store.mark(id, Marking::New).await.unwrap(), Marks::Complete(id));
    server.tell("UNLINK tinsel:{s017}:installation tinsel:{s018}:installation");
    let lost = Marks::Incomplete { missing: 2 };
    assert_eq!(marks(&store).await, lost);
    server.tell("SET tinsel:{s017}:installation 8");
    assert_eq!(marks(&store).await, Marks::Different);
    for command in [
        "SET tinsel:{s017}:installation x",
        "HSET tinsel:{s018}:installation a b",
    ] {
        server.tell("UNLINK tinsel:{s017}:installation tinsel:{s018}:installation");
        assert_eq!(marks(&store).await, lost);
        server.tell(command);
        assert_eq!(marks(&store).await, Marks::Different, "{command}");
    }
    // An operator continues: the other shards keep their mark.
    server.tell("UNLINK tinsel:{s017}:installation tinsel:{s018}:installation");
    let kept = store.mark(InstallationId(8), Marking::AfterLoss).await.unwrap();
    assert_eq!(kept, Marks::Complete(id));
    server.tell("FLUSHALL");
    assert_eq!(marks(&store).await, Marks::None);
    let sample = store.marks(MarkScope::OneOfEachServer).await.unwrap();
    assert_eq!(sample, Marks::None);
    store.note_loss().await.unwrap();
    assert_eq!(marks(&store).await, Marks::Emptied);
    assert_eq!(store.mark(id, Marking::New).await.unwrap(), Marks::Different);
    // Another operator continued first.
    server.tell("FLUSHALL");
    server.tell(&format!("SET tinsel:{{s000}}:installing {id}"));
    let others = store.mark(InstallationId(8), Marking::AfterLoss).await.unwrap();
    assert_eq!(others, Marks::Complete(id));
    server.tell("FLUSHALL");
    store.note_loss().await.unwrap();
    let next = InstallationId(9);
    assert_eq!(
        store.mark(next, Marking::AfterLoss).await.unwrap(),
        Marks::Complete(next)
    );
}

#[tokio::test]
async fn a_match_begins_only_in_a_marked_shard_and_is_confirmed_without() {
    let server = RedisServer::start();
    let options = RedisOptions {
        is_mark_required: true,
        ..patient()
    };
    let (store, id, begun) = (
        Redis::connect(&server.url(), options).unwrap(),
        id(shard()),
        write("begun"),
    );
    let refused = store.create(id, begun.clone()).await;
    assert!(matches!(refused, Err(StoreError::NotMarked)), "{refused:?}");
    assert!(matches!(store.load(id).await, Err(StoreError::NotFound)));
    store.mark(InstallationId(7), Marking::New).await.unwrap();
    let version = created(store.create(id, begun.clone()).await.unwrap());
    // A lost reply, and then lost marks.
    server.tell(&format!("UNLINK tinsel:{{{}}}:installation", id.shard()));
    assert_eq!(created(store.create(id, begun).await.unwrap()), version);
}

#[tokio::test]
async fn a_move_is_a_problem_until_it_is_complete() {
    let server = RedisServer::start_durable();
    let store = at(&server.url());
    let is_unfinished = async || {
        let problems = store.check(1).await.problems;
        problems
            .iter()
            .any(|problem| problem.kind == ProblemKind::MoveUnfinished)
    };
    assert!(!is_unfinished().await);
    for direction in ["away", "here", "expected"] {
        server.tell(&format!("SET tinsel:{{s000}}:moves {direction}"));
        assert!(is_unfinished().await, "{direction}");
    }
    server.tell("SET tinsel:{s000}:moved 1");
    assert!(is_unfinished().await, "matches move back");
    server.tell("SET tinsel:{s000}:moves away");
    assert!(!is_unfinished().await, "all have moved");
}

#[tokio::test]
async fn while_a_master_is_down_the_others_are_checked_and_show_their_marks() {
    let mut cluster = RedisCluster::start();
    let store = Redis::connect(&cluster.url(), patient()).unwrap();
    until("the cluster is known", || async {
        store.check(1).await.coverage == Coverage::All
    })
    .await;
    let id = InstallationId(7);
    assert_eq!(store.mark(id, Marking::New).await.unwrap(), Marks::Complete(id));
    cluster.kill_master(cluster.slot("s017"));
    until("one master is down", || async {
        store.check(1).await.coverage == Coverage::Reached
    })
    .await;
    let marks = store.marks(MarkScope::OneOfEachServer).await;
    assert_eq!(marks.unwrap(), Marks::Complete(id));
}
