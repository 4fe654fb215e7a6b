//! Loads the newest state of a match.

use std::sync::Arc;

use tinsel_store::{MatchId, MatchStore, StoreError, Stored};
use tracing::{Instrument, debug_span};

use crate::{cache::CacheEntry, deps::Deps, error::RpcError, record::MatchRecord};

/// The newest state of a match, from the store.
pub(crate) async fn load<S: MatchStore>(deps: &Deps<S>, id: MatchId) -> Result<Arc<MatchRecord>, RpcError> {
    let cached = deps.cache.entry(id);
    Ok(read(deps, id, &cached).await?)
}

pub(crate) async fn read<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    cached: &CacheEntry,
) -> Result<Arc<MatchRecord>, StoreError> {
    let loading = deps.load(id);
    match loading.instrument(debug_span!("load", tinsel.r#match = %id)).await {
        Ok(stored) => match cached.guess() {
            Some(guess) if guess.is(&stored) => {
                cached.seen_again();
                Ok(guess)
            }
            Some(_) | None => keep(deps, cached, &stored),
        },
        Err(error) => {
            if matches!(error, StoreError::NotFound | StoreError::Moved) {
                deps.cache.forget(id);
            }
            Err(error)
        }
    }
}

/// Decodes a stored match, and caches it.
pub(crate) fn keep<S>(deps: &Deps<S>, cached: &CacheEntry, stored: &Stored) -> Result<Arc<MatchRecord>, StoreError> {
    let record = Arc::new(deps.metrics.read(MatchRecord::read(stored))?);
    cached.remember(&record);
    Ok(record)
}
