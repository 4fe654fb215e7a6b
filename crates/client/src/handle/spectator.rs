//! The handle of a spectator.

use tinsel_proto::v1::{HistoryEntry, MatchState};

use crate::{client::Client, error::Error, token::Token, watch::Watch};

/// A spectator of a match.
#[derive(Debug, Clone)]
pub struct Spectator {
    client: Client,
    match_id: String,
    token: Option<Token>,
}

impl Spectator {
    pub(crate) const fn new(client: Client, match_id: String, token: Option<Token>) -> Self {
        Self {
            client,
            match_id,
            token,
        }
    }

    /// The match.
    #[must_use]
    pub fn match_id(&self) -> &str {
        &self.match_id
    }

    /// The spectator's token. `None` for a spectator of a public match, who needs none.
    #[must_use]
    pub const fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// The newest state.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn state(&self) -> Result<MatchState, Error> {
        self.client.get_match(&self.match_id, self.token.as_ref()).await
    }

    /// The whole history after `after_revision`, as a spectator may know it.
    ///
    /// # Errors
    ///
    /// As [`Client::history`].
    pub async fn history(&self, after_revision: u64) -> Result<Vec<HistoryEntry>, Error> {
        let token = self.token.as_ref();
        self.client.history(&self.match_id, token, after_revision).await
    }

    /// A stream of the changes of the match: after `after_revision`, or from a snapshot of its newest state.
    pub fn watch(&self, after_revision: Option<u64>) -> Watch {
        self.client
            .watch_after(&self.match_id, self.token.as_ref(), after_revision)
    }
}
