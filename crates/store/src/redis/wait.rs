//! Waiting until replicas have what was written.
//!
//! `WAIT` speaks of what was written before on its own connection, and holds up everything behind it there. So writes
//! have a connection to themselves, where those that come together are waited for together.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use ::redis::{RedisResult, aio::MultiplexedConnection};
use tokio::sync::Mutex;

use super::failures::failed;

/// How many replicas must have a write, and what is known of those before.
pub(super) struct Wait {
    replicas: u32,
    patience: Duration,
    /// How many rounds have begun.
    begun: AtomicU64,
    /// Held by whoever waits for all; the last round that has ended.
    turn: Mutex<Option<Round>>,
}

struct Round {
    number: u64,
    connection: u64,
    kept: RedisResult<()>,
}

impl Wait {
    /// Waits for `replicas`, half as long as any reply may take, for the reply has to come back in time.
    pub(super) fn new(replicas: u32, response_timeout: Duration) -> Self {
        Self {
            replicas,
            patience: response_timeout / 2,
            begun: AtomicU64::new(0),
            turn: Mutex::new(None),
        }
    }

    /// Waits until the replicas have everything that was answered on this connection before this call; `number` is
    /// the connection's.
    pub(super) async fn for_replicas(&self, number: u64, connection: MultiplexedConnection) -> RedisResult<()> {
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
