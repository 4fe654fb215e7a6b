//! The chart's values and Kubernetes objects.

use serde::Deserialize;
use serde_json::Value;
use tinsel_harness::files;

use crate::tools::read_file;

/// The minimal values.
pub(crate) const LEAST: &str = "tokenSecret: {name: tokens}";

/// Valid values, each with a name.
pub(crate) fn good_values() -> Vec<(String, String)> {
    let paths = files("tests/deploy/values", |_| true);
    let named = paths.iter().map(|path| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        (name, read_file(path))
    });
    named.collect()
}

/// The only object of this kind with a name that ends with `name_end`.
pub(crate) fn find(objects: &[Value], kind: &str, name_end: &str) -> Option<Value> {
    let name = |object: &Value| object["metadata"]["name"].as_str().unwrap_or_default().to_owned();
    let mut found = objects
        .iter()
        .filter(|object| object["kind"] == kind && name(object).ends_with(name_end));
    let first = found.next().cloned();
    assert!(found.next().is_none(), "there is more than one {kind} …{name_end}");
    first
}

/// All documents of a YAML text.
pub(crate) fn yaml(text: &str) -> Vec<Value> {
    let documents = serde_yaml_ng::Deserializer::from_str(text);
    let values =
        documents.map(|document| Value::deserialize(document).unwrap_or_else(|error| panic!("{error}:\n{text}")));
    values.filter(|value| !value.is_null()).collect()
}
