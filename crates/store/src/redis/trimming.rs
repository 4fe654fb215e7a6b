//! Removes old answers and log entries of a match.

use std::ops::Range;

use ::redis::{Value, cmd};

use super::{Redis, failure, keys, number, reply};
use crate::{MatchId, Revision, StoreError, limits::Trimming};

impl Redis {
    /// Trims a match in the background. If that fails, the next batch includes what is left.
    ///
    /// The entries are read outside of the script, because Lua hashes each byte of a value that it reads.
    pub(super) fn trim(&self, id: MatchId, trimming: Trimming) {
        let store = self.clone();
        tokio::spawn(async move {
            let trimming = async {
                while !store.try_to_trim(id, trimming).await? {}
                Ok::<_, StoreError>(())
            };
            if let Err(error) = trimming.await {
                tracing::warn!(r#match = %id, %error, "old answers and log entries of the match not removed");
            }
        });
    }

    /// Whether nothing is left to trim; else another replica has trimmed the match meanwhile, perhaps less.
    async fn try_to_trim(&self, id: MatchId, trimming: Trimming) -> Result<bool, StoreError> {
        let read = reply::items(self.fields(id, ["o", "t"]).await?)?;
        let bound = |index: usize| read.get(index).and_then(Option::as_deref).unwrap_or_default();
        let first_entry = number(bound(0)).unwrap_or(1);
        let first_answer = number(bound(1)).unwrap_or(first_entry);
        let entries = first_entry..trimming.first_entry.get().max(first_entry);
        let answers = first_answer..trimming.first_answer.get().max(first_answer);
        if entries.is_empty() && answers.is_empty() {
            return Ok(true);
        }
        let bounds = ([bound(0), bound(1)], [entries.end, answers.end]);
        let mut removed = self.answers_at(id, answers).await?;
        removed.extend(entries.map(|revision| keys::entry(Revision::new(revision))));
        let scripts = &self.shared.scripts;
        let reply = scripts.trim(&self.shared.servers, id, trimming.at, bounds, &removed);
        let reply = reply.await.map_err(|error| failure(&error))?;
        Ok(reply != Value::Int(0))
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
        let requests = entries.iter().flatten().map(reply::request);
        let answers = requests.filter_map(|request| Some(request.transpose()?.map(|request| keys::answer(&request))));
        answers.collect()
    }
}
