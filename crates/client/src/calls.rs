//! The calls of the API, each with its own messages.

use tinsel_proto::v1::{
    AbortMatchRequest, AbortMatchResponse, AddBotRequest, AddBotResponse, CreateMatchRequest, CreateMatchResponse,
    ForfeitMatchRequest, ForfeitMatchResponse, Game, GetGameRequest, GetGameResponse, GetMatchRequest,
    JoinMatchRequest, JoinMatchResponse, LeaveMatchRequest, LeaveMatchResponse, ListGamesRequest, ListHistoryRequest,
    ListHistoryResponse, ListLegalActionsRequest, ListLegalActionsResponse, ListMatchesRequest, ListMatchesResponse,
    ListPlayerMatchesRequest, ListPlayerMatchesResponse, MatchState, QuickMatchRequest, QuickMatchResponse,
    ReissueSeatTokenRequest, ReissueSeatTokenResponse, RemovePlayerRequest, RemovePlayerResponse, ReturnToSeatRequest,
    ReturnToSeatResponse, SpectateMatchRequest, SpectateMatchResponse, StartMatchRequest, StartMatchResponse,
    SubmitActionRequest, SubmitActionResponse, SubstituteSeatRequest, SubstituteSeatResponse, TransferHostRequest,
    TransferHostResponse, ValidateActionRequest, ValidateActionResponse, WatchMatchRequest,
    game_service_client::GameServiceClient, match_service_client::MatchServiceClient,
};

use crate::{client::Client, error::Error, random, token::Token, watch::Watch};

/// The calls of `MatchService`.
impl Client {
    /// Creates a match with all seats open.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn create_match(&self, mut request: CreateMatchRequest) -> Result<CreateMatchResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).create_match(request).await };
        self.ask(None, request, send).await
    }

    /// Takes an open seat.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn join_match(&self, mut request: JoinMatchRequest) -> Result<JoinMatchResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).join_match(request).await };
        self.ask(None, request, send).await
    }

    /// A new token of a seat, which replaces the old one. The client needs the API key with which the seat was taken.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn reissue_seat_token(
        &self,
        mut request: ReissueSeatTokenRequest,
    ) -> Result<ReissueSeatTokenResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).reissue_seat_token(request).await };
        self.ask(None, request, send).await
    }

    /// A page of the matches of a platform's user. The client needs the API key with which the user took the seats.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn list_player_matches(
        &self,
        request: ListPlayerMatchesRequest,
    ) -> Result<ListPlayerMatchesResponse, Error> {
        let send = |channel, request| async { MatchServiceClient::new(channel).list_player_matches(request).await };
        self.ask(None, request, send).await
    }

    /// Seats a bot of the server. `token` is the host's.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn add_bot(&self, token: &Token, mut request: AddBotRequest) -> Result<AddBotResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).add_bot(request).await };
        self.ask(Some(token), request, send).await
    }

    /// Opens a taken seat of the lobby. `token` is the host's.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn remove_player(
        &self,
        token: &Token,
        mut request: RemovePlayerRequest,
    ) -> Result<RemovePlayerResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).remove_player(request).await };
        self.ask(Some(token), request, send).await
    }

    /// Gives the host's rights to the player of a seat. `token` is the host's.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn transfer_host(
        &self,
        token: &Token,
        mut request: TransferHostRequest,
    ) -> Result<TransferHostResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).transfer_host(request).await };
        self.ask(Some(token), request, send).await
    }

    /// Starts a match that has no open seat. `token` is the host's, or that of a seat after `start_without_host_time`.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn start_match(
        &self,
        token: &Token,
        mut request: StartMatchRequest,
    ) -> Result<StartMatchResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).start_match(request).await };
        self.ask(Some(token), request, send).await
    }

    /// Takes a seat of a match that the server fills with players of the same request. If the request id is empty, the
    /// client draws one. Give one to retry after [`Error::Unavailable`] without taking a second seat.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn quick_match(&self, mut request: QuickMatchRequest) -> Result<QuickMatchResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).quick_match(request).await };
        self.ask(None, request, send).await
    }

    /// A page of the public matches that can be joined, or of those that can be watched.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn list_matches(&self, request: ListMatchesRequest) -> Result<ListMatchesResponse, Error> {
        let send = |channel, request| async { MatchServiceClient::new(channel).list_matches(request).await };
        self.ask(None, request, send).await
    }

    /// Requests a token to watch a match.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn spectate_match(&self, request: SpectateMatchRequest) -> Result<SpectateMatchResponse, Error> {
        let send = |channel, request| async { MatchServiceClient::new(channel).spectate_match(request).await };
        self.ask(None, request, send).await
    }

    /// Leaves a seat permanently and revokes its token. `token` is the seat's.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn leave_match(
        &self,
        token: &Token,
        mut request: LeaveMatchRequest,
    ) -> Result<LeaveMatchResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).leave_match(request).await };
        self.ask(Some(token), request, send).await
    }

    /// Forfeits a match for a seat. `token` is the seat's.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn forfeit_match(
        &self,
        token: &Token,
        mut request: ForfeitMatchRequest,
    ) -> Result<ForfeitMatchResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).forfeit_match(request).await };
        self.ask(Some(token), request, send).await
    }

    /// Makes a bot decide for a player until the player returns. `token` is the seat's or the host's.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn substitute_seat(
        &self,
        token: &Token,
        mut request: SubstituteSeatRequest,
    ) -> Result<SubstituteSeatResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).substitute_seat(request).await };
        self.ask(Some(token), request, send).await
    }

    /// Ends a substitution: the player of the seat decides again. `token` is the seat's.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn return_to_seat(
        &self,
        token: &Token,
        mut request: ReturnToSeatRequest,
    ) -> Result<ReturnToSeatResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).return_to_seat(request).await };
        self.ask(Some(token), request, send).await
    }

    /// Aborts a match. `token` is the host's.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn abort_match(
        &self,
        token: &Token,
        mut request: AbortMatchRequest,
    ) -> Result<AbortMatchResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).abort_match(request).await };
        self.ask(Some(token), request, send).await
    }

    /// The newest state of a match, as the bearer of `token` may know it.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn get_match(&self, match_id: &str, token: Option<&Token>) -> Result<MatchState, Error> {
        let request = GetMatchRequest {
            match_id: match_id.to_owned(),
            presentation: self.options().presentation,
            ..GetMatchRequest::default()
        };
        let send = |channel, request| async { MatchServiceClient::new(channel).get_match(request).await };
        let answer = self.ask(token, request, send).await?;
        answer.state.ok_or(Error::Incomplete { missing: "state" })
    }

    /// The actions that are available to the bearer of `token` now.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn list_legal_actions(
        &self,
        match_id: &str,
        token: Option<&Token>,
    ) -> Result<ListLegalActionsResponse, Error> {
        let request = ListLegalActionsRequest {
            match_id: match_id.to_owned(),
            presentation: self.options().presentation,
        };
        let send = |channel, request| async { MatchServiceClient::new(channel).list_legal_actions(request).await };
        self.ask(token, request, send).await
    }

    /// Submits an action. `token` is a seat's.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn submit_action(
        &self,
        token: &Token,
        mut request: SubmitActionRequest,
    ) -> Result<SubmitActionResponse, Error> {
        draw(&mut request.request_id)?;
        let send = |channel, request| async { MatchServiceClient::new(channel).submit_action(request).await };
        self.ask(Some(token), request, send).await.map_err(Error::of_decision)
    }

    /// A dry run of an action: the server validates it and stores nothing. `token` is a seat's.
    ///
    /// # Errors
    ///
    /// As [`Client::submit_action`].
    pub async fn validate_action(
        &self,
        token: &Token,
        request: ValidateActionRequest,
    ) -> Result<ValidateActionResponse, Error> {
        let send = |channel, request| async { MatchServiceClient::new(channel).validate_action(request).await };
        self.ask(Some(token), request, send).await.map_err(Error::of_decision)
    }

    /// A page of the history of a match, as the bearer of `token` may know it.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn list_history(
        &self,
        token: Option<&Token>,
        request: ListHistoryRequest,
    ) -> Result<ListHistoryResponse, Error> {
        let send = |channel, request| async { MatchServiceClient::new(channel).list_history(request).await };
        self.ask(token, request, send).await
    }

    /// A stream of the changes of a match, as the bearer of `token` may know them. It sends no request before the first
    /// poll.
    pub fn watch_match(&self, token: Option<&Token>, request: WatchMatchRequest) -> Watch {
        Watch::new(self.clone(), token.cloned(), request)
    }
}

/// The calls of `GameService`.
impl Client {
    /// All games, ordered by id.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn list_games(&self) -> Result<Vec<Game>, Error> {
        let send = |channel, request| async { GameServiceClient::new(channel).list_games(request).await };
        let answer = self.ask(None, ListGamesRequest {}, send).await?;
        Ok(answer.games)
    }

    /// One game, with its options, actions, reasons and rules.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn get_game(&self, game_id: &str) -> Result<GetGameResponse, Error> {
        let request = GetGameRequest {
            game_id: game_id.to_owned(),
            presentation: self.options().presentation,
            components_digest: String::new(),
        };
        let send = |channel, request| async { GameServiceClient::new(channel).get_game(request).await };
        self.ask(None, request, send).await
    }
}

/// Draws a request id if the given one is empty.
pub(crate) fn draw(request_id: &mut String) -> Result<(), Error> {
    if request_id.is_empty() {
        *request_id = random::request_id()?;
    }
    Ok(())
}
