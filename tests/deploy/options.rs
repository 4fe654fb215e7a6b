//! The server accepts the configuration that the chart and the compose file give it.

use serde_json::{Map, Value, json};
use tinsel_server::{Config, ConfigProblem, Options, Source, StoreAddress};
use tinsel_store::{Redis, RedisOptions};

use crate::{chart::yaml, tools::read};

/// Options that are values outside of `options` in the chart.
const ELSEWHERE: &[&str] = &[
    "admin_listen",
    "admin_tls_certificate",
    "admin_tls_client_ca",
    "admin_tls_key",
    "api_keys",
    "archive",
    "archive_ttl_days",
    "cors_origins",
    "drain_seconds",
    "listen",
    "log_format",
    "metrics_listen",
    "name_filter",
    "operator_tokens",
    "otlp_ca",
    "otlp_endpoint",
    "otlp_metrics_endpoint",
    "previous_token_secrets",
    "require_store_mark",
    "store",
    "store_allow_eviction",
    "store_ca",
    "store_certificate",
    "store_key",
    "store_password",
    "store_replicas",
    "store_sentinel_password",
    "store_sentinel_user",
    "store_user",
    "tls_certificate",
    "tls_client_ca",
    "tls_key",
    "token_secret",
    "web",
    "web_frame_ancestors",
    "web_host",
];
/// Variables of the pod that are no options of the server.
const OF_THE_POD: &[&str] = &[
    "NODE_NAME",
    "OTEL_BSP_SCHEDULE_DELAY",
    "OTEL_RESOURCE_ATTRIBUTES",
    "POD_NAME",
    "POD_NAMESPACE",
];

/// `heartbeatSeconds` as `heartbeat_seconds`.
fn snake(name: &str) -> String {
    let separated = name.chars().map(|character| {
        if character.is_ascii_uppercase() {
            format!("_{}", character.to_ascii_lowercase())
        } else {
            character.to_string()
        }
    });
    separated.collect()
}

/// Parses options as a server does.
fn read_by_server(options: Map<String, Value>) -> Result<Config, ConfigProblem> {
    let options: Options = serde_json::from_value(Value::Object(options)).unwrap_or_else(|error| panic!("{error}"));
    Config::read(&Source::default(), options)
}

/// A valid file of operator tokens, without which a server would refuse to serve operators.
const OPERATORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/operators.toml");

/// Environment variables as options. Options with paths are omitted, because the files do not exist here; that of operator
/// tokens is replaced.
pub(crate) fn options_of(variables: impl IntoIterator<Item = (String, String)>) -> Map<String, Value> {
    let options = variables.into_iter().filter_map(|(name, value)| {
        let option = match name.as_str() {
            "OTEL_EXPORTER_OTLP_ENDPOINT" => "otlp_endpoint".to_owned(),
            "OTEL_EXPORTER_OTLP_CERTIFICATE" => "otlp_ca".to_owned(),
            "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT" => "otlp_metrics_endpoint".to_owned(),
            name if OF_THE_POD.contains(&name) => return None,
            name => name
                .strip_prefix("TINSEL_")
                .unwrap_or_else(|| panic!("{name} is not an option"))
                .to_lowercase(),
        };
        if option == "operator_tokens" {
            return Some((option, Value::String(OPERATORS.to_owned())));
        }
        let is_path = ["api_keys", "name_filter"].contains(&option.as_str())
            || ["_ca", "_certificate", "_key", "_file"]
                .iter()
                .any(|end| option.ends_with(end));
        (!is_path).then_some((option, Value::String(value)))
    });
    options.collect()
}

/// Fails if a server would refuse these variables.
pub(crate) fn check(location: &str, variables: impl IntoIterator<Item = (String, String)>) -> Config {
    let config = read_by_server(options_of(variables)).unwrap_or_else(|error| panic!("{location}: {error}"));
    if let StoreAddress::Redis(url) = &config.store {
        let store = Redis::connect(url, RedisOptions::default());
        assert!(store.is_ok(), "{location}: {:?} for {url}", store.err());
    }
    config
}

#[test]
fn every_option_of_a_server_is_a_value_of_the_chart_with_the_same_default() {
    let values = yaml(&read("helm/tinsel/values.yaml")).remove(0);
    let options = values["options"].as_object().expect("options").iter();
    let of_chart: Map<_, _> = options.map(|(name, value)| (snake(name), value.clone())).collect();
    let default = serde_json::to_value(Config::default()).expect("options");
    let of_server = default.as_object().expect("options").iter();
    let of_server: Map<_, _> = of_server
        .filter(|(name, _)| !ELSEWHERE.contains(&name.as_str()))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    assert_eq!(of_chart, of_server);
    assert_eq!(values["shutdown"]["drainSeconds"], default["drain_seconds"]);
}

#[test]
fn the_schema_has_the_same_ranges_as_the_server() {
    let schema: Value = serde_json::from_str(&read("helm/tinsel/values.schema.json")).expect("JSON");
    let of = |path: &str| schema.pointer(path).unwrap_or_else(|| panic!("{path}")).clone();
    let mut numbers: Vec<(String, Value)> = of("/properties/options/properties")
        .as_object()
        .expect("options")
        .iter()
        .map(|(name, of)| (snake(name), of.clone()))
        .collect();
    numbers.push((
        "drain_seconds".to_owned(),
        of("/properties/shutdown/properties/drainSeconds"),
    ));
    numbers.push(("store_replicas".to_owned(), of("/properties/store/properties/replicas")));
    for (name, of) in numbers.iter().filter(|(_, of)| of["type"] == "integer") {
        let (least, most) = (of["minimum"].as_i64().unwrap(), of["maximum"].as_i64().unwrap());
        for (number, right) in [(least - 1, false), (least, true), (most, true), (most + 1, false)] {
            let mut options = Map::new();
            options.insert(name.clone(), json!(number.to_string()));
            assert_eq!(read_by_server(options).is_ok(), right, "{name} {number}");
        }
    }
}
