//! Finds a match by its id or its join code.

use tinsel_store::{MatchId, MatchStore, StoreError};

use crate::{auth::join_code::JoinCode, deps::Deps, error::RpcError};

/// A caller's reference to a match.
#[derive(Debug, Clone, Copy)]
pub(crate) enum MatchRef {
    Id(MatchId),
    Code(JoinCode),
}

impl MatchRef {
    pub(crate) const fn is_code(self) -> bool {
        matches!(self, Self::Code(_))
    }
}

/// The match of a reference. For a join code, the match must exist.
pub(crate) async fn find<S: MatchStore>(deps: &Deps<S>, named: MatchRef) -> Result<MatchId, RpcError> {
    let code = match named {
        MatchRef::Id(id) => return Ok(id),
        MatchRef::Code(code) => code,
    };
    for entropy in deps.keys.with_code(&code) {
        let id = MatchId::from_entropy(entropy, deps.settings.shards);
        match deps.load(id).await {
            Ok(_) => return Ok(id),
            Err(StoreError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(RpcError::JoinCodeUnknown)
}
