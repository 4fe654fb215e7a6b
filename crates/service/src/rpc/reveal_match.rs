//! `RevealMatch`: what is hidden in a match, once everyone is told that an operator sees it.

use prost::Message;
use tinsel_engine::Viewer;
use tinsel_proto::v1::{RevealMatchRequest, RevealMatchResponse};
use tinsel_store::{MatchId, MatchStore, Revision};
use tonic::metadata::MetadataMap;

use crate::{change, deps::Deps, error::RpcError, operator, request::Request, show, table::Table, validate::Fields};

/// What is kept of the answer: nothing that is hidden.
#[derive(Clone, PartialEq, Message)]
struct Told {
    #[prost(uint64, tag = "1")]
    revision: u64,
}

pub(super) async fn reveal_match<S: MatchStore>(
    deps: &Deps<S>,
    metadata: &MetadataMap,
    asked: RevealMatchRequest,
) -> Result<RevealMatchResponse, RpcError> {
    operator::require(deps.settings.operator_token.as_ref(), metadata)?;
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let request_id = fields.request_id(&asked.request_id);
    let audit = fields.audit(asked.audit.as_ref());
    let recent = fields.recent(asked.recent);
    let (((id, request_id), audit), recent) = fields.done(id.zip(request_id).zip(audit).zip(recent))?;

    let request = Request::new(deps, request_id, ("RevealMatch", "operator"), &asked);
    let told = change::change(deps, id, &request, |table, now| {
        operator::reveal(table, now, &audit, |revision: Revision| Told {
            revision: revision.get(),
        })
    });
    let Told { revision } = told.await?;
    tracing::warn!(%id, revision, operator = audit.operator, reason = audit.reason, "an operator sees what is hidden");
    let table = change::load(deps, id).await?;
    Ok(RevealMatchResponse {
        revision,
        recent: operator::recent_in_full(deps, id, table.version.revision, recent).await?,
        ..hidden(id, &table)?
    })
}

fn hidden(id: MatchId, table: &Table) -> Result<RevealMatchResponse, RpcError> {
    let seats = table.setup.seats.seats().iter();
    let seats = seats.map(|seat| show::state(id, table, Viewer::Seat(seat)));
    let owing = table.playing().ok().map(|play| play.game.owing());
    Ok(RevealMatchResponse {
        seats: seats.collect::<Result<_, _>>()?,
        owing: owing
            .iter()
            .flat_map(|owing| owing.iter())
            .map(|seat| seat.get().into())
            .collect(),
        ..RevealMatchResponse::default()
    })
}
