//! Actions that no correct client sends.

use tinsel_engine::Chance;

use crate::{
    action::{Action, Replacement},
    components::{Letter, PresentRef},
};

/// A nonsensical action: with wrong counts, unset letters, duplicates, and extreme numbers. It is occasionally a valid
/// one.
pub fn nonsense(chance: &mut dyn Chance) -> Action {
    match chance.number("nonsense", 3) {
        0 => Action::SelectPresents {
            letters: several(chance, |chance| letter(chance)),
        },
        1 => Action::PassPresents {
            passes: several(chance, reference),
            replacement: (chance.number("nonsense", 2) == 0).then(|| Replacement {
                discard: (chance.number("nonsense", 4) > 0).then(|| reference(chance)),
                take: letter(chance),
            }),
        },
        _ => Action::StealPresents {
            steals: several(chance, reference),
        },
    }
}

fn several<T>(chance: &mut dyn Chance, mut one: impl FnMut(&mut dyn Chance) -> T) -> Vec<T> {
    let count = chance
        .pick("nonsense", &[0, 1, 2, 3, 3, 3, 3, 4, 5, 5, 5, 6, 40])
        .copied()
        .unwrap_or(0);
    (0..count).map(|_| one(chance)).collect()
}

fn letter(chance: &mut dyn Chance) -> Option<Letter> {
    if chance.number("nonsense", 8) == 0 {
        return None;
    }
    chance.pick("nonsense", &Letter::ALL).copied()
}

fn reference(chance: &mut dyn Chance) -> PresentRef {
    PresentRef {
        letter: letter(chance),
        staleness: chance
            .pick("nonsense", &[0, 0, 0, 1, 1, 2, 3, 4, u32::MAX])
            .copied()
            .unwrap_or(0),
        layers: chance
            .pick("nonsense", &[0, 0, 0, 0, 0, 1, 6, 7, 256, 262, u32::MAX])
            .copied()
            .unwrap_or(0),
    }
}
