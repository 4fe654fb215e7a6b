//! Parsing of options.

use std::{fmt::Display, str::FromStr};

use super::{Options, StoreAddress};

/// A configuration error, in one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigProblem(pub(super) String);

impl ConfigProblem {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// The parsed option, or its default. An error never contains the value, because it can be a secret.
pub(super) fn read<T>(
    name: &str,
    given: Option<&str>,
    default: T,
    right: &(impl Display + ?Sized),
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, ConfigProblem> {
    match given {
        None => Ok(default),
        Some(text) => parse(text).ok_or_else(|| ConfigProblem(format!("{name} must be {right}"))),
    }
}

/// The parsed items of an option, which commas separate. Default: none.
pub(super) fn list<T>(
    name: &str,
    given: Option<&str>,
    right: &str,
    parse: fn(&str) -> Option<T>,
) -> Result<Vec<T>, ConfigProblem> {
    read(name, given, Vec::new(), right, |text| {
        text.split(',').map(parse).collect()
    })
}

/// The address of the store.
pub(super) fn store(given: Option<&str>, default: StoreAddress) -> Result<StoreAddress, ConfigProblem> {
    let parse =
        |text| StoreAddress::parse(text).map_err(|right| ConfigProblem(format!("store must be memory, or {right}")));
    given.map_or(Ok(default), parse)
}

/// The parsed text, if it is valid.
pub(super) fn parsed<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// The options of a config file.
pub(super) fn parse_file(text: &str) -> Result<Options, ConfigProblem> {
    toml::from_str(text).map_err(|error| {
        let location = location(text, &error);
        ConfigProblem(format!("{location}{}", error.message().replace('\n', " ")))
    })
}

/// The line of a syntax error, if it is known.
pub(super) fn location(text: &str, error: &toml::de::Error) -> String {
    let line = error
        .span()
        .map(|span| text.get(..span.start).unwrap_or_default().matches('\n').count() + 1);
    line.map(|line| format!("line {line}: ")).unwrap_or_default()
}
