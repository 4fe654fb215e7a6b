//! Reading a match, for whoever may.

use std::sync::Arc;

use tinsel_store::{MatchId, MatchStore};

use crate::{
    auth::Caller,
    change,
    deps::Deps,
    error::RpcError,
    table::{Table, Visibility},
};

/// The newest state of a match that `caller` may look at.
pub(crate) async fn table<S: MatchStore>(deps: &Deps<S>, id: MatchId, caller: Caller) -> Result<Arc<Table>, RpcError> {
    let table = change::load(deps, id).await?;
    match table.setup.visibility {
        Visibility::Private if caller.is_none() => Err(RpcError::PrivateMatch),
        Visibility::Private | Visibility::Public => Ok(table),
    }
}
