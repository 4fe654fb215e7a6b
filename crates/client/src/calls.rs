//! The calls of the API, each with its own messages.

use tinsel_proto::v1::{
    AbortMatchRequest, AbortMatchResponse, AddBotRequest, AddBotResponse, CreateMatchRequest, CreateMatchResponse,
    CreateRematchRequest, CreateRematchResponse, ForfeitMatchRequest, ForfeitMatchResponse, Game, GetGameRequest,
    GetGameResponse, GetMatchRequest, JoinMatchRequest, JoinMatchResponse, LeaveMatchRequest, LeaveMatchResponse,
    ListGamesRequest, ListHistoryRequest, ListHistoryResponse, ListLegalActionsRequest, ListLegalActionsResponse,
    ListMatchesRequest, ListMatchesResponse, ListPlayerMatchesRequest, ListPlayerMatchesResponse, MatchState,
    QuickMatchRequest, QuickMatchResponse, ReissueSeatTokenRequest, ReissueSeatTokenResponse, RemovePlayerRequest,
    RemovePlayerResponse, ReturnToSeatRequest, ReturnToSeatResponse, SpectateMatchRequest, SpectateMatchResponse,
    StartMatchRequest, StartMatchResponse, SubmitActionRequest, SubmitActionResponse, SubstituteSeatRequest,
    SubstituteSeatResponse, TransferHostRequest, TransferHostResponse, ValidateActionRequest, ValidateActionResponse,
    WatchMatchRequest, game_service_client::GameServiceClient, match_service_client::MatchServiceClient,
};

use crate::{client::Client, error::Error, random, token::Token, watch::Watch};

/// Methods of [`Client`], each for the call of the same name. The comment of a method precedes it. With `draws request_id`,
/// an empty request id is drawn, so that a repeat has the same one.
macro_rules! calls {
    ($client:ident: $(
        $(#[$doc:meta])*
        $call:ident($request:ident $(by $token:ty)?) -> $response:ident $(, draws $id:ident)?;
    )*) => {
        impl Client {$(
            $(#[$doc])*
            ///
            /// # Errors
            ///
            /// See [`Client`] and the comments of the API.
            pub async fn $call(&self, $(token: $token,)? request: $request) -> Result<$response, Error> {
                $(
                    let mut request = request;
                    draw(&mut request.$id)?;
                )?
                let send = |channel, request| async { $client::new(channel).$call(request).await };
                self.ask(bearer!($(token as $token)?), request, send).await
            }
        )*}
    };
}

/// The token of a call: none, a necessary one, or an optional one.
macro_rules! bearer {
    () => {
        None
    };
    ($token:ident as $type:ty) => {
        Option::<&Token>::from($token)
    };
}

pub(crate) use {bearer, calls};

calls! { MatchServiceClient:
    /// Creates a match with all seats open.
    create_match(CreateMatchRequest) -> CreateMatchResponse, draws request_id;

    /// Takes an open seat.
    join_match(JoinMatchRequest) -> JoinMatchResponse, draws request_id;

    /// The rematch of a match that is over, which the first call creates, with the seat that is reserved for the caller.
    /// `token` is that of a seat or of the host of the old match.
    create_rematch(CreateRematchRequest by &Token) -> CreateRematchResponse;

    /// A new token of a seat, which replaces the old one. The client needs the API key with which the seat was taken.
    reissue_seat_token(ReissueSeatTokenRequest) -> ReissueSeatTokenResponse, draws request_id;

    /// A page of the matches of a platform's user. The client needs the API key with which the user took the seats.
    list_player_matches(ListPlayerMatchesRequest) -> ListPlayerMatchesResponse;

    /// Seats a bot of the server. `token` is the host's.
    add_bot(AddBotRequest by &Token) -> AddBotResponse, draws request_id;

    /// Opens a taken seat of the lobby. `token` is the host's.
    remove_player(RemovePlayerRequest by &Token) -> RemovePlayerResponse, draws request_id;

    /// Gives the host's rights to the player of a seat. `token` is the host's.
    transfer_host(TransferHostRequest by &Token) -> TransferHostResponse, draws request_id;

    /// Starts a match that has no open seat. `token` is the host's, or that of a seat after `start_without_host_time`.
    start_match(StartMatchRequest by &Token) -> StartMatchResponse, draws request_id;

    /// Takes a seat of a match that the server fills with players of the same request. If the request id is empty, the
    /// client draws one. Give one to retry after [`Error::Unavailable`] without taking a second seat.
    quick_match(QuickMatchRequest) -> QuickMatchResponse, draws request_id;

    /// A page of the public matches that can be joined, or of those that can be watched.
    list_matches(ListMatchesRequest) -> ListMatchesResponse;

    /// Requests a token to watch a match.
    spectate_match(SpectateMatchRequest) -> SpectateMatchResponse;

    /// Leaves a seat permanently and revokes its token. `token` is the seat's.
    leave_match(LeaveMatchRequest by &Token) -> LeaveMatchResponse, draws request_id;

    /// Forfeits a match for a seat. `token` is the seat's.
    forfeit_match(ForfeitMatchRequest by &Token) -> ForfeitMatchResponse, draws request_id;

    /// Makes a bot decide for a player until the player returns. `token` is the seat's or the host's.
    substitute_seat(SubstituteSeatRequest by &Token) -> SubstituteSeatResponse, draws request_id;

    /// Ends a substitution: the player of the seat decides again. `token` is the seat's.
    return_to_seat(ReturnToSeatRequest by &Token) -> ReturnToSeatResponse, draws request_id;

    /// Aborts a match. `token` is the host's.
    abort_match(AbortMatchRequest by &Token) -> AbortMatchResponse, draws request_id;

    /// A page of the history of a match, as the bearer of `token` may know it.
    list_history(ListHistoryRequest by Option<&Token>) -> ListHistoryResponse;
}

/// The calls of `MatchService` with a part of its messages.
impl Client {
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
