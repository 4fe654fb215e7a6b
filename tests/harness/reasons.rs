//! The reasons that the protos list, with the status code that stands first in each one's comment.

use std::{fs, path::Path};

use crate::source::root;

/// A reason as a proto lists it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reason {
    /// The package it belongs to.
    pub domain: String,
    /// Its name, without the prefix of its enum.
    pub name: String,
    /// The status code it comes with, such as `INVALID_ARGUMENT`.
    pub code: String,
}

/// The reasons of the platform.
#[must_use]
pub fn platform_reasons() -> Vec<Reason> {
    read(
        &root().join("proto/tinsel/v1/error_reason.proto"),
        "tinsel.v1",
        "ERROR_REASON_",
    )
}

/// The reasons of the game `id`.
#[must_use]
pub fn game_reasons(id: &str) -> Vec<Reason> {
    let path = root().join(format!("proto/tinsel/games/{id}/v1/{id}.proto"));
    read(&path, &format!("tinsel.games.{id}.v1"), "REJECT_REASON_")
}

/// The reason with this domain and name, if a proto lists it.
#[must_use]
pub fn known_reason(domain: &str, name: &str) -> Option<Reason> {
    let all = match domain
        .strip_prefix("tinsel.games.")
        .and_then(|rest| rest.strip_suffix(".v1"))
    {
        Some(game) => game_reasons(game),
        None => platform_reasons(),
    };
    all.into_iter()
        .find(|reason| reason.domain == domain && reason.name == name)
}

fn read(path: &Path, domain: &str, prefix: &str) -> Vec<Reason> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut reasons = Vec::new();
    let mut first_word = None;
    for line in text.lines().map(str::trim) {
        if let Some(comment) = line.strip_prefix("// ") {
            let word = || comment.split(['.', ' ']).next().unwrap_or_default().to_owned();
            first_word.get_or_insert_with(word);
            continue;
        }
        let code = first_word.take().unwrap_or_default();
        let value = line.strip_prefix(prefix).and_then(|rest| rest.split_once(" = "));
        if let Some((name, _)) = value.filter(|(name, _)| *name != "UNSPECIFIED") {
            reasons.push(Reason {
                domain: domain.to_owned(),
                name: name.to_owned(),
                code,
            });
        }
    }
    assert!(!reasons.is_empty(), "{} lists no reasons", path.display());
    reasons
}
