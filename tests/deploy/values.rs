//! What can be chosen is explained, and what is explained can be chosen.

use serde_json::Value;

use crate::{
    chart::yaml,
    tools::{read, run, validator, written},
};

#[test]
fn every_value_is_explained() {
    let mut before = String::new();
    for line in read("helm/tinsel/values.yaml").lines() {
        let is_key = !line.trim_start().starts_with('#') && line.contains(':');
        let is_explained = before.trim_start().starts_with("# ");
        assert!(!is_key || is_explained, "{line} is not explained");
        line.clone_into(&mut before);
    }
}

/// Fails where the schema and the values have not the same keys.
fn compare(place: &str, schema: &Value, values: &Value, root: &Value) {
    let named = schema["$ref"]
        .as_str()
        .and_then(|name| root.pointer(name.trim_start_matches('#')));
    let schema = named.unwrap_or(schema);
    let Some(properties) = schema["properties"].as_object() else {
        return;
    };
    assert_eq!(
        schema["additionalProperties"], false,
        "{place} may have what is not known"
    );
    let values = values
        .as_object()
        .unwrap_or_else(|| panic!("{place} is no group of values"));
    if values.is_empty() {
        // What Kubernetes takes, and nothing by itself.
        return;
    }
    // Helm gives this to a chart below another.
    let keys = properties.keys().filter(|key| *key != "global");
    let (mut of_schema, mut of_values): (Vec<_>, Vec<_>) = (keys.collect(), values.keys().collect());
    of_schema.sort();
    of_values.sort();
    assert_eq!(of_schema, of_values, "{place}");
    for (key, value) in values {
        compare(&format!("{place}.{key}"), &properties[key], value, root);
    }
}

#[test]
fn values_and_schema_have_the_same_keys() {
    let schema: Value = serde_json::from_str(&read("helm/tinsel/values.schema.json")).expect("JSON");
    let values = yaml(&read("helm/tinsel/values.yaml")).remove(0);
    compare("values", &schema, &values, &schema);
}

/// Fails where something with known parts may have others.
fn is_closed(place: &str, schema: &Value) {
    if schema["properties"].is_object() {
        assert_eq!(
            schema["additionalProperties"], false,
            "{place} may have what is not known"
        );
    }
    let parts = schema
        .as_object()
        .map(|parts| parts.iter().map(|(name, part)| (name.clone(), part)).collect());
    let items = schema
        .as_array()
        .map(|items| items.iter().map(|item| ("an item".to_owned(), item)).collect());
    let parts: Vec<_> = parts.or(items).unwrap_or_default();
    for (name, part) in parts {
        is_closed(&format!("{place}/{name}"), part);
    }
}

#[test]
fn nothing_may_have_parts_that_are_not_known() {
    let schema: Value = serde_json::from_str(&read("helm/tinsel/values.schema.json")).expect("JSON");
    is_closed("", &schema);
}

mod kubernetes_validate {
    use super::{run, validator, written};
    use tinsel_harness::files;

    const ARGUMENTS: [&str; 3] = ["values", "helm/tinsel/values.schema.json", "helm/tinsel/values.yaml"];

    #[test]
    fn good_values_satisfy_the_schema() {
        let paths = files("tests/deploy/values", |_| true);
        assert!(!paths.is_empty());
        run(validator().args(ARGUMENTS).args(paths), "").unwrap_or_else(|errors| panic!("{errors}"));
    }

    #[test]
    fn values_that_the_schema_does_not_allow_are_found() {
        let file = written("unknown-value.yaml", "keys: {secret: {name: keys}}\nreplica: 3");
        let errors = run(validator().args(ARGUMENTS).arg(file), "").unwrap_err();
        assert!(errors.contains("('replica' was unexpected)"), "{errors}");
    }
}
