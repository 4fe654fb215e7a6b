//! States that released versions saved. Every later version loads them.

use std::{
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tinsel_engine::{GameEngine, MatchRng, SeatCount, Viewer};

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

/// A saved match, as a fixture contains it.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "G: Serialize", deserialize = "G: DeserializeOwned"))]
struct Save<G> {
    game: String,
    rules_version: u32,
    schema_version: u32,
    table: String,
    seed: u64,
    decisions: usize,
    chance: MatchRng,
    state: G,
}

/// Every state in `saves/v<schema>/*.json` loads, keeps the invariants, has a view for every viewer, survives another
/// save and load, and ends by defaults alone. The current version has saves of every table.
///
/// With `UPDATE_SAVES=1`, those of the current version are written where they are missing; none is ever rewritten.
///
/// # Errors
///
/// A state does not load, or there is none.
pub fn old_saves_still_load<S: Subject>(_seeds: Range<u64>) -> Result<(), Failure> {
    let checked = caught(|| {
        if files::asked_to(UPDATE) {
            write_missing::<S>()?;
        }
        every_table_is_saved::<S>()?;
        for version in versions::<S>()? {
            for name in files::in_folder(&folder::<S>(version), "json") {
                let path = folder::<S>(version).join(name);
                loads::<S>(&path, version).map_err(|what| format!("{}: {what}", path.display()))?;
            }
        }
        Ok(())
    });
    checked.map_err(|what| Failure::plain("old_saves_still_load", what))
}

fn folder<S: Subject>(version: u32) -> PathBuf {
    Path::new(S::FOLDER).join("saves").join(format!("v{version}"))
}

/// The versions that have saves, none later than the current one.
fn versions<S: Subject>() -> Result<Vec<u32>, String> {
    let mut versions = Vec::new();
    for entry in fs::read_dir(Path::new(S::FOLDER).join("saves"))
        .into_iter()
        .flatten()
        .flatten()
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let version = name.strip_prefix('v').and_then(|number| number.parse().ok());
        let known = version.filter(|version| (1..=S::Game::FACTS.schema_version).contains(version));
        versions.push(known.ok_or_else(|| format!("saves/{name} is of no version of this game"))?);
    }
    versions.sort_unstable();
    Ok(versions)
}

fn every_table_is_saved<S: Subject>() -> Verdict {
    let folder = folder::<S>(S::Game::FACTS.schema_version);
    let found = files::in_folder(&folder, "json");
    for table in S::tables() {
        let missing = WHEN
            .iter()
            .map(|when| file(&table, when))
            .find(|name| !found.contains(name));
        let (folder, update) = (folder.display(), UPDATE);
        hold!(
            missing.is_none(),
            "{folder} has no {missing:?}; run the test with {update}=1 and commit the file"
        );
    }
    Ok(())
}

/// The moments of a match that are saved.
const WHEN: [&str; 3] = ["start", "middle", "end"];

fn file<G: GameEngine>(table: &GameSetup<G>, when: &str) -> String {
    format!("{}-{when}.json", table.name)
}

fn write_missing<S: Subject>() -> Verdict {
    let facts = S::Game::FACTS;
    for table in S::tables() {
        hold!(files::is_name(table.name), "{:?} is not a file's name", table.name);
        let steps = finished::<S>(&table, SEED)?;
        for (when, taken) in WHEN.into_iter().zip([0, steps.len() / 2, steps.len()]) {
            let path = folder::<S>(facts.schema_version).join(file(&table, when));
            if path.exists() {
                continue;
            }
            let mut play = Play::<S>::start(&table, SEED)?;
            for step in steps.iter().take(taken) {
                play.step(step)?;
            }
            let save = Save {
                game: facts.id.to_owned(),
                rules_version: facts.rules_version,
                schema_version: facts.schema_version,
                table: table.name.to_owned(),
                seed: SEED,
                decisions: taken,
                chance: play.chance.chance,
                state: play.game,
            };
            let text = serde_json::to_string_pretty(&save).map_err(|error| format!("cannot be saved: {error}"))?;
            files::write(&path, &format!("{text}\n"))?;
        }
    }
    Ok(())
}

fn loads<S: Subject>(path: &Path, version: u32) -> Verdict {
    let text = files::read(path)?;
    let save: Save<S::Game> = serde_json::from_str(&text).map_err(|error| format!("cannot be loaded: {error}"))?;
    hold!(save.game == S::Game::FACTS.id, "is a match of {}", save.game);
    hold!(
        save.schema_version == version,
        "is of schema {}, in the folder of {version}",
        save.schema_version
    );
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
            let _ = (game.view(viewer), game.legal(viewer), game.pending_decisions(viewer));
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
        game.commit(made, &mut chance);
    }
    Err(format!("goes on after {most} decisions"))
}
