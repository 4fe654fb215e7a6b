//! The presentation of a running match.

use tinsel_engine::{
    RejectCode, SeatIndex, SeatSet, Viewer,
    present::{Answer, Fault, Misfit, Scene},
};

use crate::{
    action::Action,
    any_match::{Match, NotAnswered, PendingForm, PresentedMatch},
    refusal::Refusal,
    wire::WireGame,
};

impl<G: WireGame> PresentedMatch for Match<G> {
    fn scene(&self, viewer: Viewer, forfeited: SeatSet) -> Scene {
        G::scene(&self.game().view(viewer, forfeited), viewer)
    }

    fn form(&self, seat: SeatIndex, forfeited: SeatSet) -> Option<PendingForm> {
        let viewer = Viewer::Seat(seat);
        let (view, legal) = (self.game().view(viewer, forfeited), self.game().legal(viewer));
        let pending = G::decision(&view, &legal)?;
        let decisions = self.game().pending_decisions(viewer);
        let own = decisions.into_iter().find(|decision| decision.seat == seat);
        let default = own.and_then(|decision| pending.answer(&decision.default.action?));
        let choices = pending.form.choices().unwrap_or_default();
        let actions = choices.iter().map(|choice| pending.read(choice.answer.read()));
        let actions: Option<Vec<_>> = actions.map(|action| Some(G::write_action(&action?))).collect();
        Some(PendingForm {
            form: pending.form,
            default,
            choices,
            actions: actions.unwrap_or_default(),
        })
    }

    fn read_answer(
        &self,
        seat: SeatIndex,
        decision: &str,
        answer: &Answer,
        forfeited: SeatSet,
    ) -> Result<Action, NotAnswered> {
        let refused =
            |path: &str, reject: &G::Reject| NotAnswered::Refused(Refusal::of_answer(&G::FACTS, reject, path));
        let viewer = Viewer::Seat(seat);
        let (view, legal) = (self.game().view(viewer, forfeited), self.game().legal(viewer));
        let Some(pending) = G::decision(&view, &legal) else {
            return Err(match self.game().absent(seat) {
                Err(reject) => refused("decision", &reject),
                Ok(_) => NotAnswered::NotInForm(other_decision(None)),
            });
        };
        if pending.form.decision != decision {
            return Err(NotAnswered::NotInForm(other_decision(Some(pending.form.decision))));
        }
        let Err(misfit) = pending.form.check(answer) else {
            let action = pending.read(answer.read()).map(Action::of::<G>);
            return action.ok_or_else(|| NotAnswered::NotInForm(other_decision(Some(pending.form.decision))));
        };
        if misfit.fault == Fault::Malformed {
            return Err(NotAnswered::Malformed(misfit));
        }
        let Some(action) = pending.read(answer.read()) else {
            return Err(NotAnswered::NotInForm(misfit));
        };
        // A malformed action is one without a part of the answer: its reason says nothing about the answer.
        Err(match self.game().resolve(seat, &action) {
            Err(reject) if reject.fault() == tinsel_engine::Fault::Refused => refused(&misfit.path, &reject),
            Err(_) | Ok(_) => NotAnswered::NotInForm(misfit),
        })
    }
}

fn other_decision(pending: Option<&str>) -> Misfit {
    let pending = pending.map_or_else(String::new, |pending| format!(" ({pending:?})"));
    Misfit {
        path: "decision".to_owned(),
        fault: Fault::Outside,
        sentence: format!("the seat has another pending decision{pending}; answer the form of the newest state"),
    }
}
