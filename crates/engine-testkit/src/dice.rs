//! Random numbers for the kit's own choices.

use std::num::NonZeroU32;

use tinsel_engine::Chance;

/// A fast random source that belongs to no match: random players and laws choose with it.
///
/// The generator is `SplitMix64`. It is fair enough for tests, and nothing that is saved depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dice(u64);

impl Dice {
    /// The random source of question `salt` of match `number`, for one purpose.
    pub(crate) fn new(number: u64, salt: u64, purpose: u8) -> Self {
        let mut dice = Self(u64::from(purpose));
        for part in [number, salt] {
            dice.0 = dice.next() ^ part;
        }
        dice
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl Chance for Dice {
    fn below(&mut self, _draw: &'static str, bound: NonZeroU32) -> u32 {
        let high = ((self.next() >> 32) * u64::from(bound.get())) >> 32;
        u32::try_from(high).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_comes_up_and_purposes_differ() {
        let six = NonZeroU32::new(6).unwrap();
        let roll = |mut dice: Dice| -> Vec<u32> { (0..600).map(|_| dice.below("die", six)).collect() };
        let rolls = roll(Dice::new(1, 2, 3));
        for value in 0..6 {
            let count = rolls.iter().filter(|rolled| **rolled == value).count();
            assert!((60..140).contains(&count), "{value} comes up {count} times");
        }
        let others =
            [(0, 2, 3), (1, 0, 3), (1, 2, 0)].map(|(number, salt, purpose)| roll(Dice::new(number, salt, purpose)));
        assert!(others.iter().all(|other| *other != rolls));
    }
}
