//! `SubstituteSeat`: a bot decides for a player.

use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{SubstituteSeatRequest, SubstituteSeatResponse};
use tinsel_store::{MatchStore, Revision};
use tonic::metadata::MetadataMap;

use crate::{
    auth::{self, Role},
    change, conduct,
    deps::Deps,
    error::RpcError,
    request::Request,
    table::Table,
    validate::Fields,
};

pub(super) async fn substitute_seat<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: SubstituteSeatRequest,
) -> Result<SubstituteSeatResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let request_id = fields.request_id(&asked.request_id);
    let (id, request_id) = fields.done(id.zip(request_id))?;
    let caller = auth::caller(&deps.keys, metadata, id)?.ok_or(RpcError::TokenMissing)?;
    let wanted = wanted(caller, asked.seat)?;

    let request = Request::new(deps, request_id, ("SubstituteSeat", &caller.to_string()), &asked);
    change::change(deps, id, &request, |table, now| {
        let seat = seat(table, caller, wanted)?;
        conduct::substitute(table, now, seat, |revision: Revision| SubstituteSeatResponse {
            revision: revision.get(),
        })
    })
    .await
}

/// The seat that is asked for; its own if a seat asks for none.
fn wanted(caller: Role, asked: Option<u32>) -> Result<u32, RpcError> {
    match (caller, asked) {
        (Role::Host, Some(seat)) => Ok(seat),
        (Role::Host, None) => {
            let mut fields = Fields::default();
            let seat = fields.required("seat", "must name the seat; only a seat may leave it out");
            fields.done(seat)
        }
        (Role::Seat(sitting), asked) => {
            let own = u32::from(sitting.seat.get());
            let is_own = asked.is_none_or(|seat| seat == own);
            if is_own { Ok(own) } else { Err(RpcError::HostOnly) }
        }
        (Role::Spectator, _) => Err(RpcError::HostOnly),
    }
}

/// The seat, and whether its own player asks.
fn seat(table: &Table, caller: Role, wanted: u32) -> Result<(SeatIndex, bool), RpcError> {
    if let Role::Seat(sitting) = caller {
        return Ok((table.seat_of(sitting)?, true));
    }
    Ok((table.setup.seat(wanted)?, false))
}
