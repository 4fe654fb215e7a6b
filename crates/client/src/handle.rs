//! Who one is in a match.

use tinsel_proto::v1::{
    AddBotRequest, AddBotResponse, GameAction, GameLegal, HistoryEntry, MatchState, StartMatchRequest,
    SubmitActionRequest, ValidateActionRequest, WatchMatchRequest, watch_match_request::Position,
};

use crate::{client::Client, error::Error, token::Token, watch::Watch};

/// Whoever created a match. Sees it as a spectator does.
#[derive(Debug, Clone)]
pub struct Host {
    client: Client,
    match_id: String,
    token: Token,
}

impl Host {
    pub(crate) const fn new(client: Client, match_id: String, token: Token) -> Self {
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

    /// The host's token.
    #[must_use]
    pub const fn token(&self) -> &Token {
        &self.token
    }

    /// Seats a bot of the server in the first open seat.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn add_bot(&self) -> Result<AddBotResponse, Error> {
        self.add_bot_with(AddBotRequest::default()).await
    }

    /// Seats a bot as it is asked for. The match is this one, whatever the request says.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn add_bot_with(&self, request: AddBotRequest) -> Result<AddBotResponse, Error> {
        let request = AddBotRequest {
            match_id: self.match_id.clone(),
            ..request
        };
        self.client.add_bot(&self.token, request).await
    }

    /// Starts the match, and gives its revision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn start(&self) -> Result<u64, Error> {
        let request = StartMatchRequest {
            match_id: self.match_id.clone(),
            ..StartMatchRequest::default()
        };
        Ok(self.client.start_match(&self.token, request).await?.revision)
    }

    /// The newest state.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn state(&self) -> Result<MatchState, Error> {
        self.client.get_match(&self.match_id, Some(&self.token)).await
    }

    /// All that has happened behind `after_revision`, as far as everybody may know it.
    ///
    /// # Errors
    ///
    /// As [`Client::history`].
    pub async fn history(&self, after_revision: u64) -> Result<Vec<HistoryEntry>, Error> {
        let token = Some(&self.token);
        self.client.history(&self.match_id, token, after_revision).await
    }

    /// The match as it moves: behind `after_revision`, or from a snapshot of its newest state.
    pub fn watch(&self, after_revision: Option<u64>) -> Watch {
        watch(&self.client, &self.match_id, Some(&self.token), after_revision)
    }
}

/// Whoever holds a seat.
#[derive(Debug, Clone)]
pub struct Seat {
    client: Client,
    match_id: String,
    token: Token,
    seat: u32,
}

impl Seat {
    pub(crate) const fn new(client: Client, match_id: String, token: Token, seat: u32) -> Self {
        Self {
            client,
            match_id,
            token,
            seat,
        }
    }

    /// The match.
    #[must_use]
    pub fn match_id(&self) -> &str {
        &self.match_id
    }

    /// The seat's token.
    #[must_use]
    pub const fn token(&self) -> &Token {
        &self.token
    }

    /// The seat's number.
    #[must_use]
    pub const fn seat(&self) -> u32 {
        self.seat
    }

    /// The newest state, as the seat may know it.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn state(&self) -> Result<MatchState, Error> {
        self.client.get_match(&self.match_id, Some(&self.token)).await
    }

    /// What the seat may do now. Nothing is set inside if it owes no decision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn legal(&self) -> Result<GameLegal, Error> {
        let answer = self
            .client
            .list_legal_actions(&self.match_id, Some(&self.token))
            .await?;
        Ok(answer.legal.unwrap_or_default())
    }

    /// Whether the seat could take this decision now; nothing comes of it. Gives the revision this is true of.
    ///
    /// # Errors
    ///
    /// As [`Seat::submit`].
    pub async fn validate(&self, action: GameAction) -> Result<u64, Error> {
        let request = ValidateActionRequest {
            match_id: self.match_id.clone(),
            expected_revision: None,
            action: Some(action),
        };
        Ok(self.client.validate_action(&self.token, request).await?.revision)
    }

    /// Takes a decision, judged on the newest state whatever has happened since the caller looked. Gives the revision
    /// after it.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn submit(&self, action: GameAction) -> Result<u64, Error> {
        self.submit_with(SubmitActionRequest {
            action: Some(action),
            ..SubmitActionRequest::default()
        })
        .await
    }

    /// Takes a decision, unless the match has moved from `revision`. Gives the revision after it.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API; `REVISION_MISMATCH` if the match has moved.
    pub async fn submit_at(&self, revision: u64, action: GameAction) -> Result<u64, Error> {
        self.submit_with(SubmitActionRequest {
            action: Some(action),
            expected_revision: Some(revision),
            ..SubmitActionRequest::default()
        })
        .await
    }

    async fn submit_with(&self, request: SubmitActionRequest) -> Result<u64, Error> {
        let request = SubmitActionRequest {
            match_id: self.match_id.clone(),
            ..request
        };
        Ok(self.client.submit_action(&self.token, request).await?.revision)
    }

    /// All that has happened behind `after_revision`, as far as the seat may know it.
    ///
    /// # Errors
    ///
    /// As [`Client::history`].
    pub async fn history(&self, after_revision: u64) -> Result<Vec<HistoryEntry>, Error> {
        let token = Some(&self.token);
        self.client.history(&self.match_id, token, after_revision).await
    }

    /// The match as it moves, as the seat may know it: behind `after_revision`, or from a snapshot of its newest state.
    pub fn watch(&self, after_revision: Option<u64>) -> Watch {
        watch(&self.client, &self.match_id, Some(&self.token), after_revision)
    }
}

/// Somebody who only looks on.
#[derive(Debug, Clone)]
pub struct Spectator {
    client: Client,
    match_id: String,
}

impl Spectator {
    pub(crate) const fn new(client: Client, match_id: String) -> Self {
        Self { client, match_id }
    }

    /// The match.
    #[must_use]
    pub fn match_id(&self) -> &str {
        &self.match_id
    }

    /// The newest state.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn state(&self) -> Result<MatchState, Error> {
        self.client.get_match(&self.match_id, None).await
    }

    /// All that has happened behind `after_revision`, as far as everybody may know it.
    ///
    /// # Errors
    ///
    /// As [`Client::history`].
    pub async fn history(&self, after_revision: u64) -> Result<Vec<HistoryEntry>, Error> {
        let token = None;
        self.client.history(&self.match_id, token, after_revision).await
    }

    /// The match as it moves: behind `after_revision`, or from a snapshot of its newest state.
    pub fn watch(&self, after_revision: Option<u64>) -> Watch {
        watch(&self.client, &self.match_id, None, after_revision)
    }
}

fn watch(client: &Client, match_id: &str, token: Option<&Token>, after_revision: Option<u64>) -> Watch {
    let request = WatchMatchRequest {
        match_id: match_id.to_owned(),
        position: after_revision.map(Position::AfterRevision),
    };
    client.watch_match(token, request)
}
