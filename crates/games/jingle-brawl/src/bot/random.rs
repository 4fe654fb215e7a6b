//! A bot that chooses any legal action.

use tinsel_engine::{Chance, SeatIndex, SeatSet};

use super::{gambit, path, reprisal};
use crate::{
    action::Action,
    components::{Chips, Response, Throw},
    legal::Legal,
    rules::{Target, Targets},
};

/// A random action that `legal` allows; `None` if it allows none.
pub fn random(legal: &Legal, chance: &mut dyn Chance) -> Option<Action> {
    Some(match legal {
        Legal::Nothing => return None,
        Legal::Open { gifts } => Action::Open {
            gift: chance.pick("bot", gifts).copied(),
        },
        Legal::Bid { max } => Action::Bid {
            amount: Some(bid(*max, chance)),
        },
        Legal::Respond => Action::RespondToBid {
            choice: chance.pick("bot", &[Response::Stand, Response::Yield]).copied(),
        },
        Legal::Gambit(targets) => gambit(target(targets, chance)),
        Legal::Method { methods } => Action::ChooseMethod {
            method: chance.pick("bot", methods).copied(),
        },
        Legal::Throw => Action::Throw {
            throw: chance.pick("bot", &Throw::ALL).copied(),
        },
        Legal::Report { duelists } => Action::Report {
            winner: seat(*duelists, chance),
        },
        Legal::Verdict { duelists } => Action::Verdict {
            winner: seat(*duelists, chance),
        },
        Legal::Discard { gifts } => Action::Discard {
            gift: chance.pick("bot", gifts).copied(),
        },
        Legal::Reprisal { targets, defenders } => {
            let target = target(targets, chance);
            reprisal(target, seat(*defenders, chance))
        }
        Legal::Path(targets) => path(target(targets, chance)),
        Legal::Defender { seats } => Action::ChooseDefender {
            defender: seat(*seats, chance),
        },
    })
}

/// A random amount, with more weight on none and little: chips last longer, bids are sometimes tied, and sometimes no
/// seat bids.
fn bid(max: Chips, chance: &mut dyn Chance) -> u32 {
    let max = u32::from(max.get());
    match chance.number("bot", 8) {
        0..=3 => 0,
        4..=6 => chance.number("bot", max.min(4).saturating_add(1)),
        _ => chance.number("bot", max.saturating_add(1)),
    }
}

/// One of the targets with probability three quarters; in half of these cases a Misfit, if there is one.
fn target(targets: &Targets, chance: &mut dyn Chance) -> Option<Target> {
    if chance.once_in("bot", 4) {
        return None;
    }
    let misfits: Vec<Target> = targets
        .affordable
        .iter()
        .filter(|target| target.holder.is_none())
        .copied()
        .collect();
    if !misfits.is_empty() && chance.once_in("bot", 2) {
        return chance.pick("bot", &misfits).copied();
    }
    chance.pick("bot", &targets.affordable).copied()
}

fn seat(seats: SeatSet, chance: &mut dyn Chance) -> Option<SeatIndex> {
    let seats: Vec<SeatIndex> = seats.iter().collect();
    chance.pick("bot", &seats).copied()
}
