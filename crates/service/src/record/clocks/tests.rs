use tinsel_engine::{Hides, SeatSet, SecretStep};
use tinsel_store::Shard;

use super::*;

const BANK: TimeControl = TimeControl::Bank {
    initial_ms: 100,
    increment_ms: 10,
};

fn seat(index: u8) -> SeatIndex {
    SeatIndex::new(index)
}

fn all() -> SeatSet {
    (0..3).map(seat).collect()
}

/// A step in which each decision has a clock of its own.
const fn open(control: TimeControl) -> StepTime {
    StepTime {
        control,
        secrecy: Secrecy::NONE,
    }
}

/// A secret step of all seats, which hides defaults, and in which these seats have decided.
fn secret(decided: SeatSet) -> StepTime {
    StepTime {
        control: BANK,
        secrecy: Secrecy::until_resolved(all(), decided),
    }
}

fn started(first: StepTime) -> Clocks {
    let seats = SeatCount::new(3).unwrap();
    Clocks::start(first.control, first, seats, all(), UnixMillis(1000))
}

fn decided(index: u8, came: Came, owed: SeatSet) -> Decided {
    Decided {
        seat: seat(index),
        came,
        owed,
        is_public: true,
    }
}

/// The clocks after a decision in a step in which each decision has a clock of its own.
fn after(clocks: &Clocks, control: TimeControl, decided: Decided, at: u64) -> Clocks {
    clocks.after(decided, open(control), open(control), all(), UnixMillis(at))
}

fn deadlines(clocks: &Clocks, step: StepTime) -> Vec<u64> {
    let deadlines = all().iter().filter_map(|seat| clocks.deadline(step, seat));
    deadlines.map(|at| at.0).collect::<Vec<_>>()
}

fn banks(clocks: &Clocks) -> Vec<u64> {
    clocks.banks_ms.iter().flat_map(BySeat::iter).copied().collect()
}

fn disclosed(clocks: &Clocks) -> Vec<u64> {
    clocks.disclosed_ms.iter().flat_map(BySeat::iter).copied().collect()
}

#[test]
fn without_control_nothing_is_ever_due() {
    let step = open(TimeControl::Unlimited);
    assert_eq!(deadlines(&started(step), step), [0; 0]);
}

#[test]
fn each_decision_has_its_time_from_when_it_is_owed() {
    let control = TimeControl::PerDecision { ms: 50 };
    let clocks = started(open(control));
    assert_eq!(deadlines(&clocks, open(control)), [1050; 3]);
    let owed = all().without(seat(2));
    let clocks = after(&clocks, control, decided(0, Came::FromPlayer, owed), 1020);
    assert_eq!(deadlines(&clocks, open(control)), [1070, 1050, 1070]);
}

#[test]
fn a_bank_is_used_while_a_seat_owes_and_gains_with_each_decision() {
    let clocks = after(&started(open(BANK)), BANK, decided(0, Came::FromPlayer, all()), 1030);
    assert_eq!(banks(&clocks), [80, 100, 100]);
    assert_eq!(deadlines(&clocks, open(BANK)), [1110, 1100, 1100]);
    let late = after(&clocks, BANK, decided(1, Came::Missed, all()), 9999);
    assert_eq!(
        (late.missed, late.inactive),
        (SeatSet::only(seat(1)), SeatSet::only(seat(1)))
    );
    assert_eq!(disclosed(&late), [80, 10, 100]);
    let none = Handover {
        charges: false,
        awaits: false,
    };
    let handed_over = late.handed_over(open(BANK), seat(1), none, UnixMillis(9999));
    assert_eq!(
        (handed_over.missed, handed_over.inactive),
        (SeatSet::EMPTY, SeatSet::EMPTY)
    );
}

#[test]
fn no_bank_runs_or_gains_in_a_phase_with_a_time_of_its_own() {
    let phase = TimeControl::PerDecision { ms: 5000 };
    let clocks = after(&started(open(BANK)), phase, decided(0, Came::FromPlayer, all()), 1500);
    assert_eq!(banks(&clocks), [100; 3]);
    assert_eq!(deadlines(&clocks, open(phase)), [6500, 6000, 6000]);
}

/// One seat decides in the last millisecond, another does not. Other viewers see the same clocks until it is disclosed
/// which seat was inactive.
#[test]
fn in_a_secret_step_clocks_show_no_default() {
    let mut clocks = started(open(BANK));
    clocks = after(
        &clocks,
        BANK,
        decided(0, Came::FromPlayer, SeatSet::only(seat(0))),
        1060,
    );
    assert_eq!(banks(&clocks), [50, 100, 100]);
    let (first, rest) = (SeatSet::only(seat(0)), all().without(seat(0)));
    let begun = clocks.after(
        decided(1, Came::FromPlayer, SeatSet::only(seat(1))),
        open(BANK),
        secret(SeatSet::EMPTY),
        all(),
        UnixMillis(2000),
    );
    assert_eq!(
        deadlines(&begun, secret(SeatSet::EMPTY)),
        [2100; 3],
        "the latest of 2050, 2010 and 2100"
    );
    let worlds = [Came::FromPlayer, Came::Missed].map(|came| {
        let step = secret(SeatSet::EMPTY);
        begun.after(decided(0, came, all()), step, secret(first), all(), UnixMillis(2100))
    });
    for world in &worlds {
        assert_eq!(banks(world)[0], 10, "it is charged at most its bank");
        let shown = (disclosed(world), world.inactive, deadlines(world, secret(first)));
        assert_eq!(shown, (disclosed(&begun), begun.inactive, vec![2100; 3]));
    }
    // The step resolves after the decisions of the other two.
    let resolved = worlds.map(|world| {
        let next = secret(rest.without(seat(2)));
        let second = world.after(
            decided(1, Came::FromPlayer, rest),
            secret(first),
            next,
            all(),
            UnixMillis(2100),
        );
        second.after(
            decided(2, Came::FromPlayer, SeatSet::only(seat(2))),
            next,
            open(BANK),
            all(),
            UnixMillis(2100),
        )
    });
    assert_eq!(resolved.each_ref().map(|world| world.inactive), [SeatSet::EMPTY, first]);
    assert!(resolved.iter().all(|world| disclosed(world) == banks(world)));
}

#[test]
fn in_a_step_with_shared_charges_all_players_pay_the_same() {
    let shared = StepTime {
        control: BANK,
        secrecy: Secrecy {
            step: Some(SecretStep {
                seats: all(),
                hides: Hides::Progress,
                charge: Charge::Shared,
            }),
            undisclosed: SeatSet::EMPTY,
        },
    };
    let (begun, players) = (started(shared), all().without(seat(2)));
    let answered = Decided {
        is_public: false,
        ..decided(0, Came::FromPlayer, all())
    };
    let open_still = begun.after(answered, shared, shared, players, UnixMillis(1010));
    assert_eq!(open_still, begun);
    let last = decided(1, Came::FromPlayer, SeatSet::only(seat(1)));
    let closed = open_still.after(last, shared, open(BANK), players, UnixMillis(1040));
    assert_eq!(banks(&closed), [70, 70, 100], "a bot needs no time");
    assert!(closed.since.iter().all(|since| since.0 == 1040));
    let late = open_still.after(last, shared, open(BANK), players, UnixMillis(9000));
    assert_eq!(banks(&late)[..2], [10, 10], "no bank is below nothing");
}

#[test]
fn a_substitution_gains_no_time() {
    let owed = Handover {
        charges: true,
        awaits: false,
    };
    let none = Handover { charges: false, ..owed };
    let handed_over = started(open(BANK)).handed_over(open(BANK), seat(0), owed, UnixMillis(1040));
    assert_eq!(banks(&handed_over)[0], 60);
    let decided = after(&handed_over, BANK, decided(0, Came::FromServer, all()), 1040);
    assert_eq!(banks(&decided)[0], 60);
    let back = decided.handed_over(open(BANK), seat(0), none, UnixMillis(5000));
    assert_eq!(deadlines(&back, open(BANK))[0], 5060);
}

#[test]
fn an_extension_by_an_operator_applies_to_one_decision_and_costs_no_bank_time() {
    let clocks = started(open(BANK)).extended(all().without(seat(2)), 500);
    assert_eq!(deadlines(&clocks, open(BANK)), [1600, 1600, 1100]);
    let decided = after(&clocks, BANK, decided(0, Came::FromPlayer, all()), 1530);
    assert_eq!(banks(&decided)[0], 80);
    let next = deadlines(&decided, open(BANK));
    assert_eq!(next, [1610, 1600, 1100], "its next decision has no more time");
    let again = decided.extended(SeatSet::only(seat(1)), 100);
    let again = deadlines(&again, open(BANK));
    assert_eq!(again, [1610, 1700, 1100], "a second extension adds to the first");
    let common = started(secret(SeatSet::EMPTY)).extended(all(), 500);
    assert_eq!(deadlines(&common, secret(SeatSet::EMPTY)), [1600; 3]);
    let forever = clocks.extended(all(), u64::MAX);
    assert_eq!(deadlines(&forever, open(BANK)), [u64::MAX; 3]);
}

#[test]
fn an_outage_is_credited_once_to_each_pending_seat() {
    let outages = Outages::of(Shard::FIRST, &[(UnixMillis(1010), UnixMillis(1040))]);
    let mut clocks = started(open(BANK));
    // The decision of seat 2 is pending only since the middle of the outage.
    *clocks.since.at_mut(seat(2)) = UnixMillis(1025);
    let (credited, longest) = clocks.credited(&outages, all().without(seat(1))).unwrap();
    assert_eq!(longest, 30);
    assert_eq!(deadlines(&credited, open(BANK)), [1130, 1100, 1140]);
    assert_eq!(credited.credited(&outages, all()), None);
    // Another replica measured the same outage as slightly longer.
    let longer = Outages::of(Shard::FIRST, &[(UnixMillis(1005), UnixMillis(1042))]);
    let (credited, longest) = credited.credited(&longer, all()).unwrap();
    assert_eq!((longest, credited.credited_until), (2, UnixMillis(1042)));
    let (common, _) = started(secret(SeatSet::EMPTY)).credited(&outages, all()).unwrap();
    assert_eq!(deadlines(&common, secret(SeatSet::EMPTY)), [1130; 3]);
}

/// Also while it is secret whether the decision in this step was a default.
#[test]
fn a_seat_that_is_handed_over_is_no_longer_inactive() {
    let step = secret(SeatSet::only(seat(0)));
    let mut clocks = started(step);
    (clocks.missed, clocks.inactive) = (SeatSet::only(seat(0)), SeatSet::only(seat(0)));
    let handover = Handover {
        charges: false,
        awaits: false,
    };
    let after = clocks.handed_over(step, seat(0), handover, UnixMillis(1500));
    assert_eq!((after.missed, after.inactive), (SeatSet::EMPTY, SeatSet::EMPTY));
}

// A3
#[test]
fn two_defaults_in_a_row_count_once_all_viewers_know_them() {
    let mut clocks = started(open(BANK));
    for (came, twice) in [
        (Came::Missed, false),
        (Came::FromPlayer, false),
        (Came::Missed, false),
        (Came::Missed, true),
        (Came::Missed, true),
        (Came::FromServer, false),
    ] {
        clocks = after(&clocks, BANK, decided(0, came, all()), 1_000);
        let expected = if twice { SeatSet::only(seat(0)) } else { SeatSet::EMPTY };
        assert_eq!(
            (clocks.missed_twice, clocks.inactive_twice),
            (expected, expected),
            "{came:?}"
        );
    }
    // While the step is secret, viewers do not know the second default.
    let step = secret(SeatSet::EMPTY);
    let mut sealed = started(step);
    (sealed.missed, sealed.inactive) = (SeatSet::only(seat(1)), SeatSet::only(seat(1)));
    let missed = decided(1, Came::Missed, all());
    let sealed = sealed.after(missed, step, secret(SeatSet::only(seat(1))), all(), UnixMillis(1_100));
    assert_eq!(
        (sealed.missed_twice, sealed.inactive_twice),
        (SeatSet::only(seat(1)), SeatSet::EMPTY)
    );
}
