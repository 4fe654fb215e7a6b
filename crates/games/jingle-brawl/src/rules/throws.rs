//! `DUEL_THROW`: rock-paper-scissors.

use tinsel_engine::{SeatIndex, never};

use super::commit::{Commit, Next};
use crate::{
    components::{CoinReason, Pair, Throw},
    draws,
    event::{self, Event},
    state::{Stage, Thrown},
};

/// Stores a throw; the throw of a clock is drawn. After both throws the round is decided.
// JB-28
pub(super) fn thrown(commit: &mut Commit<'_>, seat: SeatIndex, throw: Option<Throw>, by_default: bool) -> Next {
    let throw = throw.unwrap_or_else(|| drawn(commit));
    let Stage::Throw { duel, thrown } = &mut commit.game.stage else {
        never!("JB-28: throws are made in a duel");
        return Next::Decision;
    };
    let Some(side) = duel.side(seat) else {
        never!("JB-28: only the duelists throw");
        return Next::Decision;
    };
    *thrown.of_mut(side) = Some(Thrown { throw, by_default });
    event::thrown(seat, throw, commit.events);
    let Pair {
        challenger: Some(challenger),
        defender: Some(defender),
    } = *thrown
    else {
        return Next::Decision;
    };
    shown(commit, Pair { challenger, defender })
}

fn drawn(commit: &mut Commit<'_>) -> Throw {
    let index = usize::from(commit.draw(draws::THROW, 3));
    Throw::ALL.get(index).copied().unwrap_or(Throw::Rock)
}

/// Reveals both throws.
fn shown(commit: &mut Commit<'_>, thrown: Pair<Thrown>) -> Next {
    let Stage::Throw { duel, .. } = &commit.game.stage else {
        never!("JB-28: throws are shown in a duel");
        return Next::Decision;
    };
    let mut duel = duel.clone();
    let throws = thrown.map(|thrown| thrown.throw);
    let by_default = duel.those(|side| thrown.of(side).by_default);
    let round = duel.round();
    commit.everyone(Event::ThrowsRevealed {
        round,
        throws,
        by_default,
    });
    duel.rounds.push(throws);
    match throws.beaten() {
        Some(winner) => Next::Won(duel, winner),
        // JB-R21
        None if round >= commit.game.config.rps_max_rounds => {
            let winner = commit.coin(CoinReason::TieBound);
            Next::Won(duel, winner)
        }
        None => {
            let thrown = Pair::default();
            commit.game.stage = Stage::Throw { duel, thrown };
            Next::Decision
        }
    }
}
