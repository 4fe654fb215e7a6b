//! A move that was stopped for long continues while a later move runs.

use std::pin::pin;

use tinsel_store::{MatchId, MatchStore, MoveError, Redis, Replaced, Version};
use tinsel_store_testkit::{RedisServer, write};

use super::{Site, begun, holders, key, keys, move_all, polled, reply, state};

/// Number of polls after which a later move of one match is complete.
const STEPS: u32 = 8;

async fn written(store: &Redis, id: MatchId, version: Version) -> Version {
    let Replaced::Written(version) = store.replace(id, version, &write("more")).await.unwrap() else {
        panic!("not written");
    };
    version
}

/// Whether a match is fenced in a store.
async fn is_fenced(server: &RedisServer, id: MatchId) -> bool {
    reply::<u64>(server, &["HLEN", &key(id, "moving")]).await > 0
}

#[tokio::test]
async fn a_delayed_move_changes_nothing_in_a_later_one() {
    for ahead in 0..STEPS {
        let site = Site::open().await;
        for delayed_for in 0..STEPS {
            site.reopen().await;
            let (id, version) = begun(&site.source).await;
            let mut delayed = pin!(site.source.move_to(&site.target, |_| {}));
            while !is_fenced(&site.servers.0, id).await {
                assert!(!polled(&mut delayed, 1).await);
            }
            let finished = polled(&mut delayed, delayed_for).await;
            site.move_all().await;
            let version = written(&site.target, id, version).await;
            move_all(&site.target, &site.source).await;
            written(&site.source, id, version).await;
            let before = state(&site.source, id).await;

            let mut later = pin!(site.source.move_to(&site.target, |_| {}));
            while !is_fenced(&site.servers.0, id).await {
                assert!(!polled(&mut later, 1).await);
            }
            let later_finished = polled(&mut later, ahead).await;
            if !finished {
                delayed.await.unwrap();
            }
            if !later_finished {
                later.await.unwrap();
            }
            let which = format!("after {delayed_for} polls, {ahead} polls before the other");
            assert_eq!(holders(&[&site.source, &site.target], id).await.len(), 1, "{which}");
            assert_eq!(state(&site.target, id).await, before, "{which}");
            assert_eq!(keys(&site.servers.1, "tinsel:*:arriving:*").await, [""; 0], "{which}");
            site.target.delete(id, None).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_delayed_move_does_not_block_both_directions() {
    let site = Site::open().await;
    for polls in 1.. {
        let (id, _) = begun(&site.source).await;
        let mut delayed = pin!(site.source.move_to(&site.target, |_| {}));
        let finished = polled(&mut delayed, polls).await;
        site.move_all().await;
        let mut back = pin!(site.target.move_to(&site.source, |_| {}));
        while !is_fenced(&site.servers.1, id).await {
            assert!(!polled(&mut back, 1).await);
        }
        if !finished {
            let delayed = delayed.await;
            assert!(
                matches!(delayed, Ok(()) | Err(MoveError::Opposed | MoveError::SameStore)),
                "{delayed:?}"
            );
        }
        if back.await.is_err() {
            site.move_all().await;
            move_all(&site.target, &site.source).await;
        }
        assert_eq!(holders(&[&site.source, &site.target], id).await.len(), 1);
        site.reopen().await;
        move_all(&site.target, &site.source).await;
        site.source.delete(id, None).await.unwrap();
        if finished {
            break;
        }
    }
}

#[tokio::test]
async fn delayed_fields_of_an_earlier_move_are_not_copied() {
    let server = RedisServer::start();
    let script = include_str!("../../../src/redis/lua/arrive.lua");
    for (moves, version) in [("1", "first"), ("3", "third"), ("1", "late"), ("3", "again")] {
        let arrived: u64 = reply(&server, &["EVAL", script, "1", "copy", moves, "60000", "v", version]).await;
        assert_eq!(arrived, u64::from(version != "late"));
        let copied: String = reply(&server, &["HGET", "copy", "v"]).await;
        assert_eq!(copied == version, version != "late");
    }
}

#[tokio::test]
async fn opposite_moves_lose_nothing() {
    let site = Site::open().await;
    let (id, _) = begun(&site.source).await;
    let (mut polls, mut refusals) = (0, 0);
    loop {
        polls += 1;
        let mut forward = pin!(site.source.move_to(&site.target, |_| {}));
        let finished = polled(&mut forward, polls).await;
        let back = site.target.move_to(&site.source, |_| {}).await;
        if !finished {
            let forward = forward.await;
            let refused = [&forward, &back].map(|done| matches!(done, Err(MoveError::Opposed | MoveError::SameStore)));
            refusals += usize::from(refused.contains(&true));
        }
        let stores = [&site.source, &site.target];
        assert_eq!(holders(&stores, id).await.len(), 1, "after {polls} polls");
        site.move_all().await;
        move_all(&site.target, &site.source).await;
        if finished {
            break;
        }
    }
    assert!(refusals > 0);
}

#[tokio::test]
async fn an_outdated_move_restores_no_match_that_was_deleted_or_moved_on() {
    let site = Site::open().await;
    for polls in 1.. {
        site.reopen().await;
        let (deleted, _) = begun(&site.source).await;
        let (returned, version) = begun(&site.source).await;
        let mut outdated = pin!(site.source.move_to(&site.target, |_| {}));
        let finished = polled(&mut outdated, polls).await;
        site.move_all().await;
        site.target.delete(deleted, None).await.unwrap();
        move_all(&site.target, &site.source).await;
        if !finished {
            // The match in the source moves again, which is all that an outdated move may do.
            let done = outdated.await;
            assert!(
                matches!(done, Ok(()) | Err(MoveError::Opposed | MoveError::SameStore)),
                "{done:?}"
            );
        }
        let stores = [&site.source, &site.target];
        assert!(holders(&stores, deleted).await.is_empty(), "after {polls} polls");
        let [holder] = holders(&stores, returned).await[..] else {
            panic!("not in one store after {polls} polls");
        };
        let last = holder.replace(returned, version, &write("last")).await.unwrap();
        assert!(matches!(last, Replaced::Written(_)), "after {polls} polls");
        holder.delete(returned, None).await.unwrap();
        if finished {
            break;
        }
    }
}
