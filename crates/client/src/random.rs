//! Random values, for secrets and for backoff.

use std::time::Duration;

use crate::error::Error;

/// Unpredictable bytes, from the system.
pub(crate) fn bytes<const N: usize>() -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| Error::NoRandomness)?;
    Ok(bytes)
}

/// A player's contribution to the seed of a match.
pub(crate) fn nonce() -> Result<Vec<u8>, Error> {
    Ok(bytes::<32>()?.to_vec())
}

/// A new request id: a random UUID.
pub(crate) fn request_id() -> Result<String, Error> {
    let bits = (u128::from_be_bytes(bytes()?) & !(0xf << 76) & !(0x3 << 62)) | (0x4 << 76) | (0x2 << 62);
    let hex = format!("{bits:032x}");
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| hex.get(range).unwrap_or_default());
    Ok(parts.join("-"))
}

/// A uniform number below `count`.
pub(crate) fn below(count: usize) -> usize {
    let chance = bytes().map_or(0, u64::from_be_bytes);
    let scaled = u128::from(chance).saturating_mul(count as u128) >> u64::BITS;
    usize::try_from(scaled).unwrap_or(0)
}

/// Puts things into a random order.
pub(crate) fn shuffle<T>(things: &mut [T]) {
    for index in (1..things.len()).rev() {
        things.swap(index, below(index.saturating_add(1)));
    }
}

/// A time between half of `longest` and `longest`, so that clients that failed together do not retry together.
pub(crate) fn jittered(longest: Duration) -> Duration {
    let half = longest / 2;
    let chance = bytes().map_or(u32::MAX, u32::from_be_bytes);
    let nanos = half.as_nanos().saturating_mul(u128::from(chance)) / u128::from(u32::MAX);
    half.saturating_add(u64::try_from(nanos).map_or(half, Duration::from_nanos))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn request_ids_are_random_uuids() {
        let ids: BTreeSet<_> = (0..100).map(|_| request_id().unwrap()).collect();
        assert_eq!(ids.len(), 100);
        for id in ids {
            let parts: Vec<_> = id.split('-').map(str::len).collect();
            assert_eq!(parts, [8, 4, 4, 4, 12], "{id}");
            assert_eq!(&id[14..15], "4", "{id}");
            assert!(matches!(&id[19..20], "8" | "9" | "a" | "b"), "{id}");
        }
    }

    #[test]
    fn every_order_comes_as_often_as_the_others() {
        let mut orders = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut things = [0, 1, 2];
            shuffle(&mut things);
            *orders.entry(things).or_insert(0) += 1;
        }
        assert_eq!(orders.len(), 6);
        assert!(orders.values().all(|times| (700..1300).contains(times)), "{orders:?}");
        assert_eq!(below(0), 0);
        assert_eq!(below(1), 0);
    }

    #[test]
    fn jitter_keeps_between_half_and_whole() {
        let longest = Duration::from_secs(2);
        for _ in 0..1000 {
            let wait = jittered(longest);
            assert!(wait >= longest / 2 && wait <= longest, "{wait:?}");
        }
        assert_eq!(jittered(Duration::ZERO), Duration::ZERO);
    }
}
