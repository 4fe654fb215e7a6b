//! A watch of a match, from its first revision to its end, over as many streams as it takes.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use tinsel_harness::{Chance, Refusal, Streaming};
use tinsel_proto::v1::{
    MatchPhase, MatchState, WatchMatchResponse, watch_match_request::Position, watch_match_response::Message,
};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

use crate::{
    clients::Client,
    faults::pause,
    history::{Digest, Line, Received, State, Viewer, Watched},
    phase::Clock,
};

/// The time after which a client no longer trusts a silent stream: twice the interval of heartbeats.
const SILENCE: Duration = Duration::from_secs(30);

/// The time that a match in its lobby has for its start after the last fault or message: less than the interval of
/// heartbeats.
const LOBBY: Duration = Duration::from_secs(10);

/// The knowledge of a watch about its match.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// The newest state.
    pub state: Option<MatchState>,
    /// Number of snapshots: after one, the newest state can have a lower revision than the one before.
    pub snapshots: u32,
    /// Whether there will be no newer one.
    pub is_over: bool,
}

/// A watch.
struct Watch {
    client: Client,
    watcher: u64,
    match_id: String,
    viewer: Viewer,
    token: Option<String>,
    chance: Chance,
    cursor: String,
    seen: Seen,
    newest: Option<watch::Sender<Seen>>,
}

/// Waits until no player can take the last seats of a lobby any more.
async fn abandoned(clock: &Clock) {
    clock.settled().await;
    sleep(LOBBY).await;
}

/// Watches a match until its end, or the end of the run.
pub async fn watch(
    client: Client,
    match_id: String,
    (viewer, token): (Viewer, Option<String>),
    chance: Chance,
    newest: Option<watch::Sender<Seen>>,
) {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut watch = Watch {
        client,
        watcher: NEXT.fetch_add(1, Ordering::Relaxed),
        match_id,
        viewer,
        token,
        chance,
        cursor: String::new(),
        seen: Seen::default(),
        newest,
    };
    while !watch.seen.is_over && !watch.client.clock().is_over() {
        watch.follow().await;
        sleep(pause(&mut watch.chance, 10, 200)).await;
    }
    watch.seen.is_over = true;
    watch.publish();
}

impl Watch {
    /// Follows one stream to its end.
    async fn follow(&mut self) {
        let position = match self.cursor.as_str() {
            // Some spectators begin with the newest state.
            "" if self.viewer.is_none() && self.chance.below(3) == 0 => None,
            "" => Some(Position::AfterRevision(0)),
            cursor => Some(Position::Cursor(cursor.to_owned())),
        };
        let api = self.client.any(&mut self.chance).clone();
        // Records the time before the call: what the stream shows is not older.
        self.record(Received::Opened {
            resumes: position.is_some(),
        });
        let opening = api.watch_from(&self.match_id, position, self.token.as_deref());
        let mut stream = match timeout(Duration::from_secs(4), opening).await {
            Ok(Ok(stream)) => stream,
            Ok(Err(status)) => {
                let refusal = Refusal::of(&status);
                // The match, or the seat, was lost with acknowledged writes; or the seat was left.
                if !refusal.reason.is_empty() && refusal.retry_after.is_none() {
                    self.seen.is_over = true;
                    self.record(Received::Refused(refusal.reason));
                }
                return;
            }
            Err(_) => return,
        };
        // Some spectators read slowly.
        let slow = self.viewer.is_none() && self.chance.below(4) == 0;
        while let Some(message) = self.next(&mut stream).await {
            self.receive(message);
            if slow {
                sleep(pause(&mut self.chance, 10, 300)).await;
            }
        }
    }

    async fn next(&mut self, stream: &mut Streaming<WatchMatchResponse>) -> Option<WatchMatchResponse> {
        let clock = self.client.clock().clone();
        let in_lobby = self.phase() == MatchPhase::Lobby;
        let received = tokio::select! {
            received = timeout(SILENCE, stream.message()) => received,
            () = clock.over() => return None,
            () = abandoned(&clock), if in_lobby => {
                self.seen.is_over = true;
                return None;
            }
        };
        match received {
            Ok(Ok(Some(message))) => Some(message),
            Ok(Ok(None)) => {
                if matches!(self.phase(), MatchPhase::Finished | MatchPhase::Aborted) {
                    self.record(Received::Ended);
                    self.seen.is_over = true;
                }
                None
            }
            Ok(Err(_)) | Err(_) => None,
        }
    }

    /// The phase of the newest state.
    fn phase(&self) -> MatchPhase {
        let of = self.seen.state.as_ref().and_then(|state| state.r#match.as_ref());
        of.map_or(MatchPhase::Lobby, |of| of.phase())
    }

    fn receive(&mut self, response: WatchMatchResponse) {
        if !response.cursor.is_empty() {
            self.cursor = response.cursor;
        }
        let (received, state) = match response.message.expect("a message") {
            Message::Snapshot(snapshot) => {
                let state = snapshot.state.expect("a state");
                self.seen.snapshots += 1;
                (Received::Snapshot(State::of(&state)), Some(state))
            }
            Message::Update(update) => {
                let received = Received::Update {
                    revision: update.revision,
                    events: Digest::of(&update.events),
                    state: update.state.as_ref().map(State::of),
                };
                (received, update.state)
            }
            Message::Heartbeat(heartbeat) => (Received::Heartbeat(heartbeat.revision), None),
            Message::Draining(_) => return,
        };
        self.record(received);
        if state.is_some() {
            self.seen.state = state;
            self.publish();
        }
    }

    fn publish(&self) {
        if let Some(newest) = &self.newest {
            newest.send_replace(self.seen.clone());
        }
    }

    fn record(&self, message: Received) {
        let recorder = self.client.recorder();
        recorder.write(&Line::Watched(Watched {
            at: recorder.now(),
            watcher: self.watcher,
            match_id: self.match_id.clone(),
            viewer: self.viewer,
            message,
        }));
    }
}
