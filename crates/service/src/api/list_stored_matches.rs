//! `AdminService.ListMatches`: the stored matches, for operators.

use std::sync::Arc;

use tinsel_proto::v1::{AdminServiceListMatchesRequest, AdminServiceListMatchesResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser, stored_matches};
use crate::{deps::Deps, error::RpcError};

pub(super) async fn list_stored_matches<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<AdminServiceListMatchesRequest>,
) -> Result<AdminServiceListMatchesResponse, RpcError> {
    deps.operator_tokens.authenticate(&call.metadata)?;
    let asked = call.message;
    let mut parser = RequestParser::default();
    let filter = parser.stored_filter(&asked.filter.unwrap_or_default());
    let from = filter
        .as_ref()
        .and_then(|filter| parser.scan_position(filter, &asked.page_token));
    let (filter, from) = parser.done(filter.zip(from))?;

    stored_matches::page(&deps, &filter, from).await
}
