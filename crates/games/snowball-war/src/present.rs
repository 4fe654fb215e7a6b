//! How the game describes itself to clients that do not know it.

mod acting;
mod answers;
mod components;
mod fields;
mod form;
mod scene;
mod sentences;
mod words;

use tinsel_engine::{
    Viewer, options,
    present::{Answer, Component, Form, OptionSpec, Present, Reader, Scene, Text},
};

use crate::{Action, Draft, Event, Legal, SnowballWar, View, config};

impl Present for SnowballWar {
    fn components() -> Vec<Component> {
        components::all()
    }

    fn options() -> Vec<OptionSpec> {
        options::specs(config::OPTIONS)
    }

    fn draft(values: Reader<'_>) -> Draft {
        config::of_form(values)
    }

    fn scene(view: &View, _: Viewer) -> Scene {
        scene::scene(view)
    }

    fn sentence(event: &Event) -> Text {
        sentences::sentence(event)
    }

    fn form(view: &View, legal: &Legal) -> Option<Form> {
        form::form(view, legal)
    }

    fn read(legal: &Legal, answer: Reader<'_>) -> Option<Action> {
        answers::read(legal, answer)
    }

    fn answer(legal: &Legal, action: &Action) -> Option<Answer> {
        answers::answer(legal, action)
    }
}
