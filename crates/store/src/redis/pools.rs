//! The slots of pools.

use std::time::Duration;

use super::{
    Redis,
    failures::failure,
    keys,
    reply::{self, member},
};
use crate::{MatchId, PoolId, Reserved, StoreError};

impl Redis {
    pub(super) async fn take_slot(
        &self,
        pool: PoolId,
        id: MatchId,
        kept_for: Duration,
        limit: u32,
    ) -> Result<Reserved, StoreError> {
        let reserving = self
            .shared
            .scripts
            .reserve(&self.shared.servers, (pool, id), kept_for, limit);
        let reply = reserving.await.map_err(|error| failure(&error))?;
        match reply::reserved(reply)? {
            None => Ok(Reserved::Taken),
            Some(named) => {
                let ids = named.into_iter().filter_map(|name| member(name).ok());
                Ok(Reserved::Full(ids.collect()))
            }
        }
    }

    pub(super) async fn release_slots(&self, pool: PoolId, ids: &[MatchId]) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        let mut command = ::redis::cmd("ZREM");
        command.arg(keys::pool(pool));
        for id in ids {
            command.arg(id.to_string());
        }
        let released = self.query(pool.shard(), &command).await;
        released.map(drop)
    }
}
