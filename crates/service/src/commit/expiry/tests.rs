//! How long matches are stored, on a clock that the test controls.

use std::time::Duration;

use prost_types::Timestamp;
use tinsel_catalog::GameId;
use tinsel_engine::{SeatIndex, Viewer};
use tinsel_proto::v1::{
    CreateMatchRequest, CreateMatchResponse, JoinMatchRequest, LeaveMatchRequest, ListMatchesRequest, Match, PhaseTime,
    QuickMatchRequest, TimeBank, TimeControl, time_control::Control,
};
use tinsel_store::{MatchId, MatchStore, UnixMillis};
use tonic::Request;

use crate::{
    Retention, Settings,
    commit::{idempotency::IdempotencyKey, process_due, run},
    play::{Audit, Command, Repair},
    read::load,
    record::{MatchRecord, time},
    testkit::unit::{Replica, add_bot, bearing, config, created, join_all, record_of},
    views::show,
};

const SECOND: u64 = 1_000;
const HOUR: u64 = 3_600 * SECOND;
const DAY: u64 = 24 * HOUR;

/// A service that stores active matches for a day.
fn one_day() -> Replica {
    let settings = Settings {
        retention: Retention {
            active: Duration::from_millis(DAY),
            ..Retention::default()
        },
        ..Settings::default()
    };
    Replica::pair_with(&settings, tinsel_store::Limits::default()).0
}

/// Lets the time pass for the service and the store.
fn pass(replica: &Replica, ms: u64) {
    replica.clock.pass(ms);
    replica.store_time.pass(ms);
}

async fn is_stored(replica: &Replica, id: MatchId) -> bool {
    replica.store().load(id).await.is_ok()
}

async fn change(replica: &Replica, id: MatchId, command: &Command) {
    let deps = &replica.matches.0;
    let key = IdempotencyKey::unnamed(deps.random());
    run(deps, id, &key, command, |_, _| ()).await.unwrap();
}

async fn record(replica: &Replica, id: MatchId) -> MatchRecord {
    MatchRecord::clone(&*load(&replica.matches.0, id).await.unwrap())
}

fn shown(id: MatchId, record: &MatchRecord) -> Match {
    show::match_of(id, record, Viewer::Spectator).unwrap()
}

/// The time from now until the store deletes a match, in milliseconds.
async fn left(replica: &Replica, id: MatchId) -> u64 {
    record(replica, id).await.expires.unwrap().0 - replica.now().0
}

/// Checks that a match is stored for a day after all deadlines that a spectator sees, and until the time that it shows.
async fn check_outlives(replica: &Replica, id: MatchId) {
    let record = record(replica, id).await;
    let shown = shown(id, &record);
    let expires = time::timestamp(record.expires.unwrap());
    assert_eq!(shown.expire_time, Some(expires));
    for decision in &shown.pending_decisions {
        let deadline = decision.deadline.unwrap();
        assert!(expires.seconds >= deadline.seconds + 86_400, "{decision:?}");
    }
}

/// A match that has just begun, with a player in each seat.
async fn started(replica: &Replica, times: TimeControl) -> MatchId {
    let asked = CreateMatchRequest {
        config: Some(config()),
        time_control: Some(times),
        ..CreateMatchRequest::default()
    };
    let created = replica.matches.client().create_match(Request::new(asked)).await;
    let match_id = created.unwrap().into_inner().match_id;
    join_all(&replica.matches, &match_id).await;
    match_id.parse().unwrap()
}

fn per_decision(ms: u64) -> TimeControl {
    TimeControl {
        control: Some(Control::PerDecision(time::duration(ms))),
        phases: Vec::new(),
    }
}

fn with_bank(ms: u64) -> TimeControl {
    let (initial, increment) = (Some(time::duration(ms)), Some(time::duration(DAY)));
    TimeControl {
        control: Some(Control::Bank(TimeBank { initial, increment })),
        phases: Vec::new(),
    }
}

/// A minute for each decision, except in the phases of the game.
fn with_slow_phases(ms: u64) -> TimeControl {
    let phases = GameId::PresentsOfMine.game().facts().phases.iter();
    TimeControl {
        phases: phases
            .map(|phase| PhaseTime {
                phase: phase.name.to_owned(),
                duration: Some(time::duration(ms)),
            })
            .collect(),
        ..per_decision(60 * SECOND)
    }
}

// A2
#[tokio::test]
async fn a_match_ends_by_defaults_that_are_a_day_late_however_long_its_decisions_take() {
    for times in [
        per_decision(2 * DAY),
        per_decision(30 * DAY),
        with_bank(30 * DAY),
        with_slow_phases(2 * DAY),
    ] {
        let replica = one_day();
        let id = started(&replica, times).await;
        while let Some(due) = record(&replica, id).await.due() {
            check_outlives(&replica, id).await;
            // No server runs for almost a day.
            pass(&replica, due.0 + DAY - SECOND - replica.now().0);
            assert!(is_stored(&replica, id).await);
            process_due(&replica.matches.0, id).await.unwrap();
        }
        let finished = replica.matches.0.settings.retention.finished;
        assert_eq!(u128::from(left(&replica, id).await), finished.as_millis());
        pass(&replica, left(&replica, id).await - 1);
        assert!(is_stored(&replica, id).await);
        pass(&replica, 1);
        assert!(!is_stored(&replica, id).await, "but not without an expiry");
    }
}

// A2
#[tokio::test]
async fn extensions_credited_outages_and_returns_extend_the_life_of_a_match() {
    let replica = one_day();
    let id = started(&replica, per_decision(2 * DAY)).await;
    let (deps, own) = (
        &replica.matches.0,
        record(&replica, id).await.setup.seat_grant(SeatIndex::new(0)),
    );
    change(&replica, id, &Command::Substitute(own)).await;
    pass(&replica, DAY + 12 * HOUR);
    change(&replica, id, &Command::Return(own)).await;
    check_outlives(&replica, id).await;
    replica.store_time.pass(2 * DAY);
    replica.outage(id.shard(), 2 * DAY);
    process_due(deps, id).await.unwrap();
    check_outlives(&replica, id).await;
    for _ in 0..3 {
        let extending = Command::Repair {
            repair: Repair::ExtendDeadlines(30 * DAY),
            audit: Audit {
                operator: "Olga".to_owned(),
                reason: "a test".to_owned(),
            },
            expected: None,
        };
        change(&replica, id, &extending).await;
        check_outlives(&replica, id).await;
    }
    pass(&replica, 90 * DAY);
    assert!(is_stored(&replica, id).await);
}

// A2
#[tokio::test]
async fn a_match_without_a_time_limit_is_stored_for_its_retention_after_a_late_change() {
    let replica = Replica::new();
    let created = created(&replica.matches).await;
    join_all(&replica.matches, &created.match_id).await;
    let id: MatchId = created.match_id.parse().unwrap();
    assert_eq!(left(&replica, id).await, 60 * DAY);
    for seat in (0..4).map(SeatIndex::new) {
        pass(&replica, 50 * DAY);
        let own = record(&replica, id).await.setup.seat_grant(seat);
        change(&replica, id, &Command::Forfeit(own)).await;
        assert_eq!(left(&replica, id).await, 60 * DAY);
    }
    pass(&replica, 60 * DAY - 1);
    assert!(is_stored(&replica, id).await);
    pass(&replica, 1);
    assert!(!is_stored(&replica, id).await);
}

// A2
#[tokio::test]
async fn the_changes_of_one_day_set_the_expiry_once() {
    for (control, days) in [(60 * SECOND, 2), (2 * DAY, 4)] {
        let replica = one_day();
        let id = started(&replica, per_decision(control)).await;
        let set = record(&replica, id).await.expires;
        assert_eq!(set.unwrap().0, replica.now().0 + control % DAY + days * DAY);
        for seat in (0..5).map(SeatIndex::new) {
            pass(&replica, 4 * HOUR);
            let own = record(&replica, id).await.setup.seat_grant(seat);
            change(&replica, id, &Command::Substitute(own)).await;
            assert_eq!(record(&replica, id).await.expires, set);
        }
    }
}

/// When the listed matches expire.
async fn listed(replica: &Replica) -> Vec<Option<Timestamp>> {
    let asked = ListMatchesRequest::default();
    let listed = replica.matches.client().list_matches(asked).await.unwrap();
    let matches = listed.into_inner().matches.into_iter();
    matches.map(|listed| listed.expire_time).collect()
}

/// The time after this number of milliseconds.
fn after(replica: &Replica, ms: u64) -> Option<Timestamp> {
    Some(time::timestamp(UnixMillis(replica.now().0 + ms)))
}

// A4
#[tokio::test]
async fn each_seat_that_is_taken_restarts_the_retention_of_a_lobby() {
    let replica = Replica::new();
    let created: CreateMatchResponse = created(&replica.matches).await;
    let (match_id, id) = (created.match_id.clone(), created.match_id.parse::<MatchId>().unwrap());
    let check = async |expected: u64| {
        assert_eq!(left(&replica, id).await, expected);
        assert_eq!(listed(&replica).await, [after(&replica, expected)]);
    };
    check(DAY).await;
    pass(&replica, 23 * HOUR);
    add_bot(&replica.matches, &created).await;
    check(DAY).await;
    pass(&replica, 23 * HOUR);
    let asked = JoinMatchRequest {
        match_id: match_id.clone(),
        display_name: "Ann".to_owned(),
        ..JoinMatchRequest::default()
    };
    let ann = replica.matches.client().join_match(asked).await.unwrap().into_inner();
    check(DAY).await;
    pass(&replica, 23 * HOUR);
    let asked = LeaveMatchRequest {
        match_id,
        ..LeaveMatchRequest::default()
    };
    let leaving = replica
        .matches
        .client()
        .leave_match(bearing(&ann.seat_token, asked))
        .await;
    leaving.unwrap();
    check(HOUR).await;
    pass(&replica, HOUR - 1);
    assert!(is_stored(&replica, id).await);
    pass(&replica, 1);
    assert!(!is_stored(&replica, id).await);
}

// A4
#[tokio::test]
async fn quick_match_restarts_the_retention_of_a_lobby() {
    let replica = Replica::new();
    for player in ["one", "other"] {
        let asked = QuickMatchRequest {
            request_id: player.to_owned(),
            display_name: player.to_owned(),
            config: Some(config()),
            ..QuickMatchRequest::default()
        };
        let seated = replica.matches.client().quick_match(asked).await.unwrap().into_inner();
        let record = record_of(&replica.matches, &seated.match_id).await;
        assert_eq!(record.expires.unwrap().0, replica.now().0 + DAY);
        pass(&replica, 11 * HOUR);
    }
    assert_eq!(listed(&replica).await, [after(&replica, 13 * HOUR)]);
}
