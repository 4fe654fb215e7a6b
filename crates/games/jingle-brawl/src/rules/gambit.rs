//! `GAMBIT_CHOICE`: no seat bid; the current seat keeps the gift, or challenges for another (The Grinch's Gambit).

use super::{
    commit::{Commit, Next},
    duel,
    judge::{Challenge, targets},
};
use crate::{action::Direct, components::DuelKind, event::Event, state::Stage};

/// Continues after no seat bid: the current seat may challenge, if it can pay for a target.
// JB-39, JB-54, JB-80
pub(super) fn offered(commit: &mut Commit<'_>) -> Next {
    let seat = commit.game.turn.seat;
    if targets(commit.game, seat, Challenge::Gambit).affordable.is_empty() {
        kept(commit, true)
    } else {
        commit.game.stage = Stage::GambitChoice;
        Next::Decision
    }
}

/// The seat keeps the gift, and the turn ends.
pub(super) fn kept(commit: &mut Commit<'_>, forced: bool) -> Next {
    let seat = commit.game.turn.seat;
    if let Some(gift) = commit.game.turn.gift {
        commit.everyone(Event::GiftKept { seat, gift, forced });
    }
    Next::TurnOver
}

/// A Gambit.
// JB-54
pub(super) fn declared(commit: &mut Commit<'_>, direct: Direct) -> Next {
    let seat = commit.game.turn.seat;
    commit.everyone(Event::GambitDeclared {
        seat,
        gift: direct.gift,
        holder: direct.defender,
        cost: direct.cost,
    });
    duel::direct(commit, DuelKind::Gambit, seat, direct)
}
