//! Export files: a `MatchExport` in the JSON mapping of proto3.

use std::{fs, path::Path};

use tinsel_proto::v1::MatchExport;

use crate::{failure::Failure, json};

const MESSAGE: &str = "tinsel.v1.MatchExport";

/// The text of an export file.
pub(crate) fn write(export: &MatchExport) -> Result<String, Failure> {
    json::write(MESSAGE, export)
}

/// Reads an export file.
pub(crate) fn read(path: &Path) -> Result<MatchExport, Failure> {
    let wrong = |why: String| Failure::File {
        file: path.display().to_string(),
        why,
    };
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    json::read(MESSAGE, &text, |error| wrong(format!("not an exported match: {error}")))
}
