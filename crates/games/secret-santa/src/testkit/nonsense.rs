//! Actions that no correct client sends.

use tinsel_engine::{Chance, SeatIndex};

use crate::{
    action::Action,
    components::{DealFirst, Scope, Special},
};

/// A nonsensical action: with unset, unknown, duplicate and out-of-range fields, and extreme numbers. It is
/// occasionally a valid one.
pub fn nonsense(chance: &mut dyn Chance) -> Action {
    let final_gift = chance.once_in("nonsense", 3);
    match chance.number("nonsense", 12) {
        0 => Action::PlayFruitcake {
            recipient: seat(chance),
            value: number(chance),
        },
        1..=3 => Action::PlayGifts {
            value: number(chance),
            gifts: number(chance),
            elves: if chance.once_in("nonsense", 2) {
                0
            } else {
                number(chance)
            },
            with_santa: chance.once_in("nonsense", 4),
            final_gift,
        },
        4 => Action::PlayZeros {
            cards: zeros(chance),
            final_gift,
        },
        5 => Action::PlaySanta { final_gift },
        6 => Action::PlayCarol {
            other: seat(chance),
            final_gift,
        },
        7 => Action::PlayTree {
            deal_first: sometimes(chance, 3, &[DealFirst::Oneself, DealFirst::Left]),
            final_gift,
        },
        8 => Action::PlayScrooge {
            target: seat(chance),
            final_gift,
        },
        9 => Action::Decline {
            scope: sometimes(chance, 4, &[Scope::Window, Scope::Round, Scope::Deal]),
        },
        10 if chance.once_in("nonsense", 2) => Action::WithdrawDecline,
        10 => Action::Pass,
        _ if chance.once_in("nonsense", 2) => Action::PlayMouse { final_gift },
        _ => Action::PlayGhost { final_gift },
    }
}

/// Occasionally many more cards than the deck has.
fn zeros(chance: &mut dyn Chance) -> Vec<Option<Special>> {
    let counts = [0, 1, 1, 2, 3, 9, 300];
    let count = chance.pick("nonsense: cards", &counts).copied().unwrap_or(0);
    (0..count).map(|_| sometimes(chance, 12, &Special::ALL)).collect()
}

fn number(chance: &mut dyn Chance) -> u32 {
    let numbers = [0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 9, 11, 12, 13, 255, 256, 257, u32::MAX];
    chance.pick("nonsense: number", &numbers).copied().unwrap_or(0)
}

/// A seat of the match, one that it does not have, or none.
fn seat(chance: &mut dyn Chance) -> Option<SeatIndex> {
    let seats = [0, 1, 2, 3, 4, 5, 6, 7, 8, 31, 32, u8::MAX];
    sometimes(chance, 8, &seats).map(SeatIndex::new)
}

/// `None` with probability 1 in `times`.
fn sometimes<T: Copy>(chance: &mut dyn Chance, times: u32, items: &[T]) -> Option<T> {
    let unset = chance.once_in("nonsense", times);
    chance.pick("nonsense", items).copied().filter(|_| !unset)
}
