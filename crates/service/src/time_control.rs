//! How long decisions may take, and when they are due.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Charge, SeatCount, SeatIndex, SeatSet, Secrecy};
use tinsel_store::UnixMillis;

use crate::outages::Outages;

/// How much time seats have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum TimeControl {
    /// For ever.
    #[default]
    Unlimited,
    /// The same for each decision.
    PerDecision {
        /// How much.
        ms: u64,
    },
    /// Each seat has some for all its decisions together.
    Bank {
        /// What each begins with.
        initial_ms: u64,
        /// What each gains with a decision.
        increment_ms: u64,
    },
}

/// How much time seats have in a match that is created.
#[derive(Debug, Clone, Default)]
pub(crate) struct Times {
    pub(crate) plain: TimeControl,
    /// The time of each decision in phases with a time of their own, in milliseconds, by the name of the phase.
    pub(crate) phase_ms: BTreeMap<String, u64>,
}

/// How a decision came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Came {
    /// The player took it.
    FromPlayer,
    /// The player let its time pass.
    Missed,
    /// The server decides for the seat, which takes no time of its player and earns none.
    FromServer,
}

/// The clocks of all seats.
///
/// Where it is secret whether a decision was taken by default, others are shown each clock as it was before the step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clocks {
    /// Since when each seat owes its decision; in a secret step, since when the step lasts.
    pub(crate) since: BySeat<UnixMillis>,
    /// What each seat had in its bank then, in milliseconds; in a secret step, what the seats have left that have decided.
    /// `None` without banks.
    pub(crate) banks_ms: Option<BySeat<u64>>,
    /// What all viewers may know of the banks.
    pub(crate) disclosed_ms: Option<BySeat<u64>>,
    /// When all decisions of the secret step are due; `None` in any other step, and if never.
    pub(crate) due: Option<UnixMillis>,
    /// By how much an operator has extended the time of the decision that each seat owes, in milliseconds; `None` if of
    /// no seat.
    pub(crate) extra_ms: Option<BySeat<u64>>,
    /// Up to when outages of the store have been credited.
    pub(crate) credited_until: UnixMillis,
    /// The seats whose last decision was taken by default.
    pub(crate) missed: SeatSet,
    /// What all viewers may know of `missed`.
    pub(crate) inactive: SeatSet,
}

/// The time that seats have in a step, and what stays hidden in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepTime {
    /// In the phase of this step.
    pub(crate) control: TimeControl,
    pub(crate) secrecy: Secrecy,
}

/// A decision, as far as it concerns clocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decided {
    pub(crate) seat: SeatIndex,
    pub(crate) came: Came,
    /// The seats that owed a decision before.
    pub(crate) owed: SeatSet,
    /// Whether any viewer but the seat learns that there was a decision.
    pub(crate) is_public: bool,
}

/// What a change of who decides for a seat means for clocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Handover {
    /// Whether the player owed a decision.
    pub(crate) charges: bool,
    /// Whether the player is waited for from now on.
    pub(crate) awaits: bool,
}

impl Decided {
    /// Whether it is the last decision of a secret step.
    fn resolves(&self) -> bool {
        self.is_public && self.owed == SeatSet::only(self.seat)
    }
}

impl Clocks {
    /// All clocks as play begins, with its first step; `players` decide by calls.
    pub(crate) fn start(
        control: TimeControl,
        first: StepTime,
        (seats, players): (SeatCount, SeatSet),
        now: UnixMillis,
    ) -> Self {
        let banks_ms = match control {
            TimeControl::Unlimited | TimeControl::PerDecision { .. } => None,
            TimeControl::Bank { initial_ms, .. } => Some(BySeat::from_fn(seats, |_| initial_ms)),
        };
        let mut clocks = Self {
            since: BySeat::from_fn(seats, |_| now),
            disclosed_ms: banks_ms.clone(),
            banks_ms,
            due: None,
            extra_ms: None,
            credited_until: now,
            missed: SeatSet::EMPTY,
            inactive: SeatSet::EMPTY,
        };
        clocks.due = clocks.latest(first, players);
        clocks
    }

    /// The clocks with so much more time for the decisions that `seats` owe.
    pub(crate) fn extended(&self, seats: SeatSet, by_ms: u64) -> Self {
        let mut after = self.clone();
        let extra_ms = after.extra_ms.get_or_insert_with(|| self.since.map(|_, _| 0));
        for seat in seats.iter() {
            let extra_ms = extra_ms.at_mut(seat);
            *extra_ms = extra_ms.saturating_add(by_ms);
        }
        after.due = self.due.map(|due| UnixMillis(due.0.saturating_add(by_ms)));
        after
    }

    /// Restarts the clock of a seat.
    fn begin(&mut self, seat: SeatIndex, now: UnixMillis) {
        *self.since.at_mut(seat) = now;
        if let Some(extra_ms) = &mut self.extra_ms {
            *extra_ms.at_mut(seat) = 0;
        }
        self.extra_ms.take_if(|extra_ms| extra_ms.iter().all(|ms| *ms == 0));
    }

    fn extra(&self, seat: SeatIndex) -> u64 {
        let extra_ms = self.extra_ms.as_ref().and_then(|extra_ms| extra_ms.get(seat));
        extra_ms.copied().unwrap_or(0)
    }

    /// The clocks as another decider takes a seat over: its player is charged for the decision that it owes, if it owes
    /// one, or is waited for from now on. The clock of the seat restarts.
    pub(crate) fn handed_over(&self, step: StepTime, seat: SeatIndex, handover: Handover, now: UnixMillis) -> Self {
        let mut after = self.clone();
        if handover.charges {
            after.charge(seat, step.control, now);
        }
        after.begin(seat, now);
        if handover.awaits && self.due.is_some() {
            after.due = self.due.max(after.alone(step.control, seat));
        }
        after.missed = after.missed.without(seat);
        after.inactive = after.inactive.without(seat);
        after.disclose(step.secrecy.undisclosed);
        after
    }

    /// The clocks after a decision that led from the step `from` to the step `to`, which may be the same, where `players`
    /// decide by calls.
    pub(crate) fn after(
        &self,
        decided: Decided,
        (from, to): (StepTime, StepTime),
        players: SeatSet,
        now: UnixMillis,
    ) -> Self {
        let mut after = self.clone();
        let has_begun = match from.secrecy.step {
            None if decided.is_public => {
                after.settle(decided, from.control, now);
                for other in self.since.seats().iter() {
                    if other == decided.seat || !decided.owed.contains(other) {
                        after.begin(other, now);
                    }
                }
                true
            }
            None => false,
            Some(step) => {
                match step.charge {
                    Charge::Own => after.settle(decided, from.control, now),
                    Charge::Shared if decided.resolves() => {
                        for player in step.seats.iter().filter(|seat| players.contains(*seat)) {
                            after.charge(player, from.control, now);
                            after.earn(player, from.control);
                        }
                    }
                    Charge::Shared => {}
                }
                if decided.resolves() {
                    for seat in self.since.seats().iter() {
                        after.begin(seat, now);
                    }
                }
                decided.resolves()
            }
        };
        if has_begun {
            after.due = after.latest(to, players);
        }
        after.disclose(to.secrecy.undisclosed);
        after
    }

    /// Charges the time of a decision to its seat, and notes whether it was taken by default.
    fn settle(&mut self, decided: Decided, control: TimeControl, now: UnixMillis) {
        self.missed = match decided.came {
            Came::Missed => self.missed.with(decided.seat),
            Came::FromPlayer | Came::FromServer => self.missed.without(decided.seat),
        };
        if decided.came != Came::FromServer {
            self.charge(decided.seat, control, now);
            self.earn(decided.seat, control);
        }
    }

    /// Shows all viewers the clocks of all seats but these.
    fn disclose(&mut self, undisclosed: SeatSet) {
        for seat in self.since.seats().iter().filter(|seat| !undisclosed.contains(*seat)) {
            if let (Some(disclosed), Some(banks)) = (&mut self.disclosed_ms, &self.banks_ms) {
                *disclosed.at_mut(seat) = *banks.at(seat);
            }
            self.inactive = if self.missed.contains(seat) {
                self.inactive.with(seat)
            } else {
                self.inactive.without(seat)
            };
        }
    }

    /// Gives a seat the increment of its bank, if it has one.
    fn earn(&mut self, seat: SeatIndex, control: TimeControl) {
        if let (TimeControl::Bank { increment_ms, .. }, Some(banks)) = (control, &mut self.banks_ms) {
            let bank = banks.at_mut(seat);
            *bank = bank.saturating_add(increment_ms);
        }
    }

    /// Takes from the bank of a seat what it has used of it.
    fn charge(&mut self, seat: SeatIndex, control: TimeControl, now: UnixMillis) {
        let free = self.since.at(seat).0.saturating_add(self.extra(seat));
        if let (TimeControl::Bank { .. }, Some(banks)) = (control, &mut self.banks_ms) {
            let used = now.0.saturating_sub(free);
            let bank = banks.at_mut(seat);
            *bank = bank.saturating_sub(used);
        }
    }

    /// When the decision of `seat` is due, if it owes one; `None` if never.
    ///
    /// All decisions of a secret step are due at the same time, the latest of the deadlines that the seats would have each
    /// alone: deadlines that pass one by one would show which decisions are defaults.
    pub(crate) fn deadline(&self, step: StepTime, seat: SeatIndex) -> Option<UnixMillis> {
        match step.secrecy.step {
            None => self.alone(step.control, seat),
            // A release of record schema 2 has not noted it.
            Some(secret) => self.due.or_else(|| self.latest(step, secret.seats)),
        }
    }

    fn latest(&self, step: StepTime, players: SeatSet) -> Option<UnixMillis> {
        let seats = step.secrecy.step?.seats;
        let deciding = seats.iter().filter(|seat| players.contains(*seat));
        deciding.filter_map(|seat| self.alone(step.control, seat)).max()
    }

    fn alone(&self, control: TimeControl, seat: SeatIndex) -> Option<UnixMillis> {
        let since = self.since.get(seat)?.0;
        let time_ms = match control {
            TimeControl::Unlimited => return None,
            TimeControl::PerDecision { ms } => ms,
            TimeControl::Bank { .. } => *self.banks_ms.as_ref()?.get(seat)?,
        };
        let extra_ms = self.extra(seat);
        Some(UnixMillis(since.saturating_add(time_ms).saturating_add(extra_ms)))
    }

    /// The clocks with outages counted for no seat, and the most that a seat of `owing` gains by it; `None` if no seat
    /// does.
    ///
    /// What was credited is not credited again, on whichever replica: an outage counts from `credited_until` on.
    pub(crate) fn credited(&self, outages: &Outages, owing: SeatSet) -> Option<(Self, u64)> {
        let mut credited = self.clone();
        let mut longest = 0;
        for seat in owing.iter() {
            let Some(since) = self.since.get(seat) else { continue };
            let credit = outages.after((*since).max(self.credited_until));
            longest = credit.max(longest);
            let since = credited.since.at_mut(seat);
            *since = UnixMillis(since.0.saturating_add(credit));
        }
        credited.due = self.due.map(|due| UnixMillis(due.0.saturating_add(longest)));
        credited.credited_until = outages.last_end()?.max(self.credited_until);
        (longest > 0).then_some((credited, longest))
    }
}

#[cfg(test)]
mod tests {
    use tinsel_engine::{Hides, SecretStep};

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

    /// A step in which each decision has its own clock.
    const fn open(control: TimeControl) -> StepTime {
        StepTime {
            control,
            secrecy: Secrecy::NONE,
        }
    }

    /// A step of all seats that hides which decisions are defaults, where these have decided.
    fn secret(decided: SeatSet) -> StepTime {
        StepTime {
            control: BANK,
            secrecy: Secrecy::until_resolved(all(), decided),
        }
    }

    fn started(first: StepTime) -> Clocks {
        let seats = SeatCount::new(3).unwrap();
        Clocks::start(first.control, first, (seats, all()), UnixMillis(1000))
    }

    fn decided(index: u8, came: Came, owed: SeatSet) -> Decided {
        Decided {
            seat: seat(index),
            came,
            owed,
            is_public: true,
        }
    }

    /// The clocks after a decision in a step in which each decision has its own clock.
    fn after(clocks: &Clocks, control: TimeControl, decided: Decided, at: u64) -> Clocks {
        clocks.after(decided, (open(control), open(control)), all(), UnixMillis(at))
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

    /// A seat that decides in the last millisecond, and one that does not: others see the same clocks until it is
    /// disclosed which of them was inactive.
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
            (open(BANK), secret(SeatSet::EMPTY)),
            all(),
            UnixMillis(2000),
        );
        assert_eq!(
            deadlines(&begun, secret(SeatSet::EMPTY)),
            [2100; 3],
            "the latest of 2050, 2010 and 2100"
        );
        let worlds = [Came::FromPlayer, Came::Missed].map(|came| {
            let steps = (secret(SeatSet::EMPTY), secret(first));
            begun.after(decided(0, came, all()), steps, all(), UnixMillis(2100))
        });
        for world in &worlds {
            assert_eq!(banks(world)[0], 10, "it is charged at most its bank");
            let shown = (disclosed(world), world.inactive, deadlines(world, secret(first)));
            assert_eq!(shown, (disclosed(&begun), begun.inactive, vec![2100; 3]));
        }
        // It resolves with the other two.
        let resolved = worlds.map(|world| {
            let steps = (secret(first), secret(rest.without(seat(2))));
            let second = world.after(decided(1, Came::FromPlayer, rest), steps, all(), UnixMillis(2100));
            let steps = (secret(rest.without(seat(2))), open(BANK));
            second.after(
                decided(2, Came::FromPlayer, SeatSet::only(seat(2))),
                steps,
                all(),
                UnixMillis(2100),
            )
        });
        assert_eq!(resolved.each_ref().map(|world| world.inactive), [SeatSet::EMPTY, first]);
        assert!(resolved.iter().all(|world| disclosed(world) == banks(world)));
    }

    #[test]
    fn where_it_is_never_disclosed_who_decided_when_all_players_are_charged_alike() {
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
        let open_still = begun.after(answered, (shared, shared), players, UnixMillis(1010));
        assert_eq!(open_still, begun);
        let last = decided(1, Came::FromPlayer, SeatSet::only(seat(1)));
        let closed = open_still.after(last, (shared, open(BANK)), players, UnixMillis(1040));
        assert_eq!(banks(&closed), [70, 70, 100], "a bot needs no time");
        assert!(closed.since.iter().all(|since| since.0 == 1040));
        let late = open_still.after(last, (shared, open(BANK)), players, UnixMillis(9000));
        assert_eq!(banks(&late)[..2], [10, 10], "no bank is below nothing");
    }

    #[test]
    fn nobody_gains_time_by_letting_a_bot_decide() {
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
    fn time_that_an_operator_gives_is_for_one_decision_and_costs_no_bank_anything() {
        let clocks = started(open(BANK)).extended(all().without(seat(2)), 500);
        assert_eq!(deadlines(&clocks, open(BANK)), [1600, 1600, 1100]);
        let decided = after(&clocks, BANK, decided(0, Came::FromPlayer, all()), 1530);
        assert_eq!(banks(&decided)[0], 80);
        let next = deadlines(&decided, open(BANK));
        assert_eq!(next, [1610, 1600, 1100], "its next decision has no more time");
        let again = decided.extended(SeatSet::only(seat(1)), 100);
        let again = deadlines(&again, open(BANK));
        assert_eq!(again, [1610, 1700, 1100], "on top of what it was given before");
        let common = started(secret(SeatSet::EMPTY)).extended(all(), 500);
        assert_eq!(deadlines(&common, secret(SeatSet::EMPTY)), [1600; 3]);
        let forever = clocks.extended(all(), u64::MAX);
        assert_eq!(deadlines(&forever, open(BANK)), [u64::MAX; 3]);
    }

    #[test]
    fn an_outage_counts_for_nobody_and_only_once() {
        let mut outages = Outages::default();
        outages.add(UnixMillis(1010), UnixMillis(1040));
        let mut clocks = started(open(BANK));
        // Seat 2 is waited for only since the middle of the outage.
        *clocks.since.at_mut(seat(2)) = UnixMillis(1025);
        let (credited, longest) = clocks.credited(&outages, all().without(seat(1))).unwrap();
        assert_eq!(longest, 30);
        assert_eq!(deadlines(&credited, open(BANK)), [1130, 1100, 1140]);
        assert_eq!(credited.credited(&outages, all()), None);
        // Another replica saw a little more of the same outage.
        let mut longer = Outages::default();
        longer.add(UnixMillis(1005), UnixMillis(1042));
        let (credited, longest) = credited.credited(&longer, all()).unwrap();
        assert_eq!((longest, credited.credited_until), (2, UnixMillis(1042)));
        let (common, _) = started(secret(SeatSet::EMPTY)).credited(&outages, all()).unwrap();
        assert_eq!(deadlines(&common, secret(SeatSet::EMPTY)), [1130; 3]);
    }
}
