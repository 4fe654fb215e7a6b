//! Trimming: old answers and log entries are removed from the server.

use std::num::NonZeroU32;

use super::*;

impl Site {
    fn limited(log_entries_min: u32, answers_min: u32, batch: u32) -> Self {
        let server = RedisServer::start();
        let store = limited(&server, log_entries_min, answers_min, batch);
        Self { server, store }
    }

    /// Waits until the server stores this number of log entries and answers of a match.
    async fn keeps(&self, id: MatchId, entries: u64, answers: usize) {
        until(&format!("{entries} entries and {answers} answers"), async || {
            let fields: Vec<String> = self.ask(&["HKEYS", &key(id)]).await;
            let count = |kind| fields.iter().filter(|name| name.starts_with(kind)).count();
            (count('e') as u64, count('q')) == (entries, answers)
        })
        .await;
    }
}

fn limited(server: &RedisServer, log_entries_min: u32, answers_min: u32, batch: u32) -> Redis {
    let limits = Limits {
        log_entries_min,
        answers_min,
        batch: NonZeroU32::new(batch).unwrap(),
    };
    Redis::connect(&server.url(), RedisOptions { limits, ..patient() }).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn trimmed_answers_and_entries_are_removed_from_the_server() {
    let site = Site::limited(3, 2, 3);
    let (id, mut version) = site.begun().await;
    let mut answered = Vec::new();
    for step in 0..20 {
        let several = Write {
            entries: vec!["entry".into(); step % 5 + 1],
            ..asked(&format!("r{step}"), "moved")
        };
        version = written(site.store.replace(id, version, &several).await.unwrap());
        let revision = version.revision.get();
        let trimmed_at = revision - revision % 3;
        answered.push(revision);
        answered.retain(|at| at + 2 > trimmed_at);
        site.keeps(id, revision - trimmed_at.saturating_sub(3), answered.len())
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_beginning_longer_than_the_log_stores_only_its_end() {
    let site = Site::limited(3, 2, 3);
    let id = id(shard());
    let write = Write {
        entries: vec!["entry".into(); 7],
        ..asked("r", "begun")
    };
    created(site.store.create(id, write).await.unwrap());
    site.keeps(id, 4, 1).await;
}

/// After failures, or with a lower limit than before, in several calls of the script.
#[tokio::test(flavor = "multi_thread")]
async fn trimming_includes_what_earlier_trimming_has_left() {
    let site = Site::limited(3, 2, 3);
    let (id, mut version) = site.begun().await;
    let never = limited(&site.server, 9999, 9999, 1);
    for revision in 2..=2304 {
        let store = if (7..2304).contains(&revision) {
            &never
        } else {
            &site.store
        };
        let write = asked(&format!("r{revision}"), "moved");
        version = written(store.replace(id, version, &write).await.unwrap());
        match revision {
            6 => site.keeps(id, 3, 2).await,
            2303 => site.keeps(id, 2300, 2299).await,
            2304 => site.keeps(id, 3, 2).await,
            _ => {}
        }
    }
}

/// A failover can lose the write after which a match is trimmed, and another replica can trim or pack it meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_changed_bounds_or_lost_writes_is_not_trimmed() {
    let site = Site::open();
    let (id, version) = site.begun().await;
    written(site.store.replace(id, version, &write("moved")).await.unwrap());
    let trim = async |at: &str, oldest: &str, answered: &str| {
        let script = include_str!("../../../src/redis/lua/trim.lua");
        let key = key(id);
        site.ask::<Option<u8>>(&["EVAL", script, "1", &key, at, oldest, answered, "2", "2", "e1"])
            .await
    };
    for (at, oldest, answered, expected) in [
        ("3", "1", "1", None),
        ("2", "2", "1", Some(0)),
        ("2", "1", "2", Some(0)),
    ] {
        assert_eq!(trim(at, oldest, answered).await, expected);
        site.keeps(id, 2, 0).await;
    }
    assert_eq!(trim("2", "1", "1").await, Some(1));
    site.keeps(id, 1, 0).await;
    assert_eq!(trim("2", "2", "2").await, Some(1));
}

/// A packed match does not contain which answers were trimmed.
#[tokio::test(flavor = "multi_thread")]
async fn a_request_id_that_is_used_again_keeps_its_answer() {
    let site = Site::limited(20, 2, 3);
    let never = limited(&site.server, 9999, 9999, 1);
    let (id, mut version) = site.begun().await;
    for revision in 2..=14 {
        let name = if [2, 14].contains(&revision) {
            "again".to_owned()
        } else {
            format!("r{revision}")
        };
        version = written(never.replace(id, version, &asked(&name, "moved")).await.unwrap());
        if revision == 2 {
            let _: i64 = site.ask(&["HDEL", &key(id), "t", "qagain"]).await;
        }
    }
    site.keeps(id, 14, 12).await;
    written(site.store.replace(id, version, &asked("r15", "moved")).await.unwrap());
    // The answers of the revisions 3 to 7 are before those that are removed.
    site.keeps(id, 15, 7).await;
    assert!(site.store.answer(id, &request("again")).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_may_change_between_releases() {
    let site = Site::open();
    let (id, mut version) = site.begun().await;
    for log_entries_min in [9, 3, 6, 100, 2] {
        let store = limited(&site.server, log_entries_min, 2, 1);
        for _ in 0..5 {
            version = written(store.replace(id, version, &write("moved")).await.unwrap());
            until("the log is trimmed", async || {
                let page = store.log(id, Revision::NONE, 999).await.unwrap();
                let kept = page.head.get() - page.oldest.get() + 1;
                assert_eq!(page.entries.len() as u64, kept, "a gap");
                kept <= u64::from(log_entries_min)
            })
            .await;
        }
    }
}
