//! How the game describes itself to clients that do not know it.

mod answer;
pub(crate) mod components;
mod form;
mod lines;
mod players;
mod scene;
mod sentences;

use tinsel_engine::{
    Viewer, options,
    present::{Answer, Component, Form, OptionSpec, Present, Reader, Scene, Text},
};

use crate::{Action, Draft, Event, Legal, SecretSanta, View, config};

impl Present for SecretSanta {
    fn components() -> Vec<Component> {
        components::all()
    }

    fn options() -> Vec<OptionSpec> {
        options::specs(config::OPTIONS)
    }

    fn draft(values: Reader<'_>) -> Draft {
        config::draft(values)
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
        answer::read(legal, answer)
    }

    fn answer(legal: &Legal, action: &Action) -> Option<Answer> {
        answer::answer(legal, action)
    }
}
