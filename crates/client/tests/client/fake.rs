//! A server with scripted responses.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures_util::{StreamExt, stream, stream::BoxStream};
use tinsel_client::{Client, Options};
use tinsel_proto::v1::{
    AbortMatchRequest, AbortMatchResponse, AddBotRequest, AddBotResponse, CreateMatchRequest, CreateMatchResponse,
    CreateRematchRequest, CreateRematchResponse, ForfeitMatchRequest, ForfeitMatchResponse, GetMatchRequest,
    GetMatchResponse, JoinMatchRequest, JoinMatchResponse, LeaveMatchRequest, LeaveMatchResponse, ListHistoryRequest,
    ListHistoryResponse, ListLegalActionsRequest, ListLegalActionsResponse, ListMatchesRequest, ListMatchesResponse,
    ListPlayerMatchesRequest, ListPlayerMatchesResponse, Match, MatchPhase, MatchState, QuickMatchRequest,
    QuickMatchResponse, ReissueSeatTokenRequest, ReissueSeatTokenResponse, RemovePlayerRequest, RemovePlayerResponse,
    ReturnToSeatRequest, ReturnToSeatResponse, SpectateMatchRequest, SpectateMatchResponse, StartMatchRequest,
    StartMatchResponse, SubmitActionRequest, SubmitActionResponse, SubstituteSeatRequest, SubstituteSeatResponse,
    TransferHostRequest, TransferHostResponse, Update, ValidateActionRequest, ValidateActionResponse,
    WatchMatchRequest, WatchMatchResponse,
    match_service_server::{MatchService, MatchServiceServer},
    watch_match_request::Position,
    watch_match_response::Message,
};
use tokio::{net::TcpListener, sync::oneshot, task::JoinHandle};
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Code, Request, Response, Status, transport::Server};
use tonic_types::{ErrorDetails, StatusExt};

/// The end of a scripted stream.
#[derive(Debug, Clone)]
pub(crate) enum Then {
    /// The stream ends normally.
    End,
    /// The stream ends with a status.
    Fail(Status),
    /// The stream stays open and silent.
    Silence,
}

#[derive(Debug, Default)]
pub(crate) struct Script {
    /// The responses to SubmitAction, in order; later calls succeed.
    pub(crate) submits: VecDeque<Status>,
    /// The messages for each watch, in order; later watches are refused with MATCH_NOT_FOUND.
    pub(crate) watches: VecDeque<(Vec<Message>, Then)>,
    /// The response to GetMatch.
    pub(crate) state: MatchState,
    /// The responses to ListHistory, in order.
    pub(crate) pages: VecDeque<ListHistoryResponse>,
    /// Recorded: the start revisions of the requested histories.
    pub(crate) listed: Vec<u64>,
    /// The responses to the calls of [`Changed`], in order; later calls succeed.
    pub(crate) failures: VecDeque<Status>,
    /// Recorded: the calls of [`Changed`].
    pub(crate) changed: Vec<Changed>,
    /// Recorded: the values of `authorization` in calls of GetMatch.
    pub(crate) shown: Vec<String>,
    /// The responses to ListMatches, in order.
    pub(crate) lists: VecDeque<ListMatchesResponse>,
    /// Recorded: the requests of ListMatches.
    pub(crate) lists_asked: Vec<ListMatchesRequest>,
    /// Recorded: the values of `traceparent` in submissions.
    pub(crate) traceparents: Vec<String>,
    /// Recorded: the start positions of watches.
    pub(crate) watched: Vec<Option<Position>>,
    /// Recorded: `presentation`, `form` and `legal` of watches.
    pub(crate) parts: Vec<[bool; 3]>,
    /// Whether streams omit the cursors that real servers send; see [`cursor`].
    pub(crate) without_cursors: bool,
}

/// A call that finds a match or changes its players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) call: &'static str,
    pub(crate) request_id: String,
    /// The value of `authorization`; empty if there is none.
    pub(crate) token: String,
    /// The argument of the call: a match, a join code, a player or a seat.
    pub(crate) names: String,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Fake(Arc<Mutex<Script>>);

/// A running fake server, until it is stopped or dropped.
#[derive(Debug)]
pub(crate) struct Serving {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Serving {
    /// Closes the listener and every connection.
    pub(crate) async fn stop(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
    }
}

impl Fake {
    pub(crate) fn script<T>(&self, with: impl FnOnce(&mut Script) -> T) -> T {
        with(&mut self.0.lock().unwrap())
    }

    /// Records a call, and returns the scripted response.
    fn hear<Q, A>(
        &self,
        (call, request_id): (&'static str, &str),
        request: &Request<Q>,
        (names, answer): (String, A),
    ) -> Result<Response<A>, Status> {
        let token = token(request);
        self.script(|script| {
            script.changed.push(Changed {
                call,
                request_id: request_id.to_owned(),
                token,
                names,
            });
            script.failures.pop_front().map_or(Ok(Response::new(answer)), Err)
        })
    }

    /// Serves on a free port.
    pub(crate) async fn serve(&self) -> (String, Serving) {
        self.serve_at("127.0.0.1:0").await
    }

    pub(crate) async fn serve_at(&self, address: &str) -> (String, Serving) {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let service = MatchServiceServer::new(self.clone());
        let (stop, stopped) = oneshot::channel();
        let serving = Server::builder().add_service(service).serve_with_incoming_shutdown(
            TcpListenerStream::new(listener),
            async {
                let _ = stopped.await;
            },
        );
        let task = tokio::spawn(async { serving.await.unwrap() });
        (address, Serving { stop, task })
    }
}

/// A client with short timeouts that prefers the first of its servers.
pub(crate) fn client(addresses: &[&str]) -> Client {
    let options = Options {
        backoff: Duration::from_millis(1),
        backoff_max: Duration::from_millis(10),
        in_order: true,
        ..Options::default()
    };
    Client::with_options(addresses.iter().copied(), options).unwrap()
}

/// An address without a listener.
pub(crate) async fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

fn token<Q>(request: &Request<Q>) -> String {
    value(request, "authorization")
}

/// The metadata value of this name; empty if there is none.
fn value<Q>(request: &Request<Q>, name: &str) -> String {
    let value = request.metadata().get(name);
    value
        .map(|value| value.to_str().unwrap().to_owned())
        .unwrap_or_default()
}

pub(crate) fn status(code: Code, reason: &str, retry_after: Option<Duration>) -> Status {
    let mut details = ErrorDetails::new();
    details.set_error_info(reason, "tinsel.v1", []);
    details.set_retry_info(retry_after);
    Status::with_error_details(code, "as the test demands", details)
}

pub(crate) fn state(revision: u64, phase: MatchPhase) -> MatchState {
    MatchState {
        r#match: Some(Match {
            revision,
            phase: phase.into(),
            ..Match::default()
        }),
        ..MatchState::default()
    }
}

pub(crate) fn update(revision: u64) -> Message {
    Message::Update(Update {
        revision,
        ..Update::default()
    })
}

/// The cursor of a message: its revision, after a prefix.
fn cursor(message: &Message) -> String {
    let revision = match message {
        Message::Snapshot(snapshot) => snapshot.state.as_ref().unwrap().r#match.as_ref().unwrap().revision,
        Message::Update(update) => update.revision,
        Message::Heartbeat(heartbeat) => heartbeat.revision,
        Message::Draining(draining) => draining.resume_after_revision,
    };
    format!("at-{revision}")
}

#[tonic::async_trait]
impl MatchService for Fake {
    async fn create_match(
        &self,
        request: Request<CreateMatchRequest>,
    ) -> Result<Response<CreateMatchResponse>, Status> {
        let asked = request.get_ref();
        let is_private = asked.visibility() == tinsel_proto::v1::Visibility::Private;
        let answer = CreateMatchResponse {
            match_id: "000-match".to_owned(),
            host_token: "host".to_owned(),
            revision: 1,
            join_code: if is_private { "7k3m9-q2xvd" } else { "" }.to_owned(),
            ..CreateMatchResponse::default()
        };
        self.hear(
            ("CreateMatch", &asked.request_id),
            &request,
            (asked.display_name.clone(), answer),
        )
    }

    async fn join_match(&self, request: Request<JoinMatchRequest>) -> Result<Response<JoinMatchResponse>, Status> {
        let asked = request.get_ref();
        let answer = JoinMatchResponse {
            seat: Some(3),
            seat_token: "seat".to_owned(),
            revision: 2,
            match_id: "000-match".to_owned(),
        };
        let names = format!("{}{} {}", asked.match_id, asked.join_code, asked.display_name);
        self.hear(("JoinMatch", &asked.request_id), &request, (names, answer))
    }

    async fn quick_match(&self, request: Request<QuickMatchRequest>) -> Result<Response<QuickMatchResponse>, Status> {
        let asked = request.get_ref();
        let answer = QuickMatchResponse {
            match_id: "000-match".to_owned(),
            seat: Some(3),
            seat_token: "seat".to_owned(),
            revision: 2,
        };
        let names = asked.display_name.clone();
        self.hear(("QuickMatch", &asked.request_id), &request, (names, answer))
    }

    async fn list_matches(
        &self,
        request: Request<ListMatchesRequest>,
    ) -> Result<Response<ListMatchesResponse>, Status> {
        let page = self.script(|script| {
            script.lists_asked.push(request.into_inner());
            script.lists.pop_front()
        });
        page.map(Response::new)
            .ok_or_else(|| status(Code::InvalidArgument, "MALFORMED_REQUEST", None))
    }

    async fn spectate_match(
        &self,
        request: Request<SpectateMatchRequest>,
    ) -> Result<Response<SpectateMatchResponse>, Status> {
        let asked = request.get_ref();
        let answer = SpectateMatchResponse {
            match_id: "000-match".to_owned(),
            spectator_token: "spectator".to_owned(),
        };
        let names = format!("{}{}", asked.match_id, asked.join_code);
        self.hear(("SpectateMatch", ""), &request, (names, answer))
    }

    async fn leave_match(&self, request: Request<LeaveMatchRequest>) -> Result<Response<LeaveMatchResponse>, Status> {
        let asked = request.get_ref();
        let answer = LeaveMatchResponse { revision: 7 };
        let names = asked.match_id.clone();
        self.hear(("LeaveMatch", &asked.request_id), &request, (names, answer))
    }

    async fn forfeit_match(
        &self,
        request: Request<ForfeitMatchRequest>,
    ) -> Result<Response<ForfeitMatchResponse>, Status> {
        let asked = request.get_ref();
        let answer = ForfeitMatchResponse { revision: 7 };
        let names = asked.match_id.clone();
        self.hear(("ForfeitMatch", &asked.request_id), &request, (names, answer))
    }

    async fn substitute_seat(
        &self,
        request: Request<SubstituteSeatRequest>,
    ) -> Result<Response<SubstituteSeatResponse>, Status> {
        let asked = request.get_ref();
        let answer = SubstituteSeatResponse { revision: 7 };
        let names = format!("{} {:?}", asked.match_id, asked.seat);
        self.hear(("SubstituteSeat", &asked.request_id), &request, (names, answer))
    }

    async fn return_to_seat(
        &self,
        request: Request<ReturnToSeatRequest>,
    ) -> Result<Response<ReturnToSeatResponse>, Status> {
        let asked = request.get_ref();
        let answer = ReturnToSeatResponse { revision: 7 };
        let names = asked.match_id.clone();
        self.hear(("ReturnToSeat", &asked.request_id), &request, (names, answer))
    }

    async fn abort_match(&self, request: Request<AbortMatchRequest>) -> Result<Response<AbortMatchResponse>, Status> {
        let asked = request.get_ref();
        let answer = AbortMatchResponse { revision: 7 };
        let names = asked.match_id.clone();
        self.hear(("AbortMatch", &asked.request_id), &request, (names, answer))
    }

    async fn add_bot(&self, _: Request<AddBotRequest>) -> Result<Response<AddBotResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn transfer_host(&self, _: Request<TransferHostRequest>) -> Result<Response<TransferHostResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn create_rematch(
        &self,
        _: Request<CreateRematchRequest>,
    ) -> Result<Response<CreateRematchResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn reissue_seat_token(
        &self,
        _: Request<ReissueSeatTokenRequest>,
    ) -> Result<Response<ReissueSeatTokenResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn list_player_matches(
        &self,
        _: Request<ListPlayerMatchesRequest>,
    ) -> Result<Response<ListPlayerMatchesResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn remove_player(&self, _: Request<RemovePlayerRequest>) -> Result<Response<RemovePlayerResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn start_match(&self, _: Request<StartMatchRequest>) -> Result<Response<StartMatchResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn get_match(&self, request: Request<GetMatchRequest>) -> Result<Response<GetMatchResponse>, Status> {
        let token = token(&request);
        let state = self.script(|script| {
            script.shown.push(token);
            Some(script.state.clone())
        });
        Ok(Response::new(GetMatchResponse { state }))
    }

    async fn list_legal_actions(
        &self,
        _: Request<ListLegalActionsRequest>,
    ) -> Result<Response<ListLegalActionsResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn list_history(
        &self,
        request: Request<ListHistoryRequest>,
    ) -> Result<Response<ListHistoryResponse>, Status> {
        let after = request.into_inner().after_revision;
        let page = self.script(|script| {
            script.listed.push(after);
            script.pages.pop_front()
        });
        page.map(Response::new)
            .ok_or_else(|| status(Code::NotFound, "MATCH_NOT_FOUND", None))
    }

    async fn validate_action(
        &self,
        _: Request<ValidateActionRequest>,
    ) -> Result<Response<ValidateActionResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn submit_action(
        &self,
        request: Request<SubmitActionRequest>,
    ) -> Result<Response<SubmitActionResponse>, Status> {
        let traceparent = value(&request, "traceparent");
        self.script(|script| {
            script.traceparents.push(traceparent);
            script.submits.pop_front().map_or(Ok(()), Err)
        })?;
        Ok(Response::new(SubmitActionResponse { revision: 7 }))
    }

    type WatchMatchStream = BoxStream<'static, Result<WatchMatchResponse, Status>>;

    async fn watch_match(
        &self,
        request: Request<WatchMatchRequest>,
    ) -> Result<Response<Self::WatchMatchStream>, Status> {
        let request = request.into_inner();
        let (watch, without_cursors) = self.script(|script| {
            script.parts.push([request.presentation, request.form, request.legal]);
            script.watched.push(request.position);
            (script.watches.pop_front(), script.without_cursors)
        });
        let (messages, then) = watch.ok_or_else(|| status(Code::NotFound, "MATCH_NOT_FOUND", None))?;
        let messages = messages.into_iter().map(|message| {
            let cursor = if without_cursors {
                String::new()
            } else {
                cursor(&message)
            };
            let message = Some(message);
            Ok(WatchMatchResponse { message, cursor })
        });
        let messages = stream::iter(messages.collect::<Vec<_>>());
        Ok(Response::new(match then {
            Then::End => messages.boxed(),
            Then::Fail(status) => messages.chain(stream::iter([Err(status)])).boxed(),
            Then::Silence => messages.chain(stream::pending()).boxed(),
        }))
    }
}
