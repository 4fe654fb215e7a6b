//! Digests of whole matches: a line for each setup. A changed digest shows the lines of the match that changed.

use std::{
    collections::BTreeSet,
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use tinsel_engine::GameEngine;

use super::{UPDATE, record::record};
use crate::{
    ask::hold,
    files,
    play::{Verdict, caught},
    subject::{GameSetup, Subject},
    walk::Failure,
};

/// The seed of the matches.
const SEED: u64 = 1;

/// The match of every setup has the digest in `digests.txt`, and every digest there has its setup. With
/// `UPDATE_TRANSCRIPTS=1`, the file is rewritten.
///
/// # Errors
///
/// A digest differs: the changed lines of the match, if the text of the expected digest is stored; otherwise the command
/// that writes it.
pub fn the_digests_are_unchanged<S: Subject>(_seeds: Range<u64>) -> Result<(), Failure> {
    let compared = caught(unchanged::<S>);
    compared.map_err(|what| Failure::plain("the_digests_are_unchanged", what))
}

fn unchanged<S: Subject>() -> Verdict {
    let matches = S::setups()
        .iter()
        .map(Match::played::<S>)
        .collect::<Result<Vec<_>, _>>()?;
    let names: BTreeSet<_> = matches.iter().map(|played| played.name).collect();
    hold!(!matches.is_empty(), "there is no setup");
    hold!(names.len() == matches.len(), "two setups have the same name");
    let now: String = matches.iter().map(|played| format!("{}\n", played.line)).collect();
    let path = Path::new(S::FOLDER).join("digests.txt");
    for played in &matches {
        files::write(&played.file(&played.digest)?, &played.text)?;
    }
    if files::asked_to(UPDATE) {
        return files::write(&path, &now);
    }
    let expected = files::read(&path).map_err(|what| format!("{what}; {UPDATE}=1 writes it"))?;
    if expected == now {
        return matches.iter().try_for_each(Match::keep_only_this);
    }
    let changed = matches
        .iter()
        .filter(|played| !expected.lines().any(|line| line == played.line));
    let changes = changed
        .map(|played| played.compared::<S>(&expected))
        .collect::<Result<Vec<_>, _>>()?;
    Err(format!(
        "{} differs {}{}if this is meant, run the test with {UPDATE}=1 and review",
        path.display(),
        files::difference(&expected, &now),
        changes.concat()
    ))
}

/// A finished match of a setup.
struct Match {
    game: &'static str,
    name: &'static str,
    /// The line of the file: setup, seed, number of decisions, digest.
    line: String,
    digest: String,
    text: String,
}

impl Match {
    fn played<S: Subject>(setup: &GameSetup<S::Game>) -> Result<Self, String> {
        let name = setup.name;
        hold!(files::is_name(name), "{name:?} is not a file's name");
        let (text, decisions) = record::<S>(setup, SEED)?;
        let digest = blake3::hash(text.as_bytes()).to_hex().to_string();
        let line = format!("{name}, seed {SEED}, {decisions} decisions: {digest}");
        Ok(Self {
            game: S::Game::FACTS.id,
            name,
            line,
            digest,
            text,
        })
    }

    /// The file with the text of a digest, in cargo's folder of the running test.
    fn file(&self, digest: &str) -> Result<PathBuf, String> {
        let folder = target(2)?.join("matches").join(self.game).join(self.name);
        Ok(folder.join(format!("{digest}.txt")))
    }

    /// Deletes the texts of other digests.
    fn keep_only_this(&self) -> Verdict {
        let file = self.file(&self.digest)?;
        let Some(folder) = file.parent() else { return Ok(()) };
        for other in files::in_folder(folder, "txt") {
            let other = folder.join(other);
            if other != file {
                // A text that stays takes space only.
                let _ = fs::remove_file(other);
            }
        }
        Ok(())
    }

    /// The changed lines of the match.
    fn compared<S: Subject>(&self, expected: &str) -> Result<String, String> {
        let (name, now) = (self.name, self.file(&self.digest)?);
        let start = format!("{name}, ");
        let Some(line) = expected.lines().find(|line| line.starts_with(&start)) else {
            return Ok(format!("{name} is new: {}\n", now.display()));
        };
        let before = self.file(line.rsplit(' ').next().unwrap_or_default())?;
        let Ok(text) = files::read(&before) else {
            return Ok(format!(
                "{name} is now {}\nThese commands write its text of the last commit; then run this test again:\n{}",
                now.display(),
                commands::<S>()?
            ));
        };
        Ok(format!(
            "{name}: diff {} {}\n{}",
            before.display(),
            now.display(),
            files::difference(&text, &self.text)
        ))
    }
}

fn commands<S: Subject>() -> Result<String, String> {
    let target = target(3)?;
    let (target, tests) = (target.display(), Path::new(S::FOLDER));
    let package: Vec<_> = tests.iter().skip_while(|part| *part != "crates").collect();
    let package = package.iter().collect::<PathBuf>();
    let manifest = package.parent().unwrap_or(&package).join("Cargo.toml");
    Ok(format!(
        "  git worktree add --detach {target}/committed HEAD\n  CARGO_TARGET_DIR={target} cargo test --manifest-path \
         {target}/committed/{} digests\n  git worktree remove --force {target}/committed\n",
        manifest.display()
    ))
}

/// The folder this number of steps above the running test: `target/debug` or `target`.
fn target(steps: usize) -> Result<PathBuf, String> {
    let test = std::env::current_exe().map_err(|error| format!("the running test has no path: {error}"))?;
    let folder = test.ancestors().nth(steps).map(Path::to_path_buf);
    folder.ok_or_else(|| format!("{} is in no folder of cargo", test.display()))
}
