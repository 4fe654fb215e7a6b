//! `CreateMatch`: a match with all seats open.

use std::sync::Arc;

use tinsel_catalog::{Configured, GameId, NotConfigured};
use tinsel_engine::BySeat;
use tinsel_proto::v1::{CreateMatchRequest, CreateMatchResponse};
use tinsel_store::{MatchId, MatchStore, RequestId};

use super::{
    call::Call,
    request_parser::{GivenOptions, RequestParser, path_of_option},
};
use crate::{
    auth::{join_code::JoinCode, token::Role},
    commit,
    deps::Deps,
    error::{RpcError, Violation},
    lobby::{listing, open_match_quota},
    record::{Occupant, Plan, Visibility},
};

pub(super) async fn create_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<CreateMatchRequest>,
) -> Result<CreateMatchResponse, RpcError> {
    let (plan, request_id) = read(&call.message)?;
    let owner = open_match_quota::owner(&deps, &call.caller)?;
    let code = join_code(&deps, &plan, request_id.as_ref());
    let entropy = match (&code, &request_id) {
        (Some(code), _) => deps.keys.private_entropy(code),
        (None, Some(request)) => deps.keys.match_entropy(request),
        (None, None) => deps.random(),
    };
    let id = MatchId::from_entropy(entropy, deps.settings.shards);
    let key = call.key(&deps, request_id.as_ref(), "CreateMatch", "");
    for (other, code) in others(&deps, request_id.as_ref(), id) {
        if commit::created_before(&deps, other, &key).await? {
            return Ok(with_secrets(&deps, (other, code), created(other)));
        }
    }
    let response = commit::create(&deps, id, &key, owner, plan, created(id)).await?;
    listing::tidy(&deps, id).await;
    Ok(with_secrets(&deps, (id, code), response))
}

fn created(id: MatchId) -> CreateMatchResponse {
    CreateMatchResponse {
        match_id: id.to_string(),
        revision: 1,
        ..CreateMatchResponse::default()
    }
}

/// The response with its secrets, which are not stored because the server can derive them again.
fn with_secrets<S: MatchStore>(
    deps: &Deps<S>,
    (id, code): (MatchId, Option<JoinCode>),
    answer: CreateMatchResponse,
) -> CreateMatchResponse {
    CreateMatchResponse {
        host_token: deps.keys.token(id, Role::Host),
        join_code: code.map(|code| code.to_string()).unwrap_or_default(),
        ..answer
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

fn read(asked: &CreateMatchRequest) -> Result<(Plan, Option<RequestId>), RpcError> {
    let mut parser = RequestParser::default();
    let request_id = parser.request_id(&asked.request_id);
    let name = parser.match_name(&asked.display_name);
    let options = parser.options(asked.config.as_ref(), asked.options.as_ref());
    let visibility = parser.visibility(asked.visibility);
    let start = parser.start_policy(asked.start_policy);
    let game = options.as_ref().map(|(game, _)| *game);
    let times = parser.times(asked.time_control.as_ref(), game);
    parser.substitution(asked);
    let read = request_id.zip(name).zip(options).zip(visibility).zip(start).zip(times);
    let (((((request_id, name), (game, options)), visibility), start), times) = parser.done(read)?;

    let configured = configure(game, asked.seats, &options)?;
    let seats = BySeat::from_fn(configured.seats, |_| Occupant::Open);
    Ok((
        Plan {
            game,
            name,
            visibility,
            players_only: asked.players_only,
            start,
            substitute_inactive: asked.substitute_inactive_players,
            times,
            options: configured.options,
            seats,
        },
        request_id,
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
