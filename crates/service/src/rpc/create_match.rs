//! `CreateMatch`: a match with all seats open.

use tinsel_engine::BySeat;
use tinsel_proto::v1::{CreateMatchRequest, CreateMatchResponse, MatchCreated, match_event};
use tinsel_store::{MatchId, MatchStore};

use crate::{
    auth::Role,
    change::{self, Next, Request},
    deps::Deps,
    error::RpcError,
    log::Entry,
    table::{Occupant, Plan, Setup, Table},
    validate::Fields,
};

pub(super) async fn create_match<S: MatchStore>(
    deps: &Deps<S>,
    asked: CreateMatchRequest,
) -> Result<CreateMatchResponse, RpcError> {
    let (plan, request) = read(deps, asked)?;
    let id = match request.name() {
        Some(request) => MatchId::from_entropy(deps.keys.match_entropy(request), deps.settings.shards),
        None => MatchId::from_entropy(deps.random(), deps.settings.shards),
    };
    let now = deps.clock.now();
    let mut created = Entry::new(now);
    created.tell(match_event::Event::MatchCreated(MatchCreated {
        game_id: plan.game.as_str().to_owned(),
    }));
    let next = Next {
        table: Table::in_lobby(Setup::new(plan, deps.random(), now))?,
        entries: vec![created],
        answer: CreateMatchResponse {
            match_id: id.to_string(),
            host_token: String::new(),
            revision: 1,
        },
    };
    // The token is not kept with the answer: it can be made again.
    let answer = change::create(deps, id, &request, next).await?;
    Ok(CreateMatchResponse {
        host_token: deps.keys.token(id, Role::Host),
        ..answer
    })
}

fn read<S: MatchStore>(deps: &Deps<S>, asked: CreateMatchRequest) -> Result<(Plan, Request), RpcError> {
    let mut fields = Fields::default();
    let request_id = fields.request_id(&asked.request_id);
    let name = fields.match_name(&asked.display_name);
    let config = fields.config(asked.config);
    let visibility = fields.visibility(asked.visibility);
    let start = fields.start_policy(asked.start_policy);
    let read = request_id.zip(name).zip(config).zip(visibility).zip(start);
    let ((((request_id, name), (game, config)), visibility), start) = fields.done(read)?;

    let configured = game.game().configure(asked.seats, &config);
    let configured = configured.map_err(|refusal| RpcError::Refused {
        refusal,
        revision: None,
    })?;
    let seats = BySeat::from_fn(configured.seats, |_| Occupant::Open);
    let request = Request::new(deps, request_id, ("CreateMatch", ""), &asked);
    Ok((
        Plan {
            game,
            name,
            visibility,
            start,
            options: configured.options,
            seats,
        },
        request,
    ))
}
