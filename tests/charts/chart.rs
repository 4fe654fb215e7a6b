//! The chart, and what Helm makes of it.

use serde::Deserialize;
use serde_json::Value;
use tinsel_harness::files;

use crate::tools::{read, read_file, run, tool};

/// The least that must be said.
pub(crate) const LEAST: &str = "keys: {secret: {name: keys}}";

/// A name, and the values that an operator may well choose.
pub(crate) fn good_values() -> Vec<(String, String)> {
    let paths = files("tests/charts/values", |_| true);
    let named = paths.iter().map(|path| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, read_file(path))
    });
    named.collect()
}

/// The oldest release of Kubernetes that the chart is for, and the newest that there are schemas of.
pub(crate) fn releases() -> [String; 2] {
    let chart = yaml(&read("helm/tinsel/Chart.yaml")).remove(0);
    let oldest = chart["kubeVersion"].as_str().expect("a range of versions");
    let oldest = oldest.trim_start_matches(">=").trim_end_matches("-0").to_owned();
    let schemas = tinsel_harness::root().join(".tools/kubernetes-schemas/schemas");
    let entries = std::fs::read_dir(&schemas).expect("the schemas of Kubernetes, which `make tools` installs");
    let newest = entries
        .filter_map(|entry| {
            let name = entry.ok()?.file_name().to_string_lossy().into_owned();
            let version = name.strip_prefix('v')?.strip_suffix("-local-strict")?;
            let numbers: Vec<u32> = version.split('.').filter_map(|part| part.parse().ok()).collect();
            Some((numbers, version.to_owned()))
        })
        .max();
    [oldest, newest.expect("schemas of some release").1]
}

/// What Helm makes of the chart with these values, on this release of Kubernetes.
pub(crate) fn template_on(release: &str, values: &str) -> Result<String, String> {
    let mut helm = tool("helm/bin/helm");
    helm.args(["template", "party", "helm/tinsel", "--namespace", "games"]);
    run(helm.args(["--kube-version", release, "--values", "-"]), values)
}

/// What Helm makes of the chart with these values, or what it says is wrong with them.
pub(crate) fn template(values: &str) -> Result<String, String> {
    template_on("1.30.0", values)
}

/// The objects that Helm makes of the chart with these values.
pub(crate) fn objects(values: &str) -> Vec<Value> {
    yaml(&template(values).unwrap_or_else(|error| panic!("{values}:\n{error}")))
}

/// The one object of this kind among them whose name ends so, if it is there.
pub(crate) fn find(objects: &[Value], kind: &str, name_end: &str) -> Option<Value> {
    let name = |object: &Value| object["metadata"]["name"].as_str().unwrap_or_default().to_owned();
    let mut found = objects
        .iter()
        .filter(|object| object["kind"] == kind && name(object).ends_with(name_end));
    let first = found.next().cloned();
    assert!(found.next().is_none(), "there is more than one {kind} …{name_end}");
    first
}

/// The one object of this kind that Helm makes of the chart with these values.
pub(crate) fn one(values: &str, kind: &str, name_end: &str) -> Value {
    find(&objects(values), kind, name_end).unwrap_or_else(|| panic!("no {kind} …{name_end} with {values}"))
}

/// Everything in a text of YAML.
pub(crate) fn yaml(text: &str) -> Vec<Value> {
    let documents = serde_yaml_ng::Deserializer::from_str(text);
    let values =
        documents.map(|document| Value::deserialize(document).unwrap_or_else(|error| panic!("{error}:\n{text}")));
    values.filter(|value| !value.is_null()).collect()
}
