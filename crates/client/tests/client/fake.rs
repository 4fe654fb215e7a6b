//! A server that says what a test tells it to say.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures_util::{StreamExt, stream, stream::BoxStream};
use tinsel_client::{Client, Options};
use tinsel_proto::v1::{
    AddBotRequest, AddBotResponse, CreateMatchRequest, CreateMatchResponse, GetMatchRequest, GetMatchResponse,
    JoinMatchRequest, JoinMatchResponse, ListHistoryRequest, ListHistoryResponse, ListLegalActionsRequest,
    ListLegalActionsResponse, Match, MatchPhase, MatchState, StartMatchRequest, StartMatchResponse,
    SubmitActionRequest, SubmitActionResponse, Update, ValidateActionRequest, ValidateActionResponse,
    WatchMatchRequest, WatchMatchResponse,
    match_service_server::{MatchService, MatchServiceServer},
    watch_match_request::Position,
    watch_match_response::Message,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Notify, oneshot},
    task::{JoinHandle, JoinSet},
};
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Code, Request, Response, Status, transport::Server};
use tonic_types::{ErrorDetails, StatusExt};

/// What a stream says after the last of its messages.
#[derive(Debug, Clone)]
pub(crate) enum Then {
    /// The stream ends well.
    End,
    /// The stream ends with a status.
    Fail(Status),
    /// The stream says nothing more.
    Silence,
}

#[derive(Debug, Default)]
pub(crate) struct Script {
    /// What to answer to SubmitAction, one after the other; then all is well.
    pub(crate) submits: VecDeque<Status>,
    /// How many SubmitActions are never answered, before all others.
    pub(crate) silent_submits: u32,
    /// What to tell one watcher after the other; then the watch is refused as MATCH_NOT_FOUND.
    pub(crate) watches: VecDeque<(Vec<Message>, Then)>,
    /// What GetMatch gives.
    pub(crate) state: MatchState,
    /// What to answer to ListHistory, one after the other.
    pub(crate) pages: VecDeque<ListHistoryResponse>,
    /// What was asked: after which revision histories were to go on.
    pub(crate) listed: Vec<u64>,
    /// What was asked: the request ids of submissions.
    pub(crate) submitted: Vec<(String, String)>,
    /// What was asked: behind what watches were to go on.
    pub(crate) watched: Vec<Option<Position>>,
    /// Whether streams say cursors, as servers do; see [`cursor`].
    pub(crate) without_cursors: bool,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Fake {
    script: Arc<Mutex<Script>>,
    /// Told of every submission.
    pub(crate) asked: Arc<Notify>,
}

/// A fake that is being served, until it is stopped or dropped.
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
        with(&mut self.script.lock().unwrap())
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

/// A line to a server that can be cut.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) address: String,
    connections: Arc<Mutex<JoinSet<()>>>,
}

impl Line {
    pub(crate) async fn to(server: &str) -> Self {
        let server = server.trim_start_matches("http://").to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let connections = Arc::new(Mutex::new(JoinSet::new()));
        let all = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let mut server = TcpStream::connect(&server).await.unwrap();
                all.lock().unwrap().spawn(async move {
                    let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
        Self { address, connections }
    }

    /// Cuts every connection that there is; new ones can be made.
    pub(crate) fn cut(&self) {
        self.connections.lock().unwrap().abort_all();
    }
}

/// A client that does not wait long for anything.
pub(crate) fn client(addresses: &[&str]) -> Client {
    let options = Options {
        backoff: Duration::from_millis(1),
        backoff_max: Duration::from_millis(10),
        ..Options::default()
    };
    Client::with_options(addresses.iter().copied(), options).unwrap()
}

/// An address where nobody listens.
pub(crate) async fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

pub(crate) fn status(code: Code, reason: &str, retry_after: Option<Duration>) -> Status {
    let mut details = ErrorDetails::new();
    details.set_error_info(reason, "tinsel.v1", []);
    details.set_retry_info(retry_after);
    Status::with_error_details(code, "as the test says", details)
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

/// The cursor that comes with a message: the revision up to which all is told, after a word.
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
    async fn create_match(&self, _: Request<CreateMatchRequest>) -> Result<Response<CreateMatchResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn join_match(&self, _: Request<JoinMatchRequest>) -> Result<Response<JoinMatchResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn add_bot(&self, _: Request<AddBotRequest>) -> Result<Response<AddBotResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn start_match(&self, _: Request<StartMatchRequest>) -> Result<Response<StartMatchResponse>, Status> {
        Err(Status::unimplemented("not of this test"))
    }

    async fn get_match(&self, _: Request<GetMatchRequest>) -> Result<Response<GetMatchResponse>, Status> {
        let state = Some(self.script(|script| script.state.clone()));
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
        let token = request.metadata().get("authorization");
        let token = token
            .map(|token| token.to_str().unwrap().to_owned())
            .unwrap_or_default();
        let asked = request.into_inner();
        let silent = self.script(|script| {
            script.submitted.push((asked.request_id, token));
            let silent = script.silent_submits > 0;
            script.silent_submits = script.silent_submits.saturating_sub(1);
            silent
        });
        self.asked.notify_one();
        if silent {
            return std::future::pending().await;
        }
        self.script(|script| script.submits.pop_front().map_or(Ok(()), Err))?;
        Ok(Response::new(SubmitActionResponse { revision: 7 }))
    }

    type WatchMatchStream = BoxStream<'static, Result<WatchMatchResponse, Status>>;

    async fn watch_match(
        &self,
        request: Request<WatchMatchRequest>,
    ) -> Result<Response<Self::WatchMatchStream>, Status> {
        let position = request.into_inner().position;
        let (watch, without_cursors) = self.script(|script| {
            script.watched.push(position);
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
