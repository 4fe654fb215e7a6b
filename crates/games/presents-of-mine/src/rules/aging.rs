//! The changes of presents at the end of a round.

use crate::{
    components::{Distance, Hand, Held, Layers, Letter, Picture, Present, Staleness},
    score,
};

/// A scored hand at the start of the next round: exploded Kaboom Presents are A, layers are lost, and staleness has
/// changed.
// PM-25.4, PM-25.5
pub(crate) fn aged(picture: &Picture) -> Hand {
    // PM-50, PM-R57, PM-R58
    let nebulizers = u32::try_from(picture.count(Letter::N)).unwrap_or(u32::MAX);
    Hand::new(picture.presents().map(|held| {
        let present = scored(picture, held.present);
        present.with_staleness(changed(present.letter(), held, nebulizers))
    }))
}

/// The present after the scoring, before the staleness change.
// PM-44, PM-R44, PM-R48, PM-R49, PM-R54
fn scored(picture: &Picture, present: Present) -> Present {
    let Some(before) = present.layers() else { return present };
    match u8::try_from(score::layers_left(before, picture))
        .ok()
        .and_then(Layers::new)
    {
        Some(left) => Present::kaboom(present.staleness(), left),
        None => Present::new(Letter::A, present.staleness()),
    }
}

// PM-48, PM-49, PM-51, PM-52, PM-R30, PM-R59, PM-R60
fn changed(letter: Letter, held: Held, nebulizers: u32) -> Staleness {
    let amount: u32 = if letter == Letter::F { 2 } else { 1 };
    let staleness = held.present.staleness();
    match held.distance {
        Some(Distance::First | Distance::Second | Distance::Third) => {
            staleness.fresher(amount.saturating_add(nebulizers))
        }
        None => staleness.staler(amount),
    }
}
