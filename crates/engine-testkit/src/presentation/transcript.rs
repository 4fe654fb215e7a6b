//! Golden transcripts of whole matches, in the form that a person reads.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    path::Path,
};

use tinsel_engine::{
    Audience, Events, GameEngine, SeatIndex, SeatSet, Viewer,
    present::{Answer, Fields, Form, Kind, Present, Text},
};

use super::{
    UPDATE,
    print::{self, Printer, plain},
};
use crate::{
    ask::hold,
    files,
    play::{Play, Verdict, caught},
    step::Step,
    subject::Subject,
    walk::{Failure, finished},
};

/// The transcript of [`Subject::TRANSCRIPT`] is unchanged: all decisions, the sentences of all events, each form that
/// asks for something new, and the changed parts of the first seat's scene whenever its title changes. With
/// `UPDATE_TRANSCRIPTS=1`, it is rewritten.
///
/// # Errors
///
/// The transcript differs: the old and the new lines.
pub fn the_transcripts_are_unchanged<S: Subject>(_seeds: Range<u64>) -> Result<(), Failure> {
    let compared = caught(unchanged::<S>);
    compared.map_err(|what| Failure::plain("the_transcripts_are_unchanged", what))
}

fn unchanged<S: Subject>() -> Verdict {
    let path = Path::new(S::FOLDER).join("transcript.txt");
    let now = transcript::<S>()?;
    if files::asked_to(UPDATE) {
        return files::write(&path, &now);
    }
    let written = files::read(&path).map_err(|what| format!("{what}; {UPDATE}=1 writes it"))?;
    let (difference, file) = (files::difference(&written, &now), path.display());
    hold!(
        written == now,
        "{file} differs {difference}if this is meant, run the test with {UPDATE}=1 and review"
    );
    Ok(())
}

fn transcript<S: Subject>() -> Result<String, String> {
    let (name, seed) = S::TRANSCRIPT;
    let setups = S::setups();
    let setup = setups.iter().find(|setup| setup.name == name);
    let setup = setup.ok_or_else(|| format!("no setup has the name {name:?}"))?;
    let steps = finished::<S>(setup, seed)?;
    let mut play = Play::<S>::start(setup, seed)?;
    let (title, seats) = (S::Game::FACTS.title, play.seats().get());
    let mut scribe = Scribe {
        text: format!("{title}, {seats} seats, options {name:?}, seed {seed}\n"),
        printer: Printer::of::<S::Game>(false),
        title: String::new(),
        parts: BTreeMap::new(),
        keys: BTreeSet::new(),
    };
    scribe.moment(&play);
    for step in &steps {
        scribe.step::<S>(&play, step);
        hold!(play.step(step)?, "{step:?} is refused the second time");
        scribe.moment(&play);
    }
    Ok(scribe.text)
}

/// Writes a transcript.
struct Scribe {
    text: String,
    printer: Printer,
    /// The title of the last written scene.
    title: String,
    /// The written parts of scenes, by ID.
    parts: BTreeMap<String, String>,
    /// The keys of the texts of the written forms.
    keys: BTreeSet<String>,
}

impl Scribe {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Whether the form asks for something that no earlier form has asked for.
    fn has_new_text(&mut self, form: &Form) -> bool {
        let mut keys = BTreeSet::from([form.title.key.to_string()]);
        note(&form.fields, &mut keys);
        let before = self.keys.len();
        self.keys.extend(keys);
        self.keys.len() > before
    }

    fn step<S: Subject>(&mut self, play: &Play<S>, step: &Step<<S::Game as GameEngine>::Action>) {
        let viewer = Viewer::Seat(step.seat());
        let (view, legal) = (play.game.view(viewer, SeatSet::EMPTY), play.game.legal(viewer));
        let decision = S::Game::decision(&view, &legal);
        if let Some(decision) = &decision
            && self.has_new_text(&decision.form)
        {
            self.line("");
            self.text.push_str(&self.printer.form(&decision.form));
        }
        let answer = match step {
            Step::Act(_, action) => decision.and_then(|decision| decision.answer(action)),
            Step::Absent(_) => None,
        };
        let answer = answer.map_or_else(
            || "the default".to_owned(),
            |answer: Answer| print::values(answer.read()),
        );
        self.line(&format!("\n> {}: {answer}", print::name(step.seat())));
    }

    fn moment<S: Subject>(&mut self, play: &Play<S>) {
        for addressed in play.events.last().into_iter().flat_map(Events::iter) {
            let only: Vec<String> = match addressed.to {
                Audience::Everyone => Vec::new(),
                Audience::Only(seats) => seats.iter().map(print::name).collect(),
            };
            let only = if only.is_empty() {
                String::new()
            } else {
                format!("({} only) ", only.join(", "))
            };
            self.line(&format!("{only}{}", plain(&S::Game::sentence(&addressed.event))));
        }
        let viewer = Viewer::Seat(SeatIndex::new(0));
        let scene = S::Game::scene(&play.game.view(viewer, SeatSet::EMPTY), viewer);
        let title = plain(&scene.title);
        if title != self.title || play.is_over() {
            self.line("");
            for (id, part) in self.printer.parts(&scene) {
                if self.parts.get(id) != Some(&part) {
                    self.text.push_str(&part);
                    self.parts.insert(id.to_owned(), part);
                }
            }
            self.title = title;
        }
    }
}

/// Adds the keys of fields, branches and constraints.
fn note(fields: &Fields, keys: &mut BTreeSet<String>) {
    let key = |text: &Text| text.key.to_string();
    keys.extend(fields.constraints.iter().map(|constraint| key(&constraint.text)));
    for field in &fields.fields {
        keys.insert(key(&field.title));
        keys.extend(field.help.iter().map(key));
        let Kind::Branch { branches } = &field.kind else {
            continue;
        };
        for branch in branches {
            keys.insert(key(&branch.title));
            keys.extend(branch.help.iter().map(key));
            note(&branch.fields, keys);
        }
    }
}
