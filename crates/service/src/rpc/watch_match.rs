//! `WatchMatch`: a match as it moves.

use std::sync::Arc;

use futures_util::{StreamExt, stream::BoxStream};
use tinsel_proto::v1::{WatchMatchRequest, WatchMatchResponse};
use tinsel_store::MatchStore;
use tonic::{Extensions, Status, metadata::MetadataMap};

use crate::{
    auth,
    caller::Caller,
    connection::ConnectionEnd,
    deps::Deps,
    error::RpcError,
    reading,
    tables::Audience,
    validate::Fields,
    watch::{self, Watcher},
};

pub(super) async fn watch_match<S: MatchStore>(
    deps: &Arc<Deps<S>>,
    (metadata, extensions): (&MetadataMap, &Extensions),
    asked: WatchMatchRequest,
) -> Result<BoxStream<'static, Result<WatchMatchResponse, Status>>, RpcError> {
    let mut fields = Fields::default();
    let id = fields.match_id(&asked.match_id);
    let position = fields.position(asked.position.as_ref());
    let (id, told) = fields.done(id.zip(position))?;
    let caller = auth::caller(&deps.keys, metadata, id)?;
    if deps.draining.is_cancelled() {
        return Err(RpcError::Draining);
    }
    let place = deps.quotas.stream(Caller::noted(extensions).who)?;

    let (_, viewer) = reading::table(deps, id, caller).await?;
    // Subscribed before the first look, so that nothing moves unseen in between.
    let notices = deps.store.watch(id).await?;
    let watcher = Watcher {
        deps: Arc::clone(deps),
        id,
        caller,
        viewer,
        notices,
        told,
        audience: Audience::take(deps.tables.slot(id)),
        ending: ConnectionEnd::noted(extensions).unwrap_or_else(|| deps.draining.clone()),
        _place: place,
    };
    Ok(watch::stream(watcher).boxed())
}
