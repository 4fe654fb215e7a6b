//! The match of a check: two seats, of which the client takes one and makes three decisions.

use std::collections::BTreeMap;

use prost::Message;
use tinsel_proto::v1::{
    GetMatchResponse, JoinMatchRequest, JoinMatchResponse, ListLegalActionsResponse, MatchState, SubmitActionRequest,
    SubmitActionResponse, ValidateActionResponse, WatchMatchRequest, watch_match_request,
};
use tonic::{Code, Status};

use crate::{
    call::{Call, Position, Reaction, Side},
    fault::{self, Fault, StreamFault},
    wire::{self, DECISIONS, MATCH_ID, TOKEN},
};

/// The revision at which the client has its seat and the match begins.
const BEGUN: u64 = 2;

/// The match, and everything that the client has called.
#[derive(Debug)]
pub(crate) struct ScriptedMatch {
    fault: Fault,
    pub(crate) calls: Vec<Call>,
    /// The positions that the opened streams have sent: the cursors, in order.
    pub(crate) cursors: Vec<String>,
    /// The server that the fault concerns: the one that is called first.
    faulty: Option<Side>,
    /// The number of the client's decisions at each revision from [`BEGUN`]; empty before the client has joined.
    decided: Vec<u32>,
    /// The increasing number of the branch of the history; a store that loses revisions begins another one.
    branch: u32,
    /// The request that took the seat.
    joined: Option<JoinMatchRequest>,
    /// The revision that each request returned.
    submitted: BTreeMap<String, (SubmitActionRequest, u64)>,
    /// The number of opened streams.
    streams: usize,
    /// Whether the newest stream requested forms.
    forms: bool,
}

impl ScriptedMatch {
    pub(crate) const fn new(fault: Fault) -> Self {
        Self {
            fault,
            calls: Vec::new(),
            cursors: Vec::new(),
            faulty: None,
            decided: Vec::new(),
            branch: 0,
            joined: None,
            submitted: BTreeMap::new(),
            streams: 0,
            forms: false,
        }
    }

    pub(crate) const fn fault(&self) -> Fault {
        self.fault
    }

    fn later_release(&self) -> bool {
        self.fault == Fault::LaterRelease
    }

    /// Whether this server is the one that the fault concerns. The server that is called first becomes it.
    pub(crate) fn is_faulty(&mut self, side: Side) -> bool {
        *self.faulty.get_or_insert(side) == side
    }

    /// The newest revision; 1 before the client has joined.
    pub(crate) fn revision(&self) -> u64 {
        let begun = u64::try_from(self.decided.len()).unwrap_or_default();
        begun.saturating_add(BEGUN).saturating_sub(1)
    }

    fn decided_at(&self, revision: u64) -> u32 {
        let index = usize::try_from(revision.saturating_sub(BEGUN)).unwrap_or_default();
        self.decided.get(index).copied().unwrap_or_default()
    }

    /// Whether the match has been played to its end.
    pub(crate) fn is_over(&self) -> bool {
        self.decided.last().is_some_and(|&decided| decided >= DECISIONS)
    }

    fn advance(&mut self, decisions: u32) -> u64 {
        let decided = self.decided.last().copied().unwrap_or_default();
        self.decided.push(decided.saturating_add(decisions));
        self.revision()
    }

    /// Records a call, and decides the reaction.
    pub(crate) fn react(&mut self, call: Call) -> Reaction {
        let reaction = self.reaction(&call).unwrap_or_else(Reaction::from);
        self.calls.push(call);
        match reaction {
            Reaction::Response(message) if self.later_release() => {
                Reaction::Response(wire::with_unknown_field(message))
            }
            Reaction::Response(_) | Reaction::Stream(_) | Reaction::Refused(_) | Reaction::Silence => reaction,
        }
    }

    /// Whether this call freezes all connections.
    pub(crate) fn freezes(&self, call: &Call) -> bool {
        self.fault.freezing_method() == Some(call.method.as_str()) && self.is_first(call)
    }

    /// Whether the method has not been called before.
    fn is_first(&self, call: &Call) -> bool {
        !self.calls.iter().any(|earlier| earlier.method == call.method)
    }

    fn reaction(&mut self, call: &Call) -> Result<Reaction, Status> {
        if self.fault == Fault::Unavailable && self.is_faulty(call.side) {
            return Err(fault::draining());
        }
        match call.method.as_str() {
            "JoinMatch" => self.join(call),
            "SubmitAction" => self.submit(call),
            "WatchMatch" => self.watch(call),
            "GetMatch" => {
                self.authorize(call)?;
                let state = Some(self.state(self.revision()));
                Ok(Reaction::Response(GetMatchResponse { state }.encode_to_vec()))
            }
            "ListLegalActions" => {
                self.authorize(call)?;
                let legal = ListLegalActionsResponse {
                    revision: self.revision(),
                    form: self.state_with_form(self.revision()).form,
                    ..ListLegalActionsResponse::default()
                };
                Ok(Reaction::Response(legal.encode_to_vec()))
            }
            "ValidateAction" => {
                self.authorize(call)?;
                let revision = self.revision();
                Ok(Reaction::Response(ValidateActionResponse { revision }.encode_to_vec()))
            }
            other => Err(Status::unimplemented(format!(
                "the scripted server has no {other}; a client needs JoinMatch, WatchMatch and SubmitAction"
            ))),
        }
    }

    fn authorize(&self, call: &Call) -> Result<(), Status> {
        if call.header("authorization") == format!("Bearer {TOKEN}") {
            return Ok(());
        }
        let message = "send the token that JoinMatch returned, as `authorization: Bearer <token>`";
        Err(fault::refused(Code::Unauthenticated, "TOKEN_INVALID", message))
    }

    fn join(&mut self, call: &Call) -> Result<Reaction, Status> {
        let request: JoinMatchRequest = call.request()?;
        if request.match_id != MATCH_ID {
            let message = format!("there is no match {:?}; join {MATCH_ID}", request.match_id);
            return Err(fault::refused(Code::NotFound, "MATCH_NOT_FOUND", &message));
        }
        match &self.joined {
            None => {
                self.joined = Some(request);
                self.decided.push(0);
                if self.fault == Fault::LostJoin {
                    return Err(fault::broken());
                }
            }
            Some(joined) if !joined.request_id.is_empty() && *joined == request => {}
            Some(_) => {
                let message = "all seats are taken; a retry must send the same request_id and content";
                return Err(fault::refused(Code::FailedPrecondition, "MATCH_FULL", message));
            }
        }
        let response = JoinMatchResponse {
            match_id: MATCH_ID.to_owned(),
            seat: Some(0),
            seat_token: TOKEN.to_owned(),
            revision: BEGUN,
        };
        Ok(Reaction::Response(response.encode_to_vec()))
    }

    fn submit(&mut self, call: &Call) -> Result<Reaction, Status> {
        self.authorize(call)?;
        let request: SubmitActionRequest = call.request()?;
        let first = self.is_first(call);
        if first && self.fault == Fault::NoResponse {
            return Ok(Reaction::Silence);
        }
        if first && self.fault == Fault::RateLimited {
            return Err(fault::rate_limited());
        }
        if first && self.fault == Fault::Stale {
            // Another seat has acted.
            self.advance(0);
            return Err(fault::stale());
        }
        if first && self.fault == Fault::OtherSeat && request.expected_revision.is_none() {
            self.advance(0);
        }
        if first && self.fault == Fault::Late {
            self.advance(1);
        }
        let revision = self.apply(request)?;
        if self.freezes(call) {
            return Ok(Reaction::Silence);
        }
        if first && self.fault == Fault::LostSubmit {
            return Err(fault::broken());
        }
        Ok(Reaction::Response(SubmitActionResponse { revision }.encode_to_vec()))
    }

    /// Applies a decision, or returns the first response to the same request.
    fn apply(&mut self, request: SubmitActionRequest) -> Result<u64, Status> {
        if let Some((first, revision)) = self.submitted.get(&request.request_id) {
            if *first == request {
                return Ok(*revision);
            }
            let message = "the request_id belongs to another request; draw a new one for each decision";
            return Err(fault::refused(Code::AlreadyExists, "REQUEST_ID_REUSED", message));
        }
        if request.action.is_none() && request.answer.is_none() {
            let message = "the decision is missing; set action or answer";
            return Err(fault::refused(Code::InvalidArgument, "MALFORMED_REQUEST", message));
        }
        let revision = self.revision();
        if request.expected_revision.is_some_and(|expected| expected != revision) {
            let message = "the match has changed; go on with its new state";
            return Err(fault::refused(Code::Aborted, "REVISION_MISMATCH", message));
        }
        if self.is_over() {
            return Err(fault::stale());
        }
        let number = wire::number(self.decided_at(revision));
        if request.expected_decision.is_some_and(|expected| expected != number) {
            let message = "the decision has been taken; go on with the new state of the match";
            return Err(fault::refused(Code::Aborted, "DECISION_MISMATCH", message));
        }
        let revision = self.advance(1);
        if !request.request_id.is_empty() {
            self.submitted.insert(request.request_id.clone(), (request, revision));
        }
        Ok(revision)
    }

    fn watch(&mut self, call: &Call) -> Result<Reaction, Status> {
        self.authorize(call)?;
        if self.fault == Fault::SeatLeft {
            return Err(fault::seat_left());
        }
        if self.freezes(call) {
            return Ok(Reaction::Silence);
        }
        let watches = self.calls.iter().filter(|earlier| earlier.method == call.method);
        let second = watches.count() == 1;
        if self.fault == Fault::StreamLimit || second && self.fault == Fault::Stream(StreamFault::Limit) {
            return Err(fault::too_many_streams());
        }
        let request: WatchMatchRequest = call.request()?;
        self.streams = self.streams.saturating_add(1);
        self.forms = request.form || request.presentation;
        let position = match request.position {
            Some(watch_match_request::Position::AfterRevision(revision)) => Some(revision),
            Some(watch_match_request::Position::Cursor(cursor)) => self.revision_of(&cursor)?,
            None => None,
        };
        Ok(Reaction::Stream(position.filter(|&revision| revision >= BEGUN)))
    }

    /// The number of the newest stream, from 1.
    pub(crate) const fn streams(&self) -> usize {
        self.streams
    }

    /// The revision of a cursor; `None` if the history no longer contains it.
    fn revision_of(&self, cursor: &str) -> Result<Position, Status> {
        if cursor.is_empty() {
            return Ok(None);
        }
        let parts = cursor.split_once('.');
        let parsed = parts.and_then(|(branch, revision)| Some((branch.parse::<u32>().ok()?, revision.parse().ok()?)));
        let Some((branch, revision)) = parsed else {
            let message = "the cursor is unknown; send the cursor of the last message unchanged";
            return Err(fault::refused(Code::InvalidArgument, "MALFORMED_REQUEST", message));
        };
        Ok((branch == self.branch).then_some(revision))
    }

    fn cursor(&self, revision: u64) -> String {
        format!("{}.{revision}", self.branch)
    }

    fn state_with_form(&self, revision: u64) -> MatchState {
        wire::state(revision, self.decided_at(revision), self.later_release())
    }

    fn state(&self, revision: u64) -> MatchState {
        let mut state = self.state_with_form(revision);
        state.form = state.form.filter(|_| self.forms);
        state
    }

    /// The next message of a stream, and its revision; `None` if the stream has sent everything.
    pub(crate) fn message_after(&mut self, position: Position) -> Option<(Vec<u8>, u64)> {
        let (message, revision) = match position {
            None => (wire::snapshot(self.state(self.revision())), self.revision()),
            Some(sent) if sent < self.revision() => {
                let revision = sent.saturating_add(1);
                (
                    wire::update(revision, self.state(revision), self.later_release()),
                    revision,
                )
            }
            Some(_) => return None,
        };
        let cursor = self.cursor(revision);
        let message = wire::streamed(message, &cursor);
        self.cursors.push(cursor);
        let message = if self.later_release() {
            wire::with_unknown_field(message)
        } else {
            message
        };
        Some((message, revision))
    }

    /// The message that announces the end of a stream.
    pub(crate) fn draining(&self, revision: u64) -> Vec<u8> {
        wire::streamed(wire::draining(revision), &self.cursor(revision))
    }

    /// A message that no release knows.
    pub(crate) fn unknown(&self, revision: u64) -> Vec<u8> {
        wire::unknown_streamed(&self.cursor(revision))
    }

    /// An update that the stream has sent before.
    pub(crate) fn repeated(&self, revision: u64) -> Vec<u8> {
        wire::streamed(
            wire::update(revision, self.state(revision), false),
            &self.cursor(revision),
        )
    }

    /// The fault of this stream, if it is the first one and has reached its place: the update of the first decision.
    pub(crate) fn stream_fault(&self, stream: usize, sent: u64) -> Option<StreamFault> {
        match self.fault {
            Fault::Stream(fault) if stream == 1 && sent == BEGUN.saturating_add(1) => Some(fault),
            Fault::None
            | Fault::NoResponse
            | Fault::LostSubmit
            | Fault::LostJoin
            | Fault::RateLimited
            | Fault::Stale
            | Fault::OtherSeat
            | Fault::Late
            | Fault::Broken
            | Fault::Unavailable
            | Fault::Stream(_)
            | Fault::LaterRelease
            | Fault::SeatLeft
            | Fault::SilentCall
            | Fault::SilentWatch
            | Fault::StreamLimit
            | Fault::ClosedPort => None,
        }
    }

    /// Loses the newest revision, as a store after a failover.
    pub(crate) fn lose_revision(&mut self) {
        self.decided.pop();
        self.branch = self.branch.saturating_add(1);
    }
}
