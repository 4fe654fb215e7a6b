//! Round 4: stealing.

use std::num::NonZeroU32;

use tinsel_engine::{BySeat, Chance, SeatIndex, never};

use super::pass::{picture, well_formed};
use crate::{
    action::{Sealed, Three},
    components::{Distance, Held, List, Picture, Present, PresentRef, Round},
    reject::{PresentField, Rejected},
    state::{Last, Table, defaulted},
};

/// The name of the draw of a theft whose present is gone.
pub(crate) const DRAW_OF_A_THEFT: &str = "PM-62 random theft";

/// Checks 5 to 7 of a theft.
// PM-60, PM-R62, PM-R63
pub(super) fn judge(list: List, table: &Table, seat: SeatIndex, steals: &[PresentRef]) -> Result<Three, Rejected> {
    let steals = <[PresentRef; 3]>::try_from(steals).map_err(|_| Rejected::StealCount)?;
    let presents = well_formed(steals, PresentField::Steal)?;
    for (present, victim) in presents.into_iter().zip(list.three_above(seat)) {
        if table.hands.at(victim).copies(present) == 0 {
            return Err(Rejected::TargetLacksPresent { victim, present });
        }
    }
    Ok(Three(presents))
}

/// All thefts: the nearest first, within one distance in the order of the list.
// PM-61, PM-R64
pub(super) fn transfer(
    table: &Table,
    sealed: &BySeat<Sealed<Three>>,
    chance: &mut dyn Chance,
) -> (Last, BySeat<Picture>) {
    let list = table.list.in_round(Round::Yoink);
    // PM-61, PM-R65: what is stolen goes elsewhere, so that only what was held at the start can be stolen.
    let mut left: BySeat<Vec<Present>> = table.hands.map(|_, hand| hand.iter().collect());
    let mut stolen: BySeat<Vec<Held>> = table.hands.map(|_, _| Vec::with_capacity(3));
    for distance in Distance::ALL {
        for thief in list.iter() {
            let victim = list.above(thief, distance);
            let named = sealed.at(thief).content.over(distance);
            // PM-63, PM-R69: a stolen present is a passed one.
            let taken = steal(left.at_mut(victim), named, chance);
            stolen.at_mut(thief).push(Held::passed(taken, distance));
        }
    }
    let pictures = BySeat::from_fn(sealed.seats(), |seat| hold(left.at(seat), stolen.at(seat)));
    let last = Last::Stolen {
        pictures: pictures.clone(),
        named: sealed.map(|_, sealed| sealed.content),
        defaulted: defaulted(sealed),
    };
    (last, pictures)
}

/// Takes the named present, or one by chance if no copy of it is left.
// PM-62, PM-R66, PM-R67
fn steal(left: &mut Vec<Present>, named: Present, chance: &mut dyn Chance) -> Present {
    let index = left.iter().position(|present| *present == named).unwrap_or_else(|| {
        let bound = u32::try_from(left.len()).ok().and_then(NonZeroU32::new);
        let drawn = bound.map_or(0, |bound| chance.below(DRAW_OF_A_THEFT, bound));
        usize::try_from(drawn).unwrap_or(0)
    });
    if index < left.len() {
        left.remove(index)
    } else {
        never!("PM-R68: of six presents three are stolen");
        named
    }
}

fn hold(left: &[Present], stolen: &[Held]) -> Picture {
    let kept = left.iter().copied().map(Held::kept).collect();
    match <[Held; 3]>::try_from(stolen) {
        Ok(stolen) => picture(kept, stolen),
        Err(_) => {
            never!("PM-64: each seat gains exactly three");
            picture(
                kept,
                [Held::kept(Present::new(crate::components::Letter::A, Default::default())); 3],
            )
        }
    }
}
