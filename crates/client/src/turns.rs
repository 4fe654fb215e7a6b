//! The turns of a seat.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use futures_util::StreamExt;
use tinsel_proto::v1::{
    Answer, Decision, ErrorReason, Form, GameAction, GameLegal, MatchState, Outcome, SubmitActionRequest, Text,
    WatchMatchRequest,
};

use crate::{
    error::Error,
    forms::{Misfit, check},
    handle::Seat,
    watch::{Watch, Watched, revision},
};

/// The turns of a seat, from any server: each state in which its player has a pending decision.
///
/// States that are older than the seat's last accepted action are no turns, so a decision is not made twice. If the
/// store has lost that action, its decision is a turn again.
#[derive(Debug)]
pub struct Turns {
    seat: Seat,
    watch: Watch,
    state: Option<MatchState>,
    /// The revision that the last accepted action returned; states below it are outdated.
    decided_at: Arc<AtomicU64>,
}

/// A state in which the seat's player has a pending decision.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The state, as the seat may know it.
    pub state: MatchState,
    /// The decision as a form.
    pub form: Form,
    seat: Seat,
    decided_at: Arc<AtomicU64>,
}

/// The parts of the states of [`Turns`] besides the form.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TurnsOptions {
    /// The scene of each state, and the sentences of its events.
    pub scenes: bool,
    /// The legal actions of each turn, and the typed actions of its choices.
    pub legal: bool,
}

/// A complete answer to a form.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnChoice {
    /// The answer in words.
    pub title: Text,
    /// The answer.
    pub answer: Answer,
    /// The answer as a typed action; `None` without [`TurnsOptions::legal`].
    pub action: Option<GameAction>,
}

impl Seat {
    /// The turns of the seat, until the end of the match. The server sends forms, and no scenes or legal actions.
    #[must_use]
    pub fn turns(&self) -> Turns {
        self.turns_with(TurnsOptions::default())
    }

    /// The turns of the seat, with the requested parts of each state.
    #[must_use]
    pub fn turns_with(&self, options: TurnsOptions) -> Turns {
        let request = WatchMatchRequest {
            match_id: self.match_id().to_owned(),
            form: true,
            presentation: options.scenes,
            legal: options.legal,
            ..WatchMatchRequest::default()
        };
        Turns {
            seat: self.clone(),
            watch: self.client().watch_match(Some(self.token()), request),
            state: None,
            decided_at: Arc::default(),
        }
    }
}

impl Turns {
    /// The next turn; `None` after the end of the match.
    ///
    /// # Errors
    ///
    /// As the items of [`Watch`]. It ends after an error.
    pub async fn next(&mut self) -> Result<Option<Turn>, Error> {
        while let Some(watched) = self.watch.next().await {
            let watched = watched?;
            let Some(state) = watched.state().cloned() else {
                continue;
            };
            let revision = revision(Some(&state)).unwrap_or_default();
            if matches!(watched, Watched::Snapshot(_)) {
                self.decided_at.fetch_min(revision, Ordering::Relaxed);
            }
            self.state = Some(state.clone());
            let outdated = revision < self.decided_at.load(Ordering::Relaxed);
            if let Some(form) = state.form.clone().filter(|_| !outdated) {
                return Ok(Some(Turn {
                    state,
                    form,
                    seat: self.seat.clone(),
                    decided_at: Arc::clone(&self.decided_at),
                }));
            }
        }
        Ok(None)
    }

    /// The result of the match; `None` until it is finished, and for an aborted match.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.state.as_ref()?.r#match.as_ref()?.outcome.as_ref()
    }

    /// The newest state of the match; `None` before the first one.
    #[must_use]
    pub const fn state(&self) -> Option<&MatchState> {
        self.state.as_ref()
    }
}

impl Turn {
    /// The revision of the state.
    #[must_use]
    pub fn revision(&self) -> u64 {
        revision(Some(&self.state)).unwrap_or_default()
    }

    /// The number of the decision of the seat; `None` from a server of an earlier release.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        self.pending()?.number
    }

    /// All answers, in words. Empty if there are more than 16.
    #[must_use]
    pub fn choices(&self) -> Vec<TurnChoice> {
        let mut actions = self.state.choice_actions.iter().cloned();
        let choices = self.form.choices.iter().map(|choice| TurnChoice {
            title: choice.title.clone().unwrap_or_default(),
            answer: choice.answer.clone().unwrap_or_default(),
            action: actions.next(),
        });
        choices.collect()
    }

    /// The answer that applies if the seat does not decide in time; `None` if it is drawn at random.
    #[must_use]
    pub const fn default_answer(&self) -> Option<&Answer> {
        self.form.default_answer.as_ref()
    }

    /// The action that the server takes if the seat does not decide in time; `None` if the seat may not see it.
    #[must_use]
    pub fn default_action(&self) -> Option<&GameAction> {
        self.pending()?.default_action.as_ref()?.action.as_ref()
    }

    fn pending(&self) -> Option<&Decision> {
        let pending = &self.state.r#match.as_ref()?.pending_decisions;
        pending.iter().find(|decision| decision.seat == Some(self.seat.seat()))
    }

    /// The legal actions as a typed message; `None` without [`TurnsOptions::legal`].
    #[must_use]
    pub const fn legal(&self) -> Option<&GameLegal> {
        self.state.legal.as_ref()
    }

    /// Submits an action for the decision of this turn. Returns the new revision.
    ///
    /// # Errors
    ///
    /// As [`Seat::submit`]; `DECISION_MISMATCH` if the decision has been taken, for example by default.
    pub async fn submit(&self, action: GameAction) -> Result<u64, Error> {
        let request = SubmitActionRequest {
            action: Some(action),
            ..SubmitActionRequest::default()
        };
        self.send(request).await
    }

    /// Submits a completed form for the decision of this turn. Returns the new revision.
    ///
    /// # Errors
    ///
    /// [`Error::NotInForm`] if the answer is for another decision, or if [`check`] reports a fault; otherwise as
    /// [`submit`](Self::submit). Because the answer was legal in the state of this turn, a refusal for its content
    /// [is stale](Error::is_stale).
    pub async fn answer(&self, answer: Answer) -> Result<u64, Error> {
        self.require(&answer).map_err(Error::NotInForm)?;
        let request = SubmitActionRequest {
            answer: Some(answer),
            ..SubmitActionRequest::default()
        };
        match self.send(request).await {
            Err(Error::Refused(mut refusal)) => {
                refusal.is_stale |= refusal.platform_reason() == Some(ErrorReason::MalformedRequest);
                Err(Error::Refused(refusal))
            }
            other => other,
        }
    }

    /// Sends a decision with the number of this turn.
    async fn send(&self, request: SubmitActionRequest) -> Result<u64, Error> {
        let request = SubmitActionRequest {
            expected_decision: self.number(),
            ..request
        };
        let revision = self.seat.submit_with(request).await?;
        self.decided_at.store(revision, Ordering::Relaxed);
        Ok(revision)
    }

    /// Submits the default answer or, without one, the default action. Returns the new revision.
    ///
    /// # Errors
    ///
    /// As [`Seat::submit`]; [`Error::NoDefault`] if the decision has neither.
    pub async fn play_default(&self) -> Result<u64, Error> {
        match (self.default_answer(), self.default_action()) {
            (Some(answer), _) => self.answer(answer.clone()).await,
            (None, Some(action)) => self.submit(action.clone()).await,
            (None, None) => Err(Error::NoDefault),
        }
    }

    /// Checks that the answer is one of the form's.
    fn require(&self, answer: &Answer) -> Result<(), Misfit> {
        if answer.decision == self.form.decision {
            return check(&self.form, answer);
        }
        let text = format!(
            "The form is of the decision {:?}, not of {:?}; answer this form.",
            self.form.decision, answer.decision
        );
        Err(Misfit {
            path: "decision".to_owned(),
            malformed: false,
            text,
        })
    }
}
