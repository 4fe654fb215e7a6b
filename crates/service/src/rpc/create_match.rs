//! `CreateMatch`: a match with all seats open.

use tinsel_engine::BySeat;
use tinsel_proto::v1::{CreateMatchRequest, CreateMatchResponse, MatchCreated, match_event};
use tinsel_store::{MatchId, MatchStore, RequestId};
use tonic::Extensions;

use crate::{
    auth::Role,
    caller::Caller,
    change::{self, Next, Request},
    deps::Deps,
    error::RpcError,
    history::Step,
    log::Entry,
    open_matches,
    table::{Occupant, Plan, Secrets, Setup, Table},
    validate::Fields,
};

/// How many neighbours in the lobby a new match looks at.
const LOOKED_AT: u32 = 4;

pub(super) async fn create_match<S: MatchStore>(
    deps: &Deps<S>,
    extensions: &Extensions,
    asked: CreateMatchRequest,
) -> Result<CreateMatchResponse, RpcError> {
    let (plan, request_id) = read(&asked)?;
    let owner = open_matches::owner(deps, &Caller::noted(extensions))?;
    let entropy = request_id
        .as_ref()
        .map_or_else(|| deps.random(), |request| deps.keys.match_entropy(request));
    let id = MatchId::from_entropy(entropy, deps.settings.shards);
    let request = Request::new(deps, request_id, ("CreateMatch", ""), &asked);
    let now = deps.clock.now();
    let mut created = Entry::new(now);
    created.tell(match_event::Event::MatchCreated(MatchCreated {
        game_id: plan.game.as_str().to_owned(),
    }));
    let next = Next {
        table: Table::in_lobby(Setup::new(plan, Secrets::draw(deps), now).owned_by(owner))?,
        steps: vec![Step::of_lobby(created)],
        answer: CreateMatchResponse {
            match_id: id.to_string(),
            host_token: String::new(),
            revision: 1,
        },
    };
    // The token is not kept with the answer: it can be made again.
    let answer = change::create(deps, id, &request, owner, next).await?;
    tidy_lobby(deps, id).await;
    Ok(CreateMatchResponse {
        host_token: deps.keys.token(id, Role::Host),
        ..answer
    })
}

fn read(asked: &CreateMatchRequest) -> Result<(Plan, Option<RequestId>), RpcError> {
    let mut fields = Fields::default();
    let request_id = fields.request_id(&asked.request_id);
    let name = fields.match_name(&asked.display_name);
    let config = fields.config(asked.config.as_ref());
    let visibility = fields.visibility(asked.visibility);
    let start = fields.start_policy(asked.start_policy);
    let time_control = fields.time_control(asked.time_control.as_ref());
    let read = request_id
        .zip(name)
        .zip(config)
        .zip(visibility)
        .zip(start)
        .zip(time_control);
    let (((((request_id, name), (game, config)), visibility), start), time_control) = fields.done(read)?;

    let configured = game.game().configure(asked.seats, config);
    let configured = configured.map_err(|refusal| RpcError::Refused {
        refusal,
        revision: None,
    })?;
    let seats = BySeat::from_fn(configured.seats, |_| Occupant::Open);
    Ok((
        Plan {
            game,
            name,
            visibility,
            start,
            time_control,
            options: configured.options,
            seats,
        },
        request_id,
    ))
}

/// Looks at a few of the new match's neighbours in the lobby, which makes the store take out those that have expired. So
/// what never starts does not pile up there: more is looked at than comes in.
async fn tidy_lobby<S: MatchStore>(deps: &Deps<S>, id: MatchId) {
    if let Err(error) = deps.store.lobby(id.shard(), Some(id), LOOKED_AT).await {
        tracing::debug!(%error, "the lobby was not looked at");
    }
}
