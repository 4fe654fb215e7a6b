//! Pools: rolling, choosing, re-rolling, allocating.

use tinsel_engine::{BySeat, SeatIndex};

use super::{commit::Commit, draws};
use crate::{
    components::{Card, DiceSet, Die, SEAT_COUNT},
    event::{self, Event},
    state::{Pool, Stage, yet_to_choose},
};

impl Commit<'_> {
    /// A pool for each seat: two dice for each of its characters in play.
    // SW-29, SW-30, SW-31, SW-R21: the pools are public
    pub(super) fn roll(&mut self) -> BySeat<Pool> {
        let mut pools = BySeat::from_fn(SEAT_COUNT, |_| Pool::new());
        for seat in SEAT_COUNT.iter() {
            let count = self.table.in_play(seat).count().saturating_mul(2);
            let values: Pool = (0..count).map(|_| draws::die(self.chance, draws::ROLL)).collect();
            pools.at_mut(seat).clone_from(&values);
        }
        for (seat, values) in pools.enumerate().filter(|(_, values)| !values.is_empty()) {
            let values = values.clone();
            self.everyone(Event::DiceRolled { seat, values });
        }
        pools
    }

    // SW-32, SW-R22: there is no draw before the last choice
    pub(super) fn chose_dice(
        &mut self,
        seat: SeatIndex,
        dice: DiceSet,
        pools: BySeat<Pool>,
        mut chosen: BySeat<Option<DiceSet>>,
    ) -> Stage {
        event::reroll_committed(seat, dice, self.events);
        *chosen.at_mut(seat) = Some(dice);
        if !yet_to_choose(&pools, &chosen).is_empty() {
            return Stage::Reroll { pools, chosen };
        }
        let pools = self.redraw(pools, &chosen);
        self.table.rerolled = chosen;
        self.reveal_when_all_are_in(pools, BySeat::from_fn(SEAT_COUNT, |_| None))
    }

    // SW-33
    fn redraw(&mut self, mut pools: BySeat<Pool>, chosen: &BySeat<Option<DiceSet>>) -> BySeat<Pool> {
        let mut rerolled = Vec::new();
        for (seat, pool) in pools.enumerate_mut() {
            let Some(dice) = *chosen.at(seat) else { continue };
            let meant = (0u8..).zip(pool).filter(|(index, _)| dice.contains(*index));
            let values: Vec<Die> = meant
                .map(|(_, die)| {
                    *die = draws::die(self.chance, draws::REROLL);
                    *die
                })
                .collect();
            rerolled.push(Event::DiceRerolled { seat, dice, values });
        }
        for event in rerolled {
            self.everyone(event);
        }
        pools
    }

    // SW-34, SW-R24: allocations are hidden until the last one
    pub(super) fn allocated(
        &mut self,
        seat: SeatIndex,
        cards: Vec<Card>,
        pools: BySeat<Pool>,
        mut allocated: BySeat<Option<Vec<Card>>>,
    ) -> Stage {
        event::allocation_committed(seat, &cards, self.events);
        *allocated.at_mut(seat) = Some(cards);
        self.reveal_when_all_are_in(pools, allocated)
    }

    fn reveal_when_all_are_in(&mut self, pools: BySeat<Pool>, allocated: BySeat<Option<Vec<Card>>>) -> Stage {
        if self.table.yet_to_allocate(&allocated).is_empty() {
            self.reveal(&pools, &allocated)
        } else {
            Stage::Allocate { pools, allocated }
        }
    }
}
