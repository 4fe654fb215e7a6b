//! `AdminService`: reports on matches, disclosed actions of operators, and repairs.

mod damage;
mod deleting;
mod examining;
mod listing;
mod refusing;
mod repairing;
mod revealing;
mod serving;

use tinsel_client::{Client, Token};
use tinsel_engine::Viewer;
use tinsel_harness::{Api, Operator, RedisServer, TestMatch, World, revision_of};
use tinsel_history::{Verified, verify};
use tinsel_proto::v1::{
    Abort, Audit, CreateMatchRequest, ExamineMatchRequest, ExamineMatchResponse, ExtendDeadlines, HistoryEntry, Match,
    MatchExport, OperatorActed, RepairMatchRequest, RevealMatchRequest, TakeDefaults, TimeBank, TimeControl,
    match_event::Event, repair_match_request::Repair, time_control::Control,
};
use tinsel_service::Settings;
use tinsel_store::{MatchStore, Redis, RedisOptions};

/// The operator in these tests: a name that occurs nowhere else.
const OLGA: &str = "Olga of the night shift";
const WHY: &str = "seat 3 has lost its connection";

fn audit() -> Option<Audit> {
    Some(Audit {
        operator: OLGA.to_owned(),
        reason: WHY.to_owned(),
    })
}

fn examining(table: &TestMatch, recent: u32) -> ExamineMatchRequest {
    ExamineMatchRequest {
        match_id: table.match_id.clone(),
        recent,
        presentation: false,
    }
}

fn revealing(table: &TestMatch, request_id: &str) -> RevealMatchRequest {
    RevealMatchRequest {
        match_id: table.match_id.clone(),
        request_id: request_id.to_owned(),
        audit: audit(),
        recent: 200,
        presentation: false,
    }
}

fn repairing(table: &TestMatch, request_id: &str, repair: Repair) -> RepairMatchRequest {
    RepairMatchRequest {
        match_id: table.match_id.clone(),
        request_id: request_id.to_owned(),
        audit: audit(),
        expected_revision: None,
        repair: Some(repair),
    }
}

const fn defaults_of(seat: Option<u32>) -> Repair {
    Repair::TakeDefaults(TakeDefaults { seat })
}

fn more_time(seconds: i64) -> Repair {
    Repair::ExtendDeadlines(ExtendDeadlines { by: duration(seconds) })
}

const fn abort() -> Repair {
    Repair::Abort(Abort {})
}

#[expect(clippy::unnecessary_wraps, reason = "as messages have it")]
const fn duration(seconds: i64) -> Option<prost_types::Duration> {
    Some(prost_types::Duration { seconds, nanos: 0 })
}

fn a_minute(asked: CreateMatchRequest) -> CreateMatchRequest {
    CreateMatchRequest {
        time_control: Some(TimeControl {
            control: duration(60).map(Control::PerDecision),
            ..TimeControl::default()
        }),
        ..asked
    }
}

/// One minute for all decisions together, plus five seconds for each.
fn banks(asked: CreateMatchRequest) -> CreateMatchRequest {
    let bank = TimeBank {
        initial: duration(60),
        increment: duration(5),
    };
    CreateMatchRequest {
        time_control: Some(TimeControl {
            control: Some(Control::Bank(bank)),
            ..TimeControl::default()
        }),
        ..asked
    }
}

/// A world with few shards, all of which each sweep processes.
async fn world<S: MatchStore>(store: S, seed: u64) -> World {
    let settings = Settings {
        shards: 4,
        ..Settings::default()
    };
    World::with(store, seed, settings).await
}

/// Two replicas on a store.
async fn replicas<S: MatchStore>(store: impl Fn() -> S, seed: u64) -> [World; 2] {
    [world(store(), seed).await, world(store(), seed + 1).await]
}

/// A separate Redis with shards that no other server processes, and its operator.
fn own_redis() -> (RedisServer, Redis, Operator) {
    let server = RedisServer::start();
    let (store, operator) = (
        Redis::connect(&server.url(), RedisOptions::default()),
        Operator::of(&server),
    );
    (server, store.expect("an address"), operator)
}

/// The report on a match, with the largest number of revisions.
async fn examined(world: &World, table: &TestMatch) -> ExamineMatchResponse {
    let answer = world.operators().ask(&examining(table, 200), None).await;
    answer.expect("a report")
}

/// The match as spectators see it.
async fn seen(api: &Api, table: &TestMatch) -> Match {
    table.state(api, Some(&table.host)).await.r#match.unwrap()
}

/// All history entries that this viewer may list.
async fn listed(api: &Api, table: &TestMatch, token: Option<&str>) -> Vec<HistoryEntry> {
    let mut entries: Vec<HistoryEntry> = Vec::new();
    loop {
        let behind = entries.last().map_or(0, |last| last.revision);
        let page = api.ask(&table.listing(behind, u32::MAX), token).await.expect("a page");
        entries.extend(page.entries);
        if entries.len() as u64 == page.newest_revision {
            return entries;
        }
    }
}

/// The actions of operators in these entries, by revision.
fn deeds(entries: &[HistoryEntry]) -> Vec<(u64, OperatorActed)> {
    let told = entries.iter().flat_map(|entry| {
        let events = entry.events.iter().map(move |told| (entry.revision, told));
        events.collect::<Vec<_>>()
    });
    told.filter_map(|(revision, told)| match told.event.as_ref()?.event.as_ref()? {
        Event::OperatorActed(acted) => {
            assert!(told.to_everyone);
            Some((revision, acted.clone()))
        }
        _ => None,
    })
    .collect()
}

/// The export of a match for a viewer.
async fn exported(world: &World, table: &TestMatch, token: Option<&str>) -> MatchExport {
    let client = Client::connect([world.url()]).unwrap();
    let export = client.export(&table.match_id, token.map(Token::new).as_ref()).await;
    let export = export.expect("an export");
    assert!(!format!("{export:?}").contains(OLGA), "who it was is for operators");
    export
}

/// The exports of a finished match verify, for every viewer. Returns each export with the result.
async fn check_exports(world: &World, table: &TestMatch) -> Vec<(Viewer, MatchExport, Verified)> {
    let mut exports = Vec::new();
    for (viewer, token) in table.watchers() {
        let export = exported(world, table, token).await;
        let verified = verify(&export).unwrap_or_else(|wrong| panic!("{viewer} of {}: {wrong}", table.match_id));
        exports.push((viewer, export, verified));
    }
    exports
}

async fn head(world: &World, table: &TestMatch) -> u64 {
    revision_of(&table.state(world.api(), Some(&table.host)).await)
}
