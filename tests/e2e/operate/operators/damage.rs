//! The findings about a match with damaged data in a real Redis.
//!
//! A finding is a sentence for people, and never contains stored data.

use tinsel_catalog::GameId;
use tinsel_harness::{Choice, TestMatch, World, created, creating, put_later_release, refused};
use tinsel_proto::v1::FindingCode;
use tinsel_service::testkit::Newer;
use tinsel_store::{MatchId, Memory};

use super::*;

/// The fields of a log entry about its write and its hashes; see `log_entry.rs` of the service. If a message contains a
/// field twice, the last one counts. So these fields, appended to an entry, replace its own.
#[derive(Clone, PartialEq, prost::Message)]
struct Touched {
    #[prost(fixed64, optional, tag = "4")]
    nonce: Option<u64>,
    #[prost(bytes = "vec", optional, tag = "5")]
    seal: Option<Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "6")]
    link: Option<Vec<u8>>,
}

/// A match after a few decisions, and its newest revision.
async fn playing(world: &World, game: GameId) -> (TestMatch, u64) {
    let asked = a_minute(creating(&game.testkit().setups()[0], ""));
    let table = TestMatch::of_players(&[world.api()], &asked).await;
    for _ in 0..2 {
        table.play_step_in_order(&[world.api()], Choice::Random(2)).await;
    }
    let head = head(world, &table).await;
    (table, head)
}

/// The findings, as codes and sentences.
async fn found(world: &World, table: &TestMatch) -> Vec<(FindingCode, String)> {
    let findings = examined(world, table).await.findings.into_iter();
    findings.map(|finding| (finding.code(), finding.sentence)).collect()
}

#[track_caller]
fn check(found: &[(FindingCode, String)], expected: &[(FindingCode, &str)]) {
    let found: Vec<_> = found
        .iter()
        .map(|(code, sentence)| (*code, sentence.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_log_entries_are_found() {
    let (_server, store, mut operator) = own_redis();
    let world = world(store, 571).await;
    for game in GameId::ALL {
        let (table, head) = playing(&world, *game).await;
        check(&found(&world, &table).await, &[]);
        let newest = operator.field(&table.match_id, &format!("e{head}"));
        operator.lose_field(&table.match_id, &format!("e{head}"));
        let report = examined(&world, &table).await;
        let lacks = (FindingCode::LogBroken, "the store lacks entries of the log");
        let none = format!("the record is at revision {head}, and the log has no entry that can be read");
        let expected = [lacks, (FindingCode::LogDiffers, none.as_str())];
        check(&found(&world, &table).await, &expected);
        assert!(report.state.is_some(), "the record can be read");
        assert_eq!(report.recent, []);
        let stored = report.stored.unwrap();
        assert_eq!((stored.revision, stored.newest_revision), (head, 0));
        operator.put_field(&table.match_id, &format!("e{head}"), &newest);
        check(&found(&world, &table).await, &[]);
        operator.lose_field(&table.match_id, &format!("e{}", head - 2));
        check(&found(&world, &table).await, &expected);
        // The entries after it are still reported.
        let report = world.operators().ask(&examining(&table, 2), None).await.unwrap();
        assert_eq!((report.findings.len(), report.recent.len()), (0, 2));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_or_unreadable_log_entries_are_found() {
    let (_server, store, mut operator) = own_redis();
    let world = world(store, 572).await;
    for game in GameId::ALL {
        let (table, head) = playing(&world, *game).await;
        let mut with = async |revision: u64, change: &dyn Fn(&mut Vec<u8>)| {
            let field = format!("e{revision}");
            let whole = operator.field(&table.match_id, &field);
            let mut changed = whole.clone();
            change(&mut changed);
            operator.put_field(&table.match_id, &field, &changed);
            let found = found(&world, &table).await;
            operator.put_field(&table.match_id, &field, &whole);
            found
        };
        let touched =
            |touched: Touched| move |entry: &mut Vec<u8>| entry.extend(prost::Message::encode_to_vec(&touched));
        let nonce = touched(Touched {
            nonce: Some(7),
            ..Touched::default()
        });
        let together = format!("record and log are both at revision {head}, and were not written together");
        let differs = (FindingCode::LogDiffers, together.as_str());
        check(&with(head, &nonce).await, &[differs]);
        check(&with(head - 1, &nonce).await, &[]);

        let link = touched(Touched {
            link: Some(vec![7; 32]),
            ..Touched::default()
        });
        let follows = |revision| format!("the log's entry of revision {revision} does not follow from those before");
        let hashes = format!("record and log are both at revision {head}, and their hashes differ");
        let (last, before) = (follows(head), follows(head - 1));
        let expected = [
            (FindingCode::LogBroken, last.as_str()),
            (FindingCode::LogDiffers, hashes.as_str()),
        ];
        check(&with(head, &link).await, &expected);
        let differ = (FindingCode::LogDiffers, hashes.as_str());
        let broken = [(FindingCode::LogBroken, before.as_str()), differ];
        check(&with(head - 1, &link).await, &broken);
        let seal = touched(Touched {
            seal: Some(vec![7; 32]),
            ..Touched::default()
        });
        check(&with(head, &seal).await, &[differ]);

        // A truncated entry, and bytes that are no message.
        let newest = format!("the log's entry of revision {head} cannot be read");
        let ends = format!(
            "the record is at revision {head}, and the log ends with revision {}",
            head - 1
        );
        let expected = [
            (FindingCode::LogBroken, newest.as_str()),
            (FindingCode::LogDiffers, ends.as_str()),
        ];
        let cut = |entry: &mut Vec<u8>| entry.truncate(entry.len() - 1);
        check(&with(head, &cut).await, &expected);
        let older = with(head - 1, &|entry| entry.extend([0xff; 9])).await;
        let unreadable = format!("the log's entry of revision {} cannot be read", head - 1);
        assert_eq!(older[0], (FindingCode::LogBroken, unreadable), "{game}");
        check(&found(&world, &table).await, &[]);
    }
}

/// The rest is reported as far as spectators may see it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unreadable_record_is_reported_and_not_shown() {
    let (_server, store, mut operator) = own_redis();
    let seeing = world(store.clone(), 573).await;
    let fresh = world(store, 574).await;
    for game in GameId::ALL {
        let (table, head) = playing(&seeing, *game).await;
        let whole = operator.field(&table.match_id, "r");
        let cut = whole[..whole.len() - 1].to_vec();
        for record in [cut, b"wr0ng".to_vec(), Vec::new(), [&whole[..8], b"wr0ng"].concat()] {
            operator.put_field(&table.match_id, "r", &record);
            // One world has the match in its cache; the other has not.
            for world in [&fresh, &seeing] {
                let report = examined(world, &table).await;
                let restore = "the record cannot be read: restore it from a backup of the store";
                check(&found(world, &table).await, &[(FindingCode::RecordUnreadable, restore)]);
                assert_eq!(report.state, None);
                let stored = report.stored.unwrap();
                assert_eq!(
                    (stored.revision, stored.newest_revision, stored.due),
                    (head, head, None)
                );
                assert_eq!(report.recent.len() as u64, head);
                for recent in &report.recent {
                    let entry = recent.entry.as_ref().unwrap();
                    assert_eq!((&entry.decision, entry.chain_hash.len()), (&None, 0));
                    assert!(entry.events.iter().all(|told| told.to_everyone));
                }
                assert!(!format!("{report:?}").contains("wr0ng"));
            }
            let answer = fresh.operators().ask(&repairing(&table, "", abort()), None).await;
            assert_eq!(refused(answer).reason, "MATCH_UNREADABLE");
        }
        operator.put_field(&table.match_id, "r", &whole);
        check(&found(&fresh, &table).await, &[]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_of_a_newer_release_is_reported_as_such() {
    let (_server, store, _) = own_redis();
    let world = world(store.clone(), 575).await;
    for game in GameId::ALL {
        for newer in Newer::ALL {
            for begun in [false, true] {
                let mut table =
                    TestMatch::create(world.api(), &a_minute(creating(&game.testkit().setups()[0], ""))).await;
                let seats = if begun { table.seats.len() } else { 1 };
                for seat in 0..seats {
                    table.join(world.api(), seat).await;
                }
                put_later_release(&store, &table.match_id, newer).await;
                let report = examined(&world, &table).await;
                let what = format!("{game}, {newer:?}, {begun}: {:?}", report.findings);
                assert_eq!(report.state, None, "{what}");
                assert_eq!(report.findings[0].code(), FindingCode::NewerSchema, "{what}");
                let sentence = &report.findings[0].sentence;
                assert!(sentence.contains("newer release"), "{what}");
                assert!(!sentence.contains("only a later release can read this"), "{what}");
                for (repair, reason) in [(abort(), "NEWER_SCHEMA"), (defaults_of(None), "NEWER_SCHEMA")] {
                    let answer = world.operators().ask(&repairing(&table, "", repair), None).await;
                    assert_eq!(refused(answer).reason, reason, "{what}");
                }
                let answer = world.operators().ask(&revealing(&table, ""), None).await;
                assert_eq!(refused(answer).reason, "NEWER_SCHEMA", "{what}");
            }
        }
    }
}

const NOT_LISTED: &str = "the store does not list the match as due; any repair lists it again";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_no_sweep_processes_is_reported_as_overdue() {
    let (_server, store, _) = own_redis();
    let world = world(store, 576).await;
    let (table, before) = playing(&world, GameId::ALL[0]).await;
    let due = examined(&world, &table).await.stored.unwrap().due;
    world.clock().pass(61_000);
    check(&found(&world, &table).await, &[]);
    world.clock().pass(1);
    let overdue = "the match has been due for 1001 ms, and no sweep has processed it";
    check(&found(&world, &table).await, &[(FindingCode::Overdue, overdue)]);
    assert_eq!(examined(&world, &table).await.stored.unwrap().due, due);
    world.sweep().await;
    check(&found(&world, &table).await, &[]);
    assert!(head(&world, &table).await > before);
}

/// The store has lost the match from its due index: no sweep finds it until any repair lists it again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_repair_lists_a_match_as_due_again() {
    let (_server, store, mut operator) = own_redis();
    let world = world(store.clone(), 577).await;
    // The world owns the shards from now on. It would keep timers of matches in shards of other servers.
    world.sweep().await;
    let repairs = [
        None,
        Some(more_time(5)),
        Some(defaults_of(None)),
        Some(defaults_of(Some(0))),
    ];
    for repair in repairs {
        let table = TestMatch::of_players(&[world.api()], &a_minute(created(""))).await;
        world.clock().pass(62_000);
        operator.lose_from_due(&table.match_id);
        world.sweep().await;
        let overdue = "the match has been due for 2000 ms, and no sweep has processed it";
        let expected = [
            (FindingCode::Overdue, overdue),
            (FindingCode::NotListedAsDue, NOT_LISTED),
        ];
        check(&found(&world, &table).await, &expected);
        let before = match repair {
            None => {
                let answer = world.operators().ask(&revealing(&table, ""), None).await;
                answer.expect("a look").revision
            }
            Some(repair) => {
                let answer = world.operators().ask(&repairing(&table, "", repair), None).await;
                answer.expect("repaired");
                head(&world, &table).await
            }
        };
        world.clock().pass(62_000);
        let late = found(&world, &table).await;
        assert_eq!(late.len(), 1, "{repair:?}: {late:?}");
        assert_eq!(late[0].0, FindingCode::Overdue);
        world.sweep().await;
        assert!(head(&world, &table).await > before, "{repair:?}: no sweep finds it");
        check(&found(&world, &table).await, &[]);
        let id: MatchId = table.match_id.parse().unwrap();
        let raw = tinsel_harness::RawMatch::read(&mut operator, id);
        assert!(raw.due.is_some(), "{repair:?}");
    }
}

/// An aborted match is never due again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_is_over_is_never_overdue() {
    {
        let world = world(Memory::default(), 578).await;
        let table = TestMatch::of_players(&[world.api()], &a_minute(created(""))).await;
        world.clock().pass(600_000);
        let answer = world.operators().ask(&repairing(&table, "", abort()), None).await;
        answer.expect("aborted");
        check(&found(&world, &table).await, &[]);
        assert_eq!(examined(&world, &table).await.stored.unwrap().due, None);
    }
}
