//! `QuickMatch`: a seat together with others who ask for the same.

use tinsel_engine::BySeat;
use tinsel_proto::v1::{QuickMatchRequest, QuickMatchResponse};
use tinsel_store::MatchStore;
use tonic::Extensions;

use crate::{
    caller::Caller,
    deps::Deps,
    error::RpcError,
    open_matches,
    quick::{self, Seeker},
    request::Request,
    table::{Occupant, Plan, Start, Visibility},
    time_control::{TimeControl, Times},
    validate::Fields,
};

/// How long a decision may take where nobody says. A match has a clock even then: it has no host, and so nobody who could
/// end it, or have a bot play for somebody who stays away.
const PER_DECISION: TimeControl = TimeControl::PerDecision { ms: 5 * 60 * 1000 };

pub(super) async fn quick_match<S: MatchStore>(
    deps: &Deps<S>,
    extensions: &Extensions,
    asked: QuickMatchRequest,
) -> Result<QuickMatchResponse, RpcError> {
    let mut fields = Fields::default();
    let request_id = fields.needed_request_id(&asked.request_id);
    let name = fields.player_name(&asked.display_name);
    let nonce = fields.nonce(&asked.nonce);
    let config = fields.config(asked.config.as_ref());
    let times = match &asked.time_control {
        Some(asked) => fields.times(Some(asked), config),
        None => Some(Times {
            plain: PER_DECISION,
            ..Times::default()
        }),
    };
    let read = request_id.zip(name).zip(nonce).zip(config).zip(times);
    let ((((request_id, name), nonce), (game, config)), times) = fields.done(read)?;
    let configured = game.game().configure(asked.seats, config);
    let configured = configured.map_err(|refusal| RpcError::Refused {
        refusal: Box::new(refusal),
        revision: None,
    })?;

    let owner = open_matches::owner(deps, &Caller::noted(extensions))?;
    let plan = || Plan {
        game,
        name: String::new(),
        visibility: Visibility::Public,
        players_only: false,
        start: Start::WhenFull,
        times: times.clone(),
        options: configured.options.clone(),
        seats: BySeat::from_fn(configured.seats, |_| Occupant::Open),
    };
    let request = Request::new(deps, Some(request_id), ("QuickMatch", ""), &asked);
    let seeker = Seeker {
        name,
        nonce,
        request,
        owner,
    };
    let (id, seated) = quick::seat(deps, plan, &seeker).await?;
    Ok(QuickMatchResponse {
        match_id: id.to_string(),
        seat: seated.seat,
        seat_token: seated.token(deps, id)?,
        revision: seated.revision,
    })
}
