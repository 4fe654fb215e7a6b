//! How a game describes itself: one vocabulary for all games, so that one client can show and play every game.
//!
//! ```text
//! View  ──▶ Scene      the layout of everything that this viewer sees
//! Event ──▶ Text       the event as a sentence
//! Legal ──▶ Form       the pending decision of this seat, as fields with bounds
//! Answer ─▶ Action     a completed form as the game's own action
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
mod form;
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
pub use parts::Part;
pub use scene::{Arrangement, Field, Item, Meter, NamedArea, Scene, Zone};
pub use shape::{Bordered, Point, Region, Shape};
pub use text::{Arg, Run, RunOf, Text};
pub use word::isolated;

use crate::{GameEngine, SeatIndex, Viewer};

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
    fn form(view: &Self::View, legal: &Self::Legal) -> Option<Form>;

    /// The action of a completed form. The values have the kinds of the form's fields, but can be outside their bounds:
    /// then the game refuses the action with its own reason. `None` if the answer names things that no action can name.
    fn read(legal: &Self::Legal, answer: Reader<'_>) -> Option<Self::Action>;

    /// The answer that [`Present::read`] reads as this legal action; `None` if the action is not legal.
    fn answer(legal: &Self::Legal, action: &Self::Action) -> Option<Answer>;
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
