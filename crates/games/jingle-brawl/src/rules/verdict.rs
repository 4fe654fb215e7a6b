//! `DUEL_REPORT` and `DUEL_VERDICT`: the duelists report the winner, and the Head Elf decides if they differ.

use tinsel_engine::{SeatIndex, never};

use super::commit::{Commit, Next};
use crate::{
    components::{CoinReason, Pair},
    event::{self, Event},
    state::{Duel, Report, Stage},
};

/// Stores a report, or that its clock ran out. After both, the duel can be decided.
// JB-29, JB-31
pub(super) fn reported(commit: &mut Commit<'_>, seat: SeatIndex, winner: Option<SeatIndex>) -> Next {
    let Stage::Report { duel, reports } = &mut commit.game.stage else {
        never!("JB-29: reports are made of a duel");
        return Next::Decision;
    };
    let Some(side) = duel.side(seat) else {
        never!("JB-29: only the duelists report");
        return Next::Decision;
    };
    let report = winner.map_or(Report::ClockRanOut, Report::Winner);
    *reports.of_mut(side) = Some(report);
    event::reported(seat, report, commit.events);
    let Pair {
        challenger: Some(challenger),
        defender: Some(defender),
    } = *reports
    else {
        return Next::Decision;
    };
    let (duel, reports) = (duel.clone(), Pair { challenger, defender });
    shown(commit, duel, reports)
}

/// Reveals both reports.
fn shown(commit: &mut Commit<'_>, duel: Duel, reports: Pair<Report>) -> Next {
    let winners = reports.map(|report| report.winner());
    let by_default = duel.those(|side| winners.of(side).is_none());
    commit.everyone(Event::ReportsRevealed {
        reports: winners,
        by_default,
    });
    match agreed(winners).and_then(|winner| duel.side(winner)) {
        Some(winner) => Next::Won(duel, winner),
        // JB-32, JB-R12: the Head Elf does not rule on its own duel
        None if duel.side(commit.game.table.head_elf).is_some() => {
            let winner = commit.coin(CoinReason::Dispute);
            Next::Won(duel, winner)
        }
        None => {
            commit.game.stage = Stage::Verdict { duel, reports };
            Next::Decision
        }
    }
}

/// The winner, if the reports decide: both agree, or there is only one.
// JB-30, JB-31, JB-R22
fn agreed(winners: Pair<Option<SeatIndex>>) -> Option<SeatIndex> {
    match (winners.challenger, winners.defender) {
        (Some(one), Some(other)) => (one == other).then_some(one),
        (one, other) => one.or(other),
    }
}

/// Applies the Head Elf's verdict; after its clock ran out, a coin decides.
// JB-33, JB-R62
pub(super) fn ruled(commit: &mut Commit<'_>, winner: Option<SeatIndex>) -> Next {
    let Stage::Verdict { duel, .. } = &commit.game.stage else {
        never!("JB-32: verdicts are given on disputes");
        return Next::Decision;
    };
    let duel = duel.clone();
    let side = match winner.and_then(|winner| Some((winner, duel.side(winner)?))) {
        Some((winner, side)) => {
            let head_elf = commit.game.table.head_elf;
            commit.everyone(Event::VerdictGiven { head_elf, winner });
            side
        }
        None => commit.coin(CoinReason::VerdictClock),
    };
    Next::Won(duel, side)
}
