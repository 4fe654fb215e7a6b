//! The names of keys and hash fields: part of the stored format, which must never change.
//!
//! All keys of a shard have its hash tag, as in `tinsel:{s017}:match:017-3k9m2qx7vd0h5t8wz1ab`. So in a Cluster they
//! share a slot, and one script can access all of them.

use std::{fmt, ops::Deref};

use ::redis::{RedisWrite, ToRedisArgs};
use arrayvec::ArrayString;

use crate::{
    DeadlineNotice, LobbyIndex, MatchId, PoolId, RequestId, Revision, Shard, StoreError, UnixMillis, Version,
    id::hexadecimal,
};

/// A capacity above the length of the longest name, which is one of [`given`].
const NAME_MAX: usize = 112;

/// A name in a stack buffer, from which a command copies it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name(ArrayString<NAME_MAX>);

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl ToRedisArgs for Name {
    fn write_redis_args<W: RedisWrite + ?Sized>(&self, out: &mut W) {
        out.write_arg(self.as_bytes());
    }
}

/// The name that consists of these parts. Every action needs several, and `format_args!` costs far more.
fn name<const PARTS: usize>(parts: [&str; PARTS]) -> Name {
    let mut name = ArrayString::new();
    let written = parts.into_iter().try_for_each(|part| name.try_push_str(part));
    debug_assert!(written.is_ok(), "NAME_MAX is too small");
    Name(name)
}

/// The key of a shard.
fn of_shard(shard: Shard, rest: &str) -> Name {
    name(["tinsel:{s", &shard.digits(), "}:", rest])
}

/// The key of a match or pool in its shard.
fn of_id(shard: Shard, kind: &str, id: &str) -> Name {
    name(["tinsel:{s", &shard.digits(), "}:", kind, ":", id])
}

/// The hash of a match, and its channel.
pub(super) fn of_match(id: MatchId) -> Name {
    of_id(id.shard(), "match", id.as_str())
}

/// A name like that of a match, for checks of permissions. No match has it.
pub(super) fn of_probed_match(shard: Shard) -> Name {
    of_id(shard, "match", "probe")
}

/// Matches the hashes of all matches, and few other keys.
pub(super) const MATCHES: &str = "tinsel:{s*}:match:*";

/// Marks a match as deleted by an operator, as moved to another store, or as expected from there.
pub(super) fn deleted(id: MatchId) -> Name {
    of_id(id.shard(), "deleted", id.as_str())
}

/// The mark of a match that may arrive from another store, as long as the direction is [`HERE`] or [`EXPECTED`].
pub(super) const MAY_ARRIVE: &str = "0";

/// The hash of a match while it moves away, in its old store.
pub(super) fn moving(id: MatchId) -> Name {
    of_id(id.shard(), "moving", id.as_str())
}

/// The incomplete hash of a match while it moves here, in its new store.
pub(super) fn arriving(id: MatchId) -> Name {
    of_id(id.shard(), "arriving", id.as_str())
}

/// Matches the hashes of all matches that move away, and few other keys.
pub(super) const ALL_MOVING: &str = "tinsel:{s*}:moving:*";

/// Exists while matches of a shard move between this store and another: [`AWAY`], [`HERE`] or [`EXPECTED`].
pub(super) fn moves(shard: Shard) -> Name {
    of_shard(shard, "moves")
}

/// Matches move to another store, which creates the new ones. The scripts direct.lua, assign.lua and create.lua contain values
/// of this key as well.
pub(super) const AWAY: &str = "away";

/// Matches move to this store, and not all of them have a mark of [`deleted`] yet.
pub(super) const HERE: &str = "here";

/// Matches move to this store, and all of them have a mark.
pub(super) const EXPECTED: &str = "expected";

/// The deadlines of a shard.
pub(super) fn due(shard: Shard) -> Name {
    of_shard(shard, "due")
}

/// The finished matches of a shard that need upkeep.
pub(super) fn upkeep(shard: Shard) -> Name {
    of_shard(shard, "upkeep")
}

/// The matches of a shard whose players' indexes have to follow, by the revision of the write that added them.
pub(super) fn outbox(shard: Shard) -> Name {
    of_shard(shard, "outbox")
}

/// The index of a player.
pub(super) fn played(index: PoolId) -> Name {
    of_id(index.shard(), "played", index.as_str())
}

/// Matches the indexes of all players.
pub(super) const ALL_PLAYED: &str = "tinsel:{s*}:played:*";

/// A key that does not exist, for the heartbeat of a shard's node.
pub(super) fn pulse(shard: Shard) -> Name {
    of_shard(shard, "pulse")
}

/// A key on which a check tries commands; `kind` is its type. Removed by the same check.
pub(super) fn probe(shard: Shard, probe: u64, kind: &str) -> Name {
    name([
        "tinsel:{s",
        &shard.digits(),
        "}:probe:",
        &hexadecimal::<16>(&probe.to_be_bytes()),
        ":",
        kind,
    ])
}

/// The channel on which a check tries commands.
pub(super) const PROBE_CHANNEL: &str = "tinsel:probe";

/// A lobby index.
pub(super) fn lobby(LobbyIndex { shard, lobby }: LobbyIndex) -> Name {
    match lobby {
        None => of_shard(shard, "lobby"),
        Some(lobby) => of_id(shard, "lobby", &lobby.to_string()),
    }
}

/// The hash field of a match's lobby; absent for the common one.
pub(super) const LOBBY: &str = "k";

/// The channel of notices about deadlines and replicas. The script indexes.lua contains its name as well.
pub(super) const DUE_CHANNEL: &str = "tinsel:due";

/// The message on [`DUE_CHANNEL`] when a replica has left, or the number of shards or an outage was stored.
pub(super) const REPLICAS_CHANGED: &str = "replicas";

/// The channel of messages between replicas.
pub(super) const MESSAGES_CHANNEL: &str = "tinsel:messages";

/// The live replicas.
pub(super) fn replicas() -> Name {
    of_shard(Shard::FIRST, "replicas")
}

/// The member of [`replicas`] whose score is the time of the last announcement of any replica.
pub(super) const FLEET: &str = "fleet";

/// The outages, by the time of their end.
pub(super) fn outages() -> Name {
    of_shard(Shard::FIRST, "outages")
}

/// The mark of the installation on a shard.
pub(super) fn mark(shard: Shard) -> Name {
    of_shard(shard, "installation")
}

/// The elected mark, from the beginning of the marking on.
pub(super) fn installing() -> Name {
    of_shard(Shard::FIRST, "installing")
}

/// The fingerprints of the replicas' token secrets, by the time until which they are announced.
pub(super) fn secrets() -> Name {
    of_shard(Shard::FIRST, "secrets")
}

/// Exists after all matches have moved from this store to another.
pub(super) fn moved() -> Name {
    of_shard(Shard::FIRST, "moved")
}

/// The number of shards.
pub(super) fn shards() -> Name {
    of_shard(Shard::FIRST, "shards")
}

/// The notice of a message on [`DUE_CHANNEL`]: `replicas`, or a match id with its deadline, as in
/// `017-3k9m2qx7vd0h5t8wz1ab 1800000000000`. Any other message counts as a loss; a later release may send some.
pub(super) fn deadline_notice(message: &[u8]) -> DeadlineNotice {
    let due = || {
        let (id, at) = std::str::from_utf8(message).ok()?.split_once(' ')?;
        Some(DeadlineNotice::Due(id.parse().ok()?, UnixMillis(at.parse().ok()?)))
    };
    if message == REPLICAS_CHANGED.as_bytes() {
        return DeadlineNotice::ReplicasChanged;
    }
    due().unwrap_or(DeadlineNotice::Lost)
}

/// The slots of a pool.
pub(super) fn pool(pool: PoolId) -> Name {
    of_id(pool.shard(), "pool", pool.as_str())
}

/// Matches the slots of all pools.
pub(super) const POOLS: &str = "tinsel:{s*}:pool:*";

/// The match that is being filled for a pool.
pub(super) fn filled(pool: PoolId) -> Name {
    of_id(pool.shard(), "filled", pool.as_str())
}

/// Matches the assignments of all pools.
pub(super) const ALL_FILLED: &str = "tinsel:{s*}:filled:*";

/// The match that a seeker of a pool was assigned to.
pub(super) fn given(pool: PoolId, seeker: &RequestId) -> Name {
    name([&filled(pool), ":", seeker.as_str()])
}

/// The match of a hash or channel.
pub(super) fn match_of(name: &str) -> Option<MatchId> {
    let (_, id) = name.rsplit_once(':')?;
    id.parse().ok()
}

/// The shard of a key.
pub(super) fn shard_of(name: &str) -> Option<Shard> {
    let (_, rest) = name.split_once("{s")?;
    let (shard, _) = rest.split_once('}')?;
    Shard::new(shard.parse().ok()?)
}

/// The hash field of a log entry.
pub(super) fn entry(revision: Revision) -> Name {
    name(["e", itoa::Buffer::new().format(revision.get())])
}

/// The hash field of a request's answer.
pub(super) fn answer(request: &RequestId) -> Name {
    name(["q", request.as_str()])
}

/// The text of a version, as stored and published.
pub(super) fn version(version: Version) -> Name {
    let nonce = hexadecimal::<16>(&version.nonce.to_be_bytes());
    name([itoa::Buffer::new().format(version.revision.get()), ":", &nonce])
}

/// The version of a stored or published text.
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
    use crate::LobbyId;

    #[test]
    fn the_stored_names_are_stable() {
        let id: MatchId = "017-3k9m2qx7vd0h5t8wz1ab".parse().unwrap();
        let shared: PoolId = "017-3k9m2qx7vd0h5t8wz1ab".parse().unwrap();
        let request = "a-1".parse().unwrap();
        let written = Version {
            revision: Revision::new(12),
            nonce: 255,
        };
        for (name, text) in [
            (of_match(id), "tinsel:{s017}:match:017-3k9m2qx7vd0h5t8wz1ab"),
            (deleted(id), "tinsel:{s017}:deleted:017-3k9m2qx7vd0h5t8wz1ab"),
            (moving(id), "tinsel:{s017}:moving:017-3k9m2qx7vd0h5t8wz1ab"),
            (arriving(id), "tinsel:{s017}:arriving:017-3k9m2qx7vd0h5t8wz1ab"),
            (moves(id.shard()), "tinsel:{s017}:moves"),
            (due(id.shard()), "tinsel:{s017}:due"),
            (upkeep(id.shard()), "tinsel:{s017}:upkeep"),
            (outbox(id.shard()), "tinsel:{s017}:outbox"),
            (played(shared), "tinsel:{s017}:played:017-3k9m2qx7vd0h5t8wz1ab"),
            (pulse(id.shard()), "tinsel:{s017}:pulse"),
            (lobby(id.shard().into()), "tinsel:{s017}:lobby"),
            (
                lobby(LobbyIndex::of(id, Some(LobbyId::from_entropy([0xa7; 16])))),
                "tinsel:{s017}:lobby:a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7",
            ),
            (probe(id.shard(), 255, "h"), "tinsel:{s017}:probe:00000000000000ff:h"),
            (replicas(), "tinsel:{s000}:replicas"),
            (outages(), "tinsel:{s000}:outages"),
            (shards(), "tinsel:{s000}:shards"),
            (mark(id.shard()), "tinsel:{s017}:installation"),
            (installing(), "tinsel:{s000}:installing"),
            (secrets(), "tinsel:{s000}:secrets"),
            (moved(), "tinsel:{s000}:moved"),
            (pool(shared), "tinsel:{s017}:pool:017-3k9m2qx7vd0h5t8wz1ab"),
            (filled(shared), "tinsel:{s017}:filled:017-3k9m2qx7vd0h5t8wz1ab"),
            (
                given(shared, &request),
                "tinsel:{s017}:filled:017-3k9m2qx7vd0h5t8wz1ab:a-1",
            ),
            (entry(Revision::new(12)), "e12"),
            (answer(&request), "qa-1"),
            (version(written), "12:00000000000000ff"),
        ] {
            assert_eq!(&*name, text);
        }
    }

    #[test]
    fn messages_about_deadlines_are_read_and_unknown_ones_are_losses() {
        let id: MatchId = "017-3k9m2qx7vd0h5t8wz1ab".parse().unwrap();
        let due = deadline_notice(b"017-3k9m2qx7vd0h5t8wz1ab 1800000000000");
        assert_eq!(due, DeadlineNotice::Due(id, UnixMillis(1_800_000_000_000)));
        assert_eq!(deadline_notice(b"replicas"), DeadlineNotice::ReplicasChanged);
        for message in ["", "017-3k9m2qx7vd0h5t8wz1ab", "017-3k9m2qx7vd0h5t8wz1ab x", "x 1"] {
            assert_eq!(deadline_notice(message.as_bytes()), DeadlineNotice::Lost, "{message:?}");
        }
        assert_eq!(match_of(DUE_CHANNEL), None);
        assert!(include_str!("lua/indexes.lua").contains(DUE_CHANNEL));
        for direction in [AWAY, HERE, EXPECTED] {
            assert!(include_str!("lua/direct.lua").contains(&format!("'{direction}'")));
        }
        for script in [include_str!("lua/assign.lua"), include_str!("lua/create.lua")] {
            assert!(script.contains(&format!("'{EXPECTED}'")));
        }
    }

    #[test]
    fn the_longest_names_fit() {
        let request: RequestId = "r".repeat(RequestId::LENGTH_MAX).parse().unwrap();
        let pool: PoolId = "999-3k9m2qx7vd0h5t8wz1ab".parse().unwrap();
        assert!(given(pool, &request).ends_with(request.as_str()));
        assert!(answer(&request).ends_with(request.as_str()));
        let last = Version {
            revision: Revision::new(u64::MAX),
            nonce: u64::MAX,
        };
        assert_eq!(version_of(version(last).as_bytes()).unwrap(), last);
    }

    #[test]
    fn channels_and_versions_parse_to_themselves() {
        let id: MatchId = "017-3k9m2qx7vd0h5t8wz1ab".parse().unwrap();
        assert_eq!(match_of(&of_match(id)), Some(id));
        assert_eq!(match_of("tinsel:{s017}:due"), None);
        assert_eq!(shard_of(&of_match(id)), Some(id.shard()));
        assert_eq!(shard_of(DUE_CHANNEL), None);
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
