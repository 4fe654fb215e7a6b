//! `JoinMatch`: a seat, and the token that goes with it.

use tinsel_proto::v1::{JoinMatchRequest, JoinMatchResponse};
use tinsel_store::MatchStore;

use crate::{
    change,
    deps::Deps,
    error::RpcError,
    lobby, naming,
    request::Request,
    seated::Seated,
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
            substitutions: 0,
            sought: None,
        };
        lobby::take_seat(table, now, asked.seat, player, |seat, revision| {
            Seated::new(table.setup.sitting(seat), revision)
        })
    })
    .await?;
    Ok(JoinMatchResponse {
        seat: seated.seat,
        seat_token: seated.token(deps, id)?,
        revision: seated.revision,
        match_id: id.to_string(),
    })
}
