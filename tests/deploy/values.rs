//! The chart's values have comments and agree with the schema.

use serde_json::Value;

use crate::{
    chart::{good_values, yaml},
    tools::read,
};

#[test]
fn every_value_has_a_comment() {
    let mut before = String::new();
    for line in read("helm/tinsel/values.yaml").lines() {
        let is_key = !line.trim_start().starts_with('#') && line.contains(':');
        let has_comment = before.trim_start().starts_with("# ");
        assert!(!is_key || has_comment, "{line} has no comment");
        line.clone_into(&mut before);
    }
}

#[test]
fn the_chart_and_its_readme_require_the_same_release_of_kubernetes() {
    let chart = yaml(&read("helm/tinsel/Chart.yaml")).remove(0);
    // Helm refuses older releases. The manifests are validated for this release and for the newest.
    assert_eq!(chart["kubeVersion"], ">=1.30.0-0");
    assert!(read("helm/tinsel/README.md").contains("Kubernetes 1.30 or newer"));
}

/// Fails if the schema and the values have different keys.
fn compare(location: &str, schema: &Value, values: &Value, root: &Value) {
    let named = schema["$ref"]
        .as_str()
        .and_then(|name| root.pointer(name.trim_start_matches('#')));
    let schema = named.unwrap_or(schema);
    let Some(properties) = schema["properties"].as_object() else {
        return;
    };
    assert_eq!(schema["additionalProperties"], false, "{location} allows unknown keys");
    let values = values
        .as_object()
        .unwrap_or_else(|| panic!("{location} is not an object"));
    if values.is_empty() {
        // A Kubernetes object; empty by default.
        return;
    }
    // Parent charts pass these to subcharts.
    let of_parents = ["enabled", "global"];
    let at_root = location == "values";
    let keys = properties
        .keys()
        .filter(|key| !(at_root && of_parents.contains(&key.as_str())));
    // Helm removes a key that is null, so this refuses null.
    let required = schema["required"].as_array().expect("required keys");
    assert_eq!(required.len(), values.len(), "{location} allows null");
    let (mut of_schema, mut of_values): (Vec<_>, Vec<_>) = (keys.collect(), values.keys().collect());
    of_schema.sort();
    of_values.sort();
    assert_eq!(of_schema, of_values, "{location}");
    for (key, value) in values {
        compare(&format!("{location}.{key}"), &properties[key], value, root);
    }
}

#[test]
fn values_and_schema_have_the_same_keys() {
    let schema: Value = serde_json::from_str(&read("helm/tinsel/values.schema.json")).expect("JSON");
    let values = yaml(&read("helm/tinsel/values.yaml")).remove(0);
    compare("values", &schema, &values, &schema);
}

/// Fails if an object with listed properties allows others.
fn is_closed(location: &str, schema: &Value) {
    if schema["properties"].is_object() {
        assert_eq!(schema["additionalProperties"], false, "{location} allows unknown keys");
    }
    let parts = schema
        .as_object()
        .map(|parts| parts.iter().map(|(name, part)| (name.clone(), part)).collect());
    let items = schema
        .as_array()
        .map(|items| items.iter().map(|item| ("an item".to_owned(), item)).collect());
    let parts: Vec<_> = parts.or(items).unwrap_or_default();
    for (name, part) in parts {
        is_closed(&format!("{location}/{name}"), part);
    }
}

#[test]
fn the_schema_allows_no_unknown_keys() {
    let schema: Value = serde_json::from_str(&read("helm/tinsel/values.schema.json")).expect("JSON");
    is_closed("", &schema);
}

/// Merges values into the defaults as Helm does.
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

/// The errors of the schema for these values.
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
fn invalid_values_violate_the_schema() {
    let found = errors("tokenSecret: {name: tokens}\nreplica: 3\nreplicas: three");
    assert!(found.iter().any(|error| error.contains("'replica'")), "{found:?}");
    assert!(found.iter().any(|error| error.starts_with("/replicas: ")), "{found:?}");
}
