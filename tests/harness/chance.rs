//! Pseudorandom numbers that are the same in every run.

/// Pseudorandom numbers from a seed (xorshift64*).
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    /// The generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        // xorshift of zero is always zero.
        Self(if seed == 0 { 1 } else { seed })
    }

    /// A random number.
    pub const fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `bound`, which counts as 1 if it is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() >> 33).expect("31 bits") % bound.max(1)
    }

    /// A random byte.
    pub const fn byte(&mut self) -> u8 {
        self.next().to_le_bytes()[7]
    }

    /// At most this number of random bytes.
    pub fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.below(most + 1)).map(|_| self.byte()).collect()
    }
}
