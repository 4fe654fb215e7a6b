//! How the game describes itself to clients that do not know it.

mod form;
mod lines;
mod options_in_words;
mod scene;
mod sentences;

use tinsel_engine::{
    Viewer, options,
    present::{Component, OptionSpec, Present, Reader, Scene, Text, TypedForm},
};

use crate::{Action, Draft, Event, Legal, PresentsOfMine, View, config, naming};

impl Present for PresentsOfMine {
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
