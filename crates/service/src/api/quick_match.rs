//! `QuickMatch`: seats the caller in a match with players who request the same options.

use std::{collections::BTreeMap, sync::Arc};

use tinsel_history::NameSalt;
use tinsel_proto::v1::{QuickMatchRequest, QuickMatchResponse};
use tinsel_store::MatchStore;

use super::{call::Call, create_match::configure, request_parser::RequestParser};
use crate::{
    deps::Deps,
    error::RpcError,
    lobby::open_match_quota,
    matchmaking::{self, QuickMatchPlayer},
    play::Player,
    record::{
        Plan, Start, Tenant, Visibility,
        clocks::{TimeControl, Times},
    },
};

/// The time of a decision in a match without a time control. Such a match needs a clock, because it has no host: no
/// caller could abort it, or substitute an inactive player.
const PER_DECISION: TimeControl = TimeControl::PerDecision { ms: 5 * 60 * 1000 };

pub(super) async fn quick_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<QuickMatchRequest>,
) -> Result<QuickMatchResponse, RpcError> {
    let asked = &call.message;
    let tenant = deps.api_keys.tenant_of(&call.caller);
    let mut parser = RequestParser::default();
    let request_id = parser.needed_request_id(&asked.request_id);
    let name = parser.player_name(&asked.display_name);
    let nonce = parser.nonce("nonce", &asked.nonce);
    let options = parser.options(asked.config.as_ref(), asked.options.as_ref());
    let times = match &asked.time_control {
        Some(asked) => parser.times(Some(asked), options.as_ref().map(|(game, _)| *game)),
        None => Some(Times {
            plain: PER_DECISION,
            ..Times::default()
        }),
    };
    let reference = parser.player_ref("player_ref", &asked.player_ref);
    let read = request_id.zip(name).zip(nonce).zip(options).zip(times).zip(reference);
    let (((((request_id, name), nonce), (game, options)), times), reference) = parser.done(read)?;
    let reference = reference.map(|id| deps.player_ref(&call.caller, id)).transpose()?;
    let permitted = deps.name_filter.check("display_name", &name);
    let configured = configure(game, asked.seats, &options)?;
    let owner = open_match_quota::owner(&deps, &call.caller)?;
    let plan = Plan {
        game,
        name: String::new(),
        visibility: Visibility::Public,
        players_only: false,
        start: Start::WhenFull,
        start_without_host_ms: None,
        substitute_inactive: true,
        times,
        options: configured.options,
        labels: BTreeMap::new(),
        seats: configured.seats,
        creator: None,
        tenant: tenant.clone(),
        rematch: None,
    };
    let request_id = Tenant::scoped(tenant.as_ref(), request_id);
    let key = call.key(&deps, Some(&request_id), "QuickMatch", "");
    let player = Player {
        name,
        is_permitted: permitted.is_ok(),
        salt: NameSalt::new(deps.random()),
        nonce,
        reference,
        request: key.request(),
    };
    let player = QuickMatchPlayer::new(plan, player, key, owner);
    let (id, receipt) = match permitted {
        Ok(()) => matchmaking::seat(&deps, &player).await?,
        // It was permitted when an earlier call got a seat.
        Err(refused) => matchmaking::seat_before(&deps, &player).await?.ok_or(refused)?,
    };
    Ok(QuickMatchResponse {
        match_id: id.to_string(),
        seat: Some(receipt.seat),
        seat_token: receipt.token(&deps.keys, id)?,
        revision: receipt.revision,
    })
}
