//! `ListMatches`: the public matches to join or to watch.

use std::sync::Arc;

use tinsel_proto::v1::{ListMatchesRequest, ListMatchesResponse};
use tinsel_store::MatchStore;

use super::{call::Call, request_parser::RequestParser};
use crate::{deps::Deps, error::RpcError, lobby::listing};

/// The default and the maximum page size, in matches.
const PAGE: (usize, usize) = (50, 200);

pub(super) async fn list_matches<S: MatchStore>(
    deps: Arc<Deps<S>>,
    call: Call<ListMatchesRequest>,
) -> Result<ListMatchesResponse, RpcError> {
    if !deps.settings.public_list {
        return Err(RpcError::ListingDisabled);
    }
    let asked = call.message;
    let mut parser = RequestParser::default();
    let filter = parser.filter(asked.filter.unwrap_or_default());
    let after = filter
        .as_ref()
        .and_then(|filter| parser.page_token(filter, &asked.page_token));
    let (filter, after) = parser.done(filter.zip(after))?;

    let tenant = deps.api_keys.tenant_of(&call.caller);
    let lobby = tenant.map(|tenant| tenant.lobby_id());
    let page = listing::page(&deps, (lobby, &filter), after, page_size(asked.page_size, PAGE)).await?;
    Ok(ListMatchesResponse {
        next_page_token: page.last.map(|last| filter.token(last)).unwrap_or_default(),
        matches: page.matches,
    })
}

/// The size of a page, from the default and the maximum.
pub(super) fn page_size(asked: u32, (usual, most): (usize, usize)) -> usize {
    match usize::try_from(asked) {
        Ok(0) => usual,
        Ok(asked) => asked.min(most),
        Err(_) => most,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_requested_size_up_to_the_maximum() {
        assert_eq!(
            [0, 1, 200, 201, u32::MAX].map(|asked| page_size(asked, PAGE)),
            [50, 1, 200, 200, 200]
        );
    }
}
