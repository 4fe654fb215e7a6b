//! Rounds 1, 2, 3 and 5: passing, and in rounds 2 and 3 the replacement.

use tinsel_engine::{BySeat, SeatIndex, never};

use crate::{
    action::{Passing, Sealed, Swap},
    components::{Distance, Hand, Held, Letter, List, Picture, Present, Staleness},
    config::Config,
    counts::majority,
    state::{Last, PassingRound, Table, by_default},
};

/// The first staleness of the copies of a letter that the majority takes (PM-56).
const MAJORITY_STALENESS: Staleness = Staleness::new(2);

/// Applies all passes at once, then the replacements.
// PM-25.1, PM-25.2
pub(super) fn transfer(config: &Config, round: PassingRound, table: &Table, sealed: &BySeat<Sealed<Passing>>) -> Last {
    let list = table.list.in_round(round.round());
    let swaps: Option<Vec<Swap>> = sealed.iter().map(|sealed| sealed.content.swap).collect();
    let swaps = swaps.and_then(BySeat::from_vec);
    let stale = majority(config, round.round(), swaps.iter().flat_map(BySeat::iter).copied());
    Last::Passed {
        round,
        pictures: table.hands.map(|seat, hand| {
            let passing = &sealed.at(seat).content;
            exchanged(hand, passing, received(list, seat, sealed), stale)
        }),
        swaps,
        by_default: by_default(sealed),
    }
}

/// The presents from the three above, nearest first.
// PM-22, PM-23, PM-24
fn received(list: List, seat: SeatIndex, sealed: &BySeat<Sealed<Passing>>) -> [Held; 3] {
    Distance::ALL.map(|distance| {
        let giver = sealed.at(list.above(seat, distance));
        Held::passed(giver.content.presents.over(distance), distance)
    })
}

/// The hand after the exchange: received presents replace passed ones, the new present replaces the discarded one.
// PM-R81: this includes an equal one.
fn exchanged(hand: &Hand, passing: &Passing, received: [Held; 3], stale: Option<Letter>) -> Picture {
    let mut exchanges: Vec<(Present, Held)> = passing.presents.0.into_iter().zip(received).collect();
    // PM-55, PM-57, PM-R36: the discarded present leaves the game, with any letter (PM-59). PM-51, PM-R41: the new
    // present was not passed.
    let swap = passing.swap;
    exchanges.extend(swap.map(|swap| (swap.discard, Held::kept(entered(swap.take, stale)))));
    let picture =
        Picture::new(hand.presents().map(
            |present| match exchanges.iter().position(|(given, _)| *given == present) {
                Some(index) => exchanges.remove(index).1,
                None => Held::kept(present),
            },
        ));
    if !exchanges.is_empty() {
        never!("PM-21: only what is held is named");
    }
    picture
}

/// The new present of a seat that took `take`, if the copies of `stale` start stale.
// PM-56
fn entered(take: Letter, stale: Option<Letter>) -> Present {
    let staleness = if stale == Some(take) {
        MAJORITY_STALENESS
    } else {
        Staleness::FRESH
    };
    Present::new(take, staleness)
}
