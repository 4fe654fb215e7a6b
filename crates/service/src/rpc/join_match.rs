//! `JoinMatch`: a seat, and the token that goes with it.

use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{JoinMatchRequest, JoinMatchResponse};
use tinsel_store::MatchStore;

use crate::{
    auth::Role,
    change::{self, Request},
    deps::Deps,
    error::RpcError,
    lobby,
    table::{Occupant, Setup},
    validate::Fields,
};

pub(super) async fn join_match<S: MatchStore>(
    deps: &Deps<S>,
    asked: JoinMatchRequest,
) -> Result<JoinMatchResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let request_id = fields.request_id(&asked.request_id);
    let name = fields.player_name(&asked.display_name);
    let nonce = fields.nonce(&asked.nonce);
    let (((id, request_id), name), nonce) = fields.done(id.zip(request_id).zip(name).zip(nonce))?;

    let request = Request::new(deps, request_id, ("JoinMatch", ""), &asked);
    // The token is not kept with the answer: it can be made again.
    let answer: JoinMatchResponse = change::change(deps, id, &request, |table, now| {
        let player = |_: &Setup, _| Occupant::Player {
            name: name.clone(),
            nonce: nonce.clone(),
        };
        lobby::take_seat(table, now, asked.seat, player, |seat, revision| JoinMatchResponse {
            seat: u32::from(seat.get()),
            seat_token: String::new(),
            revision: revision.get(),
        })
    })
    .await?;
    let seat = u8::try_from(answer.seat).map_err(RpcError::internal)?;
    Ok(JoinMatchResponse {
        seat_token: deps.keys.token(id, Role::Seat(SeatIndex::new(seat))),
        ..answer
    })
}
