//! `RevealMatch`: discloses hidden information to an operator, after an event that informs all viewers.

use std::sync::Arc;

use prost::Message;
use tinsel_engine::Viewer;
use tinsel_proto::v1::{RevealMatchRequest, RevealMatchResponse};
use tinsel_store::{MatchId, MatchStore, Revision};

use super::{call::Call, examine::recent_in_full, request_parser::RequestParser};
use crate::{
    commit::{self, Committed},
    deps::Deps,
    error::RpcError,
    play::Command,
    read,
    record::MatchRecord,
    views::presented::{self, Parts},
};

/// The stored part of the response, without hidden information.
#[derive(Clone, PartialEq, Message)]
struct Noted {
    #[prost(uint64, tag = "1")]
    revision: u64,
}

pub(super) async fn reveal_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<RevealMatchRequest>,
) -> Result<RevealMatchResponse, RpcError> {
    let operator = deps.operator_tokens.authenticate(&call.metadata)?;
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let request_id = parser.request_id(&asked.request_id);
    let audit = parser.audit(asked.audit.as_ref(), &operator);
    let recent = parser.recent(asked.recent);
    let (((id, request_id), audit), recent) = parser.done(id.zip(request_id).zip(audit).zip(recent))?;

    let key = call.key(&deps, request_id.as_ref(), "RevealMatch", operator.caller());
    let command = Command::Reveal(audit.clone());
    let noted = commit::run(&deps, id, &key, &command, |before, _| Noted {
        revision: before.next_revision(),
    });
    let Committed { response, record } = noted.await?;
    let revision = response.revision;
    let record = match record {
        Some(record) => record,
        None => still_at(&deps, id, Revision::new(revision)).await?,
    };
    tracing::warn!(r#match = %id, revision, operator = audit.operator, reason = audit.reason, "hidden state revealed to operator");
    Ok(RevealMatchResponse {
        revision,
        recent: recent_in_full(&deps, id, &record, recent, asked.presentation).await?,
        ..hidden(id, &record, asked.presentation)?
    })
}

/// The match of a retried call, if it is still at `revision`, at which the event was written.
///
/// # Errors
///
/// If the match has changed: no event announces that an operator sees the later revisions.
async fn still_at<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    revision: Revision,
) -> Result<Arc<MatchRecord>, RpcError> {
    let record = read::load(deps, id).await?;
    match record.version.revision {
        stands if stands == revision => Ok(record),
        revision => Err(RpcError::RevisionMismatch { revision }),
    }
}

fn hidden(id: MatchId, record: &MatchRecord, presentation: bool) -> Result<RevealMatchResponse, RpcError> {
    let seats = record.setup.seats.seats().iter();
    let parts = Parts::of_presentation(presentation);
    let seats = seats.map(|seat| presented::state(id, record, Viewer::Seat(seat), parts));
    let owing = record.playing().ok().map(|play| play.game.owing());
    let owing = owing.iter().flat_map(|owing| owing.iter());
    Ok(RevealMatchResponse {
        seats: seats.collect::<Result<_, _>>()?,
        undecided_seats: owing.map(|seat| seat.get().into()).collect(),
        ..RevealMatchResponse::default()
    })
}
