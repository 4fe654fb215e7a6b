//! Outages on a steady clock and a clock of the store that the tests control.

use super::*;

fn shard() -> Shard {
    Shard::new(3).unwrap()
}

const BEGINNING: u64 = 1_800_000_000_000;

const fn at(ms: u64) -> UnixMillis {
    UnixMillis(BEGINNING + ms)
}

/// A heartbeat at this steady time was answered.
fn succeeded(reach: &Reach, ms: u64) -> bool {
    !reach
        .succeeded(&[shard()], Duration::from_millis(ms), Some(at(ms)))
        .is_empty()
}

fn failed(reach: &Reach, ms: u64) {
    let failure = StoreError::Unavailable("no answer".to_owned());
    reach.failed(&[shard()], Duration::from_millis(ms), &failure);
}

#[test]
fn an_outage_lasts_from_the_last_success_to_the_next() {
    let reach = Reach::new(4);
    failed(&reach, 0);
    assert_eq!(reach.unreached(), 1);
    assert!(succeeded(&reach, 10));
    assert_eq!(reach.outages(shard()).after(at(0)), 10, "it began before this replica");
    succeeded(&reach, 20);
    failed(&reach, 30);
    failed(&reach, 40);
    assert!(succeeded(&reach, 50));
    assert!(!succeeded(&reach, 60));
    assert_eq!(reach.unreached(), 0);
    let outages = reach.outages(shard());
    assert_eq!((outages.after(at(10)), outages.last_end()), (30, Some(at(50))));
    assert_eq!((outages.after(at(45)), outages.after(at(50))), (5, 0));
    assert_eq!(reach.outages(Shard::FIRST).last_end(), None, "another shard");
}

#[test]
fn an_outage_that_lasts_is_recorded_for_later_replicas() {
    let reach = Reach::new(4);
    succeeded(&reach, 0);
    failed(&reach, 500);
    reach.record_lasting(Duration::from_millis(20_000), at(20_000));
    assert!(reach.is_failing(shard()));
    let later = Reach::new(4);
    failed(&later, 20_000);
    later.learned(reach.unstored(), (Duration::ZERO, 0), at(20_000));
    succeeded(&later, 30_000);
    assert_eq!(later.outages(shard()).after(at(0)), 30_000);
}

#[test]
fn before_the_time_of_the_store_is_known_no_outage_has_a_time() {
    let reach = Reach::new(4);
    failed(&reach, 0);
    assert_eq!(reach.succeeded(&[shard()], Duration::from_millis(10), None), [shard()]);
    assert!(reach.is_reached(shard()));
    assert_eq!(reach.outages(shard()).last_end(), None);
}

#[test]
fn an_outage_after_an_idle_hour_is_at_most_a_second_longer() {
    let reach = Reach::new(4);
    let hour = 3_600_000;
    succeeded(&reach, 0);
    failed(&reach, hour);
    failed(&reach, hour + 2_000);
    succeeded(&reach, hour + 5_000);
    assert_eq!(reach.outages(shard()).after(UnixMillis(0)), 5_750);
}

#[test]
fn the_length_of_an_outage_is_independent_of_the_clock_of_the_store() {
    let reach = Reach::new(4);
    succeeded(&reach, 0);
    failed(&reach, 500);
    reach.succeeded(&[shard()], Duration::from_millis(5_000), Some(at(3_605_000)));
    assert_eq!(reach.outages(shard()).after(UnixMillis(0)), 5_000);
}

#[test]
fn an_outage_before_the_clock_went_back_is_credited_to_no_match_that_begins_after_it() {
    let reach = Reach::new(4);
    succeeded(&reach, 0);
    failed(&reach, 500);
    succeeded(&reach, 3_600_000);
    let begins = UnixMillis(BEGINNING);
    assert_eq!(reach.outages(shard()).after(begins), 3_600_000);
    reach.learned(Vec::new(), (Duration::ZERO, 0), begins);
    reach.measuring(|| ((), None));
    assert!(reach.is_complete(Duration::ZERO));
    reach.measuring(|| ((), Some(begins)));
    assert!(!reach.is_complete(Duration::ZERO));
    assert_eq!(reach.outages(shard()).after(begins), 0);
    let stored = Outage {
        from: begins,
        to: at(3_600_000),
        shards: None,
    };
    reach.learned(vec![stored.clone()], (Duration::ZERO, 0), at(3_600_000));
    assert!(!reach.is_complete(Duration::ZERO), "read before the jump");
    reach.learned(vec![stored], (Duration::ZERO, reach.jumps()), begins);
    assert!(reach.is_complete(Duration::ZERO));
    assert_eq!(reach.outages(shard()).after(begins), 0);
}

#[test]
fn a_time_that_several_outages_contain_counts_once() {
    for (times, after, lasted) in [
        (vec![(0, 60), (10, 50)], 0, 60),
        (vec![(0, 60), (50, 70)], 0, 70),
        (vec![(0, 60), (50, 70)], 55, 15),
        (vec![(10, 20), (90, 100), (5, 15), (12, 15)], 0, 25),
        (vec![(10, 20), (10, 20)], 0, 10),
        (vec![(10, 20), (0, 100)], 15, 85),
    ] {
        let times: Vec<_> = times.into_iter().map(|(from, to)| (at(from), at(to))).collect();
        assert_eq!(
            Outages::of(shard(), &times).after(at(after)),
            lasted,
            "{times:?} {after}"
        );
    }
}

#[test]
fn a_replica_that_was_suspended_has_missed_outages_until_it_reads_them() {
    let reach = Reach::new(4);
    let steady = Duration::from_millis;
    reach.runs(steady(0));
    assert!(!reach.is_complete(steady(0)), "before it has read them");
    reach.learned(Vec::new(), (steady(0), 0), at(0));
    assert!(reach.is_complete(steady(3_000)));
    reach.runs(steady(3_000));
    reach.runs(steady(6_001));
    assert!(!reach.is_complete(steady(6_001)));
    assert_eq!(reach.announced(at(1_000), at(6_000)), None, "a replica was alive");
    assert_eq!(reach.outages(shard()).last_end(), None);
    assert_eq!(reach.announced(at(999), at(6_000)), Some(5_001));
    assert_eq!(reach.outages(shard()).after(at(0)), 5_001);
    let unstored = reach.unstored();
    reach.stored(&unstored);
    assert_eq!(reach.unstored(), []);
    reach.learned(unstored, (steady(6_000), 0), at(6_001));
    assert!(reach.is_complete(steady(6_001)));
    assert_eq!(reach.outages(shard()).after(at(0)), 5_001, "read again");
}
