//! Lists of public matches.

use std::{
    collections::VecDeque,
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

use futures_util::{
    Stream, StreamExt,
    stream::{self, BoxStream},
};
use tinsel_proto::v1::{ListMatchesRequest, Match, MatchFilter};

use crate::{client::Client, error::Error};

impl Client {
    /// All public matches that a filter selects; polling the stream fetches page after page. Each match occurs once; a
    /// match that appears or disappears meanwhile may be missing.
    pub fn matches(&self, filter: MatchFilter) -> Matches {
        Matches::new(self.clone(), filter)
    }
}

/// A stream of matches, from [`Client::matches`].
///
/// It requests a page when the page before is used up. It ends after the last match, or after the first error.
#[must_use = "a stream does nothing unless it is polled"]
pub struct Matches {
    found: BoxStream<'static, Result<Match, Error>>,
}

impl Matches {
    pub(crate) fn new(client: Client, filter: MatchFilter) -> Self {
        let next = Some(ListMatchesRequest {
            filter: Some(filter),
            ..ListMatchesRequest::default()
        });
        let pages = Pages {
            client,
            next,
            page: VecDeque::new(),
        };
        let found = stream::unfold(pages, |mut pages| async {
            let found = pages.next().await.transpose()?;
            Some((found, pages))
        });
        Self { found: found.boxed() }
    }
}

impl fmt::Debug for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Matches")
    }
}

impl Stream for Matches {
    type Item = Result<Match, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.found.poll_next_unpin(context)
    }
}

/// A list in pages.
struct Pages {
    client: Client,
    /// The next request; `None` after the last page.
    next: Option<ListMatchesRequest>,
    /// The unused rest of the last page.
    page: VecDeque<Match>,
}

impl Pages {
    async fn next(&mut self) -> Result<Option<Match>, Error> {
        loop {
            if let Some(found) = self.page.pop_front() {
                return Ok(Some(found));
            }
            // After an error there is no next request.
            let Some(asked) = self.next.take() else { return Ok(None) };
            let page = self.client.list_matches(asked.clone()).await?;
            self.page = page.matches.into();
            // A page can be empty although more follow; the same token twice would never end.
            let follows = !page.next_page_token.is_empty() && page.next_page_token != asked.page_token;
            self.next = follows.then_some(ListMatchesRequest {
                page_token: page.next_page_token,
                ..asked
            });
        }
    }
}
