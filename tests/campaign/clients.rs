//! Clients that record each of their calls.

use std::{sync::Arc, time::Duration};

use tinsel_harness::{Api, Call, Chance, Refusal};
use tinsel_proto::v1::{GetMatchRequest, MatchState};
use tokio::time::{sleep, timeout};

use crate::{
    faults::pause,
    history::{self, Line, Outcome, Recorder, Request, State, Viewer},
    phase::Clock,
};

/// The time after which a client gives up an attempt.
const ATTEMPT: Duration = Duration::from_secs(4);

/// Of this number of commands, one is sent again after its response.
const COPIED: usize = 10;

/// A client, which has a connection to each server.
#[derive(Debug, Clone)]
pub struct Client {
    apis: Arc<[Api]>,
    recorder: Arc<Recorder>,
    clock: Clock,
    discloses: bool,
}

/// The result of a call with its retries.
#[derive(Debug)]
pub enum Answer<A> {
    /// The response.
    Done(A),
    /// A refusal that is final.
    Refused(Refusal),
    /// No server responded before the end of the run.
    None,
}

impl<A> Answer<A> {
    /// The response, if there is one.
    pub fn done(self) -> Option<A> {
        match self {
            Self::Done(answer) => Some(answer),
            Self::Refused(_) | Self::None => None,
        }
    }
}

impl Client {
    /// A client of the servers at these URLs.
    pub fn new(urls: &[String], recorder: Arc<Recorder>, clock: Clock) -> Self {
        let connect = |url: &String| {
            let endpoint = Api::endpoint(url)
                .connect_timeout(ATTEMPT)
                .tcp_nodelay(true)
                // Without it, a client would wait forever on a connection that no packet passes.
                .http2_keep_alive_interval(Duration::from_secs(2))
                .keep_alive_timeout(Duration::from_secs(2));
            Api::connect_lazily(&endpoint)
        };
        Self {
            apis: urls.iter().map(connect).collect(),
            recorder,
            clock,
            discloses: false,
        }
    }

    /// The same client, of servers that show spectators what the first player sees.
    pub fn disclosing(self) -> Self {
        Self {
            discloses: true,
            ..self
        }
    }

    /// Whether the servers show spectators what the first player sees.
    pub const fn discloses(&self) -> bool {
        self.discloses
    }

    /// Clients of one of the servers each.
    pub fn of_each_server(&self) -> impl Iterator<Item = Self> + '_ {
        self.apis.iter().map(|api| Self {
            apis: [api.clone()].into(),
            ..self.clone()
        })
    }

    /// The connection to a random server.
    pub fn any(&self, chance: &mut Chance) -> &Api {
        &self.apis[chance.below(self.apis.len())]
    }

    /// The history.
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// The phase of the run.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Sends a command to one server after the other until the result is known, and records each attempt. Some commands
    /// with a result are sent again. `outcome` returns the match of a response, and what to record of it.
    pub async fn command<Q: Call>(
        &self,
        (asked, token): (&Q, Option<&str>),
        (match_id, request): (&str, Request),
        chance: &mut Chance,
        outcome: impl Fn(&Q::Answer) -> (String, Outcome),
    ) -> Answer<Q::Answer> {
        let has_copy = request.id().is_some() && chance.below(COPIED) == 0;
        let mut first = None;
        loop {
            let api = self.any(chance);
            let begin = self.recorder.now();
            let result = timeout(ATTEMPT, api.ask(asked, token)).await;
            let end = self.recorder.now();
            let (match_id, outcome, answer) = match result {
                Ok(Ok(answer)) => {
                    let (match_id, outcome) = outcome(&answer);
                    (match_id, outcome, Some(Answer::Done(answer)))
                }
                Ok(Err(status)) => {
                    let refusal = Refusal::of(&status);
                    if refusal.reason.is_empty() || refusal.retry_after.is_some() {
                        let cause = format!("{:?} {}", refusal.code, refusal.reason);
                        (match_id.to_owned(), Outcome::Unknown(cause), None)
                    } else {
                        let outcome = Outcome::Refused(refusal.reason.clone());
                        (match_id.to_owned(), outcome, Some(Answer::Refused(refusal)))
                    }
                }
                Err(_) => (match_id.to_owned(), Outcome::Unknown("no response".to_owned()), None),
            };
            self.recorder.write(&Line::Call(history::Call {
                begin,
                end,
                match_id,
                request: request.clone(),
                outcome,
            }));
            match answer {
                Some(Answer::Done(answer)) if has_copy && first.is_none() => first = Some(answer),
                Some(answer) => return first.map_or(answer, Answer::Done),
                None if self.clock.is_over() => return first.map_or(Answer::None, Answer::Done),
                None => sleep(pause(chance, 20, 250)).await,
            }
        }
    }

    /// Reads the newest state, as this viewer sees it.
    pub async fn read(
        &self,
        match_id: &str,
        (viewer, token): (Viewer, Option<&str>),
        chance: &mut Chance,
    ) -> Answer<MatchState> {
        let asked = GetMatchRequest {
            match_id: match_id.to_owned(),
            ..GetMatchRequest::default()
        };
        let of = (match_id, Request::Read(viewer));
        let answer = self.command((&asked, token), of, chance, |answer| {
            let state = answer.state.as_ref().expect("a state");
            (match_id.to_owned(), Outcome::State(State::of(state)))
        });
        match answer.await {
            Answer::Done(answer) => Answer::Done(answer.state.expect("a state")),
            Answer::Refused(refusal) => Answer::Refused(refusal),
            Answer::None => Answer::None,
        }
    }
}
