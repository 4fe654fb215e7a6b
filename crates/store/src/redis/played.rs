//! The outboxes of the shards, and the indexes of players that follow them.

use std::time::Duration;

use super::{Redis, failures::failure, keys};
use crate::{MatchId, Played, PoolId, Revision, Shard, StoreError, UnixMillis};

impl Redis {
    pub(super) async fn in_outbox(&self, shard: Shard, limit: u32) -> Result<Vec<(MatchId, Revision)>, StoreError> {
        let key = keys::outbox(shard);
        let mut command = ::redis::cmd("ZRANGE");
        command.arg(&key).arg(0).arg(i64::from(limit) - 1).arg("WITHSCORES");
        let waiting = self.entries(shard, &key, &command, 2).await?;
        Ok(waiting
            .into_iter()
            .map(|(id, UnixMillis(revision))| (id, Revision::new(revision)))
            .collect())
    }

    pub(super) async fn index(
        &self,
        index: PoolId,
        id: MatchId,
        at: Option<UnixMillis>,
        kept_for: Duration,
    ) -> Result<(), StoreError> {
        let (key, shard) = (keys::played(index), index.shard());
        let Some(UnixMillis(at)) = at else {
            let mut remove = ::redis::cmd("ZREM");
            return self.query(shard, remove.arg(key).arg(id.to_string())).await.map(drop);
        };
        let scripts = &self.shared.scripts;
        let indexing = scripts.index_played(&self.shared.servers, index, id, (at, crate::millis(kept_for)));
        indexing.await.map(drop).map_err(|error| failure(&error))
    }

    pub(super) async fn indexed(
        &self,
        index: PoolId,
        after: Option<Played>,
        limit: u32,
    ) -> Result<Vec<Played>, StoreError> {
        let (key, mut passed) = (keys::played(index), 0);
        let mut found = Vec::new();
        let wanted = usize::try_from(limit).unwrap_or(usize::MAX);
        // Matches of the same millisecond as the last one come again.
        loop {
            let mut command = ::redis::cmd("ZRANGE");
            match after {
                Some(Played { at, .. }) => command.arg(&key).arg(at.0),
                None => command.arg(&key).arg("+inf"),
            };
            command.arg("-inf").arg("BYSCORE").arg("REV");
            command.arg("LIMIT").arg(passed).arg(limit).arg("WITHSCORES");
            let page = self.entries(index.shard(), &key, &command, 2).await?;
            passed += page.len();
            let is_last = page.len() < wanted;
            let page = page.into_iter().map(|(id, at)| Played { at, id });
            found.extend(page.filter(|played| after.is_none_or(|after| *played < after)));
            if found.len() >= wanted || is_last {
                found.truncate(wanted);
                return Ok(found);
            }
        }
    }

    pub(super) async fn left_outbox(&self, id: MatchId, revision: Revision) -> Result<(), StoreError> {
        let left = self.shared.scripts.leave_outbox(&self.shared.servers, id, revision);
        left.await.map(drop).map_err(|error| failure(&error))
    }
}
