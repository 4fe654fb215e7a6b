//! How Grunkle Match describes itself: components, options, scenes, sentences and forms.

mod form;
mod scene;
mod sentences;
mod submission;
mod words;

use tinsel_engine::{
    Viewer, options,
    present::{Component, OptionSpec, Present, Reader, Scene, Text, TypedForm},
};

use crate::{
    action::Action,
    config::{self, Draft},
    event::Event,
    legal::Legal,
    naming,
    state::GrunkleMatch,
    view::View,
};

impl Present for GrunkleMatch {
    fn components() -> Vec<Component> {
        naming::all()
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
        sentences::sentence(event)
    }

    fn decision<'a>(view: &'a View, legal: &'a Legal) -> Option<TypedForm<'a, Action>> {
        form::decision(view, legal)
    }
}
