//! The directions of moves, the marks of matches, and what creates, assigns and deletes matches meanwhile.

use std::{pin::pin, time::Duration};

use tinsel_store::{Assignment, Change, MatchId, MatchStore, MoveError, Moved, PoolId, StoreError, Write};
use tinsel_store_testkit::{created, request, write};

use super::{LIFETIME, SHARDS, Site, begun, holders, key, keys, next_id, polled, reply, shard_key};

/// A time to live in milliseconds that is too short.
const SHORT: i64 = 600_000;

fn is_moved<T>(result: Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::Moved))
}

/// Polls a move until the target has a mark for each match.
async fn until_marked(site: &Site, moving: &mut std::pin::Pin<&mut impl Future>) {
    let last = shard_key(SHARDS - 1, "moves");
    while reply::<Option<String>>(&site.servers.1, &["GET", &last])
        .await
        .as_deref()
        != Some("expected")
    {
        assert!(!polled(moving, 1).await);
    }
}

#[tokio::test]
async fn a_match_that_is_deleted_while_it_moves_stays_deleted() {
    let site = Site::open().await;
    let (mut polls, mut incomplete) = (0, 0);
    loop {
        polls += 1;
        site.reopen().await;
        let (id, _) = begun(&site.source).await;
        let mut moving = pin!(site.source.move_to(&site.target, |_| {}));
        let finished = polled(&mut moving, polls).await;
        let is_nowhere = holders(&[&site.source, &site.target], id).await.is_empty();
        let deleted = match site.source.delete(id, None).await {
            Err(StoreError::Moved) => site.target.delete(id, None).await,
            deleted => deleted,
        };
        let copies = keys(&site.servers.1, "tinsel:*:arriving:*").await;
        if !finished {
            moving.await.unwrap();
        }
        let left = holders(&[&site.source, &site.target], id).await;
        match deleted {
            Ok(_) => {
                incomplete += u32::from(is_nowhere);
                assert_eq!((copies.len(), left.len()), (0, 0), "after {polls} polls");
                assert!(matches!(site.target.load(id).await, Err(StoreError::NotFound)));
            }
            // It was fenced, and not copied yet.
            Err(StoreError::Moved) if is_nowhere => drop(site.target.delete(id, None).await.unwrap()),
            Err(error) => panic!("{error} after {polls} polls"),
        }
        if finished {
            break;
        }
    }
    assert!(incomplete > 0);
}

#[tokio::test]
async fn a_match_that_never_arrives_is_expected_until_the_end_of_the_move() {
    let site = Site::open().await;
    let (id, _) = begun(&site.source).await;
    let mut moving = pin!(site.source.move_to(&site.target, |_| {}));
    until_marked(&site, &mut moving).await;
    site.source.delete(id, None).await.unwrap();
    assert!(is_moved(site.target.load(id).await));
    assert!(is_moved(site.target.create(id, write("again")).await));
    moving.await.unwrap();
    assert!(matches!(site.target.load(id).await, Err(StoreError::NotFound)));
    created(site.target.create(id, write("again")).await.unwrap());
    assert!(is_moved(site.source.create(next_id(), write("new")).await));
}

#[tokio::test]
async fn a_resumed_move_extends_the_directions_and_the_marks() {
    let site = Site::open().await;
    let (id, _) = begun(&site.source).await;
    until_marked(&site, &mut pin!(site.source.move_to(&site.target, |_| {}))).await;
    let mut stored = vec![(&site.servers.1, key(id, "deleted"))];
    for server in [&site.servers.0, &site.servers.1] {
        stored.extend((0..SHARDS).map(|shard| (server, shard_key(shard, "moves"))));
    }
    for (server, name) in &stored {
        let short = SHORT.to_string();
        assert_eq!(reply::<u64>(server, &["PEXPIRE", name, &short]).await, 1, "{name}");
    }
    // The target does not forget that it knows all marks.
    let missing = next_id();
    let mut resumed = pin!(site.source.move_to(&site.target, |_| {}));
    while is_moved(site.source.load(id).await) || site.source.load(id).await.is_ok() {
        assert!(matches!(site.target.load(missing).await, Err(StoreError::NotFound)));
        let mut extended = true;
        for (server, name) in &stored {
            extended &= reply::<i64>(server, &["PTTL", name]).await > SHORT;
        }
        if extended {
            break;
        }
        assert!(!polled(&mut resumed, 1).await, "not extended");
    }
    resumed.await.unwrap();
}

#[tokio::test]
async fn a_mark_stays_as_long_as_its_match_and_at_least_a_week() {
    let site = Site::open().await;
    let week = Duration::from_secs(604_800);
    let mut marked = Vec::new();
    for lifetime in [LIFETIME, 2 * week] {
        let (id, version) = begun(&site.source).await;
        let write = Write {
            expiry: Change::Set(lifetime),
            ..write("longer")
        };
        site.source.replace(id, version, &write).await.unwrap();
        marked.push((id, lifetime.max(week)));
    }
    site.move_all().await;
    for (id, lasts) in marked {
        let left: u64 = reply(&site.servers.0, &["PTTL", &key(id, "deleted")]).await;
        assert!(Duration::from_millis(left) > lasts - Duration::from_secs(60));
    }
}

#[tokio::test]
async fn a_refused_opposite_move_changes_no_direction() {
    let site = Site::open().await;
    let (id, _) = begun(&site.source).await;
    created(site.target.create(id, write("other")).await.unwrap());
    assert!(site.move_all().await.contains(&Moved::Conflict(id)));
    let refused = site.target.move_to(&site.source, |_| {}).await;
    assert!(matches!(refused, Err(MoveError::Opposed)), "{refused:?}");
    created(site.target.create(next_id(), write("new")).await.unwrap());
    assert!(is_moved(site.source.create(next_id(), write("new")).await));
}

#[tokio::test]
async fn matches_are_assigned_in_the_target_after_its_assignments_have_arrived() {
    let site = Site::open().await;
    let pool: PoolId = next_id().to_string().parse().unwrap();
    let (seeker, found) = (request("seeker"), next_id());
    let seek = |fresh: MatchId| Assignment {
        full: None,
        fresh: Some(fresh),
        kept_for: LIFETIME,
    };
    begun(&site.source).await;
    site.source.assign(pool, &seeker, seek(found)).await.unwrap();
    let mut moving = pin!(site.source.move_to(&site.target, |_| {}));
    let first = shard_key(pool.shard().get(), "moves");
    while reply::<u64>(&site.servers.1, &["STRLEN", &first]).await == 0 {
        assert!(!polled(&mut moving, 1).await);
    }
    assert!(is_moved(site.source.assign(pool, &seeker, seek(next_id())).await));
    assert!(is_moved(site.target.assign(pool, &seeker, seek(next_id())).await));
    assert!(is_moved(site.target.create(next_id(), write("new")).await));
    until_marked(&site, &mut moving).await;
    assert!(is_moved(site.source.assign(pool, &seeker, seek(next_id())).await));
    let given = site.target.assign(pool, &seeker, seek(next_id())).await.unwrap();
    assert_eq!(given, Some(found));
    moving.await.unwrap();
}

#[tokio::test]
async fn slots_are_held_as_long_as_the_store_that_holds_them_longer() {
    let site = Site::open().await;
    begun(&site.source).await;
    let mut pools = Vec::new();
    for (in_source, in_target) in [(1, 2), (2, 1), (2, 0)] {
        let pool: PoolId = next_id().to_string().parse().unwrap();
        for (store, times) in [(&site.source, in_source), (&site.target, in_target)] {
            if times > 0 {
                store.reserve(pool, next_id(), times * LIFETIME, 2).await.unwrap();
            }
        }
        pools.push(pool);
    }
    let (pool, id) = (pools[0], next_id());
    site.source.reserve(pool, id, LIFETIME / 2, 2).await.unwrap();
    site.target.reserve(pool, id, LIFETIME, 2).await.unwrap();
    site.move_all().await;
    let name = |pool: PoolId| shard_key(pool.shard().get(), &format!("pool:{pool}"));
    for pool in &pools {
        let left: i64 = reply(&site.servers.1, &["PTTL", &name(*pool)]).await;
        assert!(u128::try_from(left).unwrap() > LIFETIME.as_millis());
    }
    let ends = async |server| reply::<f64>(server, &["ZSCORE", &name(pool), &id.to_string()]).await;
    assert!(ends(&site.servers.1).await > ends(&site.servers.0).await);
}

#[tokio::test]
async fn a_mark_of_a_deletion_stays_as_long_as_the_match_and_at_least_a_day() {
    let site = Site::open().await;
    let day = 86_400_000;
    for expires in [60_000, 2 * day] {
        let (id, _) = begun(&site.target).await;
        let _: u64 = reply(&site.servers.1, &["PEXPIRE", &key(id, "match"), &expires.to_string()]).await;
        site.target.delete(id, None).await.unwrap();
        let left: u64 = reply(&site.servers.1, &["PTTL", &key(id, "deleted")]).await;
        assert!(left > expires.max(day) - 60_000);
    }
}

#[tokio::test]
async fn a_moved_match_is_not_created_again_after_its_direction_has_expired() {
    let site = Site::open().await;
    let (id, _) = begun(&site.source).await;
    site.move_all().await;
    site.reopen().await;
    assert!(is_moved(site.source.create(id, write("again")).await));
    assert!(is_moved(site.source.load(id).await));
    created(site.source.create(next_id(), write("new")).await.unwrap());
}

#[tokio::test]
async fn a_move_is_not_reversed_before_its_first_match_has_moved() {
    let site = Site::open().await;
    let (id, _) = begun(&site.source).await;
    let mut moving = pin!(site.source.move_to(&site.target, |_| {}));
    until_marked(&site, &mut moving).await;
    let refused = site.target.move_to(&site.source, |_| {}).await;
    assert!(matches!(refused, Err(MoveError::Opposed)), "{refused:?}");
    moving.await.unwrap();
    assert!(site.target.load(id).await.is_ok());
}
