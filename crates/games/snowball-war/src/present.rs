//! How the game describes itself to clients that do not know it.

mod form;
mod scene;
mod sentences;
mod shapes;
mod words;

use tinsel_engine::{
    Viewer, options,
    present::{Component, OptionSpec, Present, Reader, Scene, Text, TypedForm},
};

use crate::{Action, Draft, Event, Legal, SnowballWar, View, config, naming};

impl Present for SnowballWar {
    fn components() -> Vec<Component> {
        naming::all()
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

    fn decision<'a>(view: &'a View, legal: &'a Legal) -> Option<TypedForm<'a, Action>> {
        form::decision(view, legal)
    }
}
