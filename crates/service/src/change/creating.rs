//! How a match is created, once for each request.

use std::sync::Arc;

use prost::Message;
use tinsel_proto::v1::MatchPhase;
use tinsel_store::{Created, MatchId, MatchStore, StoreError};
use tracing::Instrument;

use super::{Next, answer_of, repeats, write};
use crate::{
    deps::Deps,
    error::RpcError,
    open_matches::{self, Owner},
    request::Request,
    trace,
};

/// Creates a match, or finds the one that this request created. If it has an owner, it counts among the open matches of
/// that owner.
pub(crate) async fn create<S: MatchStore, R: Message + Default>(
    deps: &Deps<S>,
    id: MatchId,
    request: &Request,
    owner: Option<Owner>,
    next: Next<R>,
) -> Result<R, RpcError> {
    let creating = async {
        let created = create_in_span(deps, id, request, owner, next).await;
        created.inspect_err(|error| trace::ended(error, 1))
    };
    creating.instrument(trace::action(id)).await
}

async fn create_in_span<S: MatchStore, R: Message + Default>(
    deps: &Deps<S>,
    id: MatchId,
    request: &Request,
    owner: Option<Owner>,
    mut next: Next<R>,
) -> Result<R, RpcError> {
    let write = write(deps, id, request, None, &mut next)?;
    if let Some(owner) = owner
        && let Err(refusal) = open_matches::take_place(deps, owner, id).await
    {
        // It may have been created before, and have ended since.
        let answered = answer_of(deps, id, request).await;
        return match answered {
            Ok(Some(answer)) => repeats(request, answer, 1),
            Ok(None) | Err(_) => Err(refusal),
        };
    }
    match deps.store.create(id, write).await {
        Ok(Created::New(version)) => {
            deps.metrics.came_into(&next.table.setup, MatchPhase::Lobby);
            let table = Arc::new(next.table.at(version));
            trace::created(&table);
            deps.tables.slot(id).remember(&table);
            Ok(next.answer)
        }
        Ok(Created::Exists(stored)) => {
            if let Some(owner) = owner {
                open_matches::found(deps, owner, id, &stored).await;
            }
            let answered = answer_of(deps, id, request).await?;
            answered
                .ok_or(RpcError::RequestIdReused)
                .and_then(|answer| repeats(request, answer, 1))
        }
        Err(error) => {
            // Without an answer it may have been created all the same.
            if let (Some(owner), StoreError::Full) = (owner, &error) {
                open_matches::give_back(deps, owner.pool, id).await;
            }
            Err(error.into())
        }
    }
}

/// Creates a match that nobody asked for by name, unless it is there.
pub(crate) async fn ensure<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    owner: Option<Owner>,
    next: Next<()>,
) -> Result<(), RpcError> {
    let request = Request::new(deps, None, ("", ""), &());
    match create(deps, id, &request, owner, next).await {
        // Somebody else was faster.
        Ok(()) | Err(RpcError::RequestIdReused) => Ok(()),
        Err(error) => Err(error),
    }
}
