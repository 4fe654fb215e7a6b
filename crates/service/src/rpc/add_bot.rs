//! `AddBot`: a seat that the server plays.

use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{AddBotRequest, AddBotResponse};
use tinsel_store::MatchStore;
use tonic::metadata::MetadataMap;

use crate::{
    auth,
    change::{self, Request},
    deps::Deps,
    error::RpcError,
    lobby,
    table::Occupant,
    validate::Fields,
};

pub(super) async fn add_bot<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: AddBotRequest,
) -> Result<AddBotResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let request_id = fields.request_id(&asked.request_id);
    let name = fields.bot_name(&asked.display_name);
    let ((id, request_id), name) = fields.done(id.zip(request_id).zip(name))?;
    auth::require_host(auth::caller(&deps.keys, metadata, id)?)?;

    let request = Request::new(deps, request_id, ("AddBot", ""), &asked);
    change::change(deps, id, &request, |table, now| {
        let bot = |seat: SeatIndex| {
            let name = name.clone().unwrap_or_else(|| format!("Bot {}", seat.get()));
            Occupant::Bot { name }
        };
        lobby::take_seat(table, now, asked.seat, bot, |seat, revision| AddBotResponse {
            seat: u32::from(seat.get()),
            revision: revision.get(),
        })
    })
    .await
}
