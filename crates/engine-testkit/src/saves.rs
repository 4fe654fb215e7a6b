//! States that earlier commits saved. Every later version loads them.

use std::{
    ops::Range,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tinsel_engine::{GameEngine, MatchRng, SeatCount, SeatSet, Viewer};

use crate::{
    ask::hold,
    files,
    play::{Play, Verdict, caught},
    subject::{GameSetup, Holds, Subject},
    walk::{Failure, finished},
};

/// The variable that requests the missing saves of the current version.
const UPDATE: &str = "UPDATE_SAVES";

/// The seed of the saved match.
const SEED: u64 = 1;

/// A saved match: a line of a fixture.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "G: Serialize", deserialize = "G: DeserializeOwned"))]
struct Save<G> {
    /// Its setup and its moment.
    name: String,
    game: String,
    rules_version: u32,
    schema_version: u32,
    seed: u64,
    decisions: usize,
    chance: MatchRng,
    state: G,
}

/// The name of a line, also of one that does not load.
#[derive(Deserialize)]
struct Named {
    name: String,
}

/// Every state in `saves/v<schema>.jsonl` loads, keeps the invariants, has a view for every viewer, survives another save
/// and load, and ends by defaults alone. A state of the current rules is saved as the same line again. The current schema
/// has saves of every setup.
///
/// With `UPDATE_SAVES=1`, those of the current schema are added where they are missing; no line is ever rewritten.
///
/// # Errors
///
/// A state does not load, or there is none.
pub fn old_saves_still_load<S: Subject>(_seeds: Range<u64>) -> Result<(), Failure> {
    let checked = caught(|| {
        if files::asked_to(UPDATE) {
            write_missing::<S>()?;
        }
        every_setup_is_saved::<S>()?;
        for version in versions::<S>()? {
            let path = path::<S>(version);
            for line in files::read(&path)?.lines() {
                let name = name_of(line)?;
                loads::<S>(line, version).map_err(|what| format!("{}: {name}: {what}", path.display()))?;
            }
        }
        Ok(())
    });
    checked.map_err(|what| Failure::plain("old_saves_still_load", what))
}

fn path<S: Subject>(version: u32) -> PathBuf {
    Path::new(S::FOLDER).join("saves").join(format!("v{version}.jsonl"))
}

fn name_of(line: &str) -> Result<String, String> {
    let named: Named = serde_json::from_str(line).map_err(|error| format!("a line without a name: {error}"))?;
    Ok(named.name)
}

/// The versions that have saves, none later than the current one.
fn versions<S: Subject>() -> Result<Vec<u32>, String> {
    let mut versions = Vec::new();
    for name in files::in_folder(&Path::new(S::FOLDER).join("saves"), "jsonl") {
        let number = name.strip_prefix('v').and_then(|name| name.strip_suffix(".jsonl"));
        let version = number.and_then(|number| number.parse().ok());
        let known = version.filter(|version| (1..=S::Game::FACTS.schema_version).contains(version));
        versions.push(known.ok_or_else(|| format!("saves/{name} is of no version of this game"))?);
    }
    versions.sort_unstable();
    Ok(versions)
}

/// The lines of the current schema; none if it has no file.
fn current<S: Subject>() -> Result<String, String> {
    let path = path::<S>(S::Game::FACTS.schema_version);
    if path.exists() {
        files::read(&path)
    } else {
        Ok(String::new())
    }
}

fn every_setup_is_saved<S: Subject>() -> Verdict {
    let found = current::<S>()?.lines().map(name_of).collect::<Result<Vec<_>, _>>()?;
    for setup in S::setups() {
        let missing = WHEN
            .iter()
            .map(|when| name(&setup, when))
            .find(|name| !found.contains(name));
        let (path, update) = (path::<S>(S::Game::FACTS.schema_version), UPDATE);
        let path = path.display();
        hold!(
            missing.is_none(),
            "{path} has no {missing:?}; run the test with {update}=1 and commit the file"
        );
    }
    Ok(())
}

/// The moments of a match that are saved.
const WHEN: [&str; 3] = ["start", "middle", "end"];

fn name<G: GameEngine>(setup: &GameSetup<G>, when: &str) -> String {
    format!("{}-{when}", setup.name)
}

fn write_missing<S: Subject>() -> Verdict {
    let facts = S::Game::FACTS;
    let mut text = current::<S>()?;
    let found = text.lines().map(name_of).collect::<Result<Vec<_>, _>>()?;
    for setup in S::setups() {
        hold!(files::is_name(setup.name), "{:?} is not a file's name", setup.name);
        let steps = finished::<S>(&setup, SEED)?;
        for (when, taken) in WHEN.into_iter().zip([0, steps.len() / 2, steps.len()]) {
            let name = name(&setup, when);
            if found.contains(&name) {
                continue;
            }
            let mut play = Play::<S>::start(&setup, SEED)?;
            for step in steps.iter().take(taken) {
                play.step(step)?;
            }
            let save = Save {
                name,
                game: facts.id.to_owned(),
                rules_version: facts.rules_version,
                schema_version: facts.schema_version,
                seed: SEED,
                decisions: taken,
                chance: play.chance.chance,
                state: play.game,
            };
            text.push_str(&line(&save)?);
            text.push('\n');
        }
    }
    files::write(&path::<S>(facts.schema_version), &text)
}

fn line<G: Serialize>(save: &Save<G>) -> Result<String, String> {
    serde_json::to_string(save).map_err(|error| format!("cannot be saved: {error}"))
}

fn loads<S: Subject>(text: &str, version: u32) -> Verdict {
    let save: Save<S::Game> = serde_json::from_str(text).map_err(|error| format!("cannot be loaded: {error}"))?;
    hold!(save.game == S::Game::FACTS.id, "is a match of {}", save.game);
    hold!(
        save.schema_version == version,
        "is of schema {}, in the file of {version}",
        save.schema_version
    );
    if save.rules_version == S::Game::FACTS.rules_version {
        hold!(
            line(&save)? == text,
            "is saved otherwise than it was, so the rules version has to be raised"
        );
    }
    let again = rmp_serde::to_vec_named(&save.state).map_err(|error| format!("cannot be saved again: {error}"))?;
    let again: S::Game = rmp_serde::from_slice(&again).map_err(|error| format!("cannot be loaded again: {error}"))?;
    hold!(
        again == save.state,
        "is another state when it is saved and loaded again"
    );
    goes_on::<S>(save.state, save.chance)
}

/// Every viewer has a view, the invariants of states hold, and defaults bring the match to its end.
fn goes_on<S: Subject>(mut game: S::Game, mut chance: MatchRng) -> Verdict {
    let most = S::Game::decisions_max(game.config());
    let seats: SeatCount = S::Game::seats(game.config());
    for _ in 0..=most {
        for viewer in seats.iter().map(Viewer::Seat).chain([Viewer::Spectator]) {
            let _ = (
                game.view(viewer, SeatSet::EMPTY),
                game.legal(viewer),
                game.pending_decisions(viewer),
            );
        }
        for invariant in S::invariants() {
            if let Holds::State(holds) = invariant.holds {
                holds(&game).map_err(|what| format!("{}: {what}", invariant.id))?;
            }
        }
        let Some(seat) = game.owing().iter().next() else {
            return Ok(());
        };
        let made = game
            .absent(seat)
            .map_err(|refusal| format!("the default of {seat} is refused: {refusal}"))?;
        game.commit(made, SeatSet::EMPTY, &mut chance);
    }
    Err(format!("goes on after {most} decisions"))
}
