//! Bots. They use only the data of a client: the view and the legal actions.

mod plan;

use tinsel_engine::Chance;

use crate::{
    action::{Action, Passing, Selection, Swap, Three},
    components::{Letter, Present},
    legal::{Legal, Victim},
};

pub use plan::decide;

/// A random action that `legal` allows; `None` if it allows none.
pub fn random(legal: &Legal, chance: &mut dyn Chance) -> Option<Action> {
    match legal {
        Legal::Nothing => None,
        Legal::Select { from, .. } => {
            let mut letters = from.clone();
            chance.shuffle("bot: letters", &mut letters);
            let letters = letters.first_chunk::<5>()?;
            Some(Selection::new(*letters)?.action())
        }
        Legal::Pass { hand, take, .. } => {
            let mut presents = *hand.presents();
            chance.shuffle("bot: presents", &mut presents);
            let [first, second, third, discard, ..] = presents;
            let swap = take
                .and_then(|take| chance.pick("bot", &take).copied())
                .map(|take| Swap { discard, take });
            let presents = Three([first, second, third]);
            Some(Passing { presents, swap }.action())
        }
        Legal::Steal { victims } => {
            let mut any = |victim: &Victim| chance.pick("bot", victim.hand.presents()).copied();
            let [first, second, third] = victims;
            let presents = [any(first)?, any(second)?, any(third)?];
            Some(Three(presents).steal())
        }
    }
}

/// The approximate value of a letter, without further information.
const fn rough_worth(letter: Letter) -> i64 {
    match letter {
        Letter::E => 5,
        Letter::A | Letter::B | Letter::F | Letter::H | Letter::J | Letter::K | Letter::M => 4,
        Letter::C | Letter::D | Letter::G | Letter::I => 3,
        Letter::L | Letter::N => 2,
    }
}

/// The approximate value of a present for its holder.
fn rough_value(present: Present) -> i64 {
    rough_worth(present.letter()).saturating_sub(i64::from(present.staleness().get()))
}
