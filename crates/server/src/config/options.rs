//! Options as they are given, before anybody has looked at them.

use std::{convert::Infallible, ffi::OsString, path::Path, str::FromStr};

use clap::Args;
use serde::{Deserialize, Deserializer, de};

/// Where options are read from, beside flags and environment.
#[derive(Debug, Clone, Default, Args)]
pub struct Source {
    /// A TOML file with options, named as the flags are, with underscores.
    #[arg(long, env = "TINSEL_CONFIG", value_name = "FILE")]
    pub config: Option<OsString>,
    /// Print the options as they would be used, secrets masked, and end.
    #[arg(long)]
    pub print_config: bool,
}

impl Source {
    /// The file to read. An empty name counts as none, as an environment is often made with empty variables.
    pub(super) fn file(&self) -> Option<&Path> {
        self.config.as_deref().filter(|name| !name.is_empty()).map(Path::new)
    }
}

/// Options as they were given; what is left out takes its default.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The address to listen on. Default: 127.0.0.1:7400.
    #[arg(long, env = "TINSEL_LISTEN", value_name = "ADDRESS")]
    pub(super) listen: Option<Given>,
    /// The address at whose /metrics Prometheus fetches metrics, such as 0.0.0.0:9464. Default: none.
    #[arg(long, env = "TINSEL_METRICS_LISTEN", value_name = "ADDRESS")]
    pub(super) metrics_listen: Option<Given>,
    /// The address of AdminService, for operators: tinsel doctor asks there, such as 127.0.0.1:7401. Default: none.
    #[arg(long, env = "TINSEL_ADMIN_LISTEN", value_name = "ADDRESS")]
    pub(super) admin_listen: Option<Given>,
    /// What operators must bring, at least 16 characters. It may be left out where admin_listen is an address of this
    /// machine alone, such as 127.0.0.1:7401; then everybody who can reach it is an operator.
    #[arg(long, env = "TINSEL_ADMIN_TOKEN", value_name = "SECRET", hide_env_values = true)]
    pub(super) admin_token: Option<Given>,
    /// Where matches are kept: memory, redis://user:password@host:port/db,
    /// redis+sentinel://user:password@host:port,host:port/name-of-the-master/db, or
    /// redis+cluster://user:password@host:port,host:port; with rediss in place of redis by TLS. Default: memory.
    #[arg(long, env = "TINSEL_STORE", value_name = "URL", hide_env_values = true)]
    pub(super) store: Option<Given>,
    /// A PEM file with the certificates that vouch for the store's servers, for rediss. Default: those the system
    /// trusts.
    #[arg(long, env = "TINSEL_STORE_CA", value_name = "FILE")]
    pub(super) store_ca: Option<Given>,
    /// How many replicas of the store must have a write before it is answered, so that a failover hardly loses any: 0
    /// to 16. Default: 0.
    #[arg(long, env = "TINSEL_STORE_REPLICAS", value_name = "NUMBER")]
    pub(super) store_replicas: Option<Given>,
    /// The secret that tokens are made with, at least 16 characters, the same on every replica. Default: a random one,
    /// so that no token outlives the process.
    #[arg(long, env = "TINSEL_KEY", value_name = "SECRET", hide_env_values = true)]
    pub(super) key: Option<Given>,
    /// Secrets used before, separated by commas: tokens made with them are still accepted.
    #[arg(long, env = "TINSEL_PREVIOUS_KEYS", value_name = "SECRETS", hide_env_values = true)]
    pub(super) previous_keys: Option<Given>,
    /// Over how many shards new matches are spread, the same on every replica: 1 to 1000. Default: 256.
    #[arg(long, env = "TINSEL_SHARDS", value_name = "NUMBER")]
    pub(super) shards: Option<Given>,
    /// After how many seconds a quiet stream says that it is alive: 1 to 3600. Default: 15.
    #[arg(long, env = "TINSEL_HEARTBEAT_SECONDS", value_name = "SECONDS")]
    pub(super) heartbeat_seconds: Option<Given>,
    /// For how many hours a match is kept that does not start: 1 to 8784. Default: 24.
    #[arg(long, env = "TINSEL_LOBBY_HOURS", value_name = "HOURS")]
    pub(super) lobby_hours: Option<Given>,
    /// For how many days a match may be played, from its start: 1 to 3660. Default: 60.
    #[arg(long, env = "TINSEL_ACTIVE_DAYS", value_name = "DAYS")]
    pub(super) active_days: Option<Given>,
    /// For how many days a match is kept that is over: 1 to 3660. Default: 7.
    #[arg(long, env = "TINSEL_FINISHED_DAYS", value_name = "DAYS")]
    pub(super) finished_days: Option<Given>,
    /// How many seconds calls may take to finish when the server stops, or a connection has lived long enough: 1 to 3600.
    /// Default: 20.
    #[arg(long, env = "TINSEL_DRAIN_SECONDS", value_name = "SECONDS")]
    pub(super) drain_seconds: Option<Given>,
    /// After how many seconds, at the most, a client is asked to connect anew, so that servers that have come get their
    /// share; each connection is given between half of that and all of it: 0 to 86400, 0 for never. Default: 600.
    #[arg(long, env = "TINSEL_CONNECTION_AGE_SECONDS", value_name = "SECONDS")]
    pub(super) connection_age_seconds: Option<Given>,
    /// The most connections at once, for each of which the system must allow an open file; who comes beyond is told so, or
    /// not let in: 1 to 1000000. Default: 10000.
    #[arg(long, env = "TINSEL_CONNECTIONS_MAX", value_name = "NUMBER")]
    pub(super) connections_max: Option<Given>,
    /// The most connections at once from one address (of IPv6 from one /64): 0 to 1000000, 0 for no limit. Not looked at
    /// with trusted_proxies, whose connections are those of everybody. Default: 1000.
    #[arg(long, env = "TINSEL_ADDRESS_CONNECTIONS_MAX", value_name = "NUMBER")]
    pub(super) address_connections_max: Option<Given>,
    /// The most bytes of a request: 1024 to 16777216. Default: 65536.
    #[arg(long, env = "TINSEL_MESSAGE_BYTES_MAX", value_name = "BYTES")]
    pub(super) message_bytes_max: Option<Given>,
    /// The most watch streams at once: 1 to 1000000. Default: 10000.
    #[arg(long, env = "TINSEL_STREAMS_MAX", value_name = "NUMBER")]
    pub(super) streams_max: Option<Given>,
    /// The most calls at once: 1 to 1000000. Default: 2000.
    #[arg(long, env = "TINSEL_CALLS_MAX", value_name = "NUMBER")]
    pub(super) calls_max: Option<Given>,
    /// A TOML file with API keys, a table for each: [name], then key = "a secret of at least 16 characters", and where the
    /// holder may do more or less than others calls_per_second, calls_burst, streams_max, open_matches_max. With it, only
    /// who brings one of these keys may create matches. Default: none.
    #[arg(long, env = "TINSEL_API_KEYS", value_name = "FILE")]
    pub(super) api_keys: Option<Given>,
    /// How often one caller (an API key, else a token, else an address) may call in a second, in the long run: 0 to
    /// 1000000, 0 for no limit. Default: 200.
    #[arg(long, env = "TINSEL_CALLER_CALLS_PER_SECOND", value_name = "NUMBER")]
    pub(super) caller_calls_per_second: Option<Given>,
    /// How many calls of one caller may come at once: 1 to 1000000. Default: 400.
    #[arg(long, env = "TINSEL_CALLER_CALLS_BURST", value_name = "NUMBER")]
    pub(super) caller_calls_burst: Option<Given>,
    /// How often all callers without an API key together may call from one address in a second, in the long run, whatever
    /// tokens they have; twice as many may come at once: 0 to 1000000, 0 for no limit. Default: 2000.
    #[arg(long, env = "TINSEL_ADDRESS_CALLS_PER_SECOND", value_name = "NUMBER")]
    pub(super) address_calls_per_second: Option<Given>,
    /// The most watch streams at once of one API key, and of one address without key or token: 0 to 1000000, 0 for no
    /// limit. Default: 1000.
    #[arg(long, env = "TINSEL_CALLER_STREAMS_MAX", value_name = "NUMBER")]
    pub(super) caller_streams_max: Option<Given>,
    /// The most watch streams at once of one token: 0 to 1000000, 0 for no limit. Default: 16.
    #[arg(long, env = "TINSEL_TOKEN_STREAMS_MAX", value_name = "NUMBER")]
    pub(super) token_streams_max: Option<Given>,
    /// The most matches in the lobby or in play of one API key, or without API keys of one address, on all replicas
    /// together: 0 to 1000000, 0 for no limit. Default: 1000.
    #[arg(long, env = "TINSEL_OPEN_MATCHES_MAX", value_name = "NUMBER")]
    pub(super) open_matches_max: Option<Given>,
    /// How many proxies stand before the server, each of which adds to x-forwarded-for: 0 to 16. Default: 0, so that the
    /// header is not believed.
    #[arg(long, env = "TINSEL_TRUSTED_PROXIES", value_name = "NUMBER")]
    pub(super) trusted_proxies: Option<Given>,
    /// What is logged, such as info or tinsel_service=debug,info. Default: info.
    #[arg(long, env = "TINSEL_LOG", value_name = "FILTER")]
    pub(super) log: Option<Given>,
    /// How it is logged: auto, human or json; auto is human on a terminal. Default: auto.
    #[arg(long, env = "TINSEL_LOG_FORMAT", value_name = "FORMAT")]
    pub(super) log_format: Option<Given>,
    /// Where traces go, by OTLP over gRPC, such as http://127.0.0.1:4317. Default: nowhere.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    pub(super) otlp_endpoint: Option<Given>,
    /// Where metrics go, by OTLP over gRPC, besides where they are fetched. Default: nowhere.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", value_name = "URL")]
    pub(super) otlp_metrics_endpoint: Option<Given>,
    /// How many of a thousand traces are kept, where the caller has not decided: 0 to 1000. Default: 100.
    #[arg(long, env = "TINSEL_TRACES_PER_THOUSAND", value_name = "NUMBER")]
    pub(super) traces_per_thousand: Option<Given>,
}

/// A value as it was given, not looked at yet: what is wrong with it is said in one place, and never with a secret in it.
///
/// An empty one counts as left out, as an environment is often made with empty variables.
#[derive(Clone)]
pub struct Given(String);

impl Given {
    pub(super) fn text(&self) -> Option<&str> {
        if self.0.is_empty() { None } else { Some(&self.0) }
    }
}

impl std::fmt::Debug for Given {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Given(…)")
    }
}

impl FromStr for Given {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl<'de> Deserialize<'de> for Given {
    /// Reads a text, a whole number, or a list of texts, which is the same as its texts with commas between them.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Value;
        impl<'de> de::Visitor<'de> for Value {
            type Value = Given;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a text, a whole number or a list of texts")
            }

            fn visit_str<E>(self, text: &str) -> Result<Given, E> {
                Ok(Given(text.to_owned()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Given, E> {
                Ok(Given(number.to_string()))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<Given, A::Error> {
                let mut texts = Vec::<String>::new();
                while let Some(text) = list.next_element()? {
                    texts.push(text);
                }
                Ok(Given(texts.join(",")))
            }
        }
        deserializer.deserialize_any(Value)
    }
}
