//! `AddBot`: a seat that the server plays.

use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{AddBotRequest, AddBotResponse};
use tinsel_store::MatchStore;
use tonic::metadata::MetadataMap;

use crate::{
    auth, change,
    deps::Deps,
    error::RpcError,
    lobby,
    request::Request,
    table::{Occupant, Setup},
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

    let request = Request::new(deps, request_id, ("AddBot", "host"), &asked);
    change::change(deps, id, &request, |table, now| {
        let bot = |setup: &Setup, seat| Occupant::Bot {
            name: name.clone().unwrap_or_else(|| free_name(setup, seat)),
        };
        lobby::take_seat(table, now, asked.seat, bot, |seat, revision| AddBotResponse {
            seat: u32::from(seat.get()),
            revision: revision.get(),
        })
    })
    .await
}

/// A name for a bot that was given none: "Bot" and its seat, or the next number that nobody is called by.
fn free_name(setup: &Setup, seat: SeatIndex) -> String {
    let names = (u32::from(seat.get())..).map(|number| format!("Bot {number}"));
    let mut free = names.filter(|name| !setup.has_name(name));
    free.next().unwrap_or_default()
}
