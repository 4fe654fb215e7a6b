//! The time limits of decisions, and their deadlines.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tinsel_engine::{BySeat, Charge, SeatCount, SeatIndex, SeatSet, Secrecy};
use tinsel_store::UnixMillis;

use super::outages::Outages;

/// The time limits of seats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum TimeControl {
    /// No time limit.
    #[default]
    Unlimited,
    /// The same time for each decision.
    PerDecision {
        /// The time of a decision.
        ms: u64,
    },
    /// A time bank of each seat for all its decisions.
    Bank {
        /// The initial time of each bank.
        initial_ms: u64,
        /// The time that each decision adds to the bank.
        increment_ms: u64,
    },
}

/// The time limits of a new match.
#[derive(Debug, Clone, Default)]
pub(crate) struct Times {
    pub(crate) plain: TimeControl,
    /// The time of each decision in phases with a time limit of their own, in milliseconds, by the name of the phase.
    pub(crate) phase_ms: BTreeMap<String, u64>,
}

/// The origin of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Came {
    /// The player took it.
    FromPlayer,
    /// The player missed its deadline.
    Missed,
    /// The server decides for the seat: the decision neither uses nor adds time of the player.
    FromServer,
}

/// The clocks of all seats.
///
/// While it is secret whether a decision was a default, other viewers see the seat's clock as it was before the step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clocks {
    /// When the pending decision of each seat began; in a secret step, when the step began.
    pub(crate) since: BySeat<UnixMillis>,
    /// The bank of each seat at that time, in milliseconds. In a secret step, a seat that has decided has its remaining
    /// time here. `None` without banks.
    pub(crate) banks_ms: Option<BySeat<u64>>,
    /// The banks as all viewers see them.
    pub(crate) disclosed_ms: Option<BySeat<u64>>,
    /// The common deadline of a secret step; `None` in other steps, and without a time limit.
    pub(crate) due: Option<UnixMillis>,
    /// The milliseconds by which an operator has extended the pending decision of each seat; `None` if no decision was
    /// extended.
    pub(crate) extra_ms: Option<Box<BySeat<u64>>>,
    /// The time up to which outages of the store have been credited.
    pub(crate) credited_until: UnixMillis,
    /// The seats whose last decision was taken by default.
    pub(crate) missed: SeatSet,
    /// The part of `missed` that all viewers see.
    pub(crate) inactive: SeatSet,
    /// The seats whose last two decisions were taken by default.
    pub(crate) missed_twice: SeatSet,
    /// The part of `missed_twice` that all viewers see.
    pub(crate) inactive_twice: SeatSet,
}

/// The time limits and the secrecy of a step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepTime {
    /// The time control in the phase of this step.
    pub(crate) control: TimeControl,
    pub(crate) secrecy: Secrecy,
}

/// The properties of a decision that matter for clocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decided {
    pub(crate) seat: SeatIndex,
    pub(crate) came: Came,
    /// The seats with a pending decision before this one.
    pub(crate) owed: SeatSet,
    /// Whether any viewer but the seat learns that there was a decision.
    pub(crate) is_public: bool,
}

/// The effect of a change of seat control on clocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Handover {
    /// Whether the player had a pending decision, which is charged.
    pub(crate) charges: bool,
    /// Whether a decision of the player is pending from now on.
    pub(crate) awaits: bool,
}

impl Decided {
    /// Whether it is the last decision of a secret step.
    fn resolves(&self) -> bool {
        self.is_public && self.owed == SeatSet::only(self.seat)
    }
}

impl Clocks {
    /// The clocks at the start of the first step. `players` are the seats whose players decide.
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
            missed_twice: SeatSet::EMPTY,
            inactive_twice: SeatSet::EMPTY,
        };
        clocks.due = clocks.latest(first, players);
        clocks
    }

    /// The clocks with `by_ms` more time for the pending decisions of `seats`.
    pub(crate) fn extended(&self, seats: SeatSet, by_ms: u64) -> Self {
        let mut after = self.clone();
        let extra_ms = after.extra_ms.get_or_insert_with(|| Box::new(self.since.map(|_, _| 0)));
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

    /// The clocks after a change of seat control. It charges the player for its pending decision, and restarts the
    /// clock of the seat. A common deadline is extended if the player's decision is pending from now on.
    pub(crate) fn handed_over(&self, step: StepTime, seat: SeatIndex, handover: Handover, now: UnixMillis) -> Self {
        let mut after = self.clone();
        if handover.charges {
            after.charge(seat, step.control, now);
        }
        after.begin(seat, now);
        if handover.awaits && step.secrecy.step.is_some() {
            after.due = self.due.max(after.alone(step.control, seat));
        }
        for seats in [
            &mut after.missed,
            &mut after.inactive,
            &mut after.missed_twice,
            &mut after.inactive_twice,
        ] {
            *seats = seats.without(seat);
        }
        after.disclose(step.secrecy.undisclosed);
        after
    }

    /// The clocks after a decision that led from the step `from` to the step `to`, which may be the same step.
    /// `players` are the seats with a player who decides.
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

    /// Charges the time of a decision to its seat, and records whether it was a default.
    fn settle(&mut self, decided: Decided, control: TimeControl, now: UnixMillis) {
        let is_missed = decided.came == Came::Missed;
        let again = is_missed && self.missed.contains(decided.seat);
        self.missed_twice = set(self.missed_twice, decided.seat, again);
        self.missed = set(self.missed, decided.seat, is_missed);
        if decided.came != Came::FromServer {
            self.charge(decided.seat, control, now);
            self.earn(decided.seat, control);
        }
    }

    /// Shows all viewers the clocks of all seats except `undisclosed`.
    fn disclose(&mut self, undisclosed: SeatSet) {
        for seat in self.since.seats().iter().filter(|seat| !undisclosed.contains(*seat)) {
            if let (Some(disclosed), Some(banks)) = (&mut self.disclosed_ms, &self.banks_ms) {
                *disclosed.at_mut(seat) = *banks.at(seat);
            }
            self.inactive = set(self.inactive, seat, self.missed.contains(seat));
            self.inactive_twice = set(self.inactive_twice, seat, self.missed_twice.contains(seat));
        }
    }

    /// Adds the increment to the bank of a seat, if it has one.
    fn earn(&mut self, seat: SeatIndex, control: TimeControl) {
        if let (TimeControl::Bank { increment_ms, .. }, Some(banks)) = (control, &mut self.banks_ms) {
            let bank = banks.at_mut(seat);
            *bank = bank.saturating_add(increment_ms);
        }
    }

    /// Takes the used time from the bank of a seat.
    fn charge(&mut self, seat: SeatIndex, control: TimeControl, now: UnixMillis) {
        let free = self.since.at(seat).0.saturating_add(self.extra(seat));
        if let (TimeControl::Bank { .. }, Some(banks)) = (control, &mut self.banks_ms) {
            let used = now.0.saturating_sub(free);
            let bank = banks.at_mut(seat);
            *bank = bank.saturating_sub(used);
        }
    }

    /// The deadline of `seat`, if it has a pending decision; `None` without a time limit.
    ///
    /// All decisions of a secret step share one deadline, the latest of the seats' individual deadlines: separate
    /// deadlines would reveal which decisions are defaults.
    pub(crate) fn deadline(&self, step: StepTime, seat: SeatIndex) -> Option<UnixMillis> {
        match step.secrecy.step {
            None => self.alone(step.control, seat),
            Some(_) => self.due.or_else(|| self.alone(step.control, seat)),
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

    /// The clocks after crediting outages, and the longest credit of a seat of `owing`; `None` if no seat gets credit.
    ///
    /// No replica credits the same outage twice: only outages after `credited_until` count.
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

/// The seats with or without one of them.
const fn set(seats: SeatSet, seat: SeatIndex, contains: bool) -> SeatSet {
    if contains {
        seats.with(seat)
    } else {
        seats.without(seat)
    }
}

#[cfg(test)]
mod tests;
