//! The marks of the installation: each shard carries one, so that a lost or foreign store does not look like a new one.
//!
//! To mark a new store, a process first elects an identifier by the key `installing` of shard 0, which stays. Then it marks
//! all other shards, and shard 0 last. So whatever process dies at whatever step, and however many run at once, each sets
//! the same marks; and once shard 0 has a mark, a shard without one has lost its data. No step overwrites an
//! identifier; after a loss, an operator has the note of it replaced.

use std::collections::BTreeSet;

use ::redis::cmd;
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, future::join_all, stream};

use crate::redis::{
    Redis,
    failures::failure,
    keys, reply,
    servers::{Servers, node::Durability},
};
use crate::{InstallationId, MarkScope, Marking, Marks, SHARDS_MAX, Shard, StoreError};

/// The number of marks that are read or set concurrently.
const AT_ONCE: usize = 64;

/// The value of the key `installing` after a loss.
const EMPTIED: &str = "emptied";

/// Replaces the note of a loss, and nothing else: another process can have elected an identifier meanwhile.
const FORGET_LOSS: &str = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2]) end";

/// The mark of one shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Missing,
    Unreadable,
    /// The note of a loss, in the key `installing`.
    Emptied,
    Is(InstallationId),
}

impl Redis {
    pub(crate) async fn read_marks(&self, scope: MarkScope) -> Result<Marks, StoreError> {
        let shards = match scope {
            MarkScope::All => all_shards(),
            MarkScope::OneOfEachServer => self.one_of_each_server().await?,
        };
        let marks = match scope {
            MarkScope::All => self.marks_of(&shards).await?,
            MarkScope::OneOfEachServer => self.marks_of_reached(&shards).await?,
        };
        let found = judged(&marks);
        if !matches!((found, scope), (Marks::None | Marks::Incomplete { .. }, MarkScope::All)) {
            return Ok(found);
        }
        // Read after the marks, and then again: another process can set them meanwhile.
        let begun = self.mark_at(keys::installing()).await?;
        let found = judged(&self.marks_of(&shards).await?);
        Ok(match (begun, found) {
            (Mark::Unreadable, _) => Marks::Different,
            (Mark::Emptied, Marks::None) => Marks::Emptied,
            (Mark::Is(_), Marks::None) => Marks::Begun,
            (Mark::Is(_), Marks::Incomplete { .. })
                if self.mark_at(keys::mark(Shard::FIRST)).await? == Mark::Missing =>
            {
                Marks::Begun
            }
            (_, found) => found,
        })
    }

    pub(crate) async fn set_marks(&self, mut candidate: InstallationId, marking: Marking) -> Result<Marks, StoreError> {
        if marking == Marking::AfterLoss {
            let kept = self.marks_of(&all_shards()).await?;
            let kept = kept.into_iter().find_map(|mark| match mark {
                Mark::Is(id) => Some(id),
                Mark::Missing | Mark::Unreadable | Mark::Emptied => None,
            });
            candidate = kept.unwrap_or(candidate);
            let mut command = cmd("EVAL");
            command.arg(FORGET_LOSS).arg(1).arg(keys::installing());
            command.arg(EMPTIED).arg(candidate.to_string());
            self.write_mark(Shard::FIRST, &command).await?;
        }
        self.set_mark(Shard::FIRST, keys::installing(), &candidate.to_string())
            .await?;
        let Mark::Is(elected) = self.mark_at(keys::installing()).await? else {
            return Ok(Marks::Different);
        };
        let (first, others): (Vec<_>, Vec<_>) = all_shards().into_iter().partition(|shard| *shard == Shard::FIRST);
        let elected = elected.to_string();
        for shards in [others, first] {
            let set = stream::iter(shards).map(|shard| self.set_mark(shard, keys::mark(shard), &elected));
            set.buffer_unordered(AT_ONCE).try_collect::<()>().await?;
        }
        self.read_marks(MarkScope::All).await
    }

    pub(crate) async fn set_emptied(&self) -> Result<(), StoreError> {
        self.set_mark(Shard::FIRST, keys::installing(), EMPTIED).await
    }

    async fn set_mark(&self, shard: Shard, key: keys::Name, value: &str) -> Result<(), StoreError> {
        let mut command = cmd("SET");
        command.arg(key).arg(value).arg("NX");
        self.write_mark(shard, &command).await
    }

    async fn write_mark(&self, shard: Shard, command: &::redis::Cmd) -> Result<(), StoreError> {
        let set = self.shared.servers.send(shard, command, Durability::Required).await;
        set.map(drop).map_err(|error| failure(&error))
    }

    async fn mark_at(&self, key: keys::Name) -> Result<Mark, StoreError> {
        let mut command = cmd("GET");
        command.arg(&key);
        match self
            .query(keys::shard_of(&key).unwrap_or(Shard::FIRST), &command)
            .await
            .and_then(reply::bytes)
        {
            Ok(value) => Ok(read(value)),
            Err(StoreError::Corrupt(_)) => Ok(Mark::Unreadable),
            Err(error) => Err(error),
        }
    }

    async fn marks_of(&self, shards: &[Shard]) -> Result<Vec<Mark>, StoreError> {
        if let (Servers::One(_), [first, _, ..]) = (&self.shared.servers, shards) {
            let mut command = cmd("MGET");
            for shard in shards {
                command.arg(keys::mark(*shard));
            }
            let values = reply::items(self.query(*first, &command).await?)?;
            let marks: Vec<_> = values.into_iter().map(read).collect();
            // MGET returns nothing for a key of another type as well.
            let is_whole = |mark: Mark| {
                marks
                    .iter()
                    .all(|other| (*other == Mark::Missing) == (mark == Mark::Missing))
            };
            if marks.first().copied().is_some_and(is_whole) {
                return Ok(marks);
            }
        }
        let reading = stream::iter(shards.to_vec()).map(|shard| self.mark_at(keys::mark(shard)));
        reading.buffered(AT_ONCE).try_collect().await
    }

    /// The marks of those shards whose server answers; an error if none does.
    async fn marks_of_reached(&self, shards: &[Shard]) -> Result<Vec<Mark>, StoreError> {
        let (mut marks, mut failure) = (Vec::new(), None);
        for mark in join_all(shards.iter().map(|shard| self.mark_at(keys::mark(*shard)))).await {
            match mark {
                Ok(mark) => marks.push(mark),
                Err(error) => failure = Some(error),
            }
        }
        match failure {
            Some(error) if marks.is_empty() => Err(error),
            Some(_) | None => Ok(marks),
        }
    }

    /// A shard of each master.
    async fn one_of_each_server(&self) -> Result<Vec<Shard>, StoreError> {
        let (masters, unknown) = self.shared.servers.shards_of_masters().await;
        match unknown {
            Some(error) if masters.is_empty() => Err(failure(&error)),
            Some(_) | None => Ok(masters.into_iter().map(|(_, _, shard)| shard).collect()),
        }
    }
}

fn all_shards() -> Vec<Shard> {
    (0..SHARDS_MAX).filter_map(Shard::new).collect()
}

fn read(value: Option<Bytes>) -> Mark {
    let Some(value) = value else { return Mark::Missing };
    if value == EMPTIED {
        return Mark::Emptied;
    }
    let id = std::str::from_utf8(&value).ok().and_then(|text| text.parse().ok());
    id.map_or(Mark::Unreadable, Mark::Is)
}

/// What marks mean without the key `installing`.
fn judged(marks: &[Mark]) -> Marks {
    let missing = marks.iter().filter(|mark| **mark == Mark::Missing).count();
    let found: BTreeSet<_> = marks.iter().filter(|mark| **mark != Mark::Missing).collect();
    match (missing, found.first(), found.len()) {
        (0, Some(Mark::Is(id)), 1) => Marks::Complete(*id),
        (_, None, _) => Marks::None,
        (missing, Some(Mark::Is(_)), 1) => Marks::Incomplete { missing },
        (_, Some(_), _) => Marks::Different,
    }
}
