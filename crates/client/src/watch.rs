//! A stream of the changes of a match, from any server.

use std::{
    fmt,
    pin::Pin,
    task::{Context, Poll},
};

use futures_util::{
    Stream, StreamExt,
    stream::{self, BoxStream},
};
use tinsel_proto::v1::{
    Heartbeat, Match, MatchEvent, MatchPhase, MatchState, Snapshot, Update, WatchMatchRequest, WatchMatchResponse,
    match_event, match_service_client::MatchServiceClient, watch_match_request::Position,
    watch_match_response::Message,
};
use tokio::time;
use tonic::Streaming;

use crate::{
    client::Client,
    endpoints::Chosen,
    error::Error,
    retry::{Failure, Patience},
    token::Token,
};

/// A stream of the changes of a match.
///
/// If the connection breaks, or the server stops or is silent, the stream resumes after its last item. Updates come in
/// order, without gap or repetition. If the server cannot send the missing updates, or its store has lost revisions, a
/// [`Snapshot`](Watched::Snapshot) comes instead. It ends after the update that finishes or aborts the match, or after
/// the first error; one such error is the refusal of a watcher, `PLAYERS_ONLY` or `SEAT_LEFT`.
///
/// Dropping it ends the watch.
#[must_use = "a stream does nothing unless it is polled"]
pub struct Watch {
    messages: BoxStream<'static, Result<Watched, Error>>,
}

/// An item of a watch.
#[derive(Debug, Clone, PartialEq)]
pub enum Watched {
    /// The newest state, which replaces everything before.
    Snapshot(Snapshot),
    /// The revision after the last one.
    Update(Update),
    /// The stream is alive. Only sent if [`Options::heartbeats`](crate::Options::heartbeats) is set.
    Heartbeat(Heartbeat),
}

impl Watched {
    /// The newest state, if the item contains it.
    #[must_use]
    pub const fn state(&self) -> Option<&MatchState> {
        match self {
            Self::Snapshot(snapshot) => snapshot.state.as_ref(),
            Self::Update(update) => update.state.as_ref(),
            Self::Heartbeat(_) => None,
        }
    }
}

impl Watch {
    pub(crate) fn new(client: Client, token: Option<Token>, request: WatchMatchRequest) -> Self {
        let seen = match request.position {
            Some(Position::AfterRevision(seen)) => Some(seen),
            Some(Position::Cursor(_)) | None => None,
        };
        let watcher = Watcher {
            client,
            token,
            request,
            seen,
            open: None,
            resumes: false,
            patience: Patience::new(),
            over: false,
        };
        let messages = stream::unfold(Some(watcher), |watcher| async {
            let mut watcher = watcher?;
            match watcher.next().await {
                Ok(Some(watched)) => Some((Ok(watched), Some(watcher))),
                Ok(None) => None,
                Err(error) => Some((Err(error), None)),
            }
        });
        Self {
            messages: messages.boxed(),
        }
    }
}

impl Client {
    /// A stream of the changes of a match: after `after_revision`, or from a snapshot of its newest state.
    pub(crate) fn watch_after(&self, match_id: &str, token: Option<&Token>, after_revision: Option<u64>) -> Watch {
        let request = WatchMatchRequest {
            match_id: match_id.to_owned(),
            position: after_revision.map(Position::AfterRevision),
            presentation: self.options().presentation,
            ..WatchMatchRequest::default()
        };
        self.watch_match(token, request)
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}

impl Stream for Watch {
    type Item = Result<Watched, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.messages.poll_next_unpin(context)
    }
}

/// The state of a watch over all its connections.
struct Watcher {
    client: Client,
    token: Option<Token>,
    /// The next request, which resumes after the last item.
    request: WatchMatchRequest,
    /// The last revision of an item, or the one that the caller had seen before.
    seen: Option<u64>,
    open: Option<Open>,
    /// Whether a message has come, so that the next stream resumes.
    resumes: bool,
    patience: Patience,
    /// Whether the match has ended, so that the stream may end.
    over: bool,
}

/// A stream from one server.
struct Open {
    from: Chosen,
    messages: Streaming<WatchMatchResponse>,
}

impl Watcher {
    async fn next(&mut self) -> Result<Option<Watched>, Error> {
        loop {
            let mut open = match self.open.take() {
                Some(open) => open,
                None => self.reopen().await?,
            };
            let silence = self.client.options().silence;
            let failure = match time::timeout(silence, open.messages.message()).await {
                Ok(Ok(Some(message))) => {
                    self.patience = Patience::new();
                    self.resumes = true;
                    self.client.endpoints().reach();
                    if let Some(watched) = self.hear(message, open) {
                        return Ok(Some(watched));
                    }
                    continue;
                }
                Ok(Ok(None)) if self.over || self.has_ended().await? => return Ok(None),
                Ok(Ok(None)) => Failure::of(&tonic::Status::unavailable("the stream ended early")),
                Ok(Err(_)) if self.over => return Ok(None),
                Ok(Err(status)) => Failure::of(&status),
                Err(_) => Failure::silent(silence),
            };
            self.bear(failure, &open.from).await?;
        }
    }

    /// Opens a stream, on any available server.
    async fn reopen(&mut self) -> Result<Open, Error> {
        let headers = self.client.headers(self.token.as_ref())?;
        loop {
            self.patience.starting_now(self.client.options());
            let chosen = self.client.endpoints().choose();
            let from = chosen.ok_or(Error::BadEndpoint { given: String::new() })?;
            let mut service = MatchServiceClient::new(from.channel.clone());
            let asking = service.watch_match(headers.request(self.request.clone()));
            let attempt = self.client.options().attempt;
            let failure = match time::timeout(attempt, asking).await {
                Ok(Ok(answer)) => {
                    let messages = answer.into_inner();
                    return Ok(Open { from, messages });
                }
                Ok(Err(status)) => Failure::of_opening(&status, self.resumes),
                Err(_) => Failure::silent(attempt),
            };
            self.bear(failure, &from).await?;
        }
    }

    async fn bear(&mut self, failure: Failure, from: &Chosen) -> Result<(), Error> {
        let servers = (self.client.endpoints(), from);
        self.patience.bear(failure, servers, self.client.options()).await
    }

    /// The item for a message; it keeps `open` if the stream is to continue.
    fn hear(&mut self, message: WatchMatchResponse, open: Open) -> Option<Watched> {
        let cursor = message.cursor;
        match message.message {
            Some(Message::Snapshot(snapshot)) => {
                self.open = Some(open);
                self.note(snapshot.state.as_ref());
                self.seen = revision(snapshot.state.as_ref()).or(self.seen);
                self.go_on_behind(cursor);
                Some(Watched::Snapshot(snapshot))
            }
            Some(Message::Update(update)) => self.hear_update(update, cursor, open),
            Some(Message::Heartbeat(heartbeat)) => {
                self.open = Some(open);
                self.seen = self.seen.or(Some(heartbeat.revision));
                self.go_on_behind(cursor);
                let heartbeats = self.client.options().heartbeats;
                heartbeats.then_some(Watched::Heartbeat(heartbeat))
            }
            Some(Message::Draining(_)) => {
                self.go_on_behind(cursor);
                self.client.endpoints().move_on(&open.from);
                None
            }
            // A message of a newer server, which this client does not know.
            None => {
                self.open = Some(open);
                None
            }
        }
    }

    /// Stores the position after this message, for a lost stream. If the server sent no cursor, the position is the
    /// revision.
    fn go_on_behind(&mut self, cursor: String) {
        self.request.position = if cursor.is_empty() {
            self.seen.map(Position::AfterRevision)
        } else {
            Some(Position::Cursor(cursor))
        };
    }

    fn hear_update(&mut self, update: Update, cursor: String, open: Open) -> Option<Watched> {
        let seen = self.seen;
        if seen.is_some_and(|seen| update.revision <= seen) {
            self.open = Some(open);
            return None;
        }
        if seen.is_some_and(|seen| update.revision > seen.saturating_add(1)) {
            // An update is missing, so the client opens another stream, which begins with a snapshot.
            (self.request.position, self.seen) = (None, None);
            return None;
        }
        self.open = Some(open);
        self.note(update.state.as_ref());
        self.over |= update.events.iter().any(is_the_end);
        self.seen = Some(update.revision);
        self.go_on_behind(cursor);
        Some(Watched::Update(update))
    }

    fn note(&mut self, state: Option<&MatchState>) {
        self.over = state.is_some_and(is_over);
    }

    /// Whether the match has ended and the watch has all its revisions: a stream from after the end closes without a
    /// message.
    async fn has_ended(&self) -> Result<bool, Error> {
        let state = self
            .client
            .get_match(&self.request.match_id, self.token.as_ref())
            .await?;
        Ok(is_over(&state) && revision(Some(&state)) == self.seen)
    }
}

/// Whether this event is the last one of a match.
const fn is_the_end(event: &MatchEvent) -> bool {
    matches!(
        event.event,
        Some(match_event::Event::MatchEnded(_) | match_event::Event::MatchAborted(_))
    )
}

/// Whether a match has finished or was aborted.
pub(crate) fn is_over(state: &MatchState) -> bool {
    let phase = state.r#match.as_ref().map(Match::phase);
    match phase {
        Some(MatchPhase::Finished | MatchPhase::Aborted) => true,
        Some(MatchPhase::Unspecified | MatchPhase::Lobby | MatchPhase::Active) | None => false,
    }
}

/// The revision of a state.
pub(crate) fn revision(state: Option<&MatchState>) -> Option<u64> {
    Some(state?.r#match.as_ref()?.revision)
}
