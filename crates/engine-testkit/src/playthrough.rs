//! Golden transcripts: a match of each table as a text that a rules expert can check.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    ops::Range,
    path::{Path, PathBuf},
};

use tinsel_engine::{Audience, GameEngine, SeatIndex, SeatSet, Viewer};

use crate::{
    ask::hold,
    files,
    play::{Play, Verdict, caught},
    step::Step,
    subject::{GameSetup, Subject},
    text::plain,
    walk::{Failure, finished},
};

/// The variable that requests transcripts to be written.
const UPDATE: &str = "UPDATE_PLAYTHROUGHS";

/// The seed of the match in the transcripts.
const SEED: u64 = 1;

/// The match of every table equals its transcript. With `UPDATE_PLAYTHROUGHS=1`, transcripts are rewritten.
///
/// # Errors
///
/// A transcript differs: the old and the new lines.
pub fn the_playthroughs_are_unchanged<S: Subject>(_seeds: Range<u64>) -> Result<(), Failure> {
    let compared = caught(|| S::tables().iter().try_for_each(unchanged::<S>));
    compared.map_err(|what| Failure::plain("the_playthroughs_are_unchanged", what))
}

/// Every table has a transcript of a whole match, and every transcript a table.
///
/// # Errors
///
/// One is missing, or is left over.
pub fn there_is_a_playthrough<S: Subject>(_seeds: Range<u64>) -> Result<(), Failure> {
    let looked = caught(|| {
        let tables = S::tables();
        hold!(!tables.is_empty(), "there is no table");
        let names: BTreeSet<String> = tables.iter().map(|table| format!("{}.txt", table.name)).collect();
        hold!(names.len() == tables.len(), "two tables have the same name");
        if files::asked_to(UPDATE) {
            return Ok(());
        }
        let found: BTreeSet<String> = files::in_folder(&folder::<S>(), "txt").into_iter().collect();
        let missing: Vec<_> = names.difference(&found).collect();
        hold!(
            missing.is_empty(),
            "{missing:?} is missing in {}; {UPDATE}=1 writes it",
            folder::<S>().display()
        );
        let left_over: Vec<_> = found.difference(&names).collect();
        hold!(
            left_over.is_empty(),
            "{left_over:?} in {} is of no table",
            folder::<S>().display()
        );
        Ok(())
    });
    looked.map_err(|what| Failure::plain("there_is_a_playthrough", what))
}

fn folder<S: Subject>() -> PathBuf {
    Path::new(S::FOLDER).join("playthroughs")
}

fn unchanged<S: Subject>(table: &GameSetup<S::Game>) -> Verdict {
    hold!(files::is_name(table.name), "{:?} is not a file's name", table.name);
    let path = folder::<S>().join(format!("{}.txt", table.name));
    let now = transcript::<S>(table, SEED)?;
    if files::asked_to(UPDATE) {
        return files::write(&path, &now);
    }
    let written = files::read(&path)
        .map_err(|what| format!("{what}; {UPDATE}=1 writes it"))?
        .replace("\r\n", "\n");
    let (difference, file) = (files::difference(&written, &now), path.display());
    hold!(
        written == now,
        "{file} differs {difference}if this is meant, run the test with {UPDATE}=1 and review"
    );
    Ok(())
}

/// Match number `seed` of a table, as a text.
///
/// # Errors
///
/// The match cannot be played to its end.
pub fn transcript<S: Subject>(table: &GameSetup<S::Game>, seed: u64) -> Result<String, String> {
    let steps = finished::<S>(table, seed)?;
    let mut play = Play::<S>::start(table, seed)?;
    let mut scribe = Scribe {
        text: String::new(),
        seen: BTreeMap::new(),
    };
    scribe.header(&play);
    scribe.moment(&play);
    for (step, number) in steps.iter().zip(1_u32..) {
        let who = plain(&step.seat().to_string());
        let what = match step {
            Step::Act(_, action) => plain(&S::describe_action(action)),
            Step::Absent(_) => "absent".to_owned(),
        };
        scribe.put(&format!("\n# {number}  {who}: {what}"));
        hold!(play.step(step)?, "decision {number} is refused the second time");
        scribe.moment(&play);
    }
    Ok(scribe.text)
}

/// Writes a transcript.
struct Scribe {
    text: String,
    /// The lines of each viewer's view when the transcript last showed it.
    seen: BTreeMap<Viewer, BTreeSet<String>>,
}

impl Scribe {
    fn put(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// Writes a label and its text, with the further lines indented.
    fn labelled(&mut self, label: &str, what: &str) {
        for (line, number) in what.lines().zip(0..) {
            let label = if number == 0 { label } else { "" };
            self.put(&format!("{label:<13} {line}"));
        }
    }

    fn header<S: Subject>(&mut self, play: &Play<S>) {
        let facts = S::Game::FACTS;
        self.labelled(
            "game",
            &format!("{} ({}), rules version {}", facts.title, facts.id, facts.rules_version),
        );
        self.labelled("table", &format!("{}, {} seats", play.table, play.seats().get()));
        self.labelled("seed", &play.seed.to_string());
        self.labelled("options", &crate::text::fields(&format!("{:?}", play.config)));
        self.put("\n# 0  the match begins");
    }

    fn moment<S: Subject>(&mut self, play: &Play<S>) {
        self.draws(play);
        self.events(play);
        self.views(play);
        self.pending_decisions(play);
        self.outcome(play);
    }

    fn draws<S: Subject>(&mut self, play: &Play<S>) {
        for draw in play.last_draws() {
            self.labelled(
                "drawn",
                &format!("{} of 0–{} for {}", draw.value, draw.bound - 1, draw.name),
            );
        }
    }

    fn events<S: Subject>(&mut self, play: &Play<S>) {
        for addressed in play.told.last().into_iter().flat_map(tinsel_engine::Events::iter) {
            let to = match addressed.to {
                Audience::Everyone => "to everyone".to_owned(),
                Audience::Only(seats) => format!("to {}", seat_list(seats, play.seats().all())),
            };
            self.labelled(&to, &S::describe_event(&addressed.event));
        }
    }

    /// The lines of views that changed, each with the viewers who see it.
    fn views<S: Subject>(&mut self, play: &Play<S>) {
        let viewers: Vec<Viewer> = play
            .seats()
            .iter()
            .map(Viewer::Seat)
            .chain([Viewer::Spectator])
            .collect();
        let mut changed: Vec<(String, Vec<Viewer>)> = Vec::new();
        for viewer in &viewers {
            let text = S::describe_view(&play.game.view(*viewer, SeatSet::EMPTY));
            let before = self
                .seen
                .insert(*viewer, text.lines().map(str::to_owned).collect())
                .unwrap_or_default();
            for line in text.lines().filter(|line| !before.contains(*line)) {
                match changed.iter_mut().find(|(known, _)| known == line) {
                    Some((_, who)) => who.push(*viewer),
                    None => changed.push((line.to_owned(), vec![*viewer])),
                }
            }
        }
        let mut labelled: Vec<(String, String)> = Vec::new();
        for (line, mut who) in changed {
            who.dedup();
            let label = if who.len() == viewers.len() {
                "all see".to_owned()
            } else {
                see(&who, play.seats().all())
            };
            match labelled.last_mut().filter(|(last, _)| *last == label) {
                Some((_, lines)) => *lines = format!("{lines}\n{line}"),
                None => labelled.push((label, line)),
            }
        }
        for (label, lines) in labelled {
            self.labelled(&label, &lines);
        }
    }

    fn pending_decisions<S: Subject>(&mut self, play: &Play<S>) {
        let mut decisions: Vec<(String, SeatSet)> = Vec::new();
        for decision in play.game.pending_decisions(Viewer::Spectator) {
            let what = format!("{}, else {}", decision.action, decision.default.code);
            match decisions.iter_mut().find(|(known, _)| *known == what) {
                Some((_, seats)) => *seats = seats.with(decision.seat),
                None => decisions.push((what, SeatSet::only(decision.seat))),
            }
        }
        let told: SeatSet = decisions.iter().flat_map(|(_, seats)| seats.iter()).collect();
        for (what, seats) in decisions {
            self.labelled("owing", &format!("{}: {what}", seat_list(seats, SeatSet::EMPTY)));
        }
        let owing = play.game.owing();
        if owing != told {
            self.labelled(
                "in secret",
                &format!("{} owe, and no other", seat_list(owing, SeatSet::EMPTY)),
            );
        }
    }

    fn outcome<S: Subject>(&mut self, play: &Play<S>) {
        let Some(outcome) = play.game.outcome(SeatSet::EMPTY) else {
            return;
        };
        let mut standings: Vec<_> = outcome.standings.enumerate().collect();
        standings.sort_by_key(|(seat, standing)| (standing.rank, *seat));
        let mut text = String::new();
        for (seat, standing) in standings {
            let score = standing
                .score
                .map_or_else(String::new, |score| format!(", {score} points"));
            let labels: String = standing.labels.iter().map(|label| format!(", {label}")).collect();
            // Writing to a string does not fail.
            let _ = writeln!(text, "{}. {seat}{score}{labels}", standing.rank);
        }
        self.labelled("outcome", &text);
    }
}

/// Seats as a text: `seats 0 2 3`, or `every seat`.
fn seat_list(seats: SeatSet, all: SeatSet) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat: SeatIndex| seat.get().to_string()).collect();
    match numbers.as_slice() {
        _ if seats == all => "every seat".to_owned(),
        [] => "nobody".to_owned(),
        [one] => format!("seat {one}"),
        several => format!("seats {}", several.join(" ")),
    }
}

fn see(who: &[Viewer], all: SeatSet) -> String {
    let seats: SeatSet = who.iter().filter_map(|viewer| viewer.seat()).collect();
    let verb = if seats.len() == 1 && seats != all {
        "sees"
    } else {
        "see"
    };
    match (seats.is_empty(), who.contains(&Viewer::Spectator)) {
        (true, _) => "watchers see".to_owned(),
        (false, true) => format!("{} and watchers see", seat_list(seats, all)),
        (false, false) => format!("{} {verb}", seat_list(seats, all)),
    }
}
