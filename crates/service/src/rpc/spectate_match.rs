//! `SpectateMatch`: a token to watch with.

use tinsel_proto::v1::{SpectateMatchRequest, SpectateMatchResponse};
use tinsel_store::MatchStore;

use crate::{auth::Role, change, deps::Deps, error::RpcError, naming, reading, validate::Fields};

pub(super) async fn spectate_match<S: MatchStore>(
    deps: &Deps<S>,
    asked: SpectateMatchRequest,
) -> Result<SpectateMatchResponse, RpcError> {
    let mut fields = Fields::default();
    let named = fields.named(&asked.match_id, &asked.join_code);
    let named = fields.done(named)?;

    let id = naming::find(deps, named).await?;
    let table = change::load(deps, id).await?;
    naming::may_join(&table, named)?;
    reading::viewer(&table, Some(Role::Spectator))?;
    Ok(SpectateMatchResponse {
        match_id: id.to_string(),
        spectator_token: deps.keys.token(id, Role::Spectator),
    })
}
