//! Removes the trimmed answers and log entries of a match.

use ::redis::cmd;

use super::{Redis, keys, reply};
use crate::{MatchId, Revision, StoreError, limits::Trimming};

impl Redis {
    /// Removes in the background what a write has trimmed.
    ///
    /// The write itself has hidden the log entries, and answers may stay longer. So a failure changes nothing that a
    /// caller can notice, and only wastes memory until the match is packed. The script of the write could remove them
    /// as well, but then each value becomes one of Lua, which costs far more than these commands.
    pub(super) fn remove_trimmed(&self, id: MatchId, trimming: Trimming) {
        let store = self.clone();
        tokio::spawn(async move {
            if let Err(error) = store.removed(id, trimming).await {
                tracing::debug!(match_id = %id, %error, "trimmed answers and log entries not removed");
            }
        });
    }

    async fn removed(&self, id: MatchId, Trimming { answers, entries }: Trimming) -> Result<(), StoreError> {
        let name = |revision| keys::entry(Revision::new(revision));
        let mut command = cmd("HMGET");
        command
            .arg(keys::of_match(id))
            .arg(answers.map(name).collect::<Vec<_>>());
        let requests = reply::requests(self.query(id.shard(), &command).await?)?;
        let mut fields: Vec<_> = entries.map(name).collect();
        fields.extend(requests.iter().map(keys::answer));
        if fields.is_empty() {
            return Ok(());
        }
        let mut command = cmd("HDEL");
        command.arg(keys::of_match(id)).arg(fields);
        self.query(id.shard(), &command).await.map(drop)
    }
}
