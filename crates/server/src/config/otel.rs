//! The variables of the OpenTelemetry specification. Those that do not apply stop the start, because their user expects an
//! effect.

use std::time::Duration;

use super::{ConfigProblem, values::is_collector};

/// The time limit of one export, unless a variable sets another one.
const EXPORT: Duration = Duration::from_secs(3);

/// The variables that apply. The exporters read headers, compression, batches and intervals from them.
const SUPPORTED: &[&str] = &[
    "OTEL_BSP_EXPORT_TIMEOUT",
    "OTEL_BSP_MAX_EXPORT_BATCH_SIZE",
    "OTEL_BSP_MAX_QUEUE_SIZE",
    "OTEL_BSP_SCHEDULE_DELAY",
    "OTEL_EXPORTER_OTLP_CERTIFICATE",
    "OTEL_EXPORTER_OTLP_COMPRESSION",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_EXPORTER_OTLP_METRICS_COMPRESSION",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
    "OTEL_EXPORTER_OTLP_METRICS_HEADERS",
    "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL",
    "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE",
    "OTEL_EXPORTER_OTLP_METRICS_TIMEOUT",
    "OTEL_EXPORTER_OTLP_PROTOCOL",
    "OTEL_EXPORTER_OTLP_TIMEOUT",
    "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
    "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL",
    "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT",
    "OTEL_METRIC_EXPORT_INTERVAL",
    "OTEL_RESOURCE_ATTRIBUTES",
    "OTEL_SDK_DISABLED",
    "OTEL_SERVICE_NAME",
];

/// How the names in the specification begin. Others can be of Kubernetes, for a Service whose name begins with otel.
const OF_THE_SPECIFICATION: &[&str] = &[
    "OTEL_ATTRIBUTE_",
    "OTEL_BLRP_",
    "OTEL_BSP_",
    "OTEL_CONFIG_FILE",
    "OTEL_EVENT_",
    "OTEL_EXPERIMENTAL_",
    "OTEL_EXPORTER_",
    "OTEL_LINK_",
    "OTEL_LOG",
    "OTEL_METRIC",
    "OTEL_PROPAGATORS",
    "OTEL_RESOURCE_",
    "OTEL_SDK_",
    "OTEL_SERVICE_NAME",
    "OTEL_SPAN_",
    "OTEL_TRACES_",
];

/// The settings from the variables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Otel {
    /// Whether nothing is exported by OTLP.
    pub(crate) disabled: bool,
    /// Whether a variable names the service.
    pub(crate) names_service: bool,
    pub(crate) traces: Signal,
    pub(crate) metrics: Signal,
}

/// The settings of spans, or of metrics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signal {
    /// The complete endpoint, in place of the common one.
    pub(crate) endpoint: Option<String>,
    pub(crate) protocol: Protocol,
    pub(crate) timeout: Duration,
}

impl Default for Signal {
    fn default() -> Self {
        Self {
            endpoint: None,
            protocol: Protocol::Grpc,
            timeout: EXPORT,
        }
    }
}

/// How messages of OTLP are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Protocol {
    Grpc,
    HttpProtobuf,
}

impl Otel {
    /// The settings of this process.
    ///
    /// # Errors
    ///
    /// A variable does not apply, or has an invalid value. The error names the valid ones, and contains no value.
    pub fn of_process() -> Result<Self, ConfigProblem> {
        let variables = std::env::vars_os();
        Self::of(variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))))
    }

    fn of(variables: impl IntoIterator<Item = (String, String)>) -> Result<Self, ConfigProblem> {
        // By the specification, an empty variable is not set.
        let of_otel = |(name, value): &(String, String)| name.starts_with("OTEL_") && !value.trim().is_empty();
        let variables: Vec<_> = variables.into_iter().filter(of_otel).collect();
        for (name, value) in &variables {
            check(name, value.trim())?;
        }
        let value = |name: &str| {
            let found = variables.iter().find(|(other, _)| other == name);
            found.map(|(_, value)| value.trim())
        };
        let signal = |signal: &str| {
            let own_or_common = |setting: &str| {
                let own = value(&format!("OTEL_EXPORTER_OTLP_{signal}_{setting}"));
                own.or_else(|| value(&format!("OTEL_EXPORTER_OTLP_{setting}")))
            };
            Signal {
                endpoint: value(&format!("OTEL_EXPORTER_OTLP_{signal}_ENDPOINT")).map(str::to_owned),
                protocol: match own_or_common("PROTOCOL") {
                    Some("http/protobuf") => Protocol::HttpProtobuf,
                    Some(_) | None => Protocol::Grpc,
                },
                timeout: own_or_common("TIMEOUT")
                    .and_then(|text| text.parse().ok())
                    .map_or(EXPORT, Duration::from_millis),
            }
        };
        let attributes = value("OTEL_RESOURCE_ATTRIBUTES").unwrap_or_default();
        Ok(Self {
            disabled: value("OTEL_SDK_DISABLED").is_some_and(|text| text.eq_ignore_ascii_case("true")),
            names_service: value("OTEL_SERVICE_NAME").is_some()
                || attributes
                    .split(',')
                    .any(|attribute| attribute.trim().starts_with("service.name=")),
            traces: signal("TRACES"),
            metrics: signal("METRICS"),
        })
    }
}

/// Refuses a variable that does not apply, or an invalid value of one that does.
fn check(name: &str, value: &str) -> Result<(), ConfigProblem> {
    let is_of_service = name.contains("_SERVICE_HOST") || name.contains("_SERVICE_PORT");
    if is_of_service || !OF_THE_SPECIFICATION.iter().any(|begin| name.starts_with(begin)) {
        return Ok(());
    }
    if !SUPPORTED.contains(&name) {
        let instead = match name {
            "OTEL_TRACES_SAMPLER" | "OTEL_TRACES_SAMPLER_ARG" => ", and use traces_per_thousand for sampling",
            _ => "",
        };
        return Err(ConfigProblem::new(format!(
            "the variable {name} has no effect: remove it{instead}; the variables that apply are {}",
            SUPPORTED.join(", ")
        )));
    }
    let setting = name.rsplit('_').next().unwrap_or_default();
    let valid = match setting {
        "PROTOCOL" => Some("grpc or http/protobuf").filter(|_| !["grpc", "http/protobuf"].contains(&value)),
        "COMPRESSION" => Some("gzip or none").filter(|_| !["gzip", "none"].contains(&value)),
        "ENDPOINT" => Some("a URL such as http://127.0.0.1:4317").filter(|_| !is_collector(value)),
        "HEADERS" => Some("pairs KEY=VALUE, separated by commas, with percent-encoded values")
            .filter(|_| !value.split(',').all(is_header)),
        "PREFERENCE" => Some("cumulative, delta or lowmemory")
            .filter(|_| !["cumulative", "delta", "lowmemory"].contains(&value.to_ascii_lowercase().as_str())),
        "DISABLED" => {
            Some("true or false").filter(|_| !["true", "false"].contains(&value.to_ascii_lowercase().as_str()))
        }
        "TIMEOUT" | "INTERVAL" | "DELAY" => Some("a number of milliseconds").filter(|_| value.parse::<u32>().is_err()),
        "SIZE" => Some("a whole number from 1").filter(|_| !value.parse::<u32>().is_ok_and(|number| number > 0)),
        _ => None,
    };
    valid.map_or(Ok(()), |valid| {
        Err(ConfigProblem::new(format!("the variable {name} must be {valid}")))
    })
}

/// Whether this is a name, `=`, and a value with complete escapes.
fn is_header(pair: &str) -> bool {
    let Some((name, value)) = pair.split_once('=') else {
        return false;
    };
    let escapes = value.split('%').skip(1);
    let is_escape = |text: &str| {
        text.get(..2)
            .is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    http::HeaderName::from_bytes(name.trim().as_bytes()).is_ok() && value.is_ascii() && escapes.clone().all(is_escape)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> Result<Otel, String> {
        let owned = variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Otel::of(owned).map_err(|problem| problem.to_string())
    }

    #[test]
    fn settings_of_a_signal_replace_the_common_ones() {
        let read = of(&[
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"),
            ("OTEL_EXPORTER_OTLP_METRICS_PROTOCOL", "grpc"),
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "700"),
            ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "900"),
            ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://traces:4318/v1/traces"),
            ("OTEL_SERVICE_NAME", "games"),
            ("OTEL_POD_IP", "10.0.0.1"),
            ("OTEL_COLLECTOR_SERVICE_HOST", "10.0.0.1"),
            ("OTEL_COLLECTOR_PORT_4317_TCP_ADDR", "10.0.0.1"),
            ("PATH", "/bin"),
        ]);
        let signal = |endpoint: Option<&str>, protocol, millis| Signal {
            endpoint: endpoint.map(str::to_owned),
            protocol,
            timeout: Duration::from_millis(millis),
        };
        assert_eq!(
            read,
            Ok(Otel {
                disabled: false,
                names_service: true,
                traces: signal(Some("http://traces:4318/v1/traces"), Protocol::HttpProtobuf, 900),
                metrics: signal(None, Protocol::Grpc, 700),
            })
        );
        assert_eq!(of(&[("OTEL_SERVICE_NAME", "")]), Ok(Otel::default()));
        let attributes = of(&[("OTEL_RESOURCE_ATTRIBUTES", "zone=a, service.name=games")]);
        assert!(attributes.is_ok_and(|read| read.names_service));
        assert!(of(&[("OTEL_SDK_DISABLED", "TRUE")]).is_ok_and(|read| read.disabled));
    }

    #[test]
    fn variables_without_an_effect_and_invalid_values_are_refused_by_name() {
        for (name, value, expected) in [
            (
                "OTEL_EXPORTER_OTLP_ENDPONT",
                "http://c:4317",
                "has no effect: remove it;",
            ),
            ("OTEL_TRACES_SAMPLER", "always_on", "use traces_per_thousand"),
            (
                "OTEL_EXPORTER_OTLP_PROTOCOL",
                "http/json",
                "must be grpc or http/protobuf",
            ),
            ("OTEL_EXPORTER_OTLP_COMPRESSION", "zstd", "must be gzip or none"),
            ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "collector", "must be a URL"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "authorization", "must be pairs KEY=VALUE"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "a=%2", "must be pairs KEY=VALUE"),
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "3s", "must be a number of milliseconds"),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "0", "must be a whole number from 1"),
            ("OTEL_SDK_DISABLED", "yes", "must be true or false"),
        ] {
            let refused = of(&[(name, value)]).expect_err(name);
            assert!(refused.starts_with(&format!("the variable {name} ")), "{refused}");
            assert!(refused.contains(expected), "{refused}");
        }
        let secret = of(&[("OTEL_EXPORTER_OTLP_HEADERS", "authorization Bearer hidden")]).expect_err("no pair");
        assert!(!secret.contains("hidden"), "{secret}");
        assert!(of(&[("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20a, x-team=games")]).is_ok());
    }
}
