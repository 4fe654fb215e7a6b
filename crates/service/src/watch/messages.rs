//! Messages of a watch stream, assembled from parts that are already encoded.
//!
//! They have the fields of the messages in the API. All viewers with the same access receive the same bytes.

use bytes::Bytes;
use prost::Message;
use tinsel_proto::v1::{Draining, Heartbeat, MatchState};

use crate::record::watch_position::WatchPosition;

/// `WatchMatchResponse`, in which at most one of the four messages is set.
#[derive(Clone, PartialEq, Message)]
struct WatchMatchResponse {
    #[prost(message, optional, tag = "1")]
    snapshot: Option<Snapshot>,
    #[prost(message, optional, tag = "2")]
    update: Option<Update>,
    #[prost(message, optional, tag = "3")]
    heartbeat: Option<Heartbeat>,
    #[prost(message, optional, tag = "4")]
    draining: Option<Draining>,
    #[prost(string, tag = "5")]
    cursor: String,
}

/// `Snapshot`. The state is encoded first: otherwise each of the enclosing messages would compute its length again.
#[derive(Clone, PartialEq, Message)]
struct Snapshot {
    #[prost(bytes = "bytes", optional, tag = "1")]
    state: Option<Bytes>,
}

/// `Update`.
#[derive(Clone, PartialEq, Message)]
struct Update {
    #[prost(uint64, tag = "1")]
    revision: u64,
    #[prost(bytes = "bytes", repeated, tag = "2")]
    events: Vec<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "3")]
    state: Option<Bytes>,
}

/// The newest state. Afterwards the watcher is at `at`.
pub(super) fn snapshot(state: MatchState, at: WatchPosition) -> Bytes {
    let state = Some(encode(&state));
    let snapshot = Some(Snapshot { state });
    encode(&WatchMatchResponse {
        snapshot,
        cursor: at.cursor(),
        ..WatchMatchResponse::default()
    })
}

/// The changes of one revision, with the newest state if it is the last revision.
pub(super) fn update(events: Vec<Bytes>, state: Option<MatchState>, at: WatchPosition) -> Bytes {
    let revision = at.revision.get();
    let update = Some(Update {
        revision,
        events,
        state: state.as_ref().map(encode),
    });
    encode(&WatchMatchResponse {
        update,
        cursor: at.cursor(),
        ..WatchMatchResponse::default()
    })
}

/// A heartbeat: the stream is alive and nothing was missed.
pub(super) fn heartbeat(heartbeat: Heartbeat, at: Option<WatchPosition>) -> Bytes {
    encode(&WatchMatchResponse {
        heartbeat: Some(heartbeat),
        cursor: cursor(at),
        ..WatchMatchResponse::default()
    })
}

/// A request to the client to reconnect elsewhere.
pub(super) fn draining(draining: Draining, at: Option<WatchPosition>) -> Bytes {
    encode(&WatchMatchResponse {
        draining: Some(draining),
        cursor: cursor(at),
        ..WatchMatchResponse::default()
    })
}

fn cursor(at: Option<WatchPosition>) -> String {
    at.map(WatchPosition::cursor).unwrap_or_default()
}

fn encode(message: &impl Message) -> Bytes {
    message.encode_to_vec().into()
}
