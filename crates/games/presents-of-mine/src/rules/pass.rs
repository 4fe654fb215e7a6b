//! Rounds 1, 2, 3 and 5: passing, and in rounds 2 and 3 the replacement.

use tinsel_engine::{BySeat, SeatIndex, never};

use crate::{
    action::{Passing, Replacement, Sealed, Swap, Three},
    components::{Distance, Hand, Held, Letter, List, Picture, Present, PresentRef, Round, Staleness},
    config::Config,
    counts::majority,
    reject::{PresentField, Rejected},
    state::{Last, PassingRound, Table, defaulted},
};

/// The first staleness of the copies of a letter that the majority takes (PM-56).
const MAJORITY_STALENESS: Staleness = Staleness::new(2);

/// Checks 5 to 14 of a pass.
pub(super) fn judge(
    round: Round,
    hand: &Hand,
    passes: &[PresentRef],
    replacement: Option<&Replacement>,
) -> Result<Passing, Rejected> {
    // PM-21, PM-R31
    let passes = <[PresentRef; 3]>::try_from(passes).map_err(|_| Rejected::PassCount)?;
    let presents = well_formed(passes, PresentField::Pass)?;
    held_often_enough(hand, &presents)?;
    let swap = match (round.takes(), replacement) {
        // PM-54, PM-R38
        (Some(_), None) => return Err(Rejected::ReplacementRequired),
        // PM-6
        (None, Some(_)) => return Err(Rejected::ReplacementNotAllowed),
        (None, None) => None,
        (Some(takes), Some(replacement)) => {
            let discard = judge_discard(hand, &presents, replacement)?;
            // PM-54, PM-58, PM-R83
            let take = replacement.take.filter(|take| takes.contains(take));
            let take = take.ok_or(Rejected::UnknownReplacement { round, takes })?;
            Some(Swap { discard, take })
        }
    };
    let presents = Three(presents);
    Ok(Passing { presents, swap })
}

/// The presents of three references.
// PM-9
pub(super) fn well_formed(
    references: [PresentRef; 3],
    field: impl Fn(usize) -> PresentField,
) -> Result<[Present; 3], Rejected> {
    let [first, second, third] = references;
    let present = |index: usize, reference: PresentRef| {
        let field = field(index);
        reference.well_formed().ok_or(Rejected::BadPresentRef { field })
    };
    Ok([present(0, first)?, present(1, second)?, present(2, third)?])
}

// PM-21, PM-R32, PM-R33
fn held_often_enough(hand: &Hand, passes: &[Present; 3]) -> Result<(), Rejected> {
    for (index, present) in passes.iter().copied().enumerate() {
        if hand.copies(present) == 0 {
            let field = PresentField::Pass(index);
            return Err(Rejected::PresentNotHeld { field, present });
        }
    }
    let copies = |present: &Present| passes.iter().filter(|other| *other == present).count();
    match passes.iter().find(|present| copies(present) > hand.copies(**present)) {
        None => Ok(()),
        Some(present) => Err(Rejected::NotEnoughCopies {
            present: *present,
            held: hand.copies(*present),
        }),
    }
}

// PM-54, PM-59: any present that is kept.
fn judge_discard(hand: &Hand, passes: &[Present; 3], replacement: &Replacement) -> Result<Present, Rejected> {
    let field = PresentField::Discard;
    let discard = replacement.discard.and_then(PresentRef::well_formed);
    let present = discard.ok_or(Rejected::BadPresentRef { field })?;
    let held = hand.copies(present);
    // PM-55, PM-R37: a present that the seat will receive is not in the hand yet.
    if held == 0 {
        return Err(Rejected::PresentNotHeld { field, present });
    }
    // PM-54
    let passed = passes.iter().filter(|passed| **passed == present).count();
    if passed >= held {
        return Err(Rejected::ReplacementNotKept { present });
    }
    Ok(present)
}

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
        defaulted: defaulted(sealed),
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
