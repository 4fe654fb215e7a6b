//! `SubstituteSeat`: a bot decides for a player until the player returns.

use std::sync::Arc;

use tinsel_proto::v1::{SubstituteSeatRequest, SubstituteSeatResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{
    commit,
    deps::Deps,
    error::RpcError,
    play::{Command, HostCommand},
    record::Host,
};

pub(super) async fn substitute_seat<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<SubstituteSeatRequest>,
) -> Result<SubstituteSeatResponse, RpcError> {
    let asked = &call.message;
    let (id, request_id) = RequestParser::match_request(&asked.match_id, &asked.request_id)?;
    let caller = call.caller.require_host_or_seat(id)?;
    let command = command(caller, asked.seat)?;

    let key = call.key(&deps, request_id.as_ref(), "SubstituteSeat", caller);
    let respond = |revision| SubstituteSeatResponse { revision };
    commit::run_to_revision(&deps, id, &key, &command, respond).await
}

/// A seat means itself if the request names no seat.
fn command(caller: Host, asked: Option<u32>) -> Result<Command, RpcError> {
    match (caller, asked) {
        (Host::Seat(grant), asked) if asked.is_none_or(|seat| seat == u32::from(grant.seat.get())) => {
            Ok(Command::Substitute(grant))
        }
        (caller, Some(seat)) => {
            let change = HostCommand::Substitute { seat };
            Ok(Command::ByHost { caller, change })
        }
        (Host::Creator | Host::Seat(_), None) => {
            let mut parser = RequestParser::default();
            let seat = parser.required("seat", "required; only the token of a seat may omit it");
            parser.done(seat)
        }
    }
}
