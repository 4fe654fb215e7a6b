//! The history of a run: what clients observed, in the order in which it was written, one JSON object in each line.
//!
//! Times are microseconds since the start of the run, by one monotonic clock. Contents are hashes, so that a history
//! contains no token and no hidden card.

use std::{
    fs::File,
    io::{BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
    sync::Mutex,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use prost::Message;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tinsel_proto::v1::{HistoryEntry, MatchEvent, MatchState};

/// The seat of a viewer; `None` for spectators and for the host, who see the same.
pub type Viewer = Option<u32>;

/// The first eight bytes of a SHA-256 hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Digest(u64);

impl Digest {
    /// The hash of these messages.
    pub fn of<'a, M: Message + 'a>(messages: impl IntoIterator<Item = &'a M>) -> Self {
        let mut hash = Sha256::new();
        for message in messages {
            hash.update(message.encode_length_delimited_to_vec());
        }
        let hash: [u8; 32] = hash.finalize().into();
        Self(u64::from_le_bytes(std::array::from_fn(|index| hash[index])))
    }
}

/// One line of a history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// The run itself; the first line.
    Run(Run),
    /// A call that has ended, or was given up.
    Call(Call),
    /// A message of a watch, or a change of its connection.
    Watched(Watched),
    /// A fault, or a time in which the machine did not run this program.
    Fault(Fault),
    /// A loss of acknowledged writes, as a server logged it.
    Loss(Loss),
    /// A match after the run, as one viewer may see it.
    Final(Final),
    /// The matches of the archive after the run.
    Archived(Vec<String>),
    /// A line in the log of a server that reports a panic.
    Panic(String),
}

/// A run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The seed of its random numbers.
    pub seed: u64,
    /// The Redis servers.
    pub topology: String,
    /// Milliseconds since 1970 at its start.
    pub unix_millis: u64,
}

/// A call of a client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// When the client sent it.
    pub begin: u64,
    /// When the client had the response, or gave up.
    pub end: u64,
    /// The match; empty if the request names none.
    pub match_id: String,
    /// The request.
    pub request: Request,
    /// The result, as far as the client knows it.
    pub outcome: Outcome,
}

/// The request of a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// `SubmitAction`; copies and retries have the same ID.
    Submit {
        /// The seat.
        seat: u32,
        /// The idempotency key.
        request_id: String,
        /// The action.
        action: Digest,
    },
    /// `GetMatch`.
    Read(Viewer),
    /// A call that takes a seat: `JoinMatch` or `QuickMatch`.
    Sit {
        /// The idempotency key, which identifies the player.
        request_id: String,
    },
    /// `ListLegalActions`.
    List,
    /// Another command, such as `ForfeitMatch`.
    Command {
        /// The name of the method.
        method: String,
        /// The idempotency key.
        request_id: String,
    },
}

impl Request {
    /// The idempotency key of a command.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Submit { request_id, .. } | Self::Sit { request_id } | Self::Command { request_id, .. } => {
                Some(request_id)
            }
            Self::Read(_) | Self::List => None,
        }
    }
}

/// The result of a call, as its client knows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The response to a command: the revision, and the seat that was taken.
    Done {
        /// The revision after the command.
        revision: u64,
        /// The seat that was taken.
        seat: Option<u32>,
    },
    /// The response to a read.
    State(State),
    /// A refusal that is final: a retry has no other result.
    Refused(String),
    /// None: the call may have taken effect.
    Unknown(String),
}

/// A state that a client received.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Its revision.
    pub revision: u64,
    /// Its content.
    pub content: Digest,
    /// The seats with a pending decision, and their deadlines in milliseconds since 1970.
    pub deadlines: Vec<(u32, u64)>,
}

/// A message of a watch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watched {
    /// When the client had it.
    pub at: u64,
    /// The watch, which continues over many streams.
    pub watcher: u64,
    /// Its match.
    pub match_id: String,
    /// Its viewer.
    pub viewer: Viewer,
    /// The message.
    pub message: Received,
}

/// A message of a watch, or a change of its connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Received {
    /// The client opened a stream; with a cursor, from the last message on.
    Opened {
        /// Whether it sent a position.
        resumes: bool,
    },
    /// A snapshot.
    Snapshot(State),
    /// An update.
    Update {
        /// Its revision.
        revision: u64,
        /// Its events.
        events: Digest,
        /// Its state, if it has one.
        state: Option<State>,
    },
    /// A heartbeat with this revision.
    Heartbeat(u64),
    /// The match is over, and the server ended the stream.
    Ended,
    /// The server refused the stream for this reason, for good.
    Refused(String),
}

/// A fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Its description.
    pub what: String,
    /// The part of the run that it can delay.
    pub affects: Affects,
    /// When it began.
    pub begin: u64,
    /// When it was over.
    pub end: u64,
}

/// The part of a run that a fault can delay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Affects {
    /// Clients and their connections, but no default action.
    Clients,
    /// Everything, but only while it lasts.
    Machine,
    /// Servers or Redis, which need time to recover.
    Servers,
    /// All servers, none of which runs. They need time to recover, too, and no player may lose this time.
    Fleet,
}

/// A loss of acknowledged writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    /// The match.
    pub match_id: String,
    /// The line of the log.
    pub line: String,
}

/// A match after the run, as one viewer may see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Final {
    /// The match.
    pub match_id: String,
    /// The viewer.
    pub viewer: Viewer,
    /// When it was read.
    pub read_at: u64,
    /// Number of its seats.
    pub seats: usize,
    /// Whether it was played to its end.
    pub finished: bool,
    /// Whether its host had to abort it after the run, because it did not end.
    pub stuck: bool,
    /// Why its export does not verify; `None` if it does, or if the match was not played to its end.
    pub unverified: Option<String>,
    /// Its revisions, from the first one on.
    pub entries: Vec<Entry>,
}

/// A revision of a match after the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Milliseconds since 1970, by the clock of the store.
    pub unix_millis: u64,
    /// The events that the viewer received.
    pub events: Digest,
    /// The seat that decided, with its action; `None` as the action for a default action.
    pub decision: Option<(u32, Option<Digest>)>,
    /// The seat whose control changed.
    pub control: Option<u32>,
    /// Whether deadlines were extended.
    pub credited: bool,
}

impl State {
    /// The part of a state that a history contains.
    pub fn of(state: &MatchState) -> Self {
        let of = state.r#match.as_ref().expect("a match");
        let deadline = |decision: &tinsel_proto::v1::Decision| {
            let deadline = decision.deadline?;
            Some((decision.seat(), millis(&deadline)))
        };
        Self {
            revision: of.revision,
            content: Digest::of([state]),
            deadlines: of.pending_decisions.iter().filter_map(deadline).collect(),
        }
    }
}

impl Entry {
    /// The part of an entry that a history contains, for this viewer.
    pub fn of(entry: &HistoryEntry, viewer: Viewer) -> Self {
        use tinsel_proto::v1::match_event::Event;
        let all = || entry.events.iter().filter_map(|event| event.event.as_ref());
        let received = entry
            .events
            .iter()
            .filter(|event| event.to_everyone || viewer.is_some_and(|seat| event.to_seats.contains(&seat)));
        let received: Vec<MatchEvent> = received.filter_map(|event| event.event.clone()).collect();
        let decision = entry.decision.as_ref();
        Self {
            unix_millis: millis(entry.time.as_ref().expect("a time")),
            events: Digest::of(&received),
            decision: decision.map(|decision| {
                let action = decision.action.as_ref();
                (decision.seat, action.map(|action| Digest::of([action])))
            }),
            control: all().find_map(|event| match &event.event {
                Some(Event::SeatControlChanged(changed)) => Some(changed.seat),
                _ => None,
            }),
            credited: all().any(|event| matches!(event.event, Some(Event::TimeCredited(_)))),
        }
    }
}

fn millis(time: &prost_types::Timestamp) -> u64 {
    u64::try_from(time.seconds).unwrap_or(0) * 1000 + u64::try_from(time.nanos).unwrap_or(0) / 1_000_000
}

/// The history of this run, in a file.
#[derive(Debug)]
pub struct Recorder {
    start: Instant,
    path: PathBuf,
    file: Mutex<BufWriter<File>>,
}

impl Recorder {
    /// A new file that starts with the line of this run.
    pub fn create(path: &Path, seed: u64, topology: &str) -> Self {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).expect("a folder");
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock");
        let recorder = Self {
            start: Instant::now(),
            path: path.to_owned(),
            file: Mutex::new(BufWriter::new(File::create(path).expect("a file for the history"))),
        };
        recorder.write(&Line::Run(Run {
            seed,
            topology: topology.to_owned(),
            unix_millis: u64::try_from(since.as_millis()).expect("a time"),
        }));
        recorder
    }

    /// Now, in microseconds since the start.
    pub fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_micros()).expect("a short run")
    }

    /// Writes a line.
    pub fn write(&self, line: &Line) {
        let mut file = self.file.lock().expect("the history");
        serde_json::to_writer(&mut *file, line).expect("the history is written");
        file.write_all(b"\n").expect("the history is written");
    }

    /// All lines so far.
    pub fn lines(&self) -> Vec<Line> {
        self.file
            .lock()
            .expect("the history")
            .flush()
            .expect("the history is written");
        read(&self.path)
    }
}

/// The lines of a history.
pub fn read(path: &Path) -> Vec<Line> {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = BufReader::new(file).lines();
    lines
        .map(|line| serde_json::from_str(&line.expect("text")).expect("a line of a history"))
        .collect()
}
