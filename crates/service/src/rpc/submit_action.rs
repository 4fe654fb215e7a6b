//! `SubmitAction`: one decision of a seat.

use tinsel_proto::v1::{SubmitActionRequest, SubmitActionResponse};
use tinsel_store::{MatchStore, UnixMillis};
use tonic::metadata::MetadataMap;

use crate::{
    auth::{self, Role},
    bots,
    change::{self, Next},
    decision::Decision,
    deps::Deps,
    error::RpcError,
    request::Request,
    table::Table,
    trace::Asked,
    validate::Fields,
};

pub(super) async fn submit_action<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: SubmitActionRequest,
) -> Result<SubmitActionResponse, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let request_id = fields.request_id(&asked.request_id);
    let action = fields.action(asked.action.as_ref());
    let ((id, request_id), action) = fields.done(id.zip(request_id).zip(action))?;
    let sitting = auth::require_seat(auth::caller(&deps.keys, metadata, id)?)?;

    let request = Request::new(
        deps,
        request_id,
        ("SubmitAction", &Role::Seat(sitting).to_string()),
        &asked,
    );
    let request = request.asking(Asked {
        seat: sitting.seat,
        action: action.clone(),
    });
    let decision = Decision::new(sitting, action, asked.expected_revision);
    change::change(deps, id, &request, |table, now| act(table, now, &decision)).await
}

fn act(table: &Table, now: UnixMillis, decision: &Decision<'_>) -> Result<Next<SubmitActionResponse>, RpcError> {
    let context = table.setup.context();
    let (play, acted) = decision.judged(table, |game, seat, action| game.act(seat, action, &context))?;
    let deed = (decision.seat(), Some(decision.action.clone()));
    let (play, step) = bots::applied(&table.setup, play, now, deed, acted);
    let (play, moved) = bots::play(&table.setup, play, now);
    let steps = std::iter::once(step).chain(moved).collect();
    let answer = SubmitActionResponse {
        revision: table.version.revision.plus(1).get(),
    };
    Ok(Next {
        table: table.with_play(play),
        steps,
        answer,
    })
}
