//! The labels of the metrics.

use opentelemetry::{KeyValue, Value};
use tinsel_proto::v1::MatchPhase;
use tonic::Code;

use crate::error::status::code_name;

/// The labels of a call of this method.
pub(super) fn of_method(method: &'static str) -> [KeyValue; 2] {
    [
        KeyValue::new("rpc.system.name", "grpc"),
        KeyValue::new("rpc.method", method),
    ]
}

/// The labels of a call of this method, or of its stream, that ended with this code.
pub(super) fn of_answer(method: &'static str, code: Code) -> [KeyValue; 3] {
    let [system, method] = of_method(method);
    [
        system,
        method,
        KeyValue::new("rpc.response.status_code", code_name(code)),
    ]
}

/// The labels of a refusal with this reason.
pub(super) fn of_refusal(reason: impl Into<Value>, domain: impl Into<Value>) -> [KeyValue; 2] {
    [KeyValue::new("reason", reason), KeyValue::new("domain", domain)]
}

/// The label of stored data that cannot be decoded.
pub(super) fn of_cause(cause: &'static str) -> KeyValue {
    KeyValue::new("cause", cause)
}

/// The labels of an attempt to change a match.
pub(super) fn of_write(game: KeyValue, outcome: &'static str) -> [KeyValue; 2] {
    [game, KeyValue::new("outcome", outcome)]
}

/// The labels of a match that enters a phase.
pub(super) fn of_phase(game: KeyValue, phase: MatchPhase) -> [KeyValue; 2] {
    let name = phase.as_str_name();
    let phase = name.strip_prefix("MATCH_PHASE_").unwrap_or(name);
    [game, KeyValue::new("phase", phase)]
}

/// The label of a game.
pub(super) fn of_game(name: &'static str) -> KeyValue {
    KeyValue::new("game", name)
}
