//! `CreateMatch`: a match with all seats open, or with one for its creator.

use std::sync::Arc;

use tinsel_catalog::{Configured, GameId, NotConfigured};
use tinsel_engine::SeatIndex;
use tinsel_proto::v1::{CreateMatchRequest, CreateMatchResponse};
use tinsel_store::{MatchId, MatchStore, RequestId};

use super::{
    call::Call,
    request_parser::{GivenOptions, RequestParser, path_of_option},
};
use crate::{
    auth::{join_code::JoinCode, token::Role},
    commit::{self, CreationReceipt},
    deps::Deps,
    error::{RpcError, Violation},
    lobby::{listing, open_match_quota},
    name_filter::NameFilter,
    record::{Creator, Plan, SeatGrant, Tenant, Visibility, setup},
};

pub(super) async fn create_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<CreateMatchRequest>,
) -> Result<CreateMatchResponse, RpcError> {
    let (plan, request_id) = read(&deps, &call)?;
    let seat = plan.creator.as_ref().map(|creator| creator.seat);
    let lobby = plan.tenant.as_ref().map(Tenant::lobby_id);
    if !plan.labels.is_empty() && !call.caller.has_key() {
        return Err(RpcError::ApiKeyMissing);
    }
    let owner = open_match_quota::owner(&deps, &call.caller)?;
    let code = join_code(&deps, &plan, request_id.as_ref());
    let entropy = match (&code, &request_id) {
        (Some(code), _) => deps.keys.private_entropy(code),
        (None, Some(request)) => deps.keys.match_entropy(request),
        (None, None) => deps.random(),
    };
    let id = MatchId::from_entropy(entropy, deps.settings.shards);
    let key = call.key(&deps, request_id.as_ref(), "CreateMatch", "");
    let permitted = permit_names(&deps.name_filter, &plan);
    // A name that is not permitted any more was so when an earlier call created the match.
    let own = permitted.is_err().then_some((id, code));
    for (other, code) in others(&deps, request_id.as_ref(), id).into_iter().chain(own) {
        if let Some(receipt) = commit::created_before(&deps, other, &key).await? {
            return Ok(response(&deps, (other, code), &receipt, seat));
        }
    }
    permitted?;
    let receipt = commit::create(&deps, id, &key, owner, plan).await?;
    listing::tidy(&deps, id, lobby).await;
    Ok(response(&deps, (id, code), &receipt, seat))
}

/// Checks the names of a match and of its creator.
fn permit_names(filter: &NameFilter, plan: &Plan) -> Result<(), RpcError> {
    filter.check("display_name", &plan.name)?;
    let creator = plan.creator.as_ref();
    creator.map_or(Ok(()), |creator| filter.check("take_seat.display_name", &creator.name))
}

/// The response about a match whose creator took this seat. Its secrets are derived again for each retry, so they need not
/// be stored.
fn response<S: MatchStore>(
    deps: &Deps<S>,
    (id, code): (MatchId, Option<JoinCode>),
    receipt: &CreationReceipt,
    seat: Option<SeatIndex>,
) -> CreateMatchResponse {
    let grant = seat.zip(receipt.creator);
    let grant = grant.map(|(seat, number)| SeatGrant { seat, number });
    let seat_token = grant.map(|grant| deps.keys.token(id, Role::Seat(grant)));
    CreateMatchResponse {
        match_id: id.to_string(),
        host_token: deps.keys.token(id, Role::Host),
        revision: if grant.is_some() { 2 } else { 1 },
        join_code: code.map(|code| code.to_string()).unwrap_or_default(),
        seat: grant.map(|grant| grant.seat.get().into()),
        seat_token: seat_token.unwrap_or_default(),
    }
}

/// The other matches that this request can have created: with other content, or before the token secret was rotated.
fn others<S: MatchStore>(deps: &Deps<S>, request: Option<&RequestId>, id: MatchId) -> Vec<(MatchId, Option<JoinCode>)> {
    let created = request.into_iter().flat_map(|request| deps.keys.created_by(request));
    let created = created.map(|(entropy, code)| (MatchId::from_entropy(entropy, deps.settings.shards), code));
    created.filter(|(other, _)| *other != id).collect()
}

/// The join code of a private match: the same for the same request, on every replica.
fn join_code<S: MatchStore>(deps: &Deps<S>, plan: &Plan, request: Option<&RequestId>) -> Option<JoinCode> {
    match plan.visibility {
        Visibility::Public => None,
        Visibility::Private => Some(match request {
            Some(request) => deps.keys.join_code(request),
            None => JoinCode::from_entropy(deps.random()),
        }),
    }
}

/// The properties of the match, and the idempotency key.
fn read<S: MatchStore>(deps: &Deps<S>, call: &Call<CreateMatchRequest>) -> Result<(Plan, Option<RequestId>), RpcError> {
    let asked = &call.message;
    let tenant = deps.api_keys.tenant_of(&call.caller);
    let mut parser = RequestParser::default();
    let request_id = parser.request_id(&asked.request_id);
    let name = parser.match_name(&asked.display_name);
    let options = parser.options(asked.config.as_ref(), asked.options.as_ref());
    let visibility = parser.visibility(asked.visibility);
    let start = parser.start_policy(asked.start_policy);
    let game = options.as_ref().map(|(game, _)| *game);
    let times = parser.times(asked.time_control.as_ref(), game);
    parser.substitution(asked);
    let start_without_host_ms = parser.start_without_host(asked);
    let creator = parser.creator(asked.take_seat.as_ref());
    let labels = parser.labels("labels", &asked.labels);
    let read = request_id.zip(name).zip(options).zip(visibility).zip(start).zip(times);
    let read = read.zip(start_without_host_ms).zip(creator);
    let (read, creator) = parser.done(read)?;
    let ((((((request_id, name), (game, options)), visibility), start), times), start_without_host_ms) = read;

    let configured = configure(game, asked.seats, &options)?;
    let reference = |id: Option<String>| id.map(|id| deps.player_ref(&call.caller, id)).transpose();
    let creator = creator.map(|taken| {
        Ok::<_, RpcError>(Creator {
            seat: setup::seat(configured.seats, taken.number)?,
            name: taken.name,
            nonce: taken.nonce,
            reference: reference(taken.player_ref)?,
        })
    });
    Ok((
        Plan {
            game,
            name,
            visibility,
            players_only: asked.players_only,
            start,
            start_without_host_ms,
            substitute_inactive: asked.substitute_inactive_players,
            times,
            options: configured.options,
            labels,
            seats: configured.seats,
            creator: creator.transpose()?,
            tenant: tenant.clone(),
            rematch: None,
        },
        request_id.map(|id| Tenant::scoped(tenant.as_ref(), id)),
    ))
}

/// Checks the options of a game.
///
/// # Errors
///
/// If they are not options of the game, or it refuses them.
pub(super) fn configure(game: GameId, seats: Option<u32>, options: &GivenOptions<'_>) -> Result<Configured, RpcError> {
    let configured = match options {
        GivenOptions::Typed(config) => game.game().configure(seats, config).map_err(NotConfigured::Refused),
        GivenOptions::Values(values) => game.game().configure_values(seats, values),
    };
    configured.map_err(|not| match not {
        NotConfigured::Malformed(misfit) => RpcError::Malformed(vec![Violation {
            field: path_of_option(&misfit.path),
            description: misfit.sentence,
        }]),
        NotConfigured::Refused(refusal) => RpcError::Refused {
            refusal: Box::new(refusal),
            revision: None,
        },
    })
}
