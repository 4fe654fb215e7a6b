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

    /// `bytes` with random changes.
    pub fn changed(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut changed = bytes.to_vec();
        for _ in 0..=self.below(3) {
            let index = self.below(changed.len() + 1).min(changed.len());
            match self.below(6) {
                0 => changed.truncate(index),
                1 => changed.insert(index, self.byte()),
                2 => changed.extend(bytes),
                3 if index < changed.len() => drop(changed.remove(index)),
                4 if index < changed.len() => changed[index] ^= 1 << self.below(8),
                _ if index < changed.len() => changed[index] = self.byte(),
                _ => changed.push(self.byte()),
            }
        }
        changed
    }

    /// At most this number of random bytes.
    pub fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.below(most + 1)).map(|_| self.byte()).collect()
    }
}
