//! How a game describes itself: one vocabulary for all games, so that one client can show and play every game.
//!
//! ```text
//! View  ──▶ Scene      the layout of everything that this viewer sees
//! Event ──▶ Text       the event as a sentence
//! Legal ──▶ TypedForm  the pending decision of this seat, as fields with bounds that read and write actions
//! ```
//!
//! A presentation is built from `View`, `Event` and `Legal` alone. These contain only what their viewer may know, so a
//! presentation cannot disclose more. It is built on request; no part of it is stored, hashed or a rule. The laws of
//! presentations are tests of `tinsel-engine-testkit`.

mod answer;
mod build;
mod check;
mod choices;
mod component;
mod draw;
mod form;
mod inputs;
mod parts;
mod rule;
mod scene;
mod shape;
mod text;
mod word;

use std::borrow::Cow;

pub use answer::{Answer, FieldAnswer, Reader, Value};
pub use check::{Fault, Misfit};
pub use choices::{CHOICES_MAX, Choice};
pub use component::Component;
pub use form::{
    AmountSlot, AssignSlot, At, Branch, Constraint, Fields, Form, FormField, Kind, OptionSpec, PickOption, Rule,
};
pub use inputs::{Identified, Inputs, TypedForm};
pub use parts::Part;
pub use scene::{Arrangement, Field, Item, Meter, NamedArea, Scene, Zone};
pub use shape::{Bordered, Point, Region, Shape};
pub use text::{Arg, Run, RunOf, Text};
pub use word::isolated;

use crate::{Chance, GameEngine, SeatIndex, SeatSet, Viewer};

/// The name of a thing in a presentation: `a-z`, `0-9`, `_`, `.`, `-` and `/`.
pub type Id = Cow<'static, str>;

/// The ID of a seat in forms and answers, such as `seat2`.
#[must_use]
pub fn seat_id(seat: SeatIndex) -> Id {
    format!("seat{}", seat.get()).into()
}

/// The seat with this ID, whether or not the match has it.
#[must_use]
pub fn seat_of_id(id: &str) -> Option<SeatIndex> {
    let digits = id.strip_prefix("seat")?;
    let number: u8 = digits.parse().ok()?;
    (number.to_string() == digits).then(|| SeatIndex::new(number))
}

/// A game that describes itself.
pub trait Present: GameEngine {
    /// Every card, skill, character and token of the game, with its name in the rulebook. IDs are unique.
    fn components() -> Vec<Component>;

    /// The options of a new match, in the order of [`GameFacts::options`](crate::GameFacts::options).
    fn options() -> Vec<OptionSpec>;

    /// Options from the values of [`Present::options`]; omitted ones are omitted in the draft. A value outside its
    /// bounds stays in the draft, or is omitted if the draft cannot hold it.
    fn draft(values: Reader<'_>) -> Self::Draft;

    /// The layout of everything in the view. Different views have different scenes.
    fn scene(view: &Self::View, viewer: Viewer) -> Scene;

    /// The event as one sentence or more.
    fn sentence(event: &Self::Event) -> Text;

    /// The pending decision of a seat with this view and these legal actions; `None` if it owes nothing.
    ///
    /// Its form, its answers, the check of an action and random actions all come from this one declaration.
    fn decision<'a>(view: &'a Self::View, legal: &'a Self::Legal) -> Option<TypedForm<'a, Self::Action>>;

    /// The form of the pending decision.
    fn form(view: &Self::View, legal: &Self::Legal) -> Option<Form> {
        Self::decision(view, legal).map(|decision| decision.form)
    }

    /// Whether the seat with this view can take this action.
    fn allows(view: &Self::View, legal: &Self::Legal, action: &Self::Action) -> bool {
        let decision = Self::decision(view, legal);
        decision.is_some_and(|decision| decision.answer(action).is_some())
    }

    /// A random legal action of the seat with this view; `None` if it has none.
    fn random(view: &Self::View, legal: &Self::Legal, chance: &mut dyn Chance) -> Option<Self::Action> {
        Self::decision(view, legal)?.random(chance)
    }

    /// A random legal action of a viewer in this state; `None` if it has none.
    fn any_action(&self, viewer: Viewer, chance: &mut dyn Chance) -> Option<Self::Action> {
        Self::random(&self.view(viewer, SeatSet::EMPTY), &self.legal(viewer), chance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_found_by_its_id_only() {
        let seat = SeatIndex::new(12);
        assert_eq!(seat_id(seat), "seat12");
        assert_eq!(seat_of_id("seat12"), Some(seat));
        assert_eq!(
            ["seat", "seat012", "seat+1", "seat300", "12"].map(seat_of_id),
            [None; 5]
        );
    }
}
