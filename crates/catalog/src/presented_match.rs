//! A running match of any game, as its players read it.

use std::sync::Arc;

use tinsel_engine::{
    Addressed, Audience, GameEngine, MatchContext, SeatIndex, Seed, Viewer,
    present::{Answer, Fault, Form, Misfit, Present, Scene, Text},
};

use crate::{
    action::Action,
    any_match::{AnyMatch, Match, NotActed},
    refusal::Refusal,
    wire::Wire,
};

/// The presentation of a match. It is built on request.
pub trait PresentedMatch {
    /// Everything that `viewer` sees.
    fn scene(&self, viewer: Viewer, context: &MatchContext) -> Scene;

    /// The decision of a seat as a form, with its default if the seat may know it; `None` if there is none.
    fn form(&self, seat: SeatIndex, context: &MatchContext) -> Option<(Form, Option<Answer>)>;

    /// The action of a completed form of this decision.
    ///
    /// # Errors
    ///
    /// The answer is not one of the form's, or there is no form of this decision.
    fn read_answer(
        &self,
        seat: SeatIndex,
        decision: &str,
        answer: &Answer,
        context: &MatchContext,
    ) -> Result<Action, NotAnswered>;

    /// Starts a match with the same options and this seed, and returns its events as sentences.
    fn narrate_start(&self, seed: Seed) -> Narrated;

    /// Takes a decision like [`AnyMatch::act`], or like [`AnyMatch::absent`] without an action, and returns its events
    /// as sentences.
    ///
    /// # Errors
    ///
    /// As these two.
    fn narrate(&self, seat: SeatIndex, action: Option<&Action>, context: &MatchContext) -> Result<Narrated, NotActed>;
}

/// The result of one action, in sentences.
#[derive(Debug)]
pub struct Narrated {
    /// The match after it.
    pub after: Arc<dyn AnyMatch>,
    /// A sentence for each event, in order, with its recipients.
    pub sentences: Vec<(Audience, Text)>,
}

/// Why an answer is not one of the form's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAnswered {
    /// No form has this answer.
    Malformed(Misfit),
    /// The form does not have this answer now.
    NotInForm(Misfit),
    /// The game refuses it.
    Refused(Refusal),
}

impl<G: Wire> PresentedMatch for Match<G> {
    fn scene(&self, viewer: Viewer, context: &MatchContext) -> Scene {
        G::scene(&self.game.view_in(viewer, context), viewer)
    }

    fn form(&self, seat: SeatIndex, context: &MatchContext) -> Option<(Form, Option<Answer>)> {
        let viewer = Viewer::Seat(seat);
        let legal = self.game.legal(viewer);
        let form = G::form(&self.game.view_in(viewer, context), &legal)?;
        let decisions = self.game.pending_decisions_in(viewer, context);
        let own = decisions.into_iter().find(|decision| decision.seat == seat);
        let default = own.and_then(|decision| G::answer(&legal, &decision.default.action?));
        Some((form, default))
    }

    fn read_answer(
        &self,
        seat: SeatIndex,
        decision: &str,
        answer: &Answer,
        context: &MatchContext,
    ) -> Result<Action, NotAnswered> {
        let refused =
            |path: &str, reject: &G::Reject| NotAnswered::Refused(Refusal::of_answer(&G::FACTS, reject, path));
        let viewer = Viewer::Seat(seat);
        let legal = self.game.legal(viewer);
        let form = G::form(&self.game.view_in(viewer, context), &legal);
        let Some(form) = form.filter(|form| form.decision == decision) else {
            return Err(match self.game.absent(seat) {
                Err(reject) => refused("decision", &reject),
                Ok(_) => NotAnswered::NotInForm(other_decision()),
            });
        };
        let checked = form.check(answer);
        if let Err(misfit) = &checked
            && misfit.fault == Fault::Malformed
        {
            return Err(NotAnswered::Malformed(misfit.clone()));
        }
        match (G::read(&legal, answer.read()), checked) {
            (Some(action), Ok(())) => Ok(Action::of::<G>(action)),
            (Some(action), Err(misfit)) => Err(match self.game.resolve(seat, &action) {
                Err(reject) => refused(&misfit.path, &reject),
                Ok(_) => NotAnswered::NotInForm(misfit),
            }),
            (None, checked) => Err(NotAnswered::NotInForm(checked.err().unwrap_or_else(other_decision))),
        }
    }

    fn narrate_start(&self, seed: Seed) -> Narrated {
        let (after, events) = Self::start(self.game.config(), seed);
        Narrated {
            after: Arc::new(after),
            sentences: sentences::<G>(events),
        }
    }

    fn narrate(&self, seat: SeatIndex, action: Option<&Action>, context: &MatchContext) -> Result<Narrated, NotActed> {
        let judged = match action {
            Some(action) => self.game.resolve(seat, action.typed::<G>().ok_or(NotActed::OtherGame)?),
            None => self.game.absent(seat),
        };
        let (after, events) = self.commit(judged, context)?;
        Ok(Narrated {
            after: Arc::new(after),
            sentences: sentences::<G>(events),
        })
    }
}

/// A sentence for each event, with its recipients.
fn sentences<G: Present>(events: tinsel_engine::Events<<G as GameEngine>::Event>) -> Vec<(Audience, Text)> {
    let sentence = |Addressed { to, event }| (to, G::sentence(&event));
    events.into_iter().map(sentence).collect()
}

fn other_decision() -> Misfit {
    Misfit {
        path: "decision".to_owned(),
        fault: Fault::Outside,
        sentence: "the seat has another pending decision; answer the form of the newest state".to_owned(),
    }
}
