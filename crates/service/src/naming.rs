//! How a match is named by whoever is not in it yet: by its id, or by its join code.

use tinsel_store::{MatchId, MatchStore, StoreError};

use crate::{
    deps::Deps,
    error::RpcError,
    table::{Table, Visibility},
    validate::Named,
};

/// The match that is named. By a code it is one that is there.
pub(crate) async fn find<S: MatchStore>(deps: &Deps<S>, named: Named) -> Result<MatchId, RpcError> {
    let code = match named {
        Named::Id(id) => return Ok(id),
        Named::Code(code) => code,
    };
    for entropy in deps.keys.with_code(&code) {
        let id = MatchId::from_entropy(entropy, deps.settings.shards);
        match deps.store.load(id).await {
            Ok(_) => return Ok(id),
            Err(StoreError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Err(RpcError::JoinCodeUnknown)
}

/// Checks that whoever names a match so may come in.
pub(crate) fn may_join(table: &Table, named: Named) -> Result<(), RpcError> {
    let needs_code = table.setup.visibility == Visibility::Private && table.setup.by_code;
    match named {
        Named::Id(_) if needs_code => Err(RpcError::PrivateMatch),
        Named::Id(_) | Named::Code(_) => Ok(()),
    }
}
