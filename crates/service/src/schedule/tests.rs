//! The times of scans and timers, without a store.

use tinsel_store::{Change, MatchId, Shard, UnixMillis};

use super::{DEPUTY_MS, REFRESH_MS, Rank, Schedule, Task, ranks, refresh_after};

const SHARDS: u16 = 8;
/// A time at which no shard is refreshed soon.
const NOW: u64 = 1_800_000_000_001;

const fn at(millis: u64) -> UnixMillis {
    UnixMillis(millis)
}

fn id(shard: Shard) -> MatchId {
    format!("{:03}-{:020}", shard.get(), 1).parse().unwrap()
}

/// A schedule after a scan of all its shards.
fn scanned_by(own: u64, replicas: &[u64]) -> Schedule {
    let schedule = Schedule::new(SHARDS);
    schedule.assign(own, replicas);
    scan_all(&schedule, NOW);
    schedule
}

/// Scans all shards that are due, and finds nothing; returns the shards.
fn scan_all(schedule: &Schedule, now: u64) -> Vec<Shard> {
    let mut scanned = Vec::new();
    while let Some(Task::Scan(shard)) = schedule.take(at(now)) {
        schedule.scanned(shard, None, None, at(now));
        scanned.push(shard);
    }
    scanned
}

/// A shard for which the first of these replicas has this rank; without a rank, one for which it has none.
fn shard_at(replicas: &[u64], rank: Option<Rank>) -> Shard {
    let ranks = ranks(replicas[0], replicas, SHARDS);
    let mut shards = (0..SHARDS).filter_map(Shard::new);
    shards.find(|shard| ranks.get(shard).copied() == rank).unwrap()
}

#[test]
fn shards_that_are_gained_are_scanned_at_once_and_others_are_not() {
    let schedule = scanned_by(1, &[1, 2]);
    let owned = ranks(1, &[1, 2], SHARDS)
        .into_values()
        .filter(|rank| *rank == Rank::Owner)
        .count();
    schedule.assign(1, &[1]);
    let gained = scan_all(&schedule, NOW + 1);
    assert_eq!(gained.len(), usize::from(SHARDS) - owned);
    schedule.assign(1, &[1]);
    assert_eq!(scan_all(&schedule, NOW + 2), []);
}

#[test]
fn an_owner_scans_at_the_deadline_and_a_deputy_a_little_later() {
    for (rank, delay) in [(Rank::Owner, 0), (Rank::Deputy, DEPUTY_MS)] {
        let schedule = scanned_by(1, &[1, 2]);
        let shard = shard_at(&[1, 2], Some(rank));
        schedule.noticed(id(shard), at(NOW + 50));
        schedule.noticed(id(shard), at(NOW + 90));
        assert_eq!(schedule.next(), Some(at(NOW + 50 + delay)));
        assert_eq!(schedule.take(at(NOW + 49 + delay)), None);
        assert_eq!(schedule.take(at(NOW + 50 + delay)), Some(Task::Scan(shard)));
        assert_eq!(schedule.take(at(NOW + 50 + delay)), None, "it is being scanned");
    }
}

#[test]
fn a_notice_during_a_scan_is_not_forgotten() {
    let schedule = scanned_by(1, &[1]);
    let shard = Shard::FIRST;
    schedule.noticed(id(shard), at(NOW));
    assert_eq!(schedule.take(at(NOW)), Some(Task::Scan(shard)));
    schedule.noticed(id(shard), at(NOW + 20));
    schedule.scanned(shard, Some(at(NOW + 70)), None, at(NOW));
    assert_eq!(schedule.next(), Some(at(NOW + 20)));
}

#[test]
fn the_writer_of_a_deadline_keeps_a_timer_in_shards_of_others() {
    let replicas = [1, 2, 3, 4];
    let shard = shard_at(&replicas, None);
    let schedule = scanned_by(1, &replicas);
    let next = schedule.next();
    schedule.written(id(shard), &Change::Set(at(NOW + 10)));
    schedule.written(id(shard), &Change::Set(at(NOW + 20)));
    schedule.written(id(shard), &Change::Keep);
    assert_eq!(schedule.take(at(NOW + 19 + DEPUTY_MS)), None);
    assert_eq!(schedule.take(at(NOW + 20 + DEPUTY_MS)), Some(Task::Process(id(shard))));
    schedule.written(id(shard), &Change::Set(at(NOW + 30)));
    schedule.written(id(shard), &Change::Clear);
    assert_eq!(schedule.next(), next);
}

#[test]
fn the_owner_knows_its_own_writes_without_a_notice() {
    let schedule = scanned_by(1, &[1]);
    schedule.written(id(Shard::FIRST), &Change::Set(at(NOW + 10)));
    schedule.written(id(Shard::FIRST), &Change::Set(at(NOW + 99)));
    assert_eq!(schedule.next(), Some(at(NOW + 10)));
}

#[test]
fn a_scan_that_failed_is_repeated_at_its_time() {
    let schedule = scanned_by(1, &[1]);
    schedule.scan_now(&[Shard::FIRST]);
    assert_eq!(schedule.take(at(NOW)), Some(Task::Scan(Shard::FIRST)));
    schedule.scanned(Shard::FIRST, None, Some(at(NOW + 250)), at(NOW));
    assert_eq!(schedule.next(), Some(at(NOW + 250)));
    schedule.scan_all();
    assert_eq!(scan_all(&schedule, NOW).len(), usize::from(SHARDS));
}

#[test]
fn a_postponed_task_is_not_given_again_before_its_time() {
    let schedule = Schedule::new(1);
    schedule.assign(1, &[1]);
    let task = Task::Scan(Shard::FIRST);
    assert_eq!(schedule.take(at(NOW)), Some(task), "never scanned");
    schedule.postpone(task, at(NOW + 1_000), at(NOW));
    assert_eq!(schedule.take(at(NOW + 999)), None);
    assert_eq!(schedule.take(at(NOW + 1_000)), Some(task));
    let task = Task::Process(id(Shard::FIRST));
    schedule.postpone(task, at(NOW + 2_000), at(NOW + 1_000));
    assert_eq!(schedule.take(at(NOW + 1_999)), None);
    assert_eq!(schedule.take(at(NOW + 2_000)), Some(task));
}

#[test]
fn an_owner_refreshes_its_shards_evenly_and_each_once_in_a_period() {
    let schedule = scanned_by(1, &[1]);
    let step = REFRESH_MS / u64::from(SHARDS);
    for round in 1..=3 * u64::from(SHARDS) {
        assert_eq!(scan_all(&schedule, NOW + round * step).len(), 1, "round {round}");
    }
    assert_eq!(refresh_after(at(0), Shard::new(4).unwrap(), SHARDS), at(REFRESH_MS / 2));
    assert_eq!(
        refresh_after(at(REFRESH_MS / 2), Shard::new(4).unwrap(), SHARDS),
        at(REFRESH_MS * 3 / 2)
    );
}
