//! `CreateMatch`: a match with all seats open.

use tinsel_engine::BySeat;
use tinsel_proto::v1::{CreateMatchRequest, CreateMatchResponse};
use tinsel_store::{MatchId, MatchStore, RequestId};
use tonic::Extensions;

use crate::{
    auth::Role,
    caller::Caller,
    change::{self, Next},
    deps::Deps,
    error::RpcError,
    join_code::JoinCode,
    listing, lobby, open_matches,
    request::Request,
    table::{Occupant, Plan, Visibility},
    validate::Fields,
};

pub(super) async fn create_match<S: MatchStore>(
    deps: &Deps<S>,
    extensions: &Extensions,
    asked: CreateMatchRequest,
) -> Result<CreateMatchResponse, RpcError> {
    let (plan, request_id) = read(&asked)?;
    let owner = open_matches::owner(deps, &Caller::noted(extensions))?;
    let code = join_code(deps, &plan, request_id.as_ref());
    let entropy = match (&code, &request_id) {
        (Some(code), _) => deps.keys.private_entropy(code),
        (None, Some(request)) => deps.keys.match_entropy(request),
        (None, None) => deps.random(),
    };
    let id = MatchId::from_entropy(entropy, deps.settings.shards);
    let others = others(deps, request_id.as_ref(), id);
    let request = Request::new(deps, request_id, ("CreateMatch", ""), &asked);
    for (other, code) in others {
        if let Some(answer) = change::repeated(deps, other, &request).await? {
            return Ok(with_secrets(deps, (other, code), answer));
        }
    }
    let next = lobby::create(deps, plan, owner)?;
    let next = Next {
        table: next.table,
        steps: next.steps,
        answer: CreateMatchResponse {
            match_id: id.to_string(),
            host_token: String::new(),
            revision: 1,
            join_code: String::new(),
        },
    };
    let answer = change::create(deps, id, &request, owner, next).await?;
    listing::tidy(deps, id).await;
    Ok(with_secrets(deps, (id, code), answer))
}

/// The answer with what is not kept with it, because it can be made again.
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

/// The other matches that the request may have created: by asking for something else, or before the key was changed.
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
    let mut fields = Fields::default();
    let request_id = fields.request_id(&asked.request_id);
    let name = fields.match_name(&asked.display_name);
    let config = fields.config(asked.config.as_ref());
    let visibility = fields.visibility(asked.visibility);
    let start = fields.start_policy(asked.start_policy);
    let times = fields.times(asked.time_control.as_ref(), config);
    let read = request_id.zip(name).zip(config).zip(visibility).zip(start).zip(times);
    let (((((request_id, name), (game, config)), visibility), start), times) = fields.done(read)?;

    let configured = game.game().configure(asked.seats, config);
    let configured = configured.map_err(|refusal| RpcError::Refused {
        refusal: Box::new(refusal),
        revision: None,
    })?;
    let seats = BySeat::from_fn(configured.seats, |_| Occupant::Open);
    Ok((
        Plan {
            game,
            name,
            visibility,
            players_only: asked.players_only,
            start,
            times,
            options: configured.options,
            seats,
        },
        request_id,
    ))
}
