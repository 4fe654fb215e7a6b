//! The owner of each shard, by rendezvous hashing over the live replicas.
//!
//! Every replica computes the same result from the same list. When a replica joins or leaves, only the shards move that
//! it gains or had.

use std::collections::BTreeMap;

use tinsel_store::Shard;

/// The role of a replica for a shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rank {
    /// Scans the shard when something is due.
    Owner,
    /// Scans the shard a little later, in case the owner has just stopped.
    Deputy,
}

/// The shards that `own` owns or deputizes while these replicas are alive; `shards` is the total number of shards.
pub(crate) fn ranks(own: u64, replicas: &[u64], shards: u16) -> BTreeMap<Shard, Rank> {
    let ranked = (0..shards).filter_map(Shard::new).filter_map(|shard| {
        let weight = weight(own, shard);
        let others = replicas.iter().filter(|replica| **replica != own);
        let before = others.filter(|replica| (self::weight(**replica, shard), **replica) > (weight, own));
        let rank = match before.take(2).count() {
            0 => Rank::Owner,
            1 => Rank::Deputy,
            _ => return None,
        };
        Some((shard, rank))
    });
    ranked.collect()
}

/// All replicas must agree on it, including those of other releases.
fn weight(replica: u64, shard: Shard) -> u64 {
    let mut hash = blake3::Hasher::new();
    hash.update(&replica.to_le_bytes());
    hash.update(&shard.get().to_le_bytes());
    u64::from_le_bytes(hash.finalize().as_bytes().first_chunk().copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARDS: u16 = 256;

    fn replicas(count: u64) -> Vec<u64> {
        (0..count).map(|number| weight(number, Shard::FIRST)).collect()
    }

    /// The owner and the deputy of each shard.
    fn ranked(replicas: &[u64]) -> BTreeMap<Shard, (u64, Option<u64>)> {
        let mut by_shard: BTreeMap<Shard, (Vec<u64>, Vec<u64>)> = BTreeMap::new();
        for own in replicas {
            for (shard, rank) in ranks(*own, replicas, SHARDS) {
                let (owners, deputies) = by_shard.entry(shard).or_default();
                match rank {
                    Rank::Owner => owners.push(*own),
                    Rank::Deputy => deputies.push(*own),
                }
            }
        }
        let one = |of: Vec<u64>| {
            assert!(of.len() <= 1, "{of:?}");
            of.into_iter().next()
        };
        let ranked = by_shard.into_iter();
        ranked
            .map(|(shard, (owners, deputies))| (shard, (one(owners).expect("an owner"), one(deputies))))
            .collect()
    }

    #[test]
    fn every_shard_has_one_owner_and_another_replica_as_deputy() {
        assert!(ranks(7, &[7], SHARDS).values().all(|rank| *rank == Rank::Owner));
        for count in 2..=16 {
            let ranked = ranked(&replicas(count));
            assert_eq!(ranked.len(), usize::from(SHARDS));
            assert!(
                ranked
                    .values()
                    .all(|(owner, deputy)| deputy.is_some_and(|deputy| deputy != *owner))
            );
        }
    }

    #[test]
    fn shards_are_spread_evenly() {
        for count in [2, 3, 5, 16] {
            let replicas = replicas(count);
            let ranked = ranked(&replicas);
            let fair = usize::from(SHARDS) / replicas.len();
            for replica in &replicas {
                let owned = ranked.values().filter(|(owner, _)| owner == replica).count();
                assert!(
                    (fair / 3..=fair * 2).contains(&owned),
                    "{owned} of {SHARDS} among {count}"
                );
            }
        }
    }

    #[test]
    fn only_the_shards_of_a_replica_that_leaves_move_and_each_to_its_deputy() {
        let all = replicas(5);
        let (gone, rest) = all.split_first().unwrap();
        let (before, after) = (ranked(&all), ranked(rest));
        for (shard, (owner, deputy)) in before {
            let (now, _) = after[&shard];
            let expected = if owner == *gone { deputy.unwrap() } else { owner };
            assert_eq!(now, expected, "{shard}");
        }
    }
}
