//! `JoinMatch`: a seat, and the token that goes with it.

use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{JoinMatchRequest, JoinMatchResponse};
use tinsel_store::{MatchId, MatchStore, Revision};

use crate::{
    auth::{Role, Sitting},
    change::{self, Request},
    deps::Deps,
    error::RpcError,
    lobby, naming,
    table::{Conduct, Occupant, Setup},
    validate::Fields,
};

pub(super) async fn join_match<S: MatchStore>(
    deps: &Deps<S>,
    asked: JoinMatchRequest,
) -> Result<JoinMatchResponse, RpcError> {
    let mut fields = Fields::default();
    let named = fields.named(&asked.match_id, &asked.join_code);
    let request_id = fields.request_id(&asked.request_id);
    let name = fields.player_name(&asked.display_name);
    let nonce = fields.nonce(&asked.nonce);
    let (((named, request_id), name), nonce) = fields.done(named.zip(request_id).zip(name).zip(nonce))?;
    let id = naming::find(deps, named).await?;

    let request = Request::new(deps, request_id, ("JoinMatch", ""), &asked);
    let seated: Seated = change::change(deps, id, &request, |table, now| {
        naming::may_join(table, named)?;
        let player = |_: &Setup, _| Occupant::Player {
            name: name.clone(),
            nonce: nonce.clone(),
            conduct: Conduct::Own,
        };
        lobby::take_seat(table, now, asked.seat, player, |seat, revision| {
            Seated::new(table.setup.sitting(seat), revision)
        })
    })
    .await?;
    seated.answer(deps, id)
}

/// What is kept of the answer. The token is made again for whoever repeats the call: for that sitting, and not for one
/// who has taken the seat since.
#[derive(Clone, PartialEq, prost::Message)]
struct Seated {
    #[prost(uint32, tag = "1")]
    seat: u32,
    #[prost(uint64, tag = "3")]
    revision: u64,
    #[prost(uint32, tag = "5")]
    left_before: u32,
}

impl Seated {
    fn new(sitting: Sitting, revision: Revision) -> Self {
        Self {
            seat: u32::from(sitting.seat.get()),
            revision: revision.get(),
            left_before: sitting.left_before,
        }
    }

    fn answer<S: MatchStore>(&self, deps: &Deps<S>, id: MatchId) -> Result<JoinMatchResponse, RpcError> {
        let sitting = Sitting {
            seat: SeatIndex::new(u8::try_from(self.seat).map_err(RpcError::internal)?),
            left_before: self.left_before,
        };
        Ok(JoinMatchResponse {
            seat: self.seat,
            seat_token: deps.keys.token(id, Role::Seat(sitting)),
            revision: self.revision,
            match_id: id.to_string(),
        })
    }
}
