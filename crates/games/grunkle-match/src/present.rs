//! How Grunkle Match describes itself: components, options, scenes, sentences and forms.

mod answer;
mod bidding;
mod components;
mod form;
mod scene;
mod sentence;
mod submission;
mod words;

use tinsel_engine::{
    Viewer, options,
    present::{Answer, Component, Form, OptionSpec, Present, Reader, Scene, Text},
};

use crate::{
    action::Action,
    config::{self, Draft},
    event::Event,
    legal::Legal,
    state::GrunkleMatch,
    view::View,
};

impl Present for GrunkleMatch {
    fn components() -> Vec<Component> {
        components::components()
    }

    fn options() -> Vec<OptionSpec> {
        options::specs(config::OPTIONS)
    }

    fn draft(values: Reader<'_>) -> Draft {
        config::draft(values)
    }

    fn scene(view: &View, viewer: Viewer) -> Scene {
        scene::scene(view, viewer)
    }

    fn sentence(event: &Event) -> Text {
        sentence::sentence(event)
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
