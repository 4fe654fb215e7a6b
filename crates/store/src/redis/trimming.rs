//! Removes old answers and log entries of a match.

use std::ops::Range;

use ::redis::{Value, cmd};

use super::{Redis, failure, keys, number, reply};
use crate::{MatchId, Revision, StoreError, limits::Trimming};

/// The maximum of revisions that one call of the script trims, and of its calls. The next batch includes what is left.
const REVISIONS_MAX: u64 = 1000;
const CALLS_MAX: u8 = 8;

impl Redis {
    /// Trims a match in the background. If that fails, the next batch includes what is left.
    ///
    /// The entries are read outside of the script, because the Lua of Redis hashes each byte of a value that it reads.
    pub(super) fn trim(&self, id: MatchId, trimming: Trimming) {
        let store = self.clone();
        tokio::spawn(async move {
            for _ in 0..CALLS_MAX {
                match store.is_trimmed(id, trimming).await {
                    Ok(true) => break,
                    Ok(false) => {}
                    Err(error) => {
                        tracing::warn!(r#match = %id, %error, "match not trimmed");
                        break;
                    }
                }
            }
        });
    }

    /// Calls the script once. Returns whether nothing is left to trim.
    async fn is_trimmed(&self, id: MatchId, trimming: Trimming) -> Result<bool, StoreError> {
        let read = reply::items(self.fields(id, ["o", "t"]).await?)?;
        let bound = |index: usize| read.get(index).and_then(Option::as_deref).unwrap_or_default();
        let first_entry = number(bound(0)).unwrap_or(1);
        let first_answer = number(bound(1)).unwrap_or_else(|| self.untrimmed(trimming).max(first_entry));
        let upto = |first: u64, end: Revision| first..end.get().clamp(first, first.saturating_add(REVISIONS_MAX));
        let entries = upto(first_entry, trimming.first_entry);
        let answers = upto(first_answer, trimming.first_answer);
        if entries.is_empty() && answers.is_empty() {
            return Ok(true);
        }
        let bounds = ([bound(0), bound(1)], [entries.end, answers.end]);
        let mut removed = self.answers_at(id, answers).await?;
        removed.extend(entries.map(|revision| keys::entry(Revision::new(revision))));
        let scripts = &self.shared.scripts;
        let reply = scripts.trim(&self.shared.servers, id, trimming.at, bounds, &removed);
        Ok(reply.await.map_err(|error| failure(&error))? == Value::Nil)
    }

    /// The first revision that is looked at for answers if `t` is absent: in a match that was never trimmed, or was
    /// trimmed by an earlier release. The latter may contain a newer answer with the request ID of a trimmed one.
    fn untrimmed(&self, trimming: Trimming) -> u64 {
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
