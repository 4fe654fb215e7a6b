//! `GAMBIT_CHOICE`: no seat bid; the current seat keeps the gift, or challenges for another (The Grinch's Gambit).

use super::{
    duel,
    flow::{Flow, Next},
    targets::{Challenge, targets},
};
use crate::{action::Direct, components::DuelKind, event::Event, state::Stage};

/// Continues after no seat bid: the current seat may challenge, if it can pay for a target.
// JB-39, JB-54, JB-80
pub(super) fn offered(flow: &mut Flow<'_>) -> Next {
    let seat = flow.game.turn.seat;
    if targets(flow.game, seat, Challenge::Gambit).affordable.is_empty() {
        kept(flow, true)
    } else {
        flow.game.stage = Stage::GambitChoice;
        Next::Decision
    }
}

/// The seat keeps the gift, and the turn ends.
pub(super) fn kept(flow: &mut Flow<'_>, forced: bool) -> Next {
    let seat = flow.game.turn.seat;
    if let Some(gift) = flow.game.turn.gift {
        flow.tell(Event::GiftKept { seat, gift, forced });
    }
    Next::TurnOver
}

/// A Gambit.
// JB-54
pub(super) fn declared(flow: &mut Flow<'_>, direct: Direct) -> Next {
    let seat = flow.game.turn.seat;
    flow.tell(Event::GambitDeclared {
        seat,
        gift: direct.gift,
        holder: direct.defender,
        cost: direct.cost,
    });
    duel::direct(flow, DuelKind::Gambit, seat, direct)
}
