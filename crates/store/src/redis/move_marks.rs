//! Whether a move is complete, and the marks of its stores.

use super::{Redis, keys, moving::MoveError, reply};
use crate::{MarkScope, Marking, Marks, ProblemKind, Shard, StoreError, StoreProblem};

impl Redis {
    /// Notes for this time that all matches have moved away.
    pub(super) async fn set_moved(&self, kept_ms: u32) -> Result<(), StoreError> {
        let mut command = ::redis::cmd("SET");
        command.arg(keys::moved()).arg(1).arg("PX").arg(kept_ms);
        self.query(Shard::FIRST, &command).await.map(drop)
    }

    /// The problem of a move that has begun and is not complete.
    pub(super) async fn unfinished_move(&self) -> Option<StoreProblem> {
        let mut command = ::redis::cmd("MGET");
        command.arg(keys::moves(Shard::FIRST)).arg(keys::moved());
        let read = self.query(Shard::FIRST, &command).await.and_then(reply::items).ok()?;
        let (moves, moved) = (read.first()?.as_deref()?, read.get(1)?);
        let to = match moves == keys::AWAY.as_bytes() {
            true if moved.is_some() => return None,
            true => "to another store",
            false => "to this store",
        };
        let sentence =
            format!("a move of matches {to} is not complete; run tinsel store copy with the same stores again");
        Some(StoreProblem::of_store(ProblemKind::MoveUnfinished, sentence))
    }

    /// Marks a target without mark as the installation of this store. Refuses a target of another installation, unless it
    /// contains no matches, or matches have moved between these stores before: it then keeps its own mark.
    pub(super) async fn mark_target(&self, target: &Self) -> Result<(), MoveError> {
        let marks = self.read_marks(MarkScope::All).await.map_err(MoveError::Source)?;
        let Marks::Complete(own) = marks else { return Ok(()) };
        let has_matches = target.number_of_shards().await.map_err(MoveError::Target)?.is_some();
        let has_moved = target.direction().await.map_err(MoveError::Target)?.is_some();
        match target.read_marks(MarkScope::All).await.map_err(MoveError::Target)? {
            Marks::Complete(id) if id == own => Ok(()),
            Marks::None | Marks::Begun | Marks::Emptied => {
                let marked = target.set_marks(own, Marking::AfterLoss).await;
                marked.map(drop).map_err(MoveError::Target)
            }
            Marks::Complete(_) if !has_matches || has_moved => Ok(()),
            Marks::Complete(_) | Marks::Incomplete { .. } | Marks::Different => Err(MoveError::OtherInstallation),
        }
    }
}
