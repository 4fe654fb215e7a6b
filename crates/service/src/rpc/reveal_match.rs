//! `RevealMatch`: what is hidden in a match, once everyone is told that an operator sees it.

use std::sync::{Mutex, PoisonError};

use prost::Message;
use tinsel_engine::Viewer;
use tinsel_proto::v1::{RevealMatchRequest, RevealMatchResponse};
use tinsel_store::{MatchId, MatchStore, Revision, Version};
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
    let judged = Mutex::new(None);
    let told = change::change(deps, id, &request, |table, now| {
        let next = operator::reveal(table, now, &audit, |revision: Revision| Told {
            revision: revision.get(),
        })?;
        *judged.lock().unwrap_or_else(PoisonError::into_inner) = Some(next.table.clone());
        Ok(next)
    });
    let Told { revision } = told.await?;
    let judged = judged.into_inner().unwrap_or_else(PoisonError::into_inner);
    let table = shown(deps, id, Revision::new(revision), judged).await?;
    tracing::warn!(%id, revision, operator = audit.operator, reason = audit.reason, "an operator sees what is hidden");
    Ok(RevealMatchResponse {
        revision,
        recent: operator::recent_in_full(deps, id, table.version.revision, recent).await?,
        ..hidden(id, &table)?
    })
}

/// The match as it stood when everyone was told, at `revision`, which changed nothing: as it was judged then, or as it
/// still is.
async fn shown<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    revision: Revision,
    judged: Option<Table>,
) -> Result<Table, RpcError> {
    if let Some(table) = judged.filter(|table| table.version.revision.plus(1) == revision) {
        let nonce = table.version.nonce;
        return Ok(table.at(Version { revision, nonce }));
    }
    let table = change::load(deps, id).await?;
    match table.version.revision {
        stands if stands == revision => Ok(Table::clone(&table)),
        // Nobody was told that an operator sees what came since.
        revision => Err(RpcError::RevisionMismatch { revision }),
    }
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
