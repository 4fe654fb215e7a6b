//! The file of patterns of refused names.

use std::fs;

use serde::Serialize;
use tinsel_service::NamePatterns;

use super::ConfigProblem;

/// The patterns of a file. Its serialized form is the path only.
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct NameFilterFile {
    path: String,
    #[serde(skip)]
    patterns: NamePatterns,
}

impl NameFilterFile {
    /// Reads the file at `path`.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a line is no regular expression. The error names the file and the line.
    pub fn read(path: &str) -> Result<Self, ConfigProblem> {
        let problem = |text: &dyn std::fmt::Display| ConfigProblem(format!("name_filter file {path}: {text}"));
        let text = fs::read_to_string(path).map_err(|error| problem(&error))?;
        let patterns = NamePatterns::read(&text).map_err(|error| problem(&error))?;
        let path = path.to_owned();
        Ok(Self { path, patterns })
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    /// The patterns, for the service.
    pub(super) fn patterns(&self) -> NamePatterns {
        self.patterns.clone()
    }
}
