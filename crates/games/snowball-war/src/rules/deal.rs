//! The reveal: dice go on the cards, and their sums decide the starter.

use tinsel_engine::{BySeat, SeatIndex};

use super::commit::Commit;
use crate::{
    components::{Card, Die, FIRST, SEAT_COUNT, SECOND, Slot, other},
    event::{DealtCard, Event},
    state::{Opening, Pool, Stage},
};

impl Commit<'_> {
    /// Fills the cards from the pools, and starts the action phase.
    pub(super) fn reveal(&mut self, pools: &BySeat<Pool>, allocated: &BySeat<Option<Vec<Card>>>) -> Stage {
        let dealt = BySeat::from_fn(SEAT_COUNT, |seat| {
            let cards = allocated.at(seat).clone().unwrap_or_else(|| self.automatic(seat));
            cards.iter().map(|card| dealt(pools.at(seat), card)).collect::<Vec<_>>()
        });
        for (seat, cards) in dealt.enumerate().filter(|(_, cards)| !cards.is_empty()) {
            for card in cards {
                let figure = self.table.characters.at_mut(card.character);
                for (slot, die) in Slot::ALL.into_iter().zip(card.dice) {
                    figure.put(slot, Some(die));
                }
            }
            // SW-R71: values by slot
            let cards = cards.clone();
            self.everyone(Event::DiceAllocated { seat, cards });
        }
        self.start_actions(&dealt)
    }

    /// The card of a seat's only character in play; empty if there is none.
    // SW-34
    fn automatic(&self, seat: SeatIndex) -> Vec<Card> {
        let only = self.table.in_play(seat).take(1);
        only.map(|(character, _)| Card {
            character,
            dice: [0, 1],
        })
        .collect()
    }

    // SW-35, SW-36
    fn start_actions(&mut self, dealt: &BySeat<Vec<DealtCard>>) -> Stage {
        let sums = dealt.map(|_, cards| {
            let values = cards.iter().flat_map(|card| card.dice).map(Die::get);
            values.fold(0, u8::saturating_add)
        });
        let (first, second) = (*sums.at(FIRST), *sums.at(SECOND));
        let tie = first == second;
        let starter = if second == 0 {
            // SW-R27: a seat without dice cannot act
            FIRST
        } else if first == 0 {
            SECOND
        } else if tie {
            self.starter_of_a_tie()
        } else if first < second {
            FIRST
        } else {
            SECOND
        };
        let opening = Opening {
            turn: self.table.turn,
            starter,
            sums,
        };
        self.table.opening = Some(opening.clone());
        self.everyone(Event::ActionPhaseStarted { opening, tie });
        self.action_due(starter)
    }

    // SW-R26
    fn starter_of_a_tie(&self) -> SeatIndex {
        let latest = self.table.opening.as_ref().map(|opening| opening.starter);
        other(latest.unwrap_or(self.table.first_picker))
    }
}

fn dealt(pool: &Pool, card: &Card) -> DealtCard {
    let shows = |index: u8| pool.get(usize::from(index)).copied().unwrap_or(Die::ONE);
    DealtCard {
        character: card.character,
        dice: card.dice.map(shows),
    }
}
