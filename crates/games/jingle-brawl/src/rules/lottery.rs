//! `PATH_CHOICE`, `DEFENDER_CHOICE` and the last claim: the Misfit Lottery.

use tinsel_engine::{SeatIndex, never};

use super::{
    commit::{Commit, Next},
    duel,
    judge::{Challenge, targets},
};
use crate::{
    action::Direct,
    components::{Context, DuelKind, Path, Spot},
    event::{Event, Price},
    state::{Duel, Stage},
};

/// Begins a Lottery turn: the oldest Misfit goes to the table.
// JB-66, JB-67, JB-R46, JB-R51
pub(super) fn begin(commit: &mut Commit<'_>) -> Next {
    let seat = commit.game.turn.seat;
    let Some(gift) = commit.game.table.pile.first().copied() else {
        never!("JB-R56: there is a Misfit for each name");
        commit.game.stage = Stage::Finished;
        return Next::Decision;
    };
    commit.game.turn.gift = Some(gift);
    commit.everyone(Event::TargetMisfitDrawn { gift });
    // JB-R55: it never returns to the pile
    commit.move_gift(gift, Spot::Pile, Spot::Table);
    if commit.game.table.giftless().without(seat).is_empty() {
        // JB-78, JB-R52, JB-R53: the level stays as it is
        commit.everyone(Event::LastClaim { seat, gift });
        commit.move_gift(gift, Spot::Table, Spot::Seat(seat));
        Next::Bidding(Context::LastClaim, gift)
    } else if targets(commit.game, seat, Challenge::Steal).affordable.is_empty() {
        auctioned(commit, true)
    } else {
        commit.game.stage = Stage::PathChoice;
        Next::Decision
    }
}

/// Path A: a direct challenge of a seat that holds a gift.
// JB-68
pub(super) fn stolen(commit: &mut Commit<'_>, direct: Direct) -> Next {
    let seat = commit.game.turn.seat;
    let Direct { gift, cost, .. } = direct;
    commit.everyone(Event::PathChosen {
        seat,
        path: Path::Steal,
        steal: Some(Price { gift, cost }),
        forced: false,
    });
    duel::direct(commit, DuelKind::Steal, seat, direct)
}

/// Path B: all other seats may bid on the Target Misfit.
// JB-67, JB-71
pub(super) fn auctioned(commit: &mut Commit<'_>, forced: bool) -> Next {
    let seat = commit.game.turn.seat;
    commit.everyone(Event::PathChosen {
        seat,
        path: Path::Auction,
        steal: None,
        forced,
    });
    match commit.game.turn.gift {
        Some(gift) => Next::Bidding(Context::Auction, gift),
        None => Next::Decision,
    }
}

/// No seat bid: a free duel with a Defender that the Active player chooses.
// JB-72
pub(super) fn defended(commit: &mut Commit<'_>, seat: SeatIndex, defender: SeatIndex) -> Next {
    let gift = commit.game.turn.gift;
    commit.everyone(Event::DefenderChosen { seat, defender });
    Next::Duel(Duel::new(DuelKind::ChosenDefender, seat, defender, gift))
}
