//! Counts and metrics of the losses that this store has detected.
#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a reply has many forms, and most of them mean nothing here"
)]

use std::sync::Arc;

use ::redis::Value;
use opentelemetry::metrics::Meter;

use crate::redis::{Redis, failures::failure, keys, reply};
use crate::{LobbyIndex, MatchId, StoreError};

impl Redis {
    /// The number of matches found at an older version than this store had seen before: a failover had lost
    /// acknowledged writes. Each of them is logged as well.
    ///
    /// A match that reverted and then advanced past the seen version is not detected here, nor is one that disappeared.
    #[must_use]
    pub fn regressions(&self) -> u64 {
        self.shared.detector.regressions()
    }

    /// The number of matches whose record was gone before its time, as far as this store has noticed. Each of them is
    /// logged as well.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.shared.losses.lost()
    }

    /// The number of matches with a damaged deadline, as far as this store has noticed. Each of them is logged as well.
    #[must_use]
    pub fn damaged(&self) -> u64 {
        self.shared.losses.damages()
    }

    /// Registers [`regressions`](Self::regressions) and [`lost`](Self::lost) as metrics of `meter`.
    pub fn measured_by(&self, meter: &Meter) {
        let shared = Arc::downgrade(&self.shared);
        meter
            .u64_observable_counter("tinsel.matches.lost")
            .with_description("Matches that Redis evicted or deleted before their end")
            .with_callback(move |observer| {
                if let Some(shared) = shared.upgrade() {
                    observer.observe(shared.losses.lost(), &[]);
                }
            })
            .build();
        let shared = Arc::downgrade(&self.shared);
        meter
            .u64_observable_counter("tinsel.store.deadlines.damaged")
            .with_description("Matches with a damaged deadline, which was removed from the index")
            .with_callback(move |observer| {
                if let Some(shared) = shared.upgrade() {
                    observer.observe(shared.losses.damages(), &[]);
                }
            })
            .build();
        let shared = Arc::downgrade(&self.shared);
        meter
            .u64_observable_counter("tinsel.store.regressions")
            .with_description("Matches found at a lower revision than seen before: the store lost acknowledged writes")
            .with_callback(move |observer| {
                if let Some(shared) = shared.upgrade() {
                    observer.observe(shared.detector.regressions(), &[]);
                }
            })
            .build();
    }

    /// Repairs the entries of these matches in the index of deadlines and in a lobby index, to agree with their records.
    pub(crate) async fn repair_index(
        &self,
        lobby: LobbyIndex,
        ids: impl Iterator<Item = MatchId>,
    ) -> Result<(), StoreError> {
        for id in ids {
            let repaired = self.shared.scripts.repair_index(&self.shared.servers, id, lobby).await;
            match repaired.map_err(|error| failure(&error))? {
                Value::Int(0) => self.shared.losses.gone_in_play(id),
                Value::Int(2) => drop(self.missing(id).await),
                Value::Int(3) => self.shared.losses.damaged(id),
                _ => {}
            }
        }
        Ok(())
    }

    /// The error of a command about a match. A match that should exist is lost, unless an operator has deleted it, it is
    /// archived, or it is in another store.
    pub(crate) async fn noted(&self, id: MatchId, error: StoreError) -> StoreError {
        match error {
            // Boxed, because it is rare: inline, it would enlarge the future of every call, and callers copy their futures.
            StoreError::NotFound => Box::pin(self.missing(id)).await,
            error => error,
        }
    }

    /// The error of a command about a match that was not found.
    pub(crate) async fn missing(&self, id: MatchId) -> StoreError {
        let losses = &self.shared.losses;
        let is_expected = losses.is_expected(id);
        // Another call of this process can have created the match since this one read it.
        if is_expected && self.exists(id).await {
            return StoreError::NotFound;
        }
        let mut command = ::redis::cmd("MGET");
        command.arg(keys::deleted(id)).arg(keys::moves(id.shard()));
        let marks = self.query(id.shard(), &command).await.and_then(reply::items);
        match marks.as_deref() {
            Ok([None, Some(moves)]) if moves != keys::EXPECTED => return StoreError::Moved,
            Ok([Some(mark), moves]) if mark != keys::MAY_ARRIVE || moves.is_some() => {
                losses.deleted(id);
                if mark.first().is_some_and(u8::is_ascii_digit) {
                    return StoreError::Moved;
                }
            }
            // Also a mark that remained after the move of the others: the match had gone.
            Ok([_, _]) if is_expected => match self.shared.is_archived.get() {
                Some(is_archived) if is_archived(id).await => losses.deleted(id),
                Some(_) | None => losses.not_found(id),
            },
            // A later call about the match asks again.
            Ok(_) | Err(_) => {}
        }
        StoreError::NotFound
    }

    /// Whether a match exists now; true if the store does not answer.
    async fn exists(&self, id: MatchId) -> bool {
        let mut command = ::redis::cmd("HLEN");
        command.arg(keys::of_match(id));
        let fields = self.query(id.shard(), &command).await;
        !matches!(fields, Ok(Value::Int(0)))
    }
}
