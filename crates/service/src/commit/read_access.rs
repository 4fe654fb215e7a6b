//! Who may read a match, and as which viewer.

use std::sync::Arc;

use tinsel_engine::Viewer;
use tinsel_store::{MatchId, MatchStore};

use super::load::load;
use crate::{
    deps::Deps,
    error::RpcError,
    gate::token::Role,
    record::{MatchRecord, Visibility},
};

/// The newest state of a match that a caller with this role may look at, and as whom.
pub(crate) async fn load_for<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    role: Option<Role>,
) -> Result<(Arc<MatchRecord>, Viewer), RpcError> {
    let record = load(deps, id).await?;
    let viewer = viewer(&record, role)?;
    Ok((record, viewer))
}

/// As whom a caller sees a match as it stands.
///
/// # Errors
///
/// If the caller may not look at it, or no longer.
pub(crate) fn viewer(record: &MatchRecord, role: Option<Role>) -> Result<Viewer, RpcError> {
    match role {
        Some(Role::Seat(grant)) => Ok(Viewer::Seat(record.seat_of(grant)?)),
        Some(Role::Host) => Ok(Viewer::Spectator),
        None if record.setup.visibility == Visibility::Private => Err(RpcError::PrivateMatch),
        Some(Role::Spectator) | None if record.setup.players_only && record.is_active() => Err(RpcError::PlayersOnly),
        Some(Role::Spectator) | None => Ok(Viewer::Spectator),
    }
}
