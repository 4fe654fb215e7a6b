//! What is stored of a match, behind the API.

use std::sync::Arc;

use tinsel_catalog::AnyMatch;
use tinsel_service::testkit;
use tinsel_store::{MatchId, MatchStore, Replaced};

/// The game of a match that has begun, as it is stored.
pub async fn stored_game<S: MatchStore>(store: &S, match_id: &str) -> Arc<dyn AnyMatch> {
    let stored = store.load(id(match_id)).await.expect("a stored match");
    let game = testkit::game_of(&stored).expect("a record");
    game.expect("a match that has begun")
}

/// Puts another state of its game into the place of the one that is stored, as one more revision.
pub async fn put_game<S: MatchStore>(store: &S, match_id: &str, game: &Arc<dyn AnyMatch>) {
    let stored = store.load(id(match_id)).await.expect("a stored match");
    let nonce = stored.version.revision.get();
    let write = testkit::with_game(&stored, game, nonce).expect("a record");
    let put = store.replace(id(match_id), stored.version, write).await;
    assert!(matches!(put, Ok(Replaced::Written(_))), "{put:?}");
}

fn id(match_id: &str) -> MatchId {
    match_id.parse().expect("the id of a match")
}
