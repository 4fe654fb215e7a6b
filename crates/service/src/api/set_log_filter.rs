//! `SetLogFilter`: an operator sets the log filter of this server.

use std::sync::Arc;

use tinsel_proto::v1::{SetLogFilterRequest, SetLogFilterResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{deps::Deps, error::RpcError};

pub(super) async fn set_log_filter<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<SetLogFilterRequest>,
) -> Result<SetLogFilterResponse, RpcError> {
    deps.operator_tokens.authenticate(&call.metadata)?;
    let logs = deps.logs.as_ref().ok_or(RpcError::MethodNotFound)?;
    let mut parser = RequestParser::default();
    let filter = parser.log_filter(&call.message.filter, &**logs);
    let filter = parser.done(filter)?;
    Ok(SetLogFilterResponse { filter })
}
