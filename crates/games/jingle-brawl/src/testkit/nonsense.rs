//! Actions that no correct client sends.

use tinsel_engine::{Chance, SeatIndex};

use crate::{
    action::{Action, GambitChoice, ReprisalChoice},
    components::{GiftId, Method, Path, Response, Throw},
};

/// A nonsensical action: with unset, contradictory and out-of-range fields, and extreme numbers. It is occasionally a
/// valid one.
pub fn nonsense(chance: &mut dyn Chance) -> Action {
    match chance.number("nonsense", 12) {
        0 => Action::Open { gift: gift(chance) },
        1 => Action::Bid {
            amount: sometimes(chance, amount),
        },
        2 => Action::RespondToBid {
            choice: any(chance, &[Response::Stand, Response::Yield]),
        },
        3 => Action::Gambit {
            choice: sometimes(chance, |chance| {
                gift(chance).map_or(GambitChoice::Keep, GambitChoice::Target)
            }),
        },
        4 => Action::ChooseMethod {
            method: any(chance, &Method::ALL),
        },
        5 => Action::Throw {
            throw: any(chance, &Throw::ALL),
        },
        6 => Action::Report { winner: seat(chance) },
        7 => Action::Verdict { winner: seat(chance) },
        8 => Action::Discard { gift: gift(chance) },
        9 => Action::Reprisal {
            choice: sometimes(chance, |chance| {
                gift(chance).map_or(ReprisalChoice::Decline, ReprisalChoice::Target)
            }),
            defender: seat(chance).filter(|_| chance.once_in("nonsense", 2)),
        },
        10 => Action::ChoosePath {
            path: any(chance, &[Path::Steal, Path::Auction]),
            target_gift: gift(chance).filter(|_| !chance.once_in("nonsense", 3)),
        },
        _ => Action::ChooseDefender { defender: seat(chance) },
    }
}

fn amount(chance: &mut dyn Chance) -> u32 {
    let amounts = [
        0,
        0,
        1,
        2,
        3,
        5,
        9,
        10,
        11,
        12,
        13,
        99,
        255,
        256,
        65_535,
        65_536,
        u32::MAX,
    ];
    chance.pick("nonsense", &amounts).copied().unwrap_or(0)
}

/// One of the first gifts; occasionally one that few matches have, or none.
fn gift(chance: &mut dyn Chance) -> Option<GiftId> {
    let number = number(chance);
    sometimes(chance, |_| GiftId::new(number))
}

/// One of the first seats; occasionally one that few matches have, or none.
fn seat(chance: &mut dyn Chance) -> Option<SeatIndex> {
    let number = number(chance);
    sometimes(chance, |_| SeatIndex::new(number))
}

fn number(chance: &mut dyn Chance) -> u8 {
    let stranger = chance
        .pick("nonsense", &[6, 9, 10, 19, 20, 31, 32, u8::MAX])
        .copied()
        .filter(|_| chance.once_in("nonsense", 4));
    stranger
        .or_else(|| u8::try_from(chance.number("nonsense", 6)).ok())
        .unwrap_or(0)
}

fn any<T: Copy>(chance: &mut dyn Chance, items: &[T]) -> Option<T> {
    let item = chance.pick("nonsense", items).copied()?;
    sometimes(chance, |_| item)
}

/// `None` with probability one sixth.
fn sometimes<T>(chance: &mut dyn Chance, one: impl FnOnce(&mut dyn Chance) -> T) -> Option<T> {
    let unset = chance.once_in("nonsense", 6);
    (!unset).then(|| one(chance))
}
