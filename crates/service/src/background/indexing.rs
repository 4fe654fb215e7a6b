//! Lets the indexes of players follow the matches, and the events about rematches: at once after a write of this replica, and later after one of a replica that
//! was killed.

use std::{sync::Arc, time::Duration};

use tinsel_store::{MatchId, MatchStore, Revision, StoreError};
use tokio::time::sleep;

use crate::{deps::Deps, player_index, rematch};

/// Changes of a match within this time are followed once.
const COLLECTED: Duration = Duration::from_millis(200);
/// The number of matches that one look at an outbox returns. The others wait for the next look.
const MATCHES: u32 = 1_024;

/// Updates the indexes of players.
#[derive(Debug)]
pub(super) struct Indexer<S: MatchStore>(Arc<Deps<S>>);

impl<S: MatchStore> Indexer<S> {
    pub(super) const fn new(deps: Arc<Deps<S>>) -> Self {
        Self(deps)
    }

    /// Follows the writes of this replica until shutdown begins.
    pub(super) async fn run(&self) {
        let draining = self.0.draining.clone();
        let following = async {
            loop {
                let written = self.0.outbox.next().await;
                for id in written {
                    self.follow(id, Revision::NONE).await;
                }
                sleep(COLLECTED).await;
            }
        };
        draining.run_until_cancelled(following).await;
    }

    /// Follows all matches in the outboxes of this replica's shards.
    pub(super) async fn catch_up(&self) {
        for shard in self.0.schedule.owned() {
            if let Ok(waiting) = self.0.store.outbox(shard, MATCHES).await {
                for (id, revision) in waiting {
                    self.follow(id, revision).await;
                }
            }
        }
    }

    async fn follow(&self, id: MatchId, added: Revision) {
        let followed = async {
            // Boxed, because it is rare, and large.
            Box::pin(rematch::announce(&self.0, id)).await?;
            player_index::follow(&self.0, id, added).await
        };
        if let Err(error) = followed.await {
            // The cause may quote stored data.
            let cause = if matches!(error, StoreError::Corrupt(_)) {
                "unreadable"
            } else {
                "store failed"
            };
            tracing::warn!(r#match = %id, cause, "indexes of players not updated");
        }
    }
}
