//! The law that everything has words, and that everything that is named exists.

use std::{collections::BTreeMap, ops::Range};

use tinsel_engine::{
    SeatSet,
    present::{Arg, Component, Form, Id, Present, Scene, Text},
};

use super::pending;
use crate::{
    ask::{hold, seen},
    hiding::asked,
    play::{Moment, Verdict},
    subject::Subject,
    walk::{Failure, walk},
};

/// Maximum size of a drawing, in bytes.
const ART_MAX: usize = 4 * 1024;

/// Every event has a sentence. A key always has the same pattern and arguments. Every component, seat and option named
/// in a scene, form or sentence exists.
///
/// # Errors
///
/// The law is broken.
pub fn everything_is_described<S: Subject>(seeds: Range<u64>) -> Result<(), Failure> {
    let name = "everything_is_described";
    let components = S::Game::components();
    check_components(&components).map_err(|what| Failure::plain(name, what))?;
    let mut words = Words {
        ids: components.into_iter().map(|component| component.id).collect(),
        keys: BTreeMap::new(),
        seats: 0,
    };
    walk::<S>(name, seeds, &mut |moment: &Moment<'_, S>| {
        words.seats = moment.seats().get();
        for addressed in moment
            .play
            .events
            .last()
            .into_iter()
            .flat_map(tinsel_engine::Events::iter)
        {
            let sentence = S::Game::sentence(&addressed.event);
            words
                .sentence(&sentence)
                .map_err(|what| format!("{:?}: {what}", addressed.event))?;
        }
        for viewer in asked(moment) {
            words.scene(&S::Game::scene(
                &tinsel_engine::GameEngine::view(moment.game(), viewer, SeatSet::EMPTY),
                viewer,
            ))?;
        }
        super::owing(moment).into_iter().try_for_each(|seat| {
            let (view, legal) = seen(moment, seat);
            words.form(&pending::<S>(&view, &legal, seat)?.form)
        })
    })
}

fn check_components(components: &[Component]) -> Verdict {
    for (index, component) in components.iter().enumerate() {
        let Component {
            id,
            kind,
            title,
            text,
            symbol,
            art,
        } = component;
        hold!(
            is_id(id) && id.starts_with(&format!("{kind}.")),
            "{id:?} is not the ID of a {kind}"
        );
        hold!(
            !components.iter().take(index).any(|earlier| earlier.id == *id),
            "two components have the ID {id}"
        );
        hold!(!title.trim().is_empty(), "{id} has no title");
        hold!(
            text.trim_end().ends_with(['.', '!', '?']),
            "the text of {id} is no sentence: {text:?}"
        );
        hold!(
            (1..=2).contains(&symbol.chars().count()),
            "the symbol of {id} has not 1 or 2 characters: {symbol:?}"
        );
        let art = art.unwrap_or_default();
        let unsafe_parts = ["<script", "href", "url(", "onload", "<foreignObject"];
        let is_safe = !unsafe_parts.iter().any(|part| art.contains(part));
        hold!(
            art.len() <= ART_MAX && is_safe,
            "the drawing of {id} is too large, or has a script or a link"
        );
    }
    Ok(())
}

fn is_id(id: &str) -> bool {
    !id.is_empty()
        && id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_.-/".contains(c))
}

/// The words of a game so far.
struct Words {
    ids: Vec<Id>,
    /// The pattern and argument names of each key.
    keys: BTreeMap<&'static str, (&'static str, Vec<&'static str>)>,
    seats: u8,
}

impl Words {
    fn sentence(&mut self, text: &Text) -> Verdict {
        self.text(text)?;
        let plain = text.to_plain(&|seat| format!("Player{}", seat.get()));
        hold!(plain.ends_with(['.', '!', '?']), "not a sentence: {plain:?}");
        let first = plain.chars().next().unwrap_or(' ');
        hold!(!first.is_lowercase(), "a sentence begins with a capital: {plain:?}");
        Ok(())
    }

    fn text(&mut self, text: &Text) -> Verdict {
        let Text { key, pattern, args } = text;
        hold!(is_id(key), "{key:?} is not a key");
        hold!(
            text.is_complete(),
            "{key}: the pattern {pattern:?} does not use exactly the values {args:?}"
        );
        let names: Vec<&str> = args.iter().map(|(name, _)| *name).collect();
        let known = self.keys.entry(key).or_insert_with(|| (pattern, names.clone()));
        hold!(
            *known == (pattern, names),
            "{key} has two patterns or lists of values: {known:?}, {text:?}"
        );
        args.iter().try_for_each(|(_, arg)| self.arg(arg))
    }

    fn arg(&mut self, arg: &Arg) -> Verdict {
        match arg {
            Arg::Seat(seat) => {
                hold!(seat.get() < self.seats, "there is no {seat}");
                Ok(())
            }
            Arg::Component { id, .. } => self.component(id),
            Arg::Text(text) => self.text(text),
            Arg::List(list) | Arg::Lines(list) => list.iter().try_for_each(|arg| self.arg(arg)),
            Arg::Number(_) | Arg::Word(_) => Ok(()),
        }
    }

    fn component(&self, id: &Id) -> Verdict {
        hold!(self.ids.contains(id), "there is no component {id:?}");
        Ok(())
    }

    fn scene(&mut self, scene: &Scene) -> Verdict {
        self.sentence(&scene.status)?;
        scene.texts().try_for_each(|text| self.text(text))?;
        for zone in &scene.zones {
            for item in &zone.items {
                hold!(
                    item.component.is_some() || item.title.is_some(),
                    "{} in {} has neither component nor title",
                    item.id,
                    zone.id
                );
                hold!(item.count > 0, "{} in {} is nothing", item.id, zone.id);
                item.component.iter().try_for_each(|id| self.component(id))?;
            }
            let owners = zone
                .owner
                .into_iter()
                .chain(zone.items.iter().filter_map(|item| item.seat));
            { owners }.try_for_each(|seat| self.arg(&Arg::Seat(seat)))?;
        }
        { scene.meters.iter().filter_map(|meter| meter.seat) }.try_for_each(|seat| self.arg(&Arg::Seat(seat)))
    }

    fn form(&mut self, form: &Form) -> Verdict {
        self.text(&form.title)?;
        for part in form.fields.parts() {
            hold!(part.id.is_none_or(|id| is_id(id)), "{:?} is not an ID", part.id);
            part.texts.into_iter().try_for_each(|text| self.text(text))?;
            part.component.into_iter().try_for_each(|id| self.component(id))?;
            part.seat.into_iter().try_for_each(|seat| self.arg(&Arg::Seat(seat)))?;
        }
        Ok(())
    }
}
