//! Reading a match, for whoever may.

use std::sync::Arc;

use tinsel_engine::Viewer;
use tinsel_store::{MatchId, MatchStore};

use crate::{
    auth::{Caller, Role},
    change,
    deps::Deps,
    error::RpcError,
    table::{Table, Visibility},
};

/// The newest state of a match that `caller` may look at, and as whom.
pub(crate) async fn table<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    caller: Caller,
) -> Result<(Arc<Table>, Viewer), RpcError> {
    let table = change::load(deps, id).await?;
    let viewer = viewer(&table, caller)?;
    Ok((table, viewer))
}

/// As whom a caller sees a match as it stands.
///
/// # Errors
///
/// If the caller may not look at it, or no longer.
pub(crate) fn viewer(table: &Table, caller: Caller) -> Result<Viewer, RpcError> {
    match caller {
        Some(Role::Seat(sitting)) => Ok(Viewer::Seat(table.seat_of(sitting)?)),
        Some(Role::Host) => Ok(Viewer::Spectator),
        None if table.setup.visibility == Visibility::Private => Err(RpcError::PrivateMatch),
        Some(Role::Spectator) | None if table.setup.players_only && table.is_active() => Err(RpcError::PlayersOnly),
        Some(Role::Spectator) | None => Ok(Viewer::Spectator),
    }
}
