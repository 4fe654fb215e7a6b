//! The lobby of a match.

use tinsel_store::LobbyId;

use super::{setup::Setup, tenant};

impl Setup {
    /// The lobby that lists the match; `None` for that of matches without a tenant.
    pub(crate) fn lobby_id(&self) -> Option<LobbyId> {
        (!self.tenant.is_empty()).then(|| tenant::lobby_id(&self.tenant, &self.lobby))
    }
}
