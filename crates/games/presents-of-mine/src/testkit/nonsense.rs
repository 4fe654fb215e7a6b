//! Actions that no correct client sends.

use tinsel_engine::Chance;

use crate::{
    action::{Action, Replacement},
    bot::{below, pick},
    components::{Letter, PresentRef},
};

/// A nonsensical action: with wrong counts, unset letters, duplicates, and extreme numbers. It is occasionally a valid
/// one.
pub fn nonsense(chance: &mut dyn Chance) -> Action {
    match below(chance, 3) {
        0 => Action::SelectPresents {
            letters: several(chance, |chance| letter(chance)),
        },
        1 => Action::PassPresents {
            passes: several(chance, reference),
            replacement: (below(chance, 2) == 0).then(|| Replacement {
                discard: (below(chance, 4) > 0).then(|| reference(chance)),
                take: letter(chance),
            }),
        },
        _ => Action::StealPresents {
            steals: several(chance, reference),
        },
    }
}

fn several<T>(chance: &mut dyn Chance, mut one: impl FnMut(&mut dyn Chance) -> T) -> Vec<T> {
    let count = pick(chance, &[0, 1, 2, 3, 3, 3, 3, 4, 5, 5, 5, 6, 40]).unwrap_or(0);
    (0..count).map(|_| one(chance)).collect()
}

fn letter(chance: &mut dyn Chance) -> Option<Letter> {
    if below(chance, 8) == 0 {
        return None;
    }
    pick(chance, &Letter::ALL)
}

fn reference(chance: &mut dyn Chance) -> PresentRef {
    PresentRef {
        letter: letter(chance),
        staleness: pick(chance, &[0, 0, 0, 1, 1, 2, 3, 4, u32::MAX]).unwrap_or(0),
        layers: pick(chance, &[0, 0, 0, 0, 0, 1, 6, 7, 256, 262, u32::MAX]).unwrap_or(0),
    }
}
