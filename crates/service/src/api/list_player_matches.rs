//! `ListPlayerMatches`: the matches of a platform's user.

use std::sync::Arc;

use futures_util::{StreamExt, stream};
use prost::Message;
use tinsel_engine::Viewer;
use tinsel_proto::v1::{
    ListPlayerMatchesRequest, ListPlayerMatchesResponse, MatchPhase, PlayerMatch, PlayerMatchFilter,
};
use tinsel_store::{MatchId, MatchStore};

use super::{call::Call, list_matches::page_size, request_parser::RequestParser};
use crate::{
    deps::Deps,
    error::RpcError,
    lobby::listing::PAGE_BYTES,
    player_index::{self, token},
    read::load,
    record::{Decider, PlayerRef},
    views::show,
};

/// The default and the maximum number of matches of a page.
const PAGE: (usize, usize) = (20, 100);
/// The number of matches that are read concurrently.
const AT_ONCE: usize = 16;
/// The maximum of matches that one call reads.
const READ_MAX: u32 = 200;

pub(super) async fn list_player_matches<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<ListPlayerMatchesRequest>,
) -> Result<ListPlayerMatchesResponse, RpcError> {
    let asked = &call.message;
    let mut parser = RequestParser::default();
    let player_ref = parser.needed_player_ref(&asked.player_ref);
    let filter = parser.player_match_filter(asked.filter);
    let after = parser.played_after(&asked.page_token);
    let ((id, filter), after) = parser.done(player_ref.zip(filter).zip(after))?;
    let size = page_size(asked.page_size, PAGE);
    let player = deps.player_ref(&call.caller, id)?;

    let mut response = ListPlayerMatchesResponse::default();
    let (mut last, mut bytes) = (after, 0);
    let found = player_index::page(&deps, &player, after, READ_MAX).await?;
    let read = found.matches.into_iter().map(|played| {
        let shown = match_of(&deps, &player, played.id);
        async move { (played, shown.await) }
    });
    let mut read = stream::iter(read).buffered(AT_ONCE);
    while let Some((played, shown)) = read.next().await {
        let shown = match shown {
            Ok(shown) => shown,
            // It has expired or was deleted.
            Err(RpcError::MatchNotFound) => {
                player_index::remove(&deps, &player, played.id).await?;
                None
            }
            // Another server can read it.
            Err(RpcError::MatchUnreadable { .. } | RpcError::NewerSchema { .. }) => None,
            Err(error) => return Err(error),
        };
        let Some(shown) = shown.filter(|shown| selects(filter, shown)) else {
            last = Some(played);
            continue;
        };
        bytes += shown.encoded_len();
        let is_full = response.matches.len() >= size || bytes > PAGE_BYTES && !response.matches.is_empty();
        if is_full {
            response.next_page_token = token(last);
            return Ok(response);
        }
        last = Some(played);
        response.matches.push(shown);
    }
    if !found.is_last {
        response.next_page_token = token(last);
    }
    Ok(response)
}

/// A match as the player sees it; `None` if the player has left it.
async fn match_of<S: MatchStore>(
    deps: &Deps<S>,
    player: &PlayerRef,
    id: MatchId,
) -> Result<Option<PlayerMatch>, RpcError> {
    let record = load(deps, id).await?;
    let Some(seat) = record.setup.seat_of_player(player) else {
        return Ok(None);
    };
    let owes = record.playing().is_ok_and(|play| play.game.owing().contains(seat));
    Ok(Some(PlayerMatch {
        r#match: Some(show::match_of(id, &record, Viewer::Seat(seat))?),
        seat: Some(seat.get().into()),
        my_turn: owes && record.setup.decider(seat) == Decider::Player,
    }))
}

fn selects(filter: PlayerMatchFilter, shown: &PlayerMatch) -> bool {
    let phase = shown
        .r#match
        .as_ref()
        .map_or(MatchPhase::Unspecified, tinsel_proto::v1::Match::phase);
    match filter {
        PlayerMatchFilter::Unspecified => true,
        PlayerMatchFilter::Lobby => phase == MatchPhase::Lobby,
        PlayerMatchFilter::Active => phase == MatchPhase::Active,
        PlayerMatchFilter::MyTurn => shown.my_turn,
        PlayerMatchFilter::Ended => matches!(phase, MatchPhase::Finished | MatchPhase::Aborted),
    }
}
