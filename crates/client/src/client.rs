//! The calls of the API.

use std::sync::Arc;

use tinsel_proto::v1::{
    AddBotRequest, AddBotResponse, CreateMatchRequest, CreateMatchResponse, Game, GameConfig, GetGameRequest,
    GetGameResponse, GetMatchRequest, JoinMatchRequest, JoinMatchResponse, ListGamesRequest, ListHistoryRequest,
    ListHistoryResponse, ListLegalActionsRequest, ListLegalActionsResponse, MatchState, StartMatchRequest,
    StartMatchResponse, SubmitActionRequest, SubmitActionResponse, ValidateActionRequest, ValidateActionResponse,
    WatchMatchRequest, game_service_client::GameServiceClient, match_service_client::MatchServiceClient,
};
use tonic::{
    Request, Response, Status,
    metadata::{Ascii, MetadataValue},
    transport::Channel,
};

use crate::{
    endpoints::Endpoints,
    error::Error,
    handle::{Host, Seat, Spectator},
    options::Options,
    random, retry,
    token::{ApiKey, Headers, Token},
    watch::Watch,
};

/// A client of one deployment of Tinsel, which may have several replicas. Cloning it is cheap, and clones share their
/// connections.
///
/// [`create`](Self::create) and [`join`](Self::join) give handles that know their match and token, which is what most
/// callers want. Below them there is one method for each call of the API, with its own messages. In those an empty
/// `request_id` is drawn, and one that is given is kept.
///
/// # Errors
///
/// Every call repeats itself while no server answers, for as long as [`Options::deadline`] says, and then fails with
/// [`Error::Unavailable`]; while the caller calls too often it waits as long as the server says. It does not repeat what
/// was refused otherwise, and fails with [`Error::Refused`] at once.
#[derive(Debug, Clone)]
pub struct Client {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    endpoints: Endpoints,
    options: Options,
    api_key: Option<MetadataValue<Ascii>>,
}

impl Client {
    /// A client of the replicas at these addresses, such as `http://127.0.0.1:50051`. It connects when something is
    /// asked, so it has to be made inside a Tokio runtime.
    ///
    /// # Errors
    ///
    /// [`Error::BadEndpoint`] if there is no address, or one that is none.
    pub fn connect(endpoints: impl IntoIterator<Item = impl Into<String>>) -> Result<Self, Error> {
        Self::with_options(endpoints, Options::default())
    }

    /// A client with another patience than the usual.
    ///
    /// # Errors
    ///
    /// As [`connect`](Self::connect), and [`Error::BadToken`] if the API key cannot be sent.
    pub fn with_options(
        endpoints: impl IntoIterator<Item = impl Into<String>>,
        options: Options,
    ) -> Result<Self, Error> {
        let addresses: Vec<String> = endpoints.into_iter().map(Into::into).collect();
        let endpoints = Endpoints::new(&addresses, &options)?;
        let api_key = options.api_key.as_ref().map(ApiKey::header).transpose()?;
        Ok(Self {
            shared: Arc::new(Shared {
                endpoints,
                options,
                api_key,
            }),
        })
    }

    /// How patient this client is.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.shared.options
    }

    pub(crate) fn endpoints(&self) -> &Endpoints {
        &self.shared.endpoints
    }

    /// What goes along with a call of the bearer of `token`.
    pub(crate) fn headers(&self, token: Option<&Token>) -> Result<Headers, Error> {
        Ok(Headers {
            authorization: token.map(Token::header).transpose()?,
            api_key: self.shared.api_key.clone(),
        })
    }

    async fn ask<Q, A, F, Fut>(&self, token: Option<&Token>, message: Q, send: F) -> Result<A, Error>
    where
        Q: Clone,
        F: Fn(Channel, Request<Q>) -> Fut,
        Fut: Future<Output = Result<Response<A>, Status>>,
    {
        let headers = self.headers(token)?;
        retry::until_answered(&self.shared.endpoints, &self.shared.options, |channel| {
            send(channel, headers.request(message.clone()))
        })
        .await
    }
}

/// Handles.
impl Client {
    /// Creates a public match that starts as soon as it is full.
    ///
    /// # Errors
    ///
    /// As [`create_match`](Self::create_match).
    pub async fn create(&self, config: GameConfig) -> Result<Host, Error> {
        self.create_with(CreateMatchRequest {
            config: Some(config),
            ..CreateMatchRequest::default()
        })
        .await
    }

    /// Creates a match as it is asked for.
    ///
    /// # Errors
    ///
    /// As [`create_match`](Self::create_match).
    pub async fn create_with(&self, request: CreateMatchRequest) -> Result<Host, Error> {
        let created = self.create_match(request).await?;
        Ok(self.host(created.match_id, Token::new(created.host_token)))
    }

    /// Takes the first open seat of a match, and adds a nonce to its seed so that nobody can have chosen its chances.
    ///
    /// # Errors
    ///
    /// As [`join_match`](Self::join_match).
    pub async fn join(&self, match_id: &str, display_name: &str) -> Result<Seat, Error> {
        self.join_with(JoinMatchRequest {
            match_id: match_id.to_owned(),
            display_name: display_name.to_owned(),
            nonce: random::bytes::<32>()?.to_vec().into(),
            ..JoinMatchRequest::default()
        })
        .await
    }

    /// Takes a seat as it is asked for.
    ///
    /// # Errors
    ///
    /// As [`join_match`](Self::join_match).
    pub async fn join_with(&self, request: JoinMatchRequest) -> Result<Seat, Error> {
        let match_id = request.match_id.clone();
        let joined = self.join_match(request).await?;
        Ok(self.seat(match_id, Token::new(joined.seat_token), joined.seat))
    }

    /// The host of a match, by the token that `CreateMatch` gave.
    pub fn host(&self, match_id: impl Into<String>, token: Token) -> Host {
        Host::new(self.clone(), match_id.into(), token)
    }

    /// The holder of a seat, by the token that `JoinMatch` gave.
    pub fn seat(&self, match_id: impl Into<String>, token: Token, seat: u32) -> Seat {
        Seat::new(self.clone(), match_id.into(), token, seat)
    }

    /// The holder of a seat, by its token alone: the server is asked which seat it is.
    ///
    /// # Errors
    ///
    /// [`Error::NotASeat`] if the token is not a seat's; else as [`get_match`](Self::get_match).
    pub async fn seat_of(&self, match_id: &str, token: Token) -> Result<Seat, Error> {
        let state = self.get_match(match_id, Some(&token)).await?;
        let seat = state.viewer.and_then(|viewer| viewer.seat).ok_or(Error::NotASeat)?;
        Ok(self.seat(match_id, token, seat))
    }

    /// Somebody who only looks on.
    pub fn spectator(&self, match_id: impl Into<String>) -> Spectator {
        Spectator::new(self.clone(), match_id.into())
    }
}

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

    /// Starts a match whose seats are all taken. `token` is the host's.
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

    /// The newest state of a match, as the bearer of `token` may know it.
    ///
    /// # Errors
    ///
    /// See [`Client`] and the comments of the API.
    pub async fn get_match(&self, match_id: &str, token: Option<&Token>) -> Result<MatchState, Error> {
        let request = GetMatchRequest {
            match_id: match_id.to_owned(),
        };
        let send = |channel, request| async { MatchServiceClient::new(channel).get_match(request).await };
        let answer = self.ask(token, request, send).await?;
        answer.state.ok_or(Error::Incomplete { missing: "state" })
    }

    /// What the bearer of `token` may do now.
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
        };
        let send = |channel, request| async { MatchServiceClient::new(channel).list_legal_actions(request).await };
        self.ask(token, request, send).await
    }

    /// Takes one decision. `token` is a seat's.
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
        self.ask(Some(token), request, send).await
    }

    /// Whether a decision would be taken; nothing comes of it. `token` is a seat's.
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
        self.ask(Some(token), request, send).await
    }

    /// A page of what has happened in a match, as the bearer of `token` may know it.
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

    /// A match as it moves, as the bearer of `token` may know it. Nothing is asked before the watch is polled.
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
        };
        let send = |channel, request| async { GameServiceClient::new(channel).get_game(request).await };
        self.ask(None, request, send).await
    }
}

/// Draws a request id where none is given.
fn draw(request_id: &mut String) -> Result<(), Error> {
    if request_id.is_empty() {
        *request_id = random::request_id()?;
    }
    Ok(())
}
