//! The commitment to the seed of a match, made before the server can know the seed.

use sha2::{Digest, Sha256};
use tinsel_engine::Seed;
use tinsel_proto::v1::Match;

/// The commitment that players see before the match: the SHA-256 of the server seed.
#[must_use]
pub fn commitment(server_seed: &[u8]) -> [u8; 32] {
    Sha256::digest(server_seed).into()
}

/// The seed of a match: the SHA-256 of the server seed and the nonces of all seats in seat order.
pub fn seed<'a>(server_seed: &[u8], nonces: impl IntoIterator<Item = &'a [u8]>) -> Seed {
    let mut hash = Sha256::new();
    hash.update(server_seed);
    for nonce in nonces {
        hash.update(nonce);
    }
    Seed::new(hash.finalize().into())
}

/// The seed of a match that has ended, from its public form.
#[must_use]
pub fn seed_of(ended: &Match) -> Seed {
    let server_seed = ended.fairness.as_ref().map(|fairness| &fairness.server_seed[..]);
    seed(
        server_seed.unwrap_or_default(),
        ended.seats.iter().map(|seat| &seat.nonce[..]),
    )
}
