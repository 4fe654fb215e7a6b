//! Removes old answers and log entries of a match.

use std::ops::Range;

use ::redis::{Value, cmd};

use super::{
    Redis, failure, keys,
    reply::{self, number},
};
use crate::{MatchId, Revision, StoreError, limits::Trimming};

/// The maximum of revisions with answers, and of those with log entries, that one call of the script trims.
const REVISIONS_MAX: u64 = 1000;
/// The maximum of calls for one batch. The next batch includes what is left.
const CALLS_MAX: u8 = 8;

impl Redis {
    /// Trims a match in the background. If that fails, the next batch includes what is left.
    ///
    /// The entries are read outside of the script, because the Lua of Redis hashes each byte of a value that it reads.
    pub(super) fn trim(&self, id: MatchId, trimming: Trimming) {
        let store = self.clone();
        tokio::spawn(async move {
            for _ in 0..CALLS_MAX {
                match store.trim_once(id, trimming).await {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) => {
                        tracing::warn!(r#match = %id, %error, "match not trimmed");
                        break;
                    }
                }
            }
        });
    }

    /// Calls the script once, if anything is left to trim. Returns whether another call is needed to find out what is
    /// left.
    async fn trim_once(&self, id: MatchId, trimming: Trimming) -> Result<bool, StoreError> {
        let read = reply::items(self.fields(id, ["o", "t"]).await?)?;
        let bound = |index: usize| read.get(index).and_then(Option::as_deref).unwrap_or_default();
        let first_entry = number(bound(0)).unwrap_or(1);
        let first_answer = number(bound(1)).unwrap_or_else(|| self.first_unknown_answer(trimming).max(first_entry));
        let upto = |first: u64, end: Revision| first..end.get().clamp(first, first.saturating_add(REVISIONS_MAX));
        let entries = upto(first_entry, trimming.first_entry);
        let answers = upto(first_answer, trimming.first_answer);
        if entries.is_empty() && answers.is_empty() {
            return Ok(false);
        }
        let bounds = ([bound(0), bound(1)], [entries.end, answers.end]);
        let mut removed = self.answers_at(id, answers).await?;
        removed.extend(entries.map(|revision| keys::entry(Revision::new(revision))));
        let scripts = &self.shared.scripts;
        let reply = scripts.trim(&self.shared.servers, id, trimming.at, bounds, &removed);
        Ok(reply.await.map_err(|error| failure(&error))? != Value::Nil)
    }

    /// The first revision whose answer is removed if `t` is absent, as in a match that was packed: a packed match does not
    /// contain which answers were trimmed, and a request ID of theirs can have been used again. So only the newest
    /// revisions are included.
    fn first_unknown_answer(&self, trimming: Trimming) -> u64 {
        let batches = 2 * u64::from(self.shared.limits.batch.get());
        trimming.first_answer.get().saturating_sub(batches).max(1)
    }

    /// The fields of the answers at these revisions.
    async fn answers_at(&self, id: MatchId, revisions: Range<u64>) -> Result<Vec<keys::Name>, StoreError> {
        if revisions.is_empty() {
            return Ok(Vec::new());
        }
        let mut command = cmd("HMGET");
        command.arg(keys::of_match(id));
        for revision in revisions {
            command.arg(keys::entry(Revision::new(revision)));
        }
        let entries = reply::items(self.query(id.shard(), &command).await?)?;
        let requests = entries.iter().flatten().filter_map(reply::request);
        Ok(requests.map(|request| keys::answer(&request)).collect())
    }
}
