//! How long decisions may take, and when they are due.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Charge, SeatCount, SeatIndex, SeatSet, Secrecy};
use tinsel_store::UnixMillis;

use super::outages::Outages;

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
        seats: SeatCount,
        players: SeatSet,
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
        from: StepTime,
        to: StepTime,
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
            Some(_) => self.due.or_else(|| self.alone(step.control, seat)),
        }
    }

    /// The clocks with the common deadline of a secret step, which records of schema 2 do not have: the latest of those that
    /// `owing` players would have each alone.
    pub(crate) fn with_due(mut self, step: StepTime, owing: SeatSet) -> Self {
        self.due = self.due.or_else(|| self.latest(step, owing));
        self
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
mod tests;
