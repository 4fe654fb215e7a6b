//! The handle of a player.

use tinsel_proto::v1::{
    Answer, CreateRematchRequest, ForfeitMatchRequest, GameAction, GameLegal, HistoryEntry, LeaveMatchRequest,
    MatchState, ReturnToSeatRequest, StartMatchRequest, SubmitActionRequest, SubstituteSeatRequest,
    ValidateActionRequest,
};

use crate::{client::Client, error::Error, random, token::Token, watch::Watch};

/// The player of a seat.
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

    pub(crate) const fn client(&self) -> &Client {
        &self.client
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

    /// The actions that are available to the seat now. The message is empty if the seat has no pending decision.
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

    /// A dry run of an action: the server validates it and stores nothing. Returns the revision of the state that it
    /// was validated on.
    ///
    /// # Errors
    ///
    /// As [`Seat::submit`].
    pub async fn validate(&self, action: GameAction) -> Result<u64, Error> {
        let request = ValidateActionRequest {
            match_id: self.match_id.clone(),
            action: Some(action),
            ..ValidateActionRequest::default()
        };
        Ok(self.client.validate_action(&self.token, request).await?.revision)
    }

    /// Submits an action. The server validates it on the newest state, regardless of changes that the caller has not
    /// seen. Returns the new revision.
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

    /// Submits a completed form as [`submit`](Self::submit) does an action. Returns the new revision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn answer(&self, answer: Answer) -> Result<u64, Error> {
        self.submit_with(SubmitActionRequest {
            answer: Some(answer),
            ..SubmitActionRequest::default()
        })
        .await
    }

    /// Submits an action, unless the match has changed since `revision`. Returns the new revision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API; `REVISION_MISMATCH` if the match has changed.
    pub async fn submit_at(&self, revision: u64, action: GameAction) -> Result<u64, Error> {
        self.submit_with(SubmitActionRequest {
            action: Some(action),
            expected_revision: Some(revision),
            ..SubmitActionRequest::default()
        })
        .await
    }

    /// Submits a decision with this request. The handle replaces the match of the request by its own. Returns the new
    /// revision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn submit_with(&self, request: SubmitActionRequest) -> Result<u64, Error> {
        let request = SubmitActionRequest {
            match_id: self.match_id.clone(),
            ..request
        };
        Ok(self.client.submit_action(&self.token, request).await?.revision)
    }

    /// Starts a full match that its host has not started in time. Returns its revision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API; `START_RESERVED` while only the host may start it.
    pub async fn start(&self) -> Result<u64, Error> {
        let request = StartMatchRequest {
            match_id: self.match_id.clone(),
            ..StartMatchRequest::default()
        };
        Ok(self.client.start_match(&self.token, request).await?.revision)
    }

    /// Leaves the seat permanently and revokes its token: in the lobby the seat opens again, later a bot decides for it
    /// to the end. Returns the new revision.
    ///
    /// The server refuses every later call of the seat with `SEAT_LEFT`, and its watches end with this refusal.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn leave(&self) -> Result<u64, Error> {
        let request = LeaveMatchRequest {
            match_id: self.match_id.clone(),
            ..LeaveMatchRequest::default()
        };
        Ok(self.client.leave_match(&self.token, request).await?.revision)
    }

    /// The seat of this player in the rematch, which the first call of a player or the host creates. The match must be over.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn rematch(&self) -> Result<Self, Error> {
        let request = CreateRematchRequest {
            match_id: self.match_id.clone(),
            nonce: random::nonce()?.into(),
        };
        let rematch = self.client.create_rematch(&self.token, request).await?;
        let seat = rematch.seat.ok_or(Error::Incomplete { missing: "seat" })?;
        let token = Token::new(rematch.seat_token);
        Ok(Self::new(self.client.clone(), rematch.match_id, token, seat))
    }

    /// Forfeits the match. From then on the server plays the seat's defaults at once. The seat ranks behind all seats
    /// that have not forfeited. The seat can still watch. Returns the new revision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn forfeit(&self) -> Result<u64, Error> {
        let request = ForfeitMatchRequest {
            match_id: self.match_id.clone(),
            ..ForfeitMatchRequest::default()
        };
        Ok(self.client.forfeit_match(&self.token, request).await?.revision)
    }

    /// Makes a bot decide for the seat, until [`return_to_seat`](Self::return_to_seat). Returns the new revision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn let_bot_play(&self) -> Result<u64, Error> {
        let request = SubstituteSeatRequest {
            match_id: self.match_id.clone(),
            ..SubstituteSeatRequest::default()
        };
        Ok(self.client.substitute_seat(&self.token, request).await?.revision)
    }

    /// Ends a substitution by [`let_bot_play`](Self::let_bot_play) or [`Host::substitute`](crate::Host::substitute):
    /// the player decides again. Returns the new revision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API; `NOT_SUBSTITUTED` if no bot decides.
    pub async fn return_to_seat(&self) -> Result<u64, Error> {
        let request = ReturnToSeatRequest {
            match_id: self.match_id.clone(),
            ..ReturnToSeatRequest::default()
        };
        Ok(self.client.return_to_seat(&self.token, request).await?.revision)
    }

    /// The whole history after `after_revision`, as the seat may know it.
    ///
    /// # Errors
    ///
    /// As [`Client::history`].
    pub async fn history(&self, after_revision: u64) -> Result<Vec<HistoryEntry>, Error> {
        let token = Some(&self.token);
        self.client.history(&self.match_id, token, after_revision).await
    }

    /// A stream of the changes of the match, as the seat may know them: after `after_revision`, or from a snapshot of
    /// its newest state.
    pub fn watch(&self, after_revision: Option<u64>) -> Watch {
        self.client
            .watch_after(&self.match_id, Some(&self.token), after_revision)
    }
}
