//! `SubstituteSeat`: a bot decides for a player until the player returns.

use std::sync::Arc;

use tinsel_proto::v1::{SubstituteSeatRequest, SubstituteSeatResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{
    auth::token::Role,
    commit,
    deps::Deps,
    error::RpcError,
    play::{Command, Substituted},
};

pub(super) async fn substitute_seat<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<SubstituteSeatRequest>,
) -> Result<SubstituteSeatResponse, RpcError> {
    let asked = &call.message;
    let (id, request_id) = RequestParser::match_request(&asked.match_id, &asked.request_id)?;
    let role = call.caller.role(id)?.ok_or(RpcError::TokenMissing)?;
    let substituted = substituted(role, asked.seat)?;

    let key = call.key(&deps, request_id.as_ref(), "SubstituteSeat", role);
    let command = Command::Substitute(substituted);
    let respond = |revision| SubstituteSeatResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}

/// The requested seat; the caller's own seat if the request has none.
fn substituted(role: Role, asked: Option<u32>) -> Result<Substituted, RpcError> {
    match (role, asked) {
        (Role::Host, Some(seat)) => Ok(Substituted::ByHost(seat)),
        (Role::Host, None) => {
            let mut parser = RequestParser::default();
            let seat = parser.required("seat", "required; only the token of a seat may omit it");
            parser.done(seat)
        }
        (Role::Seat(grant), asked) => {
            let own = u32::from(grant.seat.get());
            let is_own = asked.is_none_or(|seat| seat == own);
            is_own.then_some(Substituted::Own(grant)).ok_or(RpcError::HostOnly)
        }
        (Role::Spectator, _) => Err(RpcError::HostOnly),
    }
}
