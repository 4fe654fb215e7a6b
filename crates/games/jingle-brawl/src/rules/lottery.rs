//! `PATH_CHOICE`, `DEFENDER_CHOICE` and the last claim: the Misfit Lottery.

use tinsel_engine::{SeatIndex, never};

use super::{
    duel,
    flow::{Flow, Next},
    targets::{Challenge, targets},
};
use crate::{
    action::Direct,
    components::{Context, DuelKind, Path, Spot},
    event::{Event, Price},
    state::{Duel, Stage},
};

/// Begins a Lottery turn: the oldest Misfit goes to the table.
// JB-66, JB-67, JB-R46, JB-R51
pub(super) fn begin(flow: &mut Flow<'_>) -> Next {
    let seat = flow.game.turn.seat;
    let Some(gift) = flow.game.table.pile.first().copied() else {
        never!("JB-R56: there is a Misfit for each name");
        flow.game.stage = Stage::Finished;
        return Next::Decision;
    };
    flow.game.turn.gift = Some(gift);
    flow.tell(Event::TargetMisfitDrawn { gift });
    // JB-R55: it never returns to the pile
    flow.move_gift(gift, Spot::Pile, Spot::Table);
    if flow.game.table.giftless().without(seat).is_empty() {
        // JB-78, JB-R52, JB-R53: the level stays as it is
        flow.tell(Event::LastClaim { seat, gift });
        flow.move_gift(gift, Spot::Table, Spot::Seat(seat));
        Next::Bidding(Context::LastClaim, gift)
    } else if targets(flow.game, seat, Challenge::Steal).affordable.is_empty() {
        auctioned(flow, true)
    } else {
        flow.game.stage = Stage::PathChoice;
        Next::Decision
    }
}

/// Path A: a direct challenge of a seat that holds a gift.
// JB-68
pub(super) fn stolen(flow: &mut Flow<'_>, direct: Direct) -> Next {
    let seat = flow.game.turn.seat;
    let Direct { gift, cost, .. } = direct;
    flow.tell(Event::PathChosen {
        seat,
        path: Path::Steal,
        steal: Some(Price { gift, cost }),
        forced: false,
    });
    duel::direct(flow, DuelKind::Steal, seat, direct)
}

/// Path B: all other seats may bid on the Target Misfit.
// JB-67, JB-71
pub(super) fn auctioned(flow: &mut Flow<'_>, forced: bool) -> Next {
    let seat = flow.game.turn.seat;
    flow.tell(Event::PathChosen {
        seat,
        path: Path::Auction,
        steal: None,
        forced,
    });
    match flow.game.turn.gift {
        Some(gift) => Next::Bidding(Context::Auction, gift),
        None => Next::Decision,
    }
}

/// No seat bid: a free duel with a Defender that the Active player chooses.
// JB-72
pub(super) fn defended(flow: &mut Flow<'_>, seat: SeatIndex, defender: SeatIndex) -> Next {
    let gift = flow.game.turn.gift;
    flow.tell(Event::DefenderChosen { seat, defender });
    Next::Duel(Duel::new(DuelKind::ChosenDefender, seat, defender, gift))
}
