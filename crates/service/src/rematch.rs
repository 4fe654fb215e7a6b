//! The event about a rematch in the old match. It follows the creation of the rematch, by the outbox.

use tinsel_store::{MatchId, MatchStore, StoreError};

use crate::{
    commit::{self, idempotency::IdempotencyKey},
    deps::Deps,
    error::{RpcError, status::is_temporary},
    play::Command,
    read::load,
};

/// Notes a rematch in the old match, unless that has noted it, or does not exist any more. Does nothing for another match.
///
/// # Errors
///
/// If the store does not answer. The caller tries it again later.
pub(crate) async fn announce<S: MatchStore>(deps: &Deps<S>, id: MatchId) -> Result<(), StoreError> {
    let rematch = match load(deps, id).await {
        Ok(record) => record,
        Err(error) => return try_again(&error),
    };
    let old = rematch.setup.rematch_of.as_ref().and_then(|of| of.of.parse().ok());
    let Some(old): Option<MatchId> = old else {
        return Ok(());
    };
    match load(deps, old).await {
        Ok(record) if record.setup.rematch.is_empty() => {}
        Ok(_) => return Ok(()),
        Err(error) => return try_again(&error),
    }
    let key = IdempotencyKey::unnamed(deps.random());
    let noted = commit::run(deps, old, &key, &Command::NoteRematch(id), |_, _| ()).await;
    noted.map_or_else(|error| try_again(&error), |_| Ok(()))
}

/// Whether a failure can end. A refusal cannot: another server has noted the rematch, or the match is archived.
fn try_again(error: &RpcError) -> Result<(), StoreError> {
    if is_temporary(error) {
        return Err(StoreError::Unavailable("the rematch is not noted".to_owned()));
    }
    Ok(())
}
