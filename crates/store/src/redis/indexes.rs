//! Reads the indexes of a shard, and repairs entries that disagree with their matches.

use bytes::Bytes;
use futures_util::future::try_join_all;

use super::{
    Redis, keys,
    reply::{self, member, number},
};
use crate::{Due, LobbyIndex, MatchId, Shard, StoreError, UnixMillis};

/// The maximum of rounds in which a read of an index repairs entries and reads again.
const ROUNDS: u32 = 64;

impl Redis {
    pub(super) async fn listed_in_lobby(
        &self,
        index: LobbyIndex,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Bytes)>, StoreError> {
        for _ in 0..ROUNDS {
            let ids = self.lobby_ids(index, after, limit).await?;
            if ids.is_empty() {
                return Ok(Vec::new());
            }
            let entries = self.field_of_each(&ids, "l").await?;
            if !entries.contains(&Field::Absent) {
                let listed = ids.into_iter().zip(entries);
                return Ok(listed.filter_map(|(id, entry)| Some((id, entry.value()?))).collect());
            }
            // Reads again without the expired ones, so that a page that is not full is the last one.
            let gone = ids.iter().zip(&entries).filter(|(_, entry)| **entry == Field::Absent);
            self.repair_index(index, gone.map(|(id, _)| *id)).await?;
        }
        Err(unrepaired())
    }

    pub(super) async fn listed_as_due(&self, shard: Shard, now: UnixMillis, limit: u32) -> Result<Due, StoreError> {
        let taken = usize::try_from(limit).unwrap_or(usize::MAX);
        for _ in 0..ROUNDS {
            // One more than the limit, to get the time of the next deadline.
            let mut entries = self.deadlines(shard, u64::from(limit).saturating_add(1)).await?;
            let count = entries.iter().take(taken).filter(|(_, at)| *at <= now).count();
            let next = entries.get(count).map(|(_, at)| *at);
            entries.truncate(count);
            let ids: Vec<_> = entries.iter().map(|(id, _)| *id).collect();
            let deadlines = self.field_of_each(&ids, "d").await?;
            let moved = |((_, indexed_at), at): &(&(MatchId, UnixMillis), Field)| match at {
                Field::Value(at) => number(at) != Some(indexed_at.0),
                Field::Absent => true,
                // The sweep finds the match unreadable, and skips it.
                Field::OtherType => false,
            };
            let moved: Vec<_> = entries.iter().zip(deadlines).filter(moved).collect();
            if moved.is_empty() {
                return Ok(Due { matches: entries, next });
            }
            // An outdated entry in another lobby index is removed when that one is read.
            self.repair_index(shard.into(), moved.into_iter().map(|((id, _), _)| *id))
                .await?;
        }
        Err(unrepaired())
    }

    /// One field of each match.
    async fn field_of_each(&self, ids: &[MatchId], field: &str) -> Result<Vec<Field>, StoreError> {
        let field_of = async |id: &MatchId| {
            let mut command = ::redis::cmd("HGET");
            command.arg(keys::of_match(*id)).arg(field);
            match self.query(id.shard(), &command).await {
                Err(StoreError::Corrupt(_)) => Ok(Field::OtherType),
                reply => Ok(reply::bytes(reply?)?.map_or(Field::Absent, Field::Value)),
            }
        };
        try_join_all(ids.iter().map(field_of)).await
    }

    /// The lobby index of a match, which its hash at this key contains. It never changes.
    pub(super) async fn lobby_of(&self, id: MatchId, hash: keys::Name) -> Result<LobbyIndex, StoreError> {
        let mut command = ::redis::cmd("HGET");
        command.arg(hash).arg(keys::LOBBY);
        let lobby = match self.query(id.shard(), &command).await {
            Err(StoreError::Corrupt(_)) => None,
            reply => reply::bytes(reply?)?,
        };
        let lobby = lobby.and_then(|lobby| str::from_utf8(&lobby).ok()?.parse().ok());
        Ok(LobbyIndex::of(id, lobby))
    }

    /// The ids in a lobby index. Some of the matches may have expired.
    async fn lobby_ids(
        &self,
        index: LobbyIndex,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        let from = after.map_or_else(|| "-".to_owned(), |after| format!("({after}"));
        let mut command = ::redis::cmd("ZRANGEBYLEX");
        command
            .arg(keys::lobby(index))
            .arg(from)
            .arg("+")
            .arg("LIMIT")
            .arg(0)
            .arg(limit);
        self.members(index.shard, &keys::lobby(index), &command).await
    }

    /// The earliest entries of a shard's deadline index. Some may disagree with their matches.
    async fn deadlines(&self, shard: Shard, limit: u64) -> Result<Vec<(MatchId, UnixMillis)>, StoreError> {
        let mut command = ::redis::cmd("ZRANGEBYSCORE");
        command.arg(keys::due(shard)).arg("-inf").arg("+inf").arg("WITHSCORES");
        command.arg("LIMIT").arg(0).arg(limit);
        self.entries(shard, &keys::due(shard), &command, 2).await
    }

    /// The members of an index that a command reads.
    pub(super) async fn members(
        &self,
        shard: Shard,
        index: &keys::Name,
        command: &::redis::Cmd,
    ) -> Result<Vec<MatchId>, StoreError> {
        let entries = self.entries(shard, index, command, 1).await?;
        Ok(entries.into_iter().map(|(id, _)| id).collect())
    }

    /// The entries of an index that a command reads: of `width` 2 with a score, which is 0 if it is no time, so that a repair
    /// replaces it. Members that are no match IDs are removed: they would fill pages, and hide the matches behind them.
    pub(super) async fn entries(
        &self,
        shard: Shard,
        index: &keys::Name,
        command: &::redis::Cmd,
        width: usize,
    ) -> Result<Vec<(MatchId, UnixMillis)>, StoreError> {
        for _ in 0..ROUNDS {
            let read = reply::items(self.query(shard, command).await?)?;
            let (mut entries, mut foreign) = (Vec::new(), ::redis::cmd("ZREM"));
            foreign.arg(index);
            let mut removed = 0;
            for entry in read.chunks(width) {
                let [name, score @ ..] = entry else { continue };
                let at = score.first().and_then(Option::as_deref).and_then(number);
                match (member(name.clone()), name) {
                    (Ok(id), _) => entries.push((id, UnixMillis(at.unwrap_or_default()))),
                    (Err(_), name) => {
                        foreign.arg(name.as_deref().unwrap_or_default());
                        removed += 1;
                    }
                }
            }
            if removed == 0 {
                return Ok(entries);
            }
            tracing::warn!(%shard, removed, "entries that are no match IDs removed from an index");
            self.query(shard, &foreign).await?;
        }
        Err(unrepaired())
    }
}

/// A field of a match. One key of another type must not stop the work on the other matches of its shard.
#[derive(Debug, PartialEq, Eq)]
enum Field {
    Value(Bytes),
    Absent,
    OtherType,
}

impl Field {
    fn value(self) -> Option<Bytes> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::OtherType => None,
        }
    }
}

/// The error for an index that needs more repairs than one call makes.
fn unrepaired() -> StoreError {
    StoreError::Unavailable("an index needs more repairs than one call makes; retry".to_owned())
}
