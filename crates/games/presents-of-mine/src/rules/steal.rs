//! Round 4: stealing.

use std::num::NonZeroU32;

use tinsel_engine::{BySeat, Chance, never};

use crate::{
    action::{Sealed, Three},
    components::{Distance, Held, Picture, Present, Round},
    state::{Last, Table, by_default},
};

/// The name of the draw that replaces a stolen present.
pub(crate) const DRAW_OF_A_THEFT: &str = "PM-62 random theft";

/// Applies all thefts: the nearest first, within one distance in the order of the list.
// PM-61, PM-R64
pub(super) fn transfer(table: &Table, sealed: &BySeat<Sealed<Three>>, chance: &mut dyn Chance) -> Last {
    let list = table.list.in_round(Round::Yoink);
    let named = sealed.map(|_, sealed| sealed.content);
    // PM-61, PM-R65: the code marks a stolen present in its place, because only presents held at the start can be
    // stolen.
    let mut hands = table.hands.map(|_, hand| hand.presents().map(Held::kept));
    let mut taken = named.clone();
    for distance in Distance::ALL {
        // PM-R80
        for thief in list.iter() {
            let hand = hands.at_mut(list.above(thief, distance));
            let present = distance.of_mut(&mut taken.at_mut(thief).0);
            *present = steal(hand, *present, distance, chance);
        }
    }
    // PM-63, PM-64, PM-R69: the present taken over a distance replaces the one lost over the same distance.
    let pictures = hands.map(|seat, hand| {
        Picture::new(hand.map(|held| match held.distance {
            Some(distance) => Held::passed(taken.at(seat).over(distance), distance),
            None => held,
        }))
    });
    Last::Stolen {
        pictures,
        named,
        by_default: by_default(sealed),
    }
}

/// Takes the named present, or a drawn one if no copy of it is left.
// PM-62, PM-R66, PM-R67
fn steal(hand: &mut [Held; 6], named: Present, distance: Distance, chance: &mut dyn Chance) -> Present {
    let mut left: Vec<&mut Held> = hand.iter_mut().filter(|held| held.distance.is_none()).collect();
    let index = left.iter().position(|held| held.present == named).unwrap_or_else(|| {
        let bound = u32::try_from(left.len()).ok().and_then(NonZeroU32::new);
        let drawn = bound.map_or(0, |bound| chance.below(DRAW_OF_A_THEFT, bound));
        usize::try_from(drawn).unwrap_or(0)
    });
    match left.get_mut(index) {
        Some(held) => {
            held.distance = Some(distance);
            held.present
        }
        None => {
            never!("PM-R68: of six presents three are stolen");
            named
        }
    }
}
