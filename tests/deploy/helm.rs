//! The chart as rendered by Helm.

mod chosen;
mod cluster;
mod lint;
mod manifests;
mod networking;
mod notes;
mod pods;
mod refused;
mod release;
mod scaling;
mod templates;

use std::path::Path;

use serde_json::Value;

use crate::{
    chart::{find, yaml},
    tools::{run, tool},
};

/// The manifests that Helm renders from a chart with these values, as one text.
///
/// # Errors
///
/// Helm's message if it refuses the values.
fn render(chart: &Path, values: &str) -> Result<String, String> {
    let mut helm = tool("helm");
    helm.args(["template", "party"]).arg(chart);
    run(helm.args(["--namespace", "games", "--values", "-"]), values)
}

/// [`render`] of the chart of this repository.
fn template(values: &str) -> Result<String, String> {
    render(Path::new("helm/tinsel"), values)
}

/// The objects that Helm renders with these values.
fn objects(values: &str) -> Vec<Value> {
    yaml(&template(values).unwrap_or_else(|error| panic!("{values}:\n{error}")))
}

/// The one object of this kind that Helm renders with these values.
fn one(values: &str, kind: &str, name_end: &str) -> Value {
    find(&objects(values), kind, name_end).unwrap_or_else(|| panic!("no {kind} …{name_end} with {values}"))
}
