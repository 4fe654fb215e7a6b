//! The choice of a lead.

use super::sight::Sight;
use crate::{
    components::{Gift, Special},
    legal::Turns,
};

/// A set to play: gift, real gifts, Elves.
pub(super) type Set = (Gift, u8, u8);

/// The set to lead. It leads all copies of a value together, values with few copies first, so that high ones can win
/// later. Near the end it leads unbeatable sets first, and beatable ones last.
pub(super) fn lead(sight: Sight<'_>, turns: &Turns) -> Option<Set> {
    let sets = turns.sets.iter();
    let whole: Vec<Set> = sets.map(|set| (set.gift, set.gifts_max, 0)).collect();
    let elves = sight.hand().copies(Special::Elves);
    // The last value takes all cards with it.
    if let [(gift, gifts, _)] = whole.as_slice() {
        return Some((*gift, *gifts, elves));
    }
    let is_safe = |(gift, gifts, _): &Set| !sight.is_beatable(gift.value(), *gifts);
    let risky = whole.iter().filter(|set| !is_safe(set)).count();
    if risky <= 1 {
        let safe = whole.iter().copied().filter(is_safe);
        let last = whole.iter().copied();
        return safe.min_by_key(|(_, gifts, _)| *gifts).or_else(|| last.last());
    }
    let worth = |(gift, gifts, _): &Set| {
        let (gifts, value) = (i32::from(*gifts), i32::from(gift.get()));
        gifts.saturating_mul(3).saturating_sub(value.saturating_mul(2))
    };
    whole.into_iter().max_by_key(worth)
}
