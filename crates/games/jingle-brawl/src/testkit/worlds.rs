//! Worlds that a viewer cannot distinguish, by the table of visibility (section 7) and independent of the view.
//!
//! Hidden facts are:
//! - the names of wrapped gifts, and the order of the list of names;
//! - secret bids, throws and reports of others, and whether they are defaults;
//! - the values of wrapped gifts for the viewer, and of all gifts for others.

use tinsel_engine::{BySeat, Chance, SeatIndex, Viewer};

use crate::{
    components::{ByGift, Chips, GiftId, GiftName, Side, Throw},
    state::{JingleBrawl, Report, Sealed, Stage, Thrown},
};

/// A match that `viewer` cannot distinguish from `game`, with everything replaced that is hidden from it. `None` once
/// the match is over, because the end discloses everything, even the list of names.
#[must_use]
pub fn redeal(game: &JingleBrawl, viewer: Viewer, chance: &mut dyn Chance) -> Option<JingleBrawl> {
    if matches!(game.stage, Stage::Finished) {
        return None;
    }
    let mut world = game.clone();
    rename(&mut world, chance);
    replace_wishes(&mut world, viewer, chance);
    replace_sealed(&mut world, viewer, chance);
    Some(world)
}

fn shuffled(seats: u8, first: u8, chance: &mut dyn Chance) -> Vec<u8> {
    let mut values: Vec<u8> = (0..seats).map(|value| value.saturating_add(first)).collect();
    chance.shuffle("worlds", &mut values);
    values
}

/// Replaces the names in wrapped gifts, and the order of the list. Opened gifts keep their names.
fn rename(world: &mut JingleBrawl, chance: &mut dyn Chance) {
    let seats = world.config.players;
    let places = ByGift::from_vec(shuffled(seats.get(), 0, chance));
    let any = ["Sock", "A very big box of chocolates", "ø", "Gift 1"];
    let mut names = vec![GiftName::new("Lump of coal"); usize::from(seats.get())];
    for (gift, place) in places.enumerate() {
        let wrapped = world.table.naughty.get(gift).is_some_and(Option::is_none);
        let name = if wrapped {
            let name = chance.pick("redeal", &any).copied().unwrap_or("Sock");
            GiftName::new(name)
        } else {
            world.name(gift)
        };
        if let Some(slot) = names.get_mut(usize::from(*place)) {
            *slot = name;
        }
    }
    world.config.gift_names = names;
    world.deal.names = places;
}

/// Replaces values: for others of all gifts, for the viewer of wrapped ones.
fn replace_wishes(world: &mut JingleBrawl, viewer: Viewer, chance: &mut dyn Chance) {
    let seats = world.config.players.get();
    let wrapped: Vec<GiftId> = world.table.wrapped().collect();
    let Some(wishes) = &world.deal.wishes else { return };
    let dealt = wishes.map(|seat, own: &ByGift<u8>| {
        if !viewer.is(seat) {
            return ByGift::from_vec(shuffled(seats, 1, chance));
        }
        let mut left: Vec<u8> = wrapped.iter().filter_map(|gift| own.get(*gift).copied()).collect();
        chance.shuffle("worlds", &mut left);
        let mut own = own.clone();
        for (gift, points) in wrapped.iter().zip(left) {
            own.put(*gift, points);
        }
        own
    });
    world.deal.wishes = Some(dealt);
}

/// Replaces the sealed submissions of others.
fn replace_sealed(world: &mut JingleBrawl, viewer: Viewer, chance: &mut dyn Chance) {
    let chips: BySeat<Chips> = world.table.chips.clone();
    if let Stage::Bidding { sealed } = &mut world.stage {
        for (seat, sealed) in sealed.enumerate_mut().filter(|(seat, _)| !viewer.is(*seat)) {
            if let Some(sealed) = sealed {
                *sealed = bid(*chips.at(seat), chance);
            }
        }
    } else if let Stage::Throw { duel, thrown } = &mut world.stage {
        for side in hidden_from(viewer, |side| duel.seat(side)) {
            if let Some(thrown) = thrown.of_mut(side) {
                *thrown = Thrown {
                    throw: chance.pick("redeal", &Throw::ALL).copied().unwrap_or(thrown.throw),
                    by_default: chance.once_in("redeal", 3),
                };
            }
        }
    } else if let Stage::Report { duel, reports } = &mut world.stage {
        let said = [
            Report::Winner(duel.challenger),
            Report::Winner(duel.defender),
            Report::ClockRanOut,
        ];
        for side in hidden_from(viewer, |side| duel.seat(side)) {
            if let Some(report) = reports.of_mut(side) {
                *report = chance.pick("redeal", &said).copied().unwrap_or(*report);
            }
        }
    }
}

/// A random bid, or a default. Small bids often leave the result of a bidding equal.
fn bid(chips: Chips, chance: &mut dyn Chance) -> Sealed {
    if chance.once_in("redeal", 4) {
        return Sealed {
            amount: Chips::ZERO,
            by_default: true,
        };
    }
    let most = if chance.once_in("redeal", 2) {
        chips.get().min(2)
    } else {
        chips.get()
    };
    let amount = chance.number("redeal", u32::from(most).saturating_add(1));
    Sealed {
        amount: Chips::new(u16::try_from(amount).unwrap_or(0)),
        by_default: false,
    }
}

fn hidden_from(viewer: Viewer, seat: impl Fn(Side) -> SeatIndex) -> Vec<Side> {
    Side::BOTH.into_iter().filter(|side| !viewer.is(seat(*side))).collect()
}
