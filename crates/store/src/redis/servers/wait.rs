//! Waits until replicas have confirmed writes.
//!
//! `WAIT` covers the earlier writes of its own connection, and blocks later commands there. So durable writes have a
//! connection of their own, where concurrent ones share one `WAIT`.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use ::redis::{RedisResult, aio::MultiplexedConnection};
use tokio::sync::Mutex;

use crate::redis::failures::failed;

/// The number of replicas to wait for, and the results of earlier rounds.
pub(crate) struct Wait {
    replicas: u32,
    patience: Duration,
    /// The number of rounds that have begun.
    begun: AtomicU64,
    /// Held during a round; contains the last completed round.
    turn: Mutex<Option<Round>>,
}

struct Round {
    number: u64,
    connection: u64,
    kept: RedisResult<()>,
}

impl Wait {
    /// Waits for `replicas`, for at most half of the response timeout, because the reply must arrive within it.
    pub(crate) fn new(replicas: u32, response_timeout: Duration) -> Self {
        Self {
            replicas,
            patience: response_timeout / 2,
            begun: AtomicU64::new(0),
            turn: Mutex::new(None),
        }
    }

    /// Waits until the replicas have confirmed everything that was answered on this connection before this call;
    /// `number` is the sequence number of the connection.
    pub(crate) async fn for_replicas(&self, number: u64, connection: MultiplexedConnection) -> RedisResult<()> {
        let begun = self.begun.load(Ordering::Acquire);
        let mut last = self.turn.lock().await;
        let ours = |round: &&Round| round.connection == number && round.number > begun;
        if let Some(round) = last.as_ref().filter(ours) {
            return round.kept.clone();
        }
        let round = self.begun.fetch_add(1, Ordering::AcqRel).wrapping_add(1);
        let kept = self.ask(connection).await;
        *last = Some(Round {
            number: round,
            connection: number,
            kept: kept.clone(),
        });
        kept
    }

    async fn ask(&self, mut connection: MultiplexedConnection) -> RedisResult<()> {
        let mut command = ::redis::cmd("WAIT");
        command.arg(self.replicas).arg(crate::millis(self.patience));
        let kept_by: u32 = command.query_async(&mut connection).await?;
        if kept_by < self.replicas {
            return Err(failed("written, but too few replicas have it yet"));
        }
        Ok(())
    }
}
