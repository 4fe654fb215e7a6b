//! The record of a match: everything that the game returned, as text. Digests are hashes of records.
//!
//! `Debug` of hidden facts is redacted, so states, actions and events are JSON, and views and legal actions are scenes
//! and forms with all IDs and bounds.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;
use tinsel_engine::{Audience, Events, GameEngine, SeatSet, Viewer, present::Present};

use super::print::{Printer, plain};
use crate::{
    ask::hold,
    play::Play,
    step::Step,
    subject::{GameSetup, Subject},
    walk::finished,
};

/// The record of match number `seed`, and its number of decisions.
pub(super) fn record<S: Subject>(setup: &GameSetup<S::Game>, seed: u64) -> Result<(String, usize), String> {
    let steps = finished::<S>(setup, seed)?;
    let mut play = Play::<S>::start(setup, seed)?;
    let mut scribe = Scribe {
        text: String::new(),
        printer: Printer::of::<S::Game>(true),
        state: BTreeMap::new(),
        shown: BTreeMap::new(),
    };
    scribe.put("options", &json(&play.config)?);
    scribe.moment(&play)?;
    for (step, number) in steps.iter().zip(1_u32..) {
        let what = match step {
            Step::Act(_, action) => json(action)?,
            Step::Absent(_) => "absent".to_owned(),
        };
        scribe.put(&format!("\n# {number}  {}", step.seat()), &what);
        hold!(play.step(step)?, "decision {number} is refused the second time");
        scribe.moment(&play)?;
    }
    Ok((scribe.text, steps.len()))
}

/// Facts by name, each on a line.
type Facts = BTreeMap<String, String>;

/// Writes a record. After the start it contains only the facts that changed.
struct Scribe {
    text: String,
    printer: Printer,
    state: Facts,
    /// The last written facts of each viewer.
    shown: BTreeMap<Viewer, Facts>,
}

impl Scribe {
    fn put(&mut self, label: &str, what: &str) {
        self.text.push_str(label);
        self.text.push_str(": ");
        self.text.push_str(what);
        self.text.push('\n');
    }

    fn moment<S: Subject>(&mut self, play: &Play<S>) -> Result<(), String> {
        for draw in play.last_draws() {
            self.put("drawn", &format!("{} of {} for {}", draw.value, draw.bound, draw.name));
        }
        for addressed in play.events.last().into_iter().flat_map(Events::iter) {
            let to = match addressed.to {
                Audience::Everyone => "to everyone".to_owned(),
                Audience::Only(seats) => format!("to {}", crate::text::plain(&format!("{seats:?}"))),
            };
            self.put(&to, &json(&addressed.event)?);
            self.put("  ", &plain(&S::Game::sentence(&addressed.event)));
        }
        let mut state = Facts::from([
            ("phase".to_owned(), play.game.phase_name().to_owned()),
            (
                "owing".to_owned(),
                crate::text::plain(&format!("{:?}", play.game.owing())),
            ),
            ("outcome".to_owned(), format!("{:?}", play.game.outcome(SeatSet::EMPTY))),
        ]);
        flatten("state", &value(&play.game)?, &mut state);
        for line in changes(&self.state, &state) {
            self.put("is", &line);
        }
        self.state = state;
        self.views(play)
    }

    /// The changed facts, each with the viewers who see it.
    fn views<S: Subject>(&mut self, play: &Play<S>) -> Result<(), String> {
        let seats = play.seats().iter().map(Viewer::Seat);
        let viewers: Vec<Viewer> = seats.chain([Viewer::Spectator]).collect();
        let mut changed: Vec<(String, BTreeSet<Viewer>)> = Vec::new();
        for &viewer in &viewers {
            let facts = self.facts(play, viewer)?;
            let before = self.shown.entry(viewer).or_default();
            for line in changes(before, &facts) {
                match changed.iter_mut().find(|(known, _)| *known == line) {
                    Some((_, who)) => {
                        who.insert(viewer);
                    }
                    None => changed.push((line, BTreeSet::from([viewer]))),
                }
            }
            *before = facts;
        }
        for (line, who) in changed {
            let label = if who.len() == viewers.len() {
                "all see".to_owned()
            } else {
                let names: Vec<String> = who.iter().map(Viewer::to_string).collect();
                format!("{} see", names.join(", "))
            };
            self.put(&label, &line);
        }
        Ok(())
    }

    /// Everything that a viewer sees: the scene, the pending decisions, and the own form.
    fn facts<S: Subject>(&self, play: &Play<S>, viewer: Viewer) -> Result<Facts, String> {
        let view = play.game.view(viewer, SeatSet::EMPTY);
        let scene = S::Game::scene(&view, viewer);
        let parts = self.printer.parts(&scene);
        let order: Vec<&str> = parts.iter().map(|(id, _)| *id).collect();
        let mut facts = Facts::from([("scene order".to_owned(), order.join(" "))]);
        for (id, part) in &parts {
            facts.extend(numbered(&format!("scene {id}"), part));
        }
        if let Some(form) = S::Game::form(&view, &play.game.legal(viewer)) {
            facts.extend(numbered("form", &self.printer.form(&form)));
        }
        for decision in play.game.pending_decisions(viewer) {
            let default = decision.default.action.as_ref().map(json).transpose()?;
            facts.insert(
                format!("pending {}", decision.seat),
                format!(
                    "{}, else {} ({}) {}",
                    decision.action,
                    decision.default.code,
                    decision.default.sentence,
                    default.unwrap_or_default()
                ),
            );
        }
        Ok(facts)
    }
}

fn numbered(name: &str, text: &str) -> Facts {
    let lines = text.lines().zip(1_u32..);
    lines
        .map(|(line, number)| (format!("{name} {number:03}"), line.to_owned()))
        .collect()
}

/// The facts that are new, different or gone.
fn changes(before: &Facts, now: &Facts) -> Vec<String> {
    let new = now.iter().filter(|(name, fact)| before.get(*name) != Some(*fact));
    let gone = before.keys().filter(|name| !now.contains_key(*name));
    new.map(|(name, fact)| format!("{name}: {fact}"))
        .chain(gone.map(|name| format!("{name} is gone")))
        .collect()
}

/// A fact for each member of nested objects and lists of objects.
fn flatten(name: &str, value: &Value, facts: &mut Facts) {
    match value {
        Value::Object(members) if !members.is_empty() => members
            .iter()
            .for_each(|(member, value)| flatten(&format!("{name}.{member}"), value, facts)),
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => items
            .iter()
            .zip(0_u32..)
            .for_each(|(item, index)| flatten(&format!("{name}[{index:02}]"), item, facts)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
            facts.insert(name.to_owned(), value.to_string());
        }
    }
}

fn json(of: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(of).map_err(|error| format!("cannot be saved as JSON: {error}"))
}

fn value(of: &impl Serialize) -> Result<Value, String> {
    serde_json::to_value(of).map_err(|error| format!("cannot be saved as JSON: {error}"))
}
