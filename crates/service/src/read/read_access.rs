//! Permission to read a match, and the viewer that a caller reads it as.

use std::sync::Arc;

use tinsel_engine::Viewer;
use tinsel_store::{MatchId, MatchStore};

use super::load;
use crate::{
    auth::token::Role,
    deps::Deps,
    error::RpcError,
    record::{Host, MatchRecord, Visibility},
};

/// The newest state of a match, and the viewer that a caller with this role reads it as.
pub(crate) async fn load_for<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    role: Option<Role>,
) -> Result<(Arc<MatchRecord>, Viewer), RpcError> {
    let record = load(deps, id).await?;
    let viewer = viewer(&record, role)?;
    Ok((record, viewer))
}

/// The viewer that a caller with this role reads a match as.
///
/// # Errors
///
/// If the caller may not read it, or no longer.
pub(crate) fn viewer(record: &MatchRecord, role: Option<Role>) -> Result<Viewer, RpcError> {
    match role {
        Some(Role::Seat(grant)) => Ok(Viewer::Seat(record.seat_of(grant)?)),
        Some(Role::Host) if record.setup.host != Host::Creator => Err(RpcError::HostTransferred),
        Some(Role::Host) => Ok(Viewer::Spectator),
        None if record.setup.visibility == Visibility::Private => Err(RpcError::PrivateMatch),
        Some(Role::Spectator) | None if record.setup.players_only && record.is_active() => Err(RpcError::PlayersOnly),
        Some(Role::Spectator) | None => Ok(Viewer::Spectator),
    }
}
