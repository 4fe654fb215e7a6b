//! The indexes by which the matches of a platform's user are found. They follow the matches: each write of a match with such
//! players puts the match into the outbox of its shard.

use std::{collections::BTreeSet, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use tinsel_store::{MatchId, MatchStore, Played, PoolId, Revision, StoreError, UnixMillis};

use crate::{
    deps::Deps,
    record::{MatchRecord, PlayerRef},
};

/// How long an index stays without a change, if the archive keeps matches without a limit.
const KEPT: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// How often a match is read until its indexes have followed.
const TRIES: u32 = 8;

/// The index of a user. Its name contains no part of the reference, and is the same on every replica.
fn index_of<S: MatchStore>(deps: &Deps<S>, player: &PlayerRef) -> PoolId {
    let installation = deps.store_use.installation().map_or(0, |installation| installation.0);
    let key = blake3::derive_key("tinsel 2026-12 index of a player", &installation.to_le_bytes());
    let length = u64::try_from(player.tenant.len()).unwrap_or(u64::MAX).to_le_bytes();
    let named = [&length, player.tenant.as_bytes(), player.id.as_bytes()].concat();
    let hash = blake3::keyed_hash(&key, &named);
    let entropy = hash.as_bytes().first_chunk().unwrap_or(&[0; 16]);
    PoolId::from_entropy(*entropy, deps.settings.shards)
}

/// Updates the indexes of the players of a match, and takes it out of the outbox. Several replicas may do so at the same time:
/// each of them ends with the newest state of the match.
///
/// # Errors
///
/// If the store does not answer, or the match changes all the time. It then stays in the outbox.
pub(crate) async fn follow<S: MatchStore>(deps: &Deps<S>, id: MatchId, added: Revision) -> Result<(), StoreError> {
    let (mut version, mut players) = (None, BTreeSet::new());
    for _ in 0..TRIES {
        let stored = match deps.store.load(id).await {
            // Lists leave it out.
            Err(StoreError::NotFound) => return deps.store.leave_outbox(id, added).await,
            stored => stored?,
        };
        if version == Some(stored.version) {
            return deps.store.leave_outbox(id, stored.version.revision).await;
        }
        version = Some(stored.version);
        let record = MatchRecord::read(&stored)?;
        let present: BTreeSet<_> = record.setup.personal.references().cloned().collect();
        players.extend(present.iter().cloned());
        for player in &players {
            let at = present.contains(player).then_some(record.written);
            deps.store
                .index_played(index_of(deps, player), id, at, kept_for(deps))
                .await?;
        }
    }
    Err(StoreError::Unavailable("the match changes all the time".to_owned()))
}

/// A page of the index of a user.
#[derive(Debug)]
pub(crate) struct IndexPage {
    /// The matches, newest first.
    pub(crate) matches: Vec<Played>,
    /// Whether it is the last page.
    pub(crate) is_last: bool,
}

/// The matches in the index of a user from the one after `after` on; at most `limit`.
pub(crate) async fn page<S: MatchStore>(
    deps: &Deps<S>,
    player: &PlayerRef,
    after: Option<Played>,
    limit: u32,
) -> Result<IndexPage, StoreError> {
    let matches = deps.store.played(index_of(deps, player), after, limit).await?;
    let is_last = u32::try_from(matches.len()).is_ok_and(|found| found < limit);
    Ok(IndexPage { matches, is_last })
}

/// Removes a match from the index of a user.
pub(crate) async fn remove<S: MatchStore>(deps: &Deps<S>, player: &PlayerRef, id: MatchId) -> Result<(), StoreError> {
    let index = index_of(deps, player);
    deps.store.index_played(index, id, None, Duration::ZERO).await
}

fn kept_for<S: MatchStore>(deps: &Deps<S>) -> Duration {
    let retention = &deps.settings.retention;
    let stored = retention.active.max(retention.lobby).max(retention.finished);
    match &deps.archive {
        Some(_) => retention.archived.unwrap_or(KEPT).max(stored),
        None => stored,
    }
}

/// The page token to continue a list of a user's matches after the last one; empty without one.
pub(crate) fn token(last: Option<Played>) -> String {
    last.map_or_else(String::new, |Played { at, id }| {
        URL_SAFE_NO_PAD.encode(format!("{}.{id}", at.0))
    })
}

/// The match after which a token continues; `None` if no server has issued it.
pub(crate) fn played_after(text: &str) -> Option<Played> {
    let decoded = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    let (at, id) = decoded.split_once('.')?;
    let played = Played {
        at: UnixMillis(at.parse().ok()?),
        id: id.parse().ok()?,
    };
    (token(Some(played)) == text).then_some(played)
}
