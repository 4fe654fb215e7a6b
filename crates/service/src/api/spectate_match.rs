//! `SpectateMatch`: issues a spectator token.

use std::sync::Arc;

use tinsel_proto::v1::{SpectateMatchRequest, SpectateMatchResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{
    auth::token::Role,
    deps::Deps,
    error::RpcError,
    play::lobby,
    read::{self, match_lookup, read_access},
};

pub(super) async fn spectate_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<SpectateMatchRequest>,
) -> Result<SpectateMatchResponse, RpcError> {
    let mut parser = RequestParser::default();
    let named = parser.match_ref(&call.message.match_id, &call.message.join_code);
    let named = parser.done(named)?;

    let id = match_lookup::find(&deps, named).await?;
    let record = read::load(&deps, id).await?;
    lobby::require_code(&record.setup, named.is_code())?;
    read_access::viewer(&record, Some(Role::Spectator))?;
    Ok(SpectateMatchResponse {
        match_id: id.to_string(),
        spectator_token: deps.keys.token(id, Role::Spectator),
    })
}
