//! The source of random draws.
//!
//! Rules draw through [`Chance`]. In a match this is [`MatchRng`]; a test can pass a source with scripted draws.
//!
//! The algorithm that turns the stream into draws is part of the saved format: a loaded match must continue with the
//! same draws. This module therefore defines its own algorithms, and a test pins them; `shuffle` of another crate may
//! change.

use std::{fmt, num::NonZeroU32};

use rand_chacha::{
    ChaCha12Rng,
    rand_core::{Rng, SeedableRng},
};
use serde::{Deserialize, Serialize};

/// The source of all randomness in a match.
///
/// Each draw has a name: the rule that needs it. A scripted source checks the name, and a transcript records it.
pub trait Chance {
    /// A uniform integer from 0 to `bound - 1`.
    fn below(&mut self, draw: &'static str, bound: NonZeroU32) -> u32;
}

impl dyn Chance + '_ {
    /// Puts `items` into a uniformly random order.
    ///
    /// For i from the last index down to 1: swaps entry i with entry r, where r is a draw from 0 to i
    /// (Fisher and Yates, in Durstenfeld's form).
    pub fn shuffle<T>(&mut self, draw: &'static str, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let bound = u32::try_from(i).ok().and_then(|i| NonZeroU32::MIN.checked_add(i));
            let r = bound.map_or(0, |bound| self.below(draw, bound));
            items.swap(i, usize::try_from(r).map_or(i, |r| r.min(i)));
        }
    }

    /// One of `items`, each with the same chance, by one draw over their indexes; `None` if there is none.
    pub fn pick<'a, T>(&mut self, draw: &'static str, items: &'a [T]) -> Option<&'a T> {
        let bound = u32::try_from(items.len()).ok().and_then(NonZeroU32::new)?;
        let r = self.below(draw, bound);
        items.get(usize::try_from(r).ok()?)
    }

    /// A uniform integer from 0 to `bound - 1`; 0 without a draw if `bound` is 0.
    pub fn number(&mut self, draw: &'static str, bound: u32) -> u32 {
        NonZeroU32::new(bound).map_or(0, |bound| self.below(draw, bound))
    }

    /// A uniform integer from `least` to `most`; `least` without a draw if there is none.
    pub fn between(&mut self, draw: &'static str, least: i32, most: i32) -> i32 {
        let room = i64::from(most).saturating_sub(i64::from(least)).saturating_add(1);
        least.saturating_add_unsigned(self.number(draw, u32::try_from(room).unwrap_or(0)))
    }

    /// `true` with probability 1 in `times`.
    pub fn once_in(&mut self, draw: &'static str, times: u32) -> bool {
        self.number(draw, times) == 0
    }
}

/// A fast random source for checks, with the same numbers in each run. Not for matches: they are easy to predict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Questions(u64);

impl Questions {
    /// The source with this start.
    #[must_use]
    pub const fn new(start: u64) -> Self {
        Self(start)
    }
}

impl Chance for Questions {
    fn below(&mut self, _draw: &'static str, bound: NonZeroU32) -> u32 {
        // Knuth's MMIX generator; its high bits are good
        self.0 = self
            .0
            .wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(0x1405_7B7E_F767_814F);
        let high = (self.0 >> 32).wrapping_mul(u64::from(bound.get())) >> 32;
        u32::try_from(high).unwrap_or(0)
    }
}

/// The seed of a match's random stream. Secret until the match is over.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed with these bytes.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The seed's bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// The random stream of a match: ChaCha with 12 rounds over the match's seed.
///
/// The algorithm is part of the saved format: changing it changes every unfinished match, so it is named here and
/// pinned by a golden test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchRng {
    seed: Seed,
    /// Number of 64-bit words taken from the stream.
    position: u64,
}

impl MatchRng {
    /// The stream of `seed`, from its beginning.
    #[must_use]
    pub const fn new(seed: Seed) -> Self {
        Self { seed, position: 0 }
    }

    /// Number of 64-bit words taken from the stream.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    fn next_word(&mut self) -> u64 {
        let mut stream = ChaCha12Rng::from_seed(self.seed.0);
        stream.set_word_pos(u128::from(self.position) * 2);
        self.position = self.position.wrapping_add(1);
        stream.next_u64()
    }
}

impl Chance for MatchRng {
    /// Takes the high half of word × bound, and takes another word where that would favour a value: when the low half
    /// is below 2⁶⁴ mod bound (Lemire, "Fast Random Integer Generation in an Interval", 2019).
    fn below(&mut self, _draw: &'static str, bound: NonZeroU32) -> u32 {
        let bound = u64::from(bound.get());
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next_word()) * u128::from(bound);
            let (high, low) = (product >> 64, product & u128::from(u64::MAX));
            if low >= u128::from(unfair) {
                return u32::try_from(high).unwrap_or(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(n: u32) -> NonZeroU32 {
        NonZeroU32::new(n).unwrap()
    }

    #[test]
    fn the_first_draws_of_a_seed_never_change() {
        let mut rng = MatchRng::new(Seed::new([7; 32]));
        let draws: Vec<u32> = (0..32).map(|_| rng.below("golden", bound(1000))).collect();
        assert_eq!(draws, GOLDEN);
        assert_eq!(rng.position(), 32);
        let mut list = [0, 1, 2, 3, 4, 5, 6, 7];
        let mut rng = MatchRng::new(Seed::new([7; 32]));
        <dyn Chance>::shuffle(&mut rng, "golden", &mut list);
        assert_eq!(list, GOLDEN_LIST);
    }

    const GOLDEN: [u32; 32] = [
        128, 734, 535, 255, 128, 857, 410, 145, 501, 808, 368, 333, 164, 567, 181, 29, 700, 332, 55, 380, 898, 90, 4,
        140, 706, 848, 408, 761, 558, 773, 149, 609,
    ];
    const GOLDEN_LIST: [u32; 8] = [4, 6, 2, 0, 7, 3, 5, 1];

    #[test]
    fn a_stream_that_is_saved_goes_on_alike() {
        let mut rng = MatchRng::new(Seed::new([1; 32]));
        for _ in 0..5 {
            let saved = serde_json::to_string(&rng).unwrap();
            let mut loaded: MatchRng = serde_json::from_str(&saved).unwrap();
            assert_eq!(loaded.below("any", bound(6)), rng.below("any", bound(6)));
            assert_eq!(loaded, rng);
        }
    }

    #[test]
    fn draws_are_within_their_bound_and_reach_every_value() {
        let mut rng = MatchRng::new(Seed::new([3; 32]));
        let mut seen = [0u32; 6];
        for _ in 0..6000 {
            seen[rng.below("die", bound(6)) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
        assert_eq!(rng.below("only one", bound(1)), 0);
        assert!(rng.below("widest", bound(u32::MAX)) < u32::MAX);
    }

    #[test]
    fn a_seed_is_not_printed() {
        assert_eq!(format!("{:?}", Seed::new([9; 32])), "Seed(…)");
    }
}
