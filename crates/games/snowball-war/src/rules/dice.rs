//! Pools: rolling, choosing, re-rolling, allocating.

use tinsel_engine::{BySeat, SeatIndex};

use super::{course::Course, draws, setup::exactly};
use crate::{
    action::Made,
    components::{Card, Character, DiceSet, Die, Phase, SEAT_COUNT},
    event::{self, Event},
    reject::Rejected,
    state::{Pool, SnowballWar, Stage, yet_to_choose},
};

pub(super) fn reroll(pool: &Pool, dice: &[u32]) -> Result<Made, Rejected> {
    let indices: Result<Vec<u8>, Rejected> = dice.iter().map(|index| in_pool(pool, *index)).collect();
    // SW-32, SW-R23
    let mut chosen = DiceSet::EMPTY;
    for (place, index) in indices?.into_iter().enumerate() {
        if chosen.contains(index) {
            return Err(Rejected::DuplicateDie { place });
        }
        chosen = chosen.with(index);
    }
    Ok(Made::ChoseDice(chosen))
}

// SW-30
fn in_pool(pool: &Pool, index: u32) -> Result<u8, Rejected> {
    let last = pool.len().saturating_sub(1);
    let index = u8::try_from(index)
        .ok()
        .filter(|index| usize::from(*index) < pool.len());
    index.ok_or(Rejected::BadDieIndex { limit: last })
}

pub(super) fn allocate(
    game: &SnowballWar,
    seat: SeatIndex,
    pool: &Pool,
    cards: &[(Character, &[u32])],
) -> Result<Made, Rejected> {
    let due: Vec<Character> = game.table.in_play(seat).map(|(character, _)| character).collect();
    let cards = exactly(Phase::Allocate, &due, cards)?;
    for index in cards.iter().flat_map(|(_, dice)| dice.iter()) {
        in_pool(pool, *index)?;
    }
    // SW-34, SW-R25
    let cards: Result<Vec<Card>, Rejected> = cards.iter().map(|card| two_dice(pool, card)).collect();
    let cards = cards?;
    let used: DiceSet = cards.iter().flat_map(|card| card.dice).collect();
    if used.iter().count() == pool.len() {
        Ok(Made::Allocated(cards))
    } else {
        Err(Rejected::BadAllocation)
    }
}

fn two_dice(pool: &Pool, (character, dice): &(Character, &[u32])) -> Result<Card, Rejected> {
    let [first, second] = dice else {
        return Err(Rejected::BadAllocation);
    };
    Ok(Card {
        character: *character,
        dice: [in_pool(pool, *first)?, in_pool(pool, *second)?],
    })
}

impl Course<'_> {
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
            self.tell(Event::DiceRolled { seat, values });
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
        let mut told = Vec::new();
        for (seat, pool) in pools.enumerate_mut() {
            let Some(dice) = *chosen.at(seat) else { continue };
            let meant = (0u8..).zip(pool).filter(|(index, _)| dice.contains(*index));
            let values: Vec<Die> = meant
                .map(|(_, die)| {
                    *die = draws::die(self.chance, draws::REROLL);
                    *die
                })
                .collect();
            told.push(Event::DiceRerolled { seat, dice, values });
        }
        for event in told {
            self.tell(event);
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
