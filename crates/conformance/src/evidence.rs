//! The evidence of a check: the calls that arrived, and the end of the client.

use std::collections::BTreeSet;

use prost::Message;
use tinsel_proto::v1::{JoinMatchRequest, SubmitActionRequest, WatchMatchRequest, watch_match_request::Position};

use crate::{
    call::Call,
    program::Exit,
    scripted_match::ScriptedMatch,
    wire::{DECISIONS, TOKEN},
};

/// The calls of a check and the end of the client.
#[derive(Debug)]
pub(crate) struct Evidence {
    pub(crate) played: ScriptedMatch,
    pub(crate) exit: Exit,
}

/// The right behaviour that a client lacks, in one sentence; `Ok` if it lacks nothing.
pub(crate) type Judgement = Result<(), String>;

pub(crate) fn demand(kept: bool, otherwise: &str) -> Judgement {
    if kept { Ok(()) } else { Err(otherwise.to_owned()) }
}

impl Evidence {
    pub(crate) fn calls<'a>(&'a self, method: &str) -> Vec<&'a Call> {
        self.played.calls.iter().filter(|call| call.method == method).collect()
    }

    fn requests<M: Message + Default>(&self, method: &str) -> Vec<M> {
        let calls = self.calls(method);
        calls.into_iter().filter_map(|call| call.request().ok()).collect()
    }

    pub(crate) fn joins(&self) -> Vec<JoinMatchRequest> {
        self.requests("JoinMatch")
    }

    pub(crate) fn submits(&self) -> Vec<SubmitActionRequest> {
        self.requests("SubmitAction")
    }

    /// The cursors of all watches, in order; empty for a watch from the beginning.
    pub(crate) fn cursors(&self) -> Vec<String> {
        let watches = self.requests::<WatchMatchRequest>("WatchMatch").into_iter();
        let cursor = |watch: WatchMatchRequest| match watch.position {
            Some(Position::Cursor(cursor)) => cursor,
            Some(Position::AfterRevision(revision)) => format!("after_revision {revision}"),
            None => String::new(),
        };
        watches.map(cursor).collect()
    }

    /// Whether the client played the match to its end, and ended without an error.
    pub(crate) fn finished(&self) -> Judgement {
        let ends = match &self.exit {
            Exit::Code(0) | Exit::Unknown => Ok(()),
            Exit::Code(code) => Err(format!("exit code {code}")),
            Exit::TooLong => Err("it was still running at the time limit".to_owned()),
        };
        let over = self.played.is_over();
        match (over, ends) {
            (true, Ok(())) => Ok(()),
            (true, Err(how)) => Err(format!(
                "the match is over, but: {how}; end with 0 after the last state"
            )),
            (false, Ok(())) => Err("the client ended before the match was over; play every turn".to_owned()),
            (false, Err(how)) => Err(format!("the match is not over, and: {how}; play every turn")),
        }
    }

    /// Whether exactly this number of submissions arrived, each with a key of its own.
    pub(crate) fn submitted(&self, number: usize) -> Judgement {
        let submits = self.submits();
        let keys: BTreeSet<_> = submits.iter().map(|submit| &submit.request_id).collect();
        if submits.iter().any(|submit| submit.request_id.is_empty()) {
            return Err("SubmitAction came without request_id; draw one for each decision".to_owned());
        }
        if keys.len() < submits.len() {
            return Err("two decisions came with the same request_id; draw a new one for each".to_owned());
        }
        let count = submits.len();
        let otherwise = format!("{count} submissions came; {number} are right, one for each turn");
        demand(count == number, &otherwise)
    }

    /// Whether every decision was submitted once, and the match played to its end.
    pub(crate) fn played_once(&self) -> Judgement {
        self.finished()?;
        self.submitted(usize::try_from(DECISIONS).unwrap_or_default())
    }

    /// Whether the second submission repeats the first one.
    pub(crate) fn submit_repeated(&self) -> Judgement {
        let submits = self.submits();
        match submits.as_slice() {
            [first, second, ..] => repeated(first.request_id.as_str(), first == second),
            _ => Err("no second SubmitAction came; send it again".to_owned()),
        }
    }

    /// Whether the second watch resumes with the cursor of the last message before the fault.
    pub(crate) fn resumed(&self) -> Judgement {
        let cursors = self.cursors();
        let Some(second) = cursors.get(1) else {
            return Err("no second WatchMatch came; open the stream again".to_owned());
        };
        // The first stream sends a snapshot and one update before its fault.
        let last = self.played.cursors.get(1).map_or("", String::as_str);
        let otherwise =
            format!("the second WatchMatch came with the cursor {second:?}; {last:?} is right, from the last message");
        demand(second == last, &otherwise)
    }

    /// Whether every call after the join carries the seat's token.
    pub(crate) fn authorized(&self) -> Judgement {
        let calls = &self.played.calls;
        let wrong = calls
            .iter()
            .find(|call| call.method != "JoinMatch" && call.header("authorization") != format!("Bearer {TOKEN}"));
        match wrong {
            None => Ok(()),
            Some(call) => Err(format!(
                "{} came without the seat's token; send `authorization: Bearer <token>`",
                call.method
            )),
        }
    }
}

/// Whether a repeated request is right: it has the same key and the same content.
pub(crate) fn repeated(key: &str, same: bool) -> Judgement {
    demand(
        !key.is_empty(),
        "the call came without request_id; draw one for each call",
    )?;
    demand(
        same,
        "the repeated call differs from the first one; send the same request_id and the same content",
    )
}
