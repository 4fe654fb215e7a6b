//! `SetLogFilter`: an operator chooses what this server logs.

use tinsel_proto::v1::{SetLogFilterRequest, SetLogFilterResponse};
use tinsel_store::MatchStore;
use tonic::metadata::MetadataMap;

use crate::{deps::Deps, error::RpcError, operator, validate::Fields};

pub(super) fn set_log_filter<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: &SetLogFilterRequest,
) -> Result<SetLogFilterResponse, RpcError> {
    operator::require(deps.settings.operator_token.as_ref(), metadata)?;
    let logs = deps.logs.as_ref().ok_or(RpcError::MethodNotFound)?;
    let mut fields = Fields::default();
    let filter = fields.log_filter(&asked.filter, &**logs);
    let filter = fields.done(filter)?;
    Ok(SetLogFilterResponse { filter })
}
