//! Reads the indexes of a shard, and repairs entries that disagree with their matches.

use bytes::Bytes;
use futures_util::future::try_join_all;

use super::{Redis, keys, member, number, reply, reply::corrupt};
use crate::{Due, MatchId, Shard, StoreError, UnixMillis};

/// The maximum of rounds in which a read of an index repairs entries and reads again.
const ROUNDS: u32 = 64;

impl Redis {
    pub(super) async fn listed_in_lobby(
        &self,
        shard: Shard,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<(MatchId, Bytes)>, StoreError> {
        for _ in 0..ROUNDS {
            let ids = self.lobby_ids(shard, after, limit).await?;
            if ids.is_empty() {
                return Ok(Vec::new());
            }
            let entries = self.field_of_each(&ids, "l").await?;
            if entries.iter().all(Option::is_some) {
                return Ok(ids.into_iter().zip(entries.into_iter().flatten()).collect());
            }
            // Reads again without the expired ones, so that a page that is not full is the last one.
            let gone = ids.iter().zip(&entries).filter(|(_, entry)| entry.is_none());
            self.repair_index(gone.map(|(id, _)| *id)).await?;
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
            let deadlines = deadlines.iter().map(|at| at.as_deref().and_then(number));
            let indexed = entries.iter().zip(deadlines);
            let moved: Vec<_> = indexed
                .filter(|((_, indexed_at), at)| *at != Some(indexed_at.0))
                .collect();
            if moved.is_empty() {
                return Ok(Due { matches: entries, next });
            }
            self.repair_index(moved.into_iter().map(|((id, _), _)| *id)).await?;
        }
        Err(unrepaired())
    }

    /// The value of one field for each match.
    async fn field_of_each(&self, ids: &[MatchId], field: &str) -> Result<Vec<Option<Bytes>>, StoreError> {
        let field_of = async |id: &MatchId| {
            let mut command = ::redis::cmd("HGET");
            command.arg(keys::of_match(*id)).arg(field);
            reply::bytes(self.query(id.shard(), &command).await?)
        };
        try_join_all(ids.iter().map(field_of)).await
    }

    /// The ids in a shard's lobby index. Some of the matches may have expired.
    async fn lobby_ids(&self, shard: Shard, after: Option<MatchId>, limit: u32) -> Result<Vec<MatchId>, StoreError> {
        let from = after.map_or_else(|| "-".to_owned(), |after| format!("({after}"));
        let mut command = ::redis::cmd("ZRANGEBYLEX");
        command
            .arg(keys::lobby(shard))
            .arg(from)
            .arg("+")
            .arg("LIMIT")
            .arg(0)
            .arg(limit);
        reply::items(self.query(shard, &command).await?)?
            .into_iter()
            .map(member)
            .collect()
    }

    /// The earliest entries of a shard's deadline index. Some may disagree with their matches.
    async fn deadlines(&self, shard: Shard, limit: u64) -> Result<Vec<(MatchId, UnixMillis)>, StoreError> {
        let mut command = ::redis::cmd("ZRANGEBYSCORE");
        command.arg(keys::due(shard)).arg("-inf").arg("+inf").arg("WITHSCORES");
        command.arg("LIMIT").arg(0).arg(limit);
        let mut scored = reply::items(self.query(shard, &command).await?)?.into_iter();
        let mut due = Vec::new();
        while let (Some(id), Some(score)) = (scored.next(), scored.next()) {
            let at = score.as_deref().and_then(number);
            due.push((member(id)?, UnixMillis(at.ok_or_else(|| corrupt("a deadline"))?)));
        }
        Ok(due)
    }
}

/// The error for an index that needs more repairs than one call makes.
fn unrepaired() -> StoreError {
    StoreError::Unavailable("an index needs more repairs than one call makes; retry".to_owned())
}
