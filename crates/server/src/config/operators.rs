//! The file of operator tokens.

use std::{collections::BTreeMap, fs};

use serde::{Deserialize, Serialize};
use tinsel_service::OperatorToken;

use super::{ConfigProblem, RawOption, Secret, named};

/// The operator tokens of a file. Its serialized form is the path only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct OperatorTokenFile {
    path: String,
    /// The token of each operator.
    #[serde(skip)]
    tokens: BTreeMap<String, Secret>,
}

/// The unvalidated table of one operator.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    token: Option<RawOption>,
}

impl OperatorTokenFile {
    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// The file cannot be read or is invalid. The error is one line that names the file and the operator, and never contains
    /// a token.
    pub fn read(path: &str) -> Result<Self, ConfigProblem> {
        let problem = |text: &dyn std::fmt::Display| ConfigProblem(format!("operator_tokens file {path}: {text}"));
        let text = fs::read_to_string(path).map_err(|error| problem(&error))?;
        let tokens = parse(&text).map_err(|error| problem(&error))?;
        Ok(Self {
            path: path.to_owned(),
            tokens,
        })
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The tokens for the service.
    pub(super) fn tokens(&self) -> impl Iterator<Item = OperatorToken> + '_ {
        let tokens = self.tokens.iter();
        tokens.map(|(name, token)| OperatorToken::new(name, token.bytes()))
    }
}

fn parse(text: &str) -> Result<BTreeMap<String, Secret>, ConfigProblem> {
    let entries: BTreeMap<String, Entry> = named::tables(text, "one table [name] per operator, with token once")?;
    if entries.is_empty() {
        return Err(ConfigProblem(
            "contains no token; add one table [name] per operator".to_owned(),
        ));
    }
    let tokens = entries.into_iter().map(|(name, entry)| {
        let token = named::secret((&name, "token"), entry.token.as_ref())?;
        Ok((name, token))
    });
    let tokens: BTreeMap<_, _> = tokens.collect::<Result<_, ConfigProblem>>()?;
    named::distinct("tokens", tokens.iter())?;
    Ok(tokens)
}
