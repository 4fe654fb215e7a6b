//! `CreateRematch`: the next match of the same players, and the caller's seat in it.

use std::sync::Arc;

use bytes::Bytes;
use tinsel_engine::SeatIndex;
use tinsel_history::NameSalt;
use tinsel_proto::v1::{CreateRematchRequest, CreateRematchResponse};
use tinsel_store::{MatchId, MatchStore};

use super::{call::Call, request_parser::RequestParser};
use crate::{
    auth::{join_code::JoinCode, token::Role},
    commit::{self, idempotency::IdempotencyKey},
    deps::Deps,
    error::RpcError,
    lobby::{join_receipt::JoinReceipt, listing, open_match_quota},
    play::{Command, Player},
    read::load,
    record::{Host, MatchRecord, SeatControl, SeatGrant, Setup, Visibility},
};

pub(super) async fn create_rematch<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<CreateRematchRequest>,
) -> Result<CreateRematchResponse, RpcError> {
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let old = parser.match_id(&asked.match_id);
    let nonce = parser.nonce("nonce", &asked.nonce);
    let (old, nonce) = parser.done(old.zip(nonce))?;
    let caller = call.caller.require_host_or_seat(old)?;
    let record = load(&deps, old).await?;
    permit(&deps, &record, caller)?;
    let (id, code) = created(&deps, old, &record).await?;
    let taken = match caller {
        Host::Seat(grant) => Some(claim(&deps, id, &record.setup, (grant, nonce)).await?),
        Host::Creator => None,
    };
    let host_token = match caller {
        Host::Creator => deps.keys.token(id, Role::Host),
        Host::Seat(_) => String::new(),
    };
    let seat_token = taken
        .as_ref()
        .map(|receipt| receipt.token(&deps.keys, id))
        .transpose()?;
    Ok(CreateRematchResponse {
        match_id: id.to_string(),
        join_code: code.map(|code| code.to_string()).unwrap_or_default(),
        host_token,
        seat: taken.map(|receipt| receipt.seat),
        seat_token: seat_token.unwrap_or_default(),
    })
}

/// Checks that a caller may have a rematch.
fn permit<S: MatchStore>(deps: &Deps<S>, record: &MatchRecord, caller: Host) -> Result<(), RpcError> {
    if let Host::Seat(grant) = caller {
        let seat = record.seat_of(grant)?;
        if record.setup.seats.at(seat).control() == SeatControl::Left {
            return Err(RpcError::SeatLeft);
        }
    } else if record.setup.host != caller {
        return Err(RpcError::HostTransferred);
    }
    if !record.is_over() {
        return Err(RpcError::MatchNotOver);
    }
    // It is packed after this time, and gets no event any more.
    if record.end_of(deps.settings.retention.responses) <= deps.clock.now() {
        return Err(RpcError::RematchClosed);
    }
    Ok(())
}

/// The rematch, which is created if it does not exist. All calls about one match find the same, on every server, also after
/// the token secret was replaced.
async fn created<S: MatchStore>(
    deps: &Deps<S>,
    old: MatchId,
    record: &MatchRecord,
) -> Result<(MatchId, Option<JoinCode>), RpcError> {
    let is_private = record.setup.visibility == Visibility::Private;
    let request = record.setup.rematch_request();
    let candidates = deps.keys.created_by(&request);
    let candidates = candidates.filter(|(_, code)| code.is_some() == is_private);
    let candidates: Vec<_> = candidates
        .map(|(entropy, code)| (MatchId::from_entropy(entropy, deps.settings.shards), code))
        .collect();
    for (id, code) in &candidates {
        match load(deps, *id).await {
            Ok(_) => return Ok((*id, *code)),
            Err(RpcError::MatchNotFound) => {}
            Err(error) => return Err(error),
        }
    }
    let (id, code) = *candidates.first().ok_or(RpcError::MatchNotFound)?;
    let plan = record.rematch(old.to_string())?;
    let lobby = record.setup.lobby_id();
    let owner = record
        .setup
        .pool()
        .and_then(|pool| open_match_quota::owner_of(deps, pool));
    let key = IdempotencyKey::unnamed(deps.random());
    match commit::create(deps, id, &key, owner, plan).await {
        // Another call has created it meanwhile.
        Ok(_) | Err(RpcError::RequestIdReused) => {}
        Err(error) => return Err(error),
    }
    listing::tidy(deps, id, lobby).await;
    Ok((id, code))
}

/// Takes the seat of the rematch that is reserved for a player of the old match.
async fn claim<S: MatchStore>(
    deps: &Deps<S>,
    id: MatchId,
    old: &Setup,
    (grant, nonce): (SeatGrant, Vec<u8>),
) -> Result<JoinReceipt, RpcError> {
    let seat = old.seat_in_rematch(grant.seat);
    let caller = Host::Seat(grant).to_string();
    // The nonce of a repeated call may be another one, so the digest does not contain the request.
    let request = old.rematch_request();
    let key = IdempotencyKey::new::<CreateRematchRequest>(&request, "CreateRematch", caller, Bytes::new());
    let data = old.player(grant.seat);
    let name = data.map_or_else(|| replacement(seat), |data| data.name.clone());
    let is_permitted = deps.name_filter.check("display_name", &name).is_ok();
    let player = Player {
        name: if is_permitted { name } else { replacement(seat) },
        is_permitted: true,
        salt: NameSalt::new(deps.random()),
        nonce,
        reference: data.and_then(|data| data.reference.clone()),
        request: key.request(),
    };
    let command = Command::Claim {
        player: Box::new(player),
        seat,
    };
    match commit::run(deps, id, &key, &command, JoinReceipt::of).await {
        Ok(done) => Ok(done.response),
        // The match may have forgotten the response, but not its players.
        Err(
            error @ (RpcError::MatchStarted
            | RpcError::MatchOver
            | RpcError::SeatTaken { .. }
            | RpcError::JoiningClosed { .. }
            | RpcError::PlayerSeated { .. }),
        ) => commit::joined_before(deps, id, &key).await?.ok_or(error),
        Err(error) => Err(error),
    }
}

/// The name of a player whose name was erased, or is not permitted any more.
fn replacement(seat: SeatIndex) -> String {
    tinsel_history::replacement(seat.get().into())
}
