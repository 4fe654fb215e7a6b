//! The handle of a match's host.

use tinsel_proto::v1::{
    AbortMatchRequest, AddBotRequest, AddBotResponse, CreateRematchRequest, HistoryEntry, MatchState,
    RemovePlayerRequest, StartMatchRequest, SubstituteSeatRequest, TransferHostRequest,
};

use super::Seat;
use crate::{client::Client, error::Error, token::Token, watch::Watch};

/// The host of a match. With the token that `CreateMatch` returned, it sees the match as a spectator does.
#[derive(Debug, Clone)]
pub struct Host {
    client: Client,
    match_id: String,
    token: Token,
    join_code: Option<String>,
    seat: Option<Seat>,
}

impl Host {
    pub(crate) const fn new(client: Client, match_id: String, token: Token) -> Self {
        Self {
            client,
            match_id,
            token,
            join_code: None,
            seat: None,
        }
    }

    /// The host with what only the creation of the match returns.
    pub(crate) fn created(self, join_code: String, seat: Option<Seat>) -> Self {
        Self {
            join_code: Some(join_code).filter(|code| !code.is_empty()),
            seat,
            ..self
        }
    }

    /// The seat that the creator took in the same step. `None` without it, and for a host made from its token.
    #[must_use]
    pub const fn seat(&self) -> Option<&Seat> {
        self.seat.as_ref()
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

    /// The code that players need to join a private match. `None` for a public match, and for a host made from its
    /// token: the server returns the code only once, when the match is created.
    #[must_use]
    pub fn join_code(&self) -> Option<&str> {
        self.join_code.as_deref()
    }

    /// Seats a bot of the server in the first open seat.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn add_bot(&self) -> Result<AddBotResponse, Error> {
        self.add_bot_with(AddBotRequest::default()).await
    }

    /// Seats a bot with this request. The handle replaces the match of the request by its own.
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

    /// Removes the player or bot of a seat from the lobby, and opens the seat. Returns the new revision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn remove(&self, seat: u32) -> Result<u64, Error> {
        let request = RemovePlayerRequest {
            match_id: self.match_id.clone(),
            seat: Some(seat),
            ..RemovePlayerRequest::default()
        };
        Ok(self.client.remove_player(&self.token, request).await?.revision)
    }

    /// Gives the host's rights to the player of a seat, and returns the new revision. From then on, the token of that seat
    /// is the host's: see [`Client::host`].
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn transfer(&self, seat: u32) -> Result<u64, Error> {
        let request = TransferHostRequest {
            match_id: self.match_id.clone(),
            seat: Some(seat),
            ..TransferHostRequest::default()
        };
        Ok(self.client.transfer_host(&self.token, request).await?.revision)
    }

    /// Starts the match, and returns its revision.
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

    /// Makes a bot decide for an inactive player, until the player returns. Returns the new revision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API; `PLAYER_PRESENT` if the player is active.
    pub async fn substitute(&self, seat: u32) -> Result<u64, Error> {
        let request = SubstituteSeatRequest {
            match_id: self.match_id.clone(),
            seat: Some(seat),
            ..SubstituteSeatRequest::default()
        };
        Ok(self.client.substitute_seat(&self.token, request).await?.revision)
    }

    /// The host of the rematch, which the first call of a player or the host creates. The match must be over.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn rematch(&self) -> Result<Self, Error> {
        let request = CreateRematchRequest {
            match_id: self.match_id.clone(),
            ..CreateRematchRequest::default()
        };
        let rematch = self.client.create_rematch(&self.token, request).await?;
        let (id, client) = (rematch.match_id, self.client.clone());
        let seat = rematch
            .seat
            .map(|seat| client.seat(id.clone(), Token::new(rematch.seat_token), seat));
        // The host's rights can be those of a seat.
        let token = seat
            .as_ref()
            .map_or_else(|| Token::new(rematch.host_token), |seat| seat.token().clone());
        Ok(Self::new(client, id, token).created(rematch.join_code, seat))
    }

    /// Aborts the match, before or after its start. Returns its last revision.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn abort(&self) -> Result<u64, Error> {
        let request = AbortMatchRequest {
            match_id: self.match_id.clone(),
            ..AbortMatchRequest::default()
        };
        Ok(self.client.abort_match(&self.token, request).await?.revision)
    }

    /// The newest state.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn state(&self) -> Result<MatchState, Error> {
        self.client.get_match(&self.match_id, Some(&self.token)).await
    }

    /// The whole history after `after_revision`, as a spectator may know it.
    ///
    /// # Errors
    ///
    /// As [`Client::history`].
    pub async fn history(&self, after_revision: u64) -> Result<Vec<HistoryEntry>, Error> {
        let token = Some(&self.token);
        self.client.history(&self.match_id, token, after_revision).await
    }

    /// A stream of the changes of the match: after `after_revision`, or from a snapshot of its newest state.
    pub fn watch(&self, after_revision: Option<u64>) -> Watch {
        self.client
            .watch_after(&self.match_id, Some(&self.token), after_revision)
    }
}
