//! Fingerprints of token secrets.

use super::{Key, Keys};

impl Keys {
    /// One-way fingerprints of the secrets whose tokens are accepted; the first is the one by which new tokens are made.
    pub(crate) fn fingerprints(&self) -> Vec<u64> {
        let keys = [&self.current].into_iter().chain(&self.previous);
        let print = |key: &Key| {
            let hash = blake3::keyed_hash(&key.tokens, b"tinsel 2026-11 fingerprint of a token secret");
            u64::from_le_bytes(*hash.as_bytes().first_chunk().unwrap_or(&[0; 8]))
        };
        keys.map(print).collect()
    }
}
