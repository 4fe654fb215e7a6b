//! Files with one table for each name, which contains a secret. Errors never contain a secret.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::{ConfigProblem, RawOption, Secret, reading::location};

/// The valid names. The store identifies the holder of an API key by its name.
const NAME: &str = "1 to 64 of a to z, 0 to 9, - and _";

/// The tables of a file by their names; `expected` describes a valid file.
pub(super) fn tables<T: DeserializeOwned>(text: &str, expected: &str) -> Result<BTreeMap<String, T>, ConfigProblem> {
    let tables: BTreeMap<String, T> = toml::from_str(text).map_err(|error| {
        // The message of the TOML parser can repeat a secret.
        ConfigProblem(format!("{}expected {expected}", location(text, &error)))
    })?;
    for (number, name) in (1_u32..).zip(tables.keys()) {
        if !is_name(name) {
            // The name can be a misplaced secret.
            return Err(ConfigProblem(format!(
                "the name of table {number} in alphabetical order must be {NAME}"
            )));
        }
    }
    Ok(tables)
}

fn is_name(name: &str) -> bool {
    let letters = |letter| matches!(letter, 'a'..='z' | '0'..='9' | '-' | '_');
    (1..=64).contains(&name.len()) && name.chars().all(letters)
}

/// The name in a field of a table; `None` if the field is omitted.
pub(super) fn name((table, field): (&str, &str), given: Option<&RawOption>) -> Result<Option<String>, ConfigProblem> {
    let Some(given) = given else { return Ok(None) };
    let name = given.text().filter(|name| is_name(name));
    let wrong = || ConfigProblem(format!("{field} of [{table}] must be {NAME}, or omitted"));
    name.map(|name| Some(name.to_owned())).ok_or_else(wrong)
}

/// The secret in a field of a table. It is sent in a header.
pub(super) fn secret((table, field): (&str, &str), given: Option<&RawOption>) -> Result<Secret, ConfigProblem> {
    let secret = given.and_then(RawOption::text).and_then(Secret::parse);
    let secret = secret.filter(|secret| secret.bytes().iter().all(u8::is_ascii_graphic));
    let wrong = "must be a string of at least 16 characters, printable ASCII without spaces";
    secret.ok_or_else(|| ConfigProblem(format!("{field} of [{table}] {wrong}")))
}

/// Checks that all secrets differ; `what` names them.
pub(super) fn distinct<'a>(
    what: &str,
    secrets: impl Iterator<Item = (&'a String, &'a Secret)>,
) -> Result<(), ConfigProblem> {
    let mut seen: Vec<(&String, &Secret)> = Vec::new();
    for (name, secret) in secrets {
        if let Some((other, _)) = seen.iter().find(|(_, other)| *other == secret) {
            return Err(ConfigProblem(format!(
                "[{other}] and [{name}] must have different {what}"
            )));
        }
        seen.push((name, secret));
    }
    Ok(())
}
