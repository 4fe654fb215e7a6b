//! How long decisions may take, and when they are due.

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, SeatIndex, SeatSet};
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clocks {
    /// Since when each seat owes its decision; of a seat that owes none, since when it is shown to, where it is a secret
    /// who has decided.
    pub(crate) since: BySeat<UnixMillis>,
    /// What each seat had in its bank then, in milliseconds; `None` without banks.
    pub(crate) banks_ms: Option<BySeat<u64>>,
    /// By how much an operator has extended the time of the decision that each seat owes, in milliseconds; `None` if of
    /// no seat.
    pub(crate) extra_ms: Option<BySeat<u64>>,
    /// Up to when outages of the store have been credited.
    pub(crate) credited_until: UnixMillis,
    /// The seats whose last decision was taken by default.
    pub(crate) missed: SeatSet,
}

impl Clocks {
    /// All clocks as play begins.
    pub(crate) fn start(control: TimeControl, seats: &BySeat<impl Sized>, now: UnixMillis) -> Self {
        Self {
            since: seats.map(|_, _| now),
            banks_ms: match control {
                TimeControl::Unlimited | TimeControl::PerDecision { .. } => None,
                TimeControl::Bank { initial_ms, .. } => Some(seats.map(|_, _| initial_ms)),
            },
            extra_ms: None,
            credited_until: now,
            missed: SeatSet::EMPTY,
        }
    }

    /// The clocks with so much more time for the decisions that `seats` owe.
    pub(crate) fn extended(&self, seats: SeatSet, by_ms: u64) -> Self {
        let mut after = self.clone();
        let extra_ms = after.extra_ms.get_or_insert_with(|| self.since.map(|_, _| 0));
        for seat in seats.iter() {
            let extra_ms = extra_ms.at_mut(seat);
            *extra_ms = extra_ms.saturating_add(by_ms);
        }
        after
    }

    /// Lets the clock of a seat begin anew.
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

    /// The clocks as somebody else comes to decide for a seat, which owes a decision if `owes`. Its own begins anew, and
    /// what it has used of its bank is gone.
    pub(crate) fn handed_over(&self, (seat, owes): (SeatIndex, bool), now: UnixMillis) -> Self {
        let mut after = self.clone();
        if owes {
            after.charge(seat, now);
        }
        after.begin(seat, now);
        after.missed = after.missed.without(seat);
        after
    }

    /// The clocks after a decision of `seat` came about, who with `owed` owed one: its own and those of whoever owed none
    /// begin anew.
    pub(crate) fn after(
        &self,
        control: TimeControl,
        (seat, came): (SeatIndex, Came),
        owed: SeatSet,
        now: UnixMillis,
    ) -> Self {
        let mut after = self.clone();
        after.missed = if came == Came::Missed {
            after.missed.with(seat)
        } else {
            after.missed.without(seat)
        };
        if came != Came::FromServer {
            after.charge(seat, now);
            after.earn(seat, control);
        }
        for other in self.since.seats().iter() {
            if other == seat || !owed.contains(other) {
                after.begin(other, now);
            }
        }
        after
    }

    /// The clocks after the last of decisions of which nobody may know who took them when, or let its time pass: all begin
    /// anew, and the banks of those `players` who were waited for are charged alike, until now, and gain alike. Meanwhile
    /// the clocks stand as they did, for everybody sees them.
    pub(crate) fn after_secrets(&self, control: TimeControl, players: SeatSet, now: UnixMillis) -> Self {
        let mut after = self.clone();
        for seat in players.iter() {
            after.charge(seat, now);
            after.earn(seat, control);
        }
        for seat in self.since.seats().iter() {
            after.begin(seat, now);
        }
        after
    }

    /// Gives a seat the increment of its bank, if it has one.
    fn earn(&mut self, seat: SeatIndex, control: TimeControl) {
        if let (TimeControl::Bank { increment_ms, .. }, Some(banks)) = (control, &mut self.banks_ms) {
            let bank = banks.at_mut(seat);
            *bank = bank.saturating_add(increment_ms);
        }
    }

    /// Takes from the bank of a seat what it has used of it.
    fn charge(&mut self, seat: SeatIndex, now: UnixMillis) {
        let free = self.since.at(seat).0.saturating_add(self.extra(seat));
        if let Some(banks) = &mut self.banks_ms {
            let used = now.0.saturating_sub(free);
            let bank = banks.at_mut(seat);
            *bank = bank.saturating_sub(used);
        }
    }

    /// When the decision of `seat` is due, if it owes one; `None` if never.
    pub(crate) fn deadline(&self, control: TimeControl, seat: SeatIndex) -> Option<UnixMillis> {
        let since = self.since.get(seat)?.0;
        let time_ms = match control {
            TimeControl::Unlimited => return None,
            TimeControl::PerDecision { ms } => ms,
            TimeControl::Bank { .. } => *self.banks_ms.as_ref()?.get(seat)?,
        };
        let extra_ms = self.extra(seat);
        Some(UnixMillis(since.saturating_add(time_ms).saturating_add(extra_ms)))
    }

    /// The clocks with outages counted for nobody, and the most that somebody of `owing` gains by it; `None` if nobody
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
        credited.credited_until = outages.last_end()?.max(self.credited_until);
        (longest > 0).then_some((credited, longest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BANK: TimeControl = TimeControl::Bank {
        initial_ms: 100,
        increment_ms: 10,
    };

    fn seat(index: u8) -> SeatIndex {
        SeatIndex::new(index)
    }

    fn started(control: TimeControl) -> Clocks {
        let seats = BySeat::from_vec(vec![(); 3]).unwrap();
        Clocks::start(control, &seats, UnixMillis(1000))
    }

    fn all() -> SeatSet {
        (0..3).map(seat).collect()
    }

    fn deadlines(clocks: &Clocks, control: TimeControl) -> Vec<u64> {
        (0..3)
            .filter_map(|index| clocks.deadline(control, seat(index)))
            .map(|at| at.0)
            .collect()
    }

    #[test]
    fn without_control_nothing_is_ever_due() {
        let clocks = started(TimeControl::Unlimited);
        assert_eq!(deadlines(&clocks, TimeControl::Unlimited), [0; 0]);
    }

    #[test]
    fn each_decision_has_its_time_from_when_it_is_owed() {
        let control = TimeControl::PerDecision { ms: 50 };
        let clocks = started(control);
        assert_eq!(deadlines(&clocks, control), [1050; 3]);
        let owed = all().without(seat(2));
        let clocks = clocks.after(control, (seat(0), Came::FromPlayer), owed, UnixMillis(1020));
        assert_eq!(deadlines(&clocks, control), [1070, 1050, 1070]);
    }

    #[test]
    fn a_bank_is_used_while_a_seat_owes_and_gains_with_each_decision() {
        let clocks = started(BANK);
        assert_eq!(deadlines(&clocks, BANK), [1100; 3]);
        let clocks = clocks.after(BANK, (seat(0), Came::FromPlayer), all(), UnixMillis(1030));
        assert_eq!(clocks.banks_ms.as_ref().unwrap().at(seat(0)), &80);
        assert_eq!(deadlines(&clocks, BANK), [1110, 1100, 1100]);
        let late = clocks.after(BANK, (seat(1), Came::Missed), all(), UnixMillis(9999));
        assert_eq!(late.missed, SeatSet::only(seat(1)));
        let handed_over = late.handed_over((seat(1), false), UnixMillis(9999));
        assert_eq!(handed_over.missed, SeatSet::EMPTY);
        assert_eq!(late.banks_ms.unwrap().at(seat(1)), &10);
    }

    #[test]
    fn who_decided_when_in_secret_no_clock_tells() {
        let clocks = started(BANK);
        let players = SeatSet::only(seat(0)).with(seat(1));
        let after = clocks.after_secrets(BANK, players, UnixMillis(1040));
        let [first, second, bot] = [0, 1, 2].map(|index| *after.banks_ms.as_ref().unwrap().at(seat(index)));
        let begun = *clocks.banks_ms.as_ref().unwrap().at(seat(2));
        assert_eq!((first, bot), (second, begun), "players alike, and a bot needs no time");
        assert_eq!(first, begun - 40 + 10);
        assert!(after.since.iter().all(|since| since.0 == 1040));
        assert_eq!(after.missed, clocks.missed);
        let late = clocks.after_secrets(BANK, players, UnixMillis(1000 + 10 * begun));
        assert_eq!(late.banks_ms.unwrap().at(seat(0)), &10, "no bank is below nothing");
    }

    #[test]
    fn nobody_gains_time_by_letting_a_bot_decide() {
        let clocks = started(BANK);
        let handed_over = clocks.handed_over((seat(0), true), UnixMillis(1040));
        assert_eq!(handed_over.banks_ms.as_ref().unwrap().at(seat(0)), &60);
        let decided = handed_over.after(BANK, (seat(0), Came::FromServer), all(), UnixMillis(1040));
        assert_eq!(decided.banks_ms.as_ref().unwrap().at(seat(0)), &60);
        let back = decided.handed_over((seat(0), false), UnixMillis(5000));
        assert_eq!(deadlines(&back, BANK)[0], 5060);
    }

    #[test]
    fn time_that_an_operator_gives_is_for_one_decision_and_costs_no_bank_anything() {
        let clocks = started(BANK).extended(all().without(seat(2)), 500);
        assert_eq!(deadlines(&clocks, BANK), [1600, 1600, 1100]);
        let decided = clocks.after(BANK, (seat(0), Came::FromPlayer), all(), UnixMillis(1530));
        assert_eq!(decided.banks_ms.as_ref().unwrap().at(seat(0)), &80);
        assert_eq!(
            deadlines(&decided, BANK),
            [1610, 1600, 1100],
            "its next decision has no more time"
        );
        let again = decided.extended(SeatSet::only(seat(1)), 100);
        assert_eq!(
            deadlines(&again, BANK),
            [1610, 1700, 1100],
            "on top of what it was given before"
        );
        let used_up = again.after_secrets(BANK, all(), UnixMillis(1530));
        assert_eq!(used_up.extra_ms, None);
        let forever = clocks.extended(all(), u64::MAX);
        assert_eq!(deadlines(&forever, BANK), [u64::MAX; 3]);
    }

    #[test]
    fn an_outage_counts_for_nobody_and_only_once() {
        let mut outages = Outages::default();
        outages.add(UnixMillis(1010), UnixMillis(1040));
        let mut clocks = started(BANK);
        // Seat 2 is waited for only since the middle of the outage.
        *clocks.since.at_mut(seat(2)) = UnixMillis(1025);
        let (credited, longest) = clocks.credited(&outages, all().without(seat(1))).unwrap();
        assert_eq!(longest, 30);
        assert_eq!(deadlines(&credited, BANK), [1130, 1100, 1140]);
        assert_eq!(credited.credited(&outages, all()), None);
        // Another replica saw a little more of the same outage.
        let mut longer = Outages::default();
        longer.add(UnixMillis(1005), UnixMillis(1042));
        let (credited, longest) = credited.credited(&longer, all()).unwrap();
        assert_eq!((longest, credited.credited_until), (2, UnixMillis(1042)));
    }
}
