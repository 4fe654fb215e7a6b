//! The checks, in the order in which to build a client.

use std::time::Duration;

use crate::{
    check::Check,
    evidence::{Evidence, Judgement, demand, repeated},
    fault::{Fault, RETRY_DELAY, StreamFault},
    program::Exit,
};

/// All checks, in the order in which to build a client.
pub const CHECKS: &[Check] = &[
    Check {
        name: "join",
        promise: "joins with a request_id, and sends the seat's token from then on",
        fault: Fault::None,
        environment: &[],
        judge: join,
    },
    Check {
        name: "turns",
        promise: "makes every pending decision once, each with a new request_id",
        fault: Fault::None,
        environment: &[],
        judge: Evidence::played_once,
    },
    Check {
        name: "other_seat",
        promise: "skips a state below the revision that its last decision returned",
        fault: Fault::OtherSeat,
        environment: &[],
        judge: Evidence::played_once,
    },
    Check {
        name: "api_key",
        promise: "sends the API key with every call",
        fault: Fault::None,
        environment: &[("TINSEL_API_KEY", API_KEY)],
        judge: api_key,
    },
    Check {
        name: "deadline",
        promise: "sends a deadline with every unary call",
        fault: Fault::None,
        environment: &[],
        judge: deadline,
    },
    Check {
        name: "no_response",
        promise: "sends a call that gets no response again, with the same request_id and content",
        fault: Fault::NoResponse,
        environment: &[("TINSEL_ATTEMPT_MS", "500")],
        judge: submit_repeated,
    },
    Check {
        name: "lost_response",
        promise: "sends a call whose response is lost again, with the same request_id and content",
        fault: Fault::LostSubmit,
        environment: &[],
        judge: submit_repeated,
    },
    Check {
        name: "lost_join",
        promise: "joins again with the same request_id, and takes no second seat",
        fault: Fault::LostJoin,
        environment: &[],
        judge: lost_join,
    },
    Check {
        name: "broken_server",
        promise: "uses another server if one closes every connection",
        fault: Fault::Broken,
        environment: &[],
        judge: Evidence::played_once,
    },
    Check {
        name: "other_server",
        promise: "uses another server if one answers UNAVAILABLE",
        fault: Fault::Unavailable,
        environment: &[],
        judge: other_server,
    },
    Check {
        name: "silent_call",
        promise: "sends a call again on a new connection if the first one is silent, also while a stream is open on it",
        fault: Fault::SilentCall,
        // The deadline passes before the silence of the stream or a ping without an answer ends the connection.
        environment: &[
            ("TINSEL_ATTEMPT_MS", "500"),
            ("TINSEL_DEADLINE_MS", "3000"),
            ("TINSEL_SILENCE_MS", "5000"),
        ],
        judge: submit_repeated,
    },
    Check {
        name: "silent_watch",
        promise: "pings a silent connection, and opens its stream again on a new one",
        fault: Fault::SilentWatch,
        environment: &[
            ("TINSEL_PING_MS", "1000"),
            ("TINSEL_ATTEMPT_MS", NEVER_MS),
            ("TINSEL_DEADLINE_MS", NEVER_MS),
            ("TINSEL_SILENCE_MS", NEVER_MS),
        ],
        judge: silent_watch,
    },
    Check {
        name: "closed_port",
        promise: "ends with an error if the only port is closed from the beginning",
        fault: Fault::ClosedPort,
        environment: &[("TINSEL_DEADLINE_MS", NEVER_MS)],
        judge: ends_with_an_error,
    },
    Check {
        name: "proxy",
        promise: "uses no proxy of the environment",
        fault: Fault::None,
        environment: PROXIES,
        judge: Evidence::played_once,
    },
    Check {
        name: "retry_info",
        promise: "waits for RetryInfo, and sends the same request_id again at the same server",
        fault: Fault::RateLimited,
        environment: &[],
        judge: retry_info,
    },
    Check {
        name: "refused",
        promise: "does not send a refused decision again, and goes on with the next state",
        fault: Fault::Stale,
        environment: &[],
        judge: refused,
    },
    Check {
        name: "late",
        promise: "sends the number of the decision, so that a late one does not apply to the next",
        fault: Fault::Late,
        environment: &[],
        judge: late,
    },
    Check {
        name: "cut",
        promise: "opens a failed stream again with the last cursor, and decides nothing twice",
        fault: Fault::Stream(StreamFault::Cut),
        environment: &[],
        judge: resumed,
    },
    Check {
        name: "early_end",
        promise: "opens a stream that ends before the match again with the last cursor",
        fault: Fault::Stream(StreamFault::End),
        environment: &[],
        judge: resumed,
    },
    Check {
        name: "draining",
        promise: "moves to another server after Draining, with the last cursor",
        fault: Fault::Stream(StreamFault::Draining),
        environment: &[],
        judge: draining,
    },
    Check {
        name: "silence",
        promise: "opens a silent stream again with the last cursor, also if the silence is longer than all retries may take",
        fault: Fault::Stream(StreamFault::Silence),
        environment: &[("TINSEL_SILENCE_MS", "3000"), ("TINSEL_DEADLINE_MS", "2500")],
        judge: resumed,
    },
    Check {
        name: "stream_limit",
        promise: "ends with an error if its first stream is over the limit, and does not retry",
        fault: Fault::StreamLimit,
        environment: &[("TINSEL_DEADLINE_MS", "3000")],
        judge: stream_limit,
    },
    Check {
        name: "counted_stream",
        promise: "retries over the limit of streams if a stream has failed, which the server may still count",
        fault: Fault::Stream(StreamFault::Limit),
        environment: &[],
        judge: resumed,
    },
    Check {
        name: "snapshot",
        promise: "goes on from a snapshot of an earlier revision, and decides what was lost again",
        fault: Fault::Stream(StreamFault::LostRevision),
        environment: &[],
        judge: snapshot,
    },
    Check {
        name: "repeated",
        promise: "ignores an update that it has received before",
        fault: Fault::Stream(StreamFault::Repeat),
        environment: &[],
        judge: Evidence::played_once,
    },
    Check {
        name: "seat_left",
        promise: "ends with an error if its seat is lost, and does not retry",
        fault: Fault::SeatLeft,
        environment: &[],
        judge: seat_left,
    },
    Check {
        name: "later_release",
        promise: "ignores fields, values, events and messages of a later release",
        fault: Fault::LaterRelease,
        environment: &[],
        judge: Evidence::played_once,
    },
];

/// What a client need not do.
pub const NOT_NECESSARY: &[&str] = &[
    "parse tokens or cursors",
    "know the rules of a game",
    "verify hashes, or keep the history",
    "compress messages",
    "call GetMatch or ListLegalActions: the stream contains the state and the form",
];

const API_KEY: &str = "conformance-api-key";

/// Longer than any check.
const NEVER_MS: &str = "3600000";

/// The variables of a proxy at a closed port, without exceptions.
const PROXIES: &[(&str, &str)] = &[
    ("http_proxy", "http://127.0.0.1:9"),
    ("https_proxy", "http://127.0.0.1:9"),
    ("grpc_proxy", "http://127.0.0.1:9"),
    ("all_proxy", "http://127.0.0.1:9"),
    ("HTTP_PROXY", "http://127.0.0.1:9"),
    ("HTTPS_PROXY", "http://127.0.0.1:9"),
    ("ALL_PROXY", "http://127.0.0.1:9"),
    ("no_proxy", ""),
    ("NO_PROXY", ""),
];

/// The maximum time from Draining to the next stream.
const DRAINING_MAX: Duration = Duration::from_secs(5);

fn join(evidence: &Evidence) -> Judgement {
    let joins = evidence.joins();
    let Some(join) = joins.first() else {
        return Err("no JoinMatch came; join the match of TINSEL_MATCH".to_owned());
    };
    let key = &join.request_id;
    let valid = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    demand(
        (1..=64).contains(&key.len()) && key.chars().all(valid),
        "the request_id of JoinMatch is not 1 to 64 characters of A-Z a-z 0-9 - _; draw one, such as a UUID",
    )?;
    evidence.authorized()?;
    evidence.finished()
}

fn api_key(evidence: &Evidence) -> Judgement {
    let calls = &evidence.played.calls;
    if let Some(call) = calls.iter().find(|call| call.header("x-api-key") != API_KEY) {
        let method = &call.method;
        return Err(format!(
            "{method} came without the API key; send `x-api-key` with every call"
        ));
    }
    evidence.finished()
}

fn deadline(evidence: &Evidence) -> Judgement {
    let calls = evidence.played.calls.iter();
    let mut unary = calls.filter(|call| call.method != "WatchMatch");
    if let Some(call) = unary.find(|call| call.header("grpc-timeout").is_empty()) {
        let method = &call.method;
        return Err(format!(
            "{method} came without a deadline; set one, of 10 seconds for each attempt"
        ));
    }
    evidence.finished()
}

fn submit_repeated(evidence: &Evidence) -> Judgement {
    evidence.submit_repeated()?;
    evidence.finished()
}

fn lost_join(evidence: &Evidence) -> Judgement {
    match evidence.joins().as_slice() {
        [first, second, ..] => repeated(&first.request_id, first == second)?,
        _ => return Err("no second JoinMatch came; send it again".to_owned()),
    }
    evidence.played_once()
}

fn retry_info(evidence: &Evidence) -> Judgement {
    evidence.submit_repeated()?;
    if let [first, second, ..] = evidence.calls("SubmitAction").as_slice() {
        let wait = second.after(first).as_millis();
        let otherwise = format!("the retry came after {wait} ms; wait for RetryInfo, here 1000 ms");
        demand(second.after(first) >= RETRY_DELAY, &otherwise)?;
        demand(
            first.side == second.side,
            "the retry came to another server; all servers share the limit, so stay",
        )?;
    }
    evidence.finished()
}

fn refused(evidence: &Evidence) -> Judgement {
    evidence.finished()?;
    // The refused submission, and one for each decision.
    evidence.submitted(4)
}

fn late(evidence: &Evidence) -> Judgement {
    let numbered = evidence
        .submits()
        .iter()
        .all(|submit| submit.expected_decision.is_some());
    demand(
        numbered,
        "SubmitAction came without expected_decision; send Decision.number of the state that was decided",
    )?;
    evidence.finished()?;
    // The late submission, and one for each decision that was not taken by default.
    evidence.submitted(3)
}

fn other_server(evidence: &Evidence) -> Judgement {
    evidence.finished()?;
    let calls = &evidence.played.calls;
    let first = calls.first().map(|call| call.side);
    demand(
        calls.iter().any(|call| Some(call.side) != first),
        "no call came to the other server; use every server of TINSEL_SERVERS",
    )
}

fn resumed(evidence: &Evidence) -> Judgement {
    evidence.resumed()?;
    evidence.played_once()
}

fn draining(evidence: &Evidence) -> Judgement {
    evidence.resumed()?;
    if let ([first, second, ..], Some(submit)) = (
        evidence.calls("WatchMatch").as_slice(),
        evidence.calls("SubmitAction").first(),
    ) {
        let wait = second.after(submit);
        let otherwise = format!("the next stream came after {} s; open it at once", wait.as_secs());
        demand(wait < DRAINING_MAX, &otherwise)?;
        demand(
            first.side != second.side,
            "the next stream came to the server that is shutting down; use another one",
        )?;
    }
    evidence.played_once()
}

fn snapshot(evidence: &Evidence) -> Judgement {
    evidence.finished()?;
    // One for each decision, and the lost one again.
    evidence.submitted(4)
}

fn silent_watch(evidence: &Evidence) -> Judgement {
    demand(
        evidence.calls("WatchMatch").len() > 1,
        "no second WatchMatch came; ping a connection with an open call after 10 seconds without a byte",
    )?;
    evidence.played_once()
}

fn stream_limit(evidence: &Evidence) -> Judgement {
    let watches = evidence.calls("WatchMatch").len();
    let otherwise = format!("WatchMatch came {watches} times; return TOO_MANY_STREAMS at once");
    demand(watches == 1, &otherwise)?;
    ends_with_an_error(evidence)
}

fn seat_left(evidence: &Evidence) -> Judgement {
    let watches = evidence.calls("WatchMatch").len();
    let otherwise = format!("WatchMatch came {watches} times; do not retry SEAT_LEFT");
    demand((1..=2).contains(&watches), &otherwise)?;
    ends_with_an_error(evidence)
}

fn ends_with_an_error(evidence: &Evidence) -> Judgement {
    match evidence.exit {
        Exit::Code(0) => Err("the client ended with exit code 0; return the error".to_owned()),
        Exit::TooLong => Err("the client did not end; end with an error".to_owned()),
        Exit::Code(_) | Exit::Unknown => Ok(()),
    }
}
