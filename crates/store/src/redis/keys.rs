//! The names of keys and hash fields: part of the stored format, never to be changed.
//!
//! All keys of a shard carry its hash tag, as in `tinsel:{s017}:match:017-3k9m2qx7vd0h5t8wz1ab`, so that in a Cluster
//! they share a slot and one script may touch them together.

use crate::{MatchId, PoolId, RequestId, Revision, Shard, StoreError, Version};

/// The hash of a match, and its channel.
pub(super) fn of_match(id: MatchId) -> String {
    format!("tinsel:{{{}}}:match:{id}", id.shard())
}

/// The deadlines of a shard.
pub(super) fn due(shard: Shard) -> String {
    format!("tinsel:{{{shard}}}:due")
}

/// The lobby of a shard.
pub(super) fn lobby(shard: Shard) -> String {
    format!("tinsel:{{{shard}}}:lobby")
}

/// Who looks after what is due in a shard.
pub(super) fn lease(shard: Shard) -> String {
    format!("tinsel:{{{shard}}}:lease")
}

/// The places of a pool.
pub(super) fn pool(pool: PoolId) -> String {
    format!("tinsel:{{{}}}:pool:{pool}", pool.shard())
}

/// The match that is being filled for a pool.
pub(super) fn filled(pool: PoolId) -> String {
    format!("tinsel:{{{}}}:filled:{pool}", pool.shard())
}

/// The match that a seeker of a pool was given.
pub(super) fn given(pool: PoolId, seeker: &RequestId) -> String {
    format!("{}:{}", filled(pool), seeker.as_str())
}

/// The match whose channel this is.
pub(super) fn match_of(channel: &str) -> Option<MatchId> {
    let (_, id) = channel.rsplit_once(':')?;
    id.parse().ok()
}

/// The field of a log entry.
pub(super) fn entry(revision: Revision) -> String {
    format!("e{revision}")
}

/// The field of a request's answer.
pub(super) fn answer(request: &RequestId) -> String {
    format!("q{}", request.as_str())
}

/// A version as it is stored and published.
pub(super) fn version(version: Version) -> String {
    format!("{}:{:016x}", version.revision, version.nonce)
}

/// The version that is stored or published as `text`.
pub(super) fn version_of(text: &[u8]) -> Result<Version, StoreError> {
    let parse = || {
        let (revision, nonce) = std::str::from_utf8(text).ok()?.split_once(':')?;
        Some(Version {
            revision: Revision::new(revision.parse().ok()?),
            nonce: u64::from_str_radix(nonce, 16).ok()?,
        })
    };
    parse().ok_or_else(|| StoreError::Corrupt("a version".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_names_are_as_they_always_were() {
        let id: MatchId = "017-3k9m2qx7vd0h5t8wz1ab".parse().unwrap();
        assert_eq!(of_match(id), "tinsel:{s017}:match:017-3k9m2qx7vd0h5t8wz1ab");
        assert_eq!(due(id.shard()), "tinsel:{s017}:due");
        assert_eq!(lobby(id.shard()), "tinsel:{s017}:lobby");
        assert_eq!(lease(id.shard()), "tinsel:{s017}:lease");
        let shared: PoolId = "017-3k9m2qx7vd0h5t8wz1ab".parse().unwrap();
        assert_eq!(pool(shared), "tinsel:{s017}:pool:017-3k9m2qx7vd0h5t8wz1ab");
        assert_eq!(filled(shared), "tinsel:{s017}:filled:017-3k9m2qx7vd0h5t8wz1ab");
        assert_eq!(
            given(shared, &"a-1".parse().unwrap()),
            "tinsel:{s017}:filled:017-3k9m2qx7vd0h5t8wz1ab:a-1"
        );
        assert_eq!(entry(Revision::new(12)), "e12");
        assert_eq!(answer(&"a-1".parse().unwrap()), "qa-1");
    }

    #[test]
    fn channels_and_versions_read_back_as_they_were_written() {
        let id: MatchId = "017-3k9m2qx7vd0h5t8wz1ab".parse().unwrap();
        assert_eq!(match_of(&of_match(id)), Some(id));
        assert_eq!(match_of("tinsel:{s017}:due"), None);
        for nonce in [0, 1, u64::MAX] {
            let written = Version {
                revision: Revision::new(12),
                nonce,
            };
            assert_eq!(version_of(version(written).as_bytes()).unwrap(), written);
        }
        for text in ["", "12", "12:", ":1", "x:1", "12:xyz"] {
            assert!(
                matches!(version_of(text.as_bytes()), Err(StoreError::Corrupt(_))),
                "{text:?}"
            );
        }
    }
}
