//! `REPRISAL_CHOICE`: the loser of a duel may challenge at once (Reindeer Reprisal).

use tinsel_engine::{SeatIndex, never};

use super::{
    commit::{Commit, Next},
    duel,
    judge::{Challenge, targets},
};
use crate::{
    action::Direct,
    components::{DuelKind, GiftId, Part},
    event::{Event, ReprisalRight},
    state::Stage,
};

/// Maximum number of Reprisals in a turn.
const REPRISALS_MAX: u8 = 2;

/// Continues after a duel: with a Reprisal if its loser has the right to one, otherwise with the end of the turn.
// JB-57, JB-64, JB-81, JB-R38, JB-R39, JB-R45
pub(super) fn after(commit: &mut Commit<'_>, kind: DuelKind, loser: SeatIndex, contested: GiftId) -> Next {
    // JB-56
    let kicks_back = matches!(kind, DuelKind::Standard | DuelKind::Gambit | DuelKind::Reprisal);
    let turn = &commit.game.turn;
    if kicks_back && turn.part == Part::Main && turn.reprisals < REPRISALS_MAX {
        offered(commit, loser, contested)
    } else {
        Next::TurnOver
    }
}

/// Offers a Reprisal if the loser can pay for a target other than the gift it has just lost.
// JB-58, JB-59, JB-60, JB-R40
fn offered(commit: &mut Commit<'_>, seat: SeatIndex, excluded: GiftId) -> Next {
    let right = right(commit, seat, excluded);
    if targets(commit.game, seat, Challenge::Reprisal { excluded })
        .affordable
        .is_empty()
    {
        commit.everyone(Event::ReprisalSkipped(right));
        Next::TurnOver
    } else {
        commit.everyone(Event::ReprisalOffered(right));
        commit.game.stage = Stage::Reprisal { seat, excluded };
        Next::Decision
    }
}

fn right(commit: &Commit<'_>, seat: SeatIndex, excluded: GiftId) -> ReprisalRight {
    ReprisalRight {
        seat,
        excluded,
        number: commit.game.turn.reprisals.saturating_add(1),
    }
}

/// The loser declines.
// JB-60
pub(super) fn declined(commit: &mut Commit<'_>) -> Next {
    let Stage::Reprisal { seat, excluded } = commit.game.stage else {
        never!("JB-60: a seat that declines was asked");
        return Next::Decision;
    };
    let right = right(commit, seat, excluded);
    commit.everyone(Event::ReprisalDeclined(right));
    Next::TurnOver
}

/// A Reprisal.
// JB-60, JB-61, JB-62
pub(super) fn declared(commit: &mut Commit<'_>, direct: Direct) -> Next {
    let Stage::Reprisal { seat, .. } = commit.game.stage else {
        never!("JB-57: a seat that kicks back has lost");
        return Next::Decision;
    };
    commit.game.turn.reprisals = commit.game.turn.reprisals.saturating_add(1);
    commit.everyone(Event::ReprisalDeclared {
        seat,
        gift: direct.gift,
        defender: direct.defender,
        misfit: direct.misfit,
        cost: direct.cost,
        number: commit.game.turn.reprisals,
    });
    duel::direct(commit, DuelKind::Reprisal, seat, direct)
}
