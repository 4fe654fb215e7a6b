//! `GetMatch`: the newest state, as the caller may see it.

use std::sync::Arc;

use tinsel_proto::v1::{GetMatchRequest, GetMatchResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{commit::read_access, deps::Deps, error::RpcError, record::show};

pub(super) async fn get_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<GetMatchRequest>,
) -> Result<GetMatchResponse, RpcError> {
    let mut parser = RequestParser::default();
    let id = parser.match_id(&call.message.match_id);
    let id = parser.done(id)?;
    let role = call.caller.role(id)?;

    let (record, viewer) = read_access::load_for(&deps, id, role).await?;
    Ok(GetMatchResponse {
        state: Some(show::state(id, &record, viewer)?),
    })
}
