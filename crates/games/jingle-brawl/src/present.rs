//! How the game describes itself to clients that do not know it.

mod components;
mod form;
mod options;
mod scene;
mod sentences;
mod words;

use tinsel_engine::{
    Viewer,
    present::{Answer, Component, Form, OptionSpec, Present, Reader, Scene, Text},
};

use crate::{Action, Draft, Event, JingleBrawl, Legal, View};

impl Present for JingleBrawl {
    fn components() -> Vec<Component> {
        components::all()
    }

    fn options() -> Vec<OptionSpec> {
        options::all()
    }

    fn draft(values: Reader<'_>) -> Draft {
        options::draft(values)
    }

    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn sentence(event: &Event) -> Text {
        sentences::sentence(event)
    }

    fn form(view: &View, legal: &Legal) -> Option<Form> {
        form::form(view, legal)
    }

    fn read(legal: &Legal, answer: Reader<'_>) -> Option<Action> {
        form::read(legal, answer)
    }

    fn answer(legal: &Legal, action: &Action) -> Option<Answer> {
        form::answer(legal, action)
    }
}
