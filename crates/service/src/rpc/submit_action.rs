//! `SubmitAction`: one decision of a seat.

use tinsel_catalog::NotActed;
use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{GameAction, SubmitActionRequest, SubmitActionResponse};
use tinsel_store::{MatchStore, Revision, UnixMillis};
use tonic::metadata::MetadataMap;

use crate::{
    auth, bots,
    change::{self, Next, Request},
    deps::Deps,
    error::RpcError,
    table::Table,
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
    let seat = auth::require_seat(auth::caller(&deps.keys, metadata, id)?)?;

    let request = Request::new(deps, request_id, ("SubmitAction", &seat.to_string()), &asked);
    let expected = asked.expected_revision.map(Revision::new);
    change::change(deps, id, &request, |table, now| {
        check_revision(table, expected)?;
        act(table, now, seat, action)
    })
    .await
}

fn check_revision(table: &Table, expected: Option<Revision>) -> Result<(), RpcError> {
    let revision = table.version.revision;
    match expected {
        Some(expected) if expected != revision => Err(RpcError::RevisionMismatch { revision }),
        Some(_) | None => Ok(()),
    }
}

fn act(
    table: &Table,
    now: UnixMillis,
    seat: SeatIndex,
    action: &GameAction,
) -> Result<Next<SubmitActionResponse>, RpcError> {
    let revision = table.version.revision;
    let play = table.play.as_ref().ok_or(RpcError::MatchNotStarted)?;
    let acted = play.game.act(seat, action).map_err(|not| match not {
        NotActed::Unreadable => RpcError::WrongGame {
            game: play.game.facts().id,
        },
        NotActed::Refused(refusal) => RpcError::Refused {
            refusal,
            revision: Some(revision),
        },
    })?;
    let (play, entry) = bots::applied(&table.setup, play, now, (seat, Some(action.clone())), acted);
    let (play, moved) = bots::play(&table.setup, play, now);
    let entries = std::iter::once(entry).chain(moved).collect();
    let answer = SubmitActionResponse {
        revision: revision.plus(1).get(),
    };
    Ok(Next {
        table: table.with_play(play),
        entries,
        answer,
    })
}
