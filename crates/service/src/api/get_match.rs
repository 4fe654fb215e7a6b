//! `GetMatch`: the newest or a past state, as the caller may see it.

use std::sync::Arc;

use tinsel_proto::v1::{GetMatchRequest, GetMatchResponse};
use tinsel_store::{MatchStore, Revision};

use super::{call::Call, request_parser::RequestParser};
use crate::{
    auth::token::Role,
    deps::Deps,
    error::RpcError,
    read::{read_access, replay},
    views::presented::{self, Parts},
};

pub(super) async fn get_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<GetMatchRequest>,
) -> Result<GetMatchResponse, RpcError> {
    let mut parser = RequestParser::default();
    let id = parser.match_id(&call.message.match_id);
    let id = parser.done(id)?;
    let role = call.caller.role(id)?;
    if let Some(Role::Seat(grant)) = role {
        deps.presence.saw(id, grant);
    }

    let (record, viewer) = read_access::load_for(&deps, id, role).await?;
    let asked = &call.message;
    let parts = Parts::requested(asked.presentation, asked.form, asked.legal);
    let state = match asked.at_revision {
        None => presented::state(id, &record, viewer, parts)?,
        Some(revision) => {
            let past = replay::to(&deps, &call.caller, id, &record, Revision::new(revision)).await?;
            presented::past(&past, &record.setup, viewer, asked.presentation)?
        }
    };
    Ok(GetMatchResponse { state: Some(state) })
}
