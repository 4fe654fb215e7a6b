//! The law that presentations stay small.

use std::ops::Range;

use tinsel_engine::{
    GameEngine,
    present::{Arg, Fields, Part, Present, Scene, Text},
};

use super::form;
use crate::{
    ask::hold,
    hiding::asked,
    play::Moment,
    subject::Subject,
    walk::{Failure, walk},
};

/// Maximum size of a scene, in bytes.
const SCENE_MAX: usize = 32 * 1024;

/// Maximum size of a form, in bytes.
const FORM_MAX: usize = 16 * 1024;

/// Maximum size of a sentence, in bytes.
const SENTENCE_MAX: usize = 16 * 1024;

/// Scenes, forms and sentences stay within bounds, as estimated from their texts. Prints the largest sizes.
///
/// # Errors
///
/// The law is broken.
pub fn presentations_stay_small<S: Subject<Game: Present>>(seeds: Range<u64>) -> Result<(), Failure> {
    let [mut scenes, mut forms, mut sentences] = [0; 3];
    walk::<S>("presentations_stay_small", seeds, &mut |moment: &Moment<'_, S>| {
        for viewer in asked(moment) {
            let size = of_scene(&S::Game::scene(&moment.game().view(viewer), viewer));
            hold!(size <= SCENE_MAX, "the scene of {viewer} has about {size} bytes");
            scenes = scenes.max(size);
        }
        for seat in super::owing(moment) {
            let size = of_fields(&form(moment, seat)?.0.fields);
            hold!(size <= FORM_MAX, "the form of {seat} has about {size} bytes");
            forms = forms.max(size);
        }
        for addressed in moment
            .play
            .told
            .last()
            .into_iter()
            .flat_map(tinsel_engine::Events::iter)
        {
            let size = of_text(&S::Game::sentence(&addressed.event));
            hold!(
                size <= SENTENCE_MAX,
                "the sentence of {:?} has about {size} bytes",
                addressed.event
            );
            sentences = sentences.max(size);
        }
        Ok(())
    })?;
    #[expect(clippy::print_stdout, reason = "numbers to look at with `--nocapture`")]
    {
        println!("largest scene {scenes} bytes, form {forms}, sentence {sentences}");
    }
    Ok(())
}

/// The bytes of a game's name before each key.
const PREFIX: usize = 14;

/// The bytes around a text, an item or a number on the wire.
const FRAME: usize = 8;

fn of_scene(scene: &Scene) -> usize {
    let texts: usize = scene.texts().map(of_text).sum();
    let items = scene.zones.iter().flat_map(|zone| &zone.items);
    let items = items.map(|item| item.id.len() + item.component.as_ref().map_or(0, |id| id.len()) + 2 * FRAME);
    texts + items.sum::<usize>() + scene.meters.len() * 3 * FRAME
}

fn of_fields(fields: &Fields) -> usize {
    let of_part = |part: Part<'_>| {
        let texts: usize = part.texts.into_iter().map(of_text).sum();
        let ids = part.id.into_iter().chain(part.component);
        texts + ids.map(|id| id.len() + FRAME).sum::<usize>()
    };
    fields.parts().into_iter().map(of_part).sum()
}

fn of_text(text: &Text) -> usize {
    let runs = text.runs(&|_| "a name of 16 ...".to_owned());
    let runs: usize = runs.into_iter().map(|run| run.text.len() + FRAME).sum();
    of_phrase(text) + runs
}

/// A text without its runs, as a value of another.
fn of_phrase(text: &Text) -> usize {
    let args: usize = text.args.iter().map(|(name, arg)| name.len() + of_arg(arg)).sum();
    PREFIX + text.key.len() + FRAME + args
}

fn of_arg(arg: &Arg) -> usize {
    FRAME
        + match arg {
            Arg::Seat(_) | Arg::Number(_) => FRAME,
            Arg::Component { id, title } => id.len() + title.len(),
            Arg::Word(word) => word.len(),
            Arg::Text(text) => of_phrase(text),
            Arg::List(list) | Arg::Lines(list) => list.iter().map(of_arg).sum(),
        }
}
