//! What can be chosen is explained, and what is explained can be chosen.

use serde_json::Value;

use crate::{
    chart::{good_values, yaml},
    tools::read,
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

#[test]
fn the_chart_and_its_readme_require_the_same_release_of_kubernetes() {
    let chart = yaml(&read("helm/tinsel/Chart.yaml")).remove(0);
    // Helm refuses older ones. The manifests are validated on this one and on the newest.
    assert_eq!(chart["kubeVersion"], ">=1.30.0-0");
    assert!(read("helm/tinsel/README.md").contains("Kubernetes 1.30 or newer"));
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

/// Values over defaults, as Helm merges them.
fn merged(defaults: &Value, values: Value) -> Value {
    let (Some(defaults), Value::Object(values)) = (defaults.as_object(), &values) else {
        return values;
    };
    let mut all = defaults.clone();
    for (key, value) in values {
        let default = all.get(key).cloned().unwrap_or_default();
        all.insert(key.clone(), merged(&default, value.clone()));
    }
    Value::Object(all)
}

/// What the schema does not allow of these values.
fn errors(values: &str) -> Vec<String> {
    let schema: Value = serde_json::from_str(&read("helm/tinsel/values.schema.json")).expect("JSON");
    let defaults = yaml(&read("helm/tinsel/values.yaml")).remove(0);
    let values = merged(&defaults, yaml(values).remove(0));
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors = validator.iter_errors(&values);
    errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

#[test]
fn good_values_satisfy_the_schema() {
    for (name, values) in good_values() {
        assert_eq!(errors(&values), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn values_that_the_schema_does_not_allow_are_found() {
    let found = errors("keys: {secret: {name: keys}}\nreplica: 3\nreplicas: three");
    assert!(found.iter().any(|error| error.contains("'replica'")), "{found:?}");
    assert!(found.iter().any(|error| error.starts_with("/replicas: ")), "{found:?}");
}
