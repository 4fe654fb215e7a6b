//! Pools: rolled, chosen from, re-rolled, allocated.

use tinsel_engine::{BySeat, SeatIndex};

use super::{Course, astray, draws, form::Wanted};
use crate::{
    action::Made,
    components::{Card, Character, DiceSet, Die, SEAT_COUNT},
    event::{self, Event},
    reject::Rejected,
    state::{Pool, SnowballWar, Stage},
};

pub(super) fn reroll(pool: &Pool, wanted: &Wanted<'_>) -> Result<Made, Rejected> {
    let Wanted::Reroll(dice) = wanted else {
        return Err(Rejected::WrongAction);
    };
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

fn in_pool(pool: &Pool, index: u32) -> Result<u8, Rejected> {
    // SW-30
    let there = usize::try_from(index).is_ok_and(|index| index < pool.len());
    let index = u8::try_from(index).ok().filter(|_| there);
    index.ok_or(Rejected::BadDieIndex)
}

pub(super) fn allocate(
    game: &SnowballWar,
    seat: SeatIndex,
    pool: &Pool,
    wanted: &Wanted<'_>,
) -> Result<Made, Rejected> {
    let Wanted::Allocate(cards) = wanted else {
        return Err(Rejected::WrongAction);
    };
    let mut sorted: Vec<&(Character, &[u32])> = cards.iter().collect();
    sorted.sort_by_key(|(character, _)| *character);
    let due = game.table.in_play(seat).map(|(character, _)| character);
    if !sorted.iter().map(|(character, _)| *character).eq(due) {
        return Err(Rejected::BadCharacters);
    }
    for index in sorted.iter().flat_map(|(_, dice)| dice.iter()) {
        in_pool(pool, *index)?;
    }
    // SW-34, SW-R25
    let cards: Result<Vec<Card>, Rejected> = sorted.iter().map(|card| two_dice(pool, card)).collect();
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
    // SW-29, SW-30, SW-31, SW-R21: everybody sees them
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

    // SW-32, SW-R22: nothing is drawn before the last choice is in
    pub(super) fn chose_dice(&mut self, stage: Stage, seat: SeatIndex, dice: DiceSet) -> Stage {
        let Stage::Reroll { pools, mut chosen } = stage else {
            return astray(stage);
        };
        event::reroll_committed(seat, dice, self.events);
        *chosen.at_mut(seat) = Some(dice);
        let owes = |seat: SeatIndex| !pools.at(seat).is_empty() && chosen.at(seat).is_none();
        if SEAT_COUNT.iter().any(owes) {
            return Stage::Reroll { pools, chosen };
        }
        let pools = self.redraw(pools, &chosen);
        self.table.rerolled = chosen;
        self.allocation_due(pools)
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

    // SW-34
    fn allocation_due(&mut self, pools: BySeat<Pool>) -> Stage {
        let allocated = BySeat::from_fn(SEAT_COUNT, |_| None);
        if SEAT_COUNT.iter().any(|seat| self.table.allocates(seat)) {
            Stage::Allocate { pools, allocated }
        } else {
            self.reveal(&pools, &allocated)
        }
    }

    // SW-34, SW-R24: nothing is shown before the last allocation is in
    pub(super) fn allocated(&mut self, stage: Stage, seat: SeatIndex, cards: Vec<Card>) -> Stage {
        let Stage::Allocate { pools, mut allocated } = stage else {
            return astray(stage);
        };
        event::allocation_committed(seat, &cards, self.events);
        *allocated.at_mut(seat) = Some(cards);
        let owes = |seat| self.table.allocates(seat) && allocated.at(seat).is_none();
        if SEAT_COUNT.iter().any(owes) {
            return Stage::Allocate { pools, allocated };
        }
        self.reveal(&pools, &allocated)
    }
}
