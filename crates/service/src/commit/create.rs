//! Creates matches, one for each request.

use prost::Message;
use tinsel_proto::v1::MatchPhase;
use tinsel_store::{Created, MatchId, MatchStore, StoreError};
use tracing::{Instrument, Span};

use super::{
    earlier::{CreationReceipt, created_before},
    idempotency::IdempotencyKey,
    trace,
    write::{self, Written},
};
use crate::{
    deps::Deps,
    error::RpcError,
    lobby::open_match_quota::{self, Owner},
    play::lobby,
    record::{Plan, Secrets, Setup},
};

/// Creates a match. If this request already created it, returns the first receipt. An owner's match counts towards the quota
/// of open matches.
///
/// # Errors
///
/// If another request created a match with this id, the owner has reached the limit of open matches, or the store
/// fails.
pub(crate) async fn create<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    key: &IdempotencyKey,
    owner: Option<Owner>,
    plan: Plan,
) -> Result<CreationReceipt, RpcError> {
    let span = trace::action(id);
    let creating = create_in_span(deps, id, &span, key, owner, plan);
    let created = creating.instrument(span.clone()).await;
    created.inspect_err(|error| trace::ended(&span, error, 1))
}

async fn create_in_span<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    span: &Span,
    key: &IdempotencyKey,
    owner: Option<Owner>,
    plan: Plan,
) -> Result<CreationReceipt, RpcError> {
    deps.shard_number.confirm(&deps.store).await?;
    let secrets = Secrets::draw(&*deps.entropy);
    let now = deps.time_of_changes(id.shard()).await?;
    let mut setup = Setup::new(plan, secrets, owner.map(|owner| owner.pool), now);
    if key.is_named() {
        setup = setup.requested_by(key.name(), key.digest());
    }
    let has_creator = setup.open_seats().len() < u32::from(setup.seats.seats().get());
    let receipt = CreationReceipt {
        creator: has_creator.then_some(setup.first_grant_number()),
    };
    let mut transition = lobby::create(setup)?;
    let answer = key.answered_by(receipt.encode_to_vec().into());
    let write = write::write(deps, id, span, answer, None, &mut transition)?;
    if let Some(owner) = owner
        && let Err(refusal) = open_match_quota::take_slot(deps, owner, id).await
    {
        // The request may have created the match before, and the match may have ended since.
        return match created_before(deps, id, key).await {
            Ok(Some(receipt)) => Ok(receipt).inspect(|_| trace::repeated(span, 1)),
            Err(RpcError::RequestIdReused) => Err(RpcError::RequestIdReused),
            Ok(None) | Err(_) => Err(refusal),
        };
    }
    let has_references = write.outbox;
    match deps.store.create(id, write).await {
        Ok(Created::New(version)) => {
            if has_references {
                deps.outbox.written(id);
            }
            deps.metrics
                .came_into(transition.record.setup.game_label(), MatchPhase::Lobby);
            let Written { record, .. } = Written::new(transition, version);
            trace::created(span, &record);
            deps.cache.entry(id).remember(&record);
            Ok(receipt)
        }
        Ok(Created::Exists(stored)) => {
            if let Some(owner) = owner {
                open_match_quota::found(deps, owner, id, &stored).await;
            }
            let receipt = created_before(deps, id, key).await?;
            receipt
                .inspect(|_| trace::repeated(span, 1))
                .ok_or(RpcError::RequestIdReused)
        }
        Err(error) => {
            failed(deps, id, owner, &error).await;
            Err(error.into())
        }
    }
}

/// Gives the slot of a match back that the store has refused. Without a confirmation, the match may have been created.
async fn failed<S: MatchStore>(deps: &Deps<S>, id: MatchId, owner: Option<Owner>, error: &StoreError) {
    if matches!(error, StoreError::NotMarked) {
        deps.store_use.doubt();
    }
    let is_refused = matches!(
        error,
        StoreError::Full | StoreError::RefusesWrites(_) | StoreError::Moved | StoreError::NotMarked
    );
    if let Some(owner) = owner.filter(|_| is_refused) {
        open_match_quota::give_back(deps, owner.pool, id).await;
    }
}
