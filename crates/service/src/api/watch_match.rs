//! `WatchMatch`: streams the changes of a match.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::Stream;
use tinsel_proto::v1::WatchMatchRequest;
use tinsel_store::MatchStore;
use tonic::Status;

use super::{call::Call, request_parser::RequestParser};
use crate::{
    auth::{connection::ConnectionEnd, token::Role},
    cache::WatcherCount,
    deps::Deps,
    error::RpcError,
    read::read_access,
    views::presented::Parts,
    watch::{self, RequestedContent, Watcher},
};

/// A stream of encoded [`WatchMatchResponse`](tinsel_proto::v1::WatchMatchResponse)s.
pub(super) async fn watch_match<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<WatchMatchRequest>,
) -> Result<impl Stream<Item = Result<Bytes, Status>> + Send + 'static, RpcError> {
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let id = parser.match_id(&asked.match_id);
    let position = parser.position(asked.position.as_ref());
    let (id, told) = parser.done(id.zip(position))?;
    let role = call.caller.role(id)?;
    let content = RequestedContent {
        parts: Parts::requested(asked.presentation, asked.form, asked.legal),
        latest_only: asked.latest_only,
    };
    if deps.draining.is_cancelled() {
        return Err(RpcError::Draining);
    }
    let permit = deps.quotas.stream(call.caller.quota_key)?;

    let (_, viewer) = read_access::load_for(&deps, id, role).await?;
    // Subscribes before the first read, so that no change between the two is missed.
    let notices = deps.store.watch(id).await?;
    let watchers = WatcherCount::take(deps.cache.entry(id));
    let presence = match role {
        Some(Role::Seat(grant)) => Some(deps.presence.open(id, grant)),
        Some(Role::Host | Role::Spectator) | None => None,
    };
    let ending = ConnectionEnd::noted(&call.extensions).unwrap_or_else(|| deps.draining.clone());
    let watcher = Watcher {
        deps,
        id,
        role,
        viewer,
        content,
        notices,
        told,
        watchers,
        ending,
        _presence: presence,
        _permit: permit,
    };
    Ok(watch::stream(watcher))
}
