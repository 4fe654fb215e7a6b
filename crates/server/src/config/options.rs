//! The options of `tinsel serve`: flags, environment variables and keys of the config file.

use std::{convert::Infallible, ffi::OsString, path::Path, str::FromStr};

use clap::Args;
use serde::{Deserialize, Deserializer, de};

/// The config file, and the command to print the configuration.
#[derive(Debug, Clone, Default, Args)]
pub struct Source {
    /// TOML file with options. Its keys are the names of the flags, with underscores. Flags override environment
    /// variables, and these override the file.
    #[arg(long, env = "TINSEL_CONFIG", value_name = "FILE")]
    pub config: Option<OsString>,
    /// Print the effective configuration with masked secrets, and exit.
    #[arg(long)]
    pub print_config: bool,
}

impl Source {
    /// The config file. An empty name means none, because environments often contain empty variables.
    pub(super) fn file(&self) -> Option<&Path> {
        self.config.as_deref().filter(|name| !name.is_empty()).map(Path::new)
    }
}

/// Unvalidated options. Omitted options have their defaults.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Address to listen on. Default: 127.0.0.1:7400.
    #[arg(long, env = "TINSEL_LISTEN", value_name = "ADDRESS")]
    pub(super) listen: Option<RawOption>,
    /// Serve the web page for players at the root of the address: true or false. Default: true if listen is a loopback
    /// address.
    #[arg(long, env = "TINSEL_WEB", value_name = "BOOLEAN")]
    #[serde(default, deserialize_with = "boolean")]
    pub(super) web: Option<RawOption>,
    /// Host names under which browsers reach the server, separated by commas, such as play.example.org. Loopback
    /// addresses and localhost are always accepted. Default: none.
    #[arg(long, env = "TINSEL_WEB_HOST", value_name = "HOSTS")]
    pub(super) web_host: Option<RawOption>,
    /// Origins of other web pages that may call the server, each with scheme, host and port as in the address bar,
    /// separated by commas; * for all. Default: none.
    #[arg(long, env = "TINSEL_CORS_ORIGINS", value_name = "ORIGINS")]
    pub(super) cors_origins: Option<RawOption>,
    /// Origins of the web sites that may show the page in a frame, separated by commas: https:// and the host, with the
    /// port unless it is the default. The page sends messages about its match to them. Default: none.
    #[arg(long, env = "TINSEL_WEB_FRAME_ANCESTORS", value_name = "ORIGINS")]
    pub(super) web_frame_ancestors: Option<RawOption>,
    /// PEM file with the certificate chain of the listener, for TLS. The server reads it again when it changes, also the
    /// key and client CA. Default: no TLS.
    #[arg(long, env = "TINSEL_TLS_CERTIFICATE", value_name = "FILE")]
    pub(super) tls_certificate: Option<RawOption>,
    /// PEM file with the private key of --tls-certificate.
    #[arg(long, env = "TINSEL_TLS_KEY", value_name = "FILE")]
    pub(super) tls_key: Option<RawOption>,
    /// PEM file with CA certificates of clients. With it, clients must send a certificate that one of them has signed.
    #[arg(long, env = "TINSEL_TLS_CLIENT_CA", value_name = "FILE")]
    pub(super) tls_client_ca: Option<RawOption>,
    /// Address of the metrics endpoint, such as 0.0.0.0:9464. Prometheus scrapes /metrics there; the endpoint does not
    /// authenticate. Default: none.
    #[arg(long, env = "TINSEL_METRICS_LISTEN", value_name = "ADDRESS")]
    pub(super) metrics_listen: Option<RawOption>,
    /// Address of AdminService, for operators, such as 127.0.0.1:7401. tinsel doctor and tinsel log call it. Default:
    /// none.
    #[arg(long, env = "TINSEL_ADMIN_LISTEN", value_name = "ADDRESS")]
    pub(super) admin_listen: Option<RawOption>,
    /// PEM file with the certificate chain of the admin listener, like --tls-certificate.
    #[arg(long, env = "TINSEL_ADMIN_TLS_CERTIFICATE", value_name = "FILE")]
    pub(super) admin_tls_certificate: Option<RawOption>,
    /// PEM file with the private key of --admin-tls-certificate.
    #[arg(long, env = "TINSEL_ADMIN_TLS_KEY", value_name = "FILE")]
    pub(super) admin_tls_key: Option<RawOption>,
    /// PEM file with CA certificates of operators, who must then send a client certificate.
    #[arg(long, env = "TINSEL_ADMIN_TLS_CLIENT_CA", value_name = "FILE")]
    pub(super) admin_tls_client_ca: Option<RawOption>,
    /// TOML file of operator tokens, one of which AdminService requires. Each operator has a table [name] with token = "a
    /// secret of at least 16 characters"; the name appears in the audit trail. The server reads the file again when it
    /// changes. Optional if admin_listen is a loopback address; then AdminService does not authenticate its callers.
    #[arg(long, env = "TINSEL_OPERATOR_TOKENS", value_name = "FILE")]
    pub(super) operator_tokens: Option<RawOption>,
    /// The store of matches: memory, redis://user:password@host:port/db,
    /// redis+sentinel://user:password@host:port,host:port/name-of-the-master/db, or
    /// redis+cluster://user:password@host:port,host:port. With rediss instead of redis, connections use TLS. Default:
    /// memory if listen is a loopback address; otherwise the store is required.
    #[arg(long, env = "TINSEL_STORE", value_name = "URL", hide_env_values = true)]
    pub(crate) store: Option<RawOption>,
    /// File with the store, in place of --store.
    #[arg(long, env = "TINSEL_STORE_FILE", value_name = "FILE")]
    pub(super) store_file: Option<RawOption>,
    /// User of Redis, in place of that in the URL.
    #[arg(long, env = "TINSEL_STORE_USER", value_name = "NAME")]
    pub(super) store_user: Option<RawOption>,
    /// Password of Redis, in place of that in the URL. Here, no character needs percent-encoding.
    #[arg(long, env = "TINSEL_STORE_PASSWORD", value_name = "PASSWORD", hide_env_values = true)]
    pub(super) store_password: Option<RawOption>,
    /// File with the password, in place of --store-password.
    #[arg(long, env = "TINSEL_STORE_PASSWORD_FILE", value_name = "FILE")]
    pub(super) store_password_file: Option<RawOption>,
    /// User of the sentinels, in place of sentinel_user in the URL.
    #[arg(long, env = "TINSEL_STORE_SENTINEL_USER", value_name = "NAME")]
    pub(super) store_sentinel_user: Option<RawOption>,
    /// Password of the sentinels, in place of sentinel_password in the URL.
    #[arg(
        long,
        env = "TINSEL_STORE_SENTINEL_PASSWORD",
        value_name = "PASSWORD",
        hide_env_values = true
    )]
    pub(super) store_sentinel_password: Option<RawOption>,
    /// File with the password of the sentinels, in place of --store-sentinel-password.
    #[arg(long, env = "TINSEL_STORE_SENTINEL_PASSWORD_FILE", value_name = "FILE")]
    pub(super) store_sentinel_password_file: Option<RawOption>,
    /// PEM file with the CA certificates that verify the Redis servers, for rediss. Default: the CA certificates of
    /// the system.
    #[arg(long, env = "TINSEL_STORE_CA", value_name = "FILE")]
    pub(super) store_ca: Option<RawOption>,
    /// PEM file with the client certificate for the Redis servers. It, its key and the CA are read again when they change.
    #[arg(long, env = "TINSEL_STORE_CERTIFICATE", value_name = "FILE")]
    pub(super) store_certificate: Option<RawOption>,
    /// PEM file with the private key of --store-certificate.
    #[arg(long, env = "TINSEL_STORE_KEY", value_name = "FILE")]
    pub(super) store_key: Option<RawOption>,
    /// Number of Redis replicas that must confirm each write before the server acknowledges it: 0 to 16. With 0, a
    /// failover can lose acknowledged writes. Default: 0.
    #[arg(long, env = "TINSEL_STORE_REPLICAS", value_name = "NUMBER")]
    pub(super) store_replicas: Option<RawOption>,
    /// Use a Redis that evicts keys: true or false. Such a Redis deletes live matches when its memory is full, so a
    /// server does not become ready with it. Default: false.
    #[arg(long, env = "TINSEL_STORE_ALLOW_EVICTION", value_name = "BOOLEAN")]
    #[serde(default, deserialize_with = "boolean")]
    pub(super) store_allow_eviction: Option<RawOption>,
    /// Refuse a Redis that carries no mark of an installation, instead of marking it as new: true or false. Then a server
    /// does not serve an empty Redis after a failed restore. Mark a new Redis by `tinsel store mark`. Default: false.
    #[arg(long, env = "TINSEL_REQUIRE_STORE_MARK", value_name = "BOOLEAN")]
    #[serde(default, deserialize_with = "boolean")]
    pub(super) require_store_mark: Option<RawOption>,
    /// Secret that signs tokens, at least 16 characters, the same on every server. Default: a random
    /// secret, so tokens are valid for this process only.
    #[arg(long, env = "TINSEL_TOKEN_SECRET", value_name = "SECRET", hide_env_values = true)]
    pub(super) token_secret: Option<RawOption>,
    /// File with the token secret, in place of --token-secret.
    #[arg(long, env = "TINSEL_TOKEN_SECRET_FILE", value_name = "FILE")]
    pub(super) token_secret_file: Option<RawOption>,
    /// Previous token secrets, separated by commas. Tokens that they signed remain valid.
    #[arg(
        long,
        env = "TINSEL_PREVIOUS_TOKEN_SECRETS",
        value_name = "SECRETS",
        hide_env_values = true
    )]
    pub(super) previous_token_secrets: Option<RawOption>,
    /// File with the previous token secrets, one per line, in place of --previous-token-secrets.
    #[arg(long, env = "TINSEL_PREVIOUS_TOKEN_SECRETS_FILE", value_name = "FILE")]
    pub(super) previous_token_secrets_file: Option<RawOption>,
    /// Number of shards of the store, the same on every server: 1 to 1000. The store saves it with the first match;
    /// it cannot change afterwards. Default: 256.
    #[arg(long, env = "TINSEL_SHARDS", value_name = "NUMBER")]
    pub(super) shards: Option<RawOption>,
    /// Heartbeat interval of idle watch streams, in seconds: 1 to 3600. Default: 15.
    #[arg(long, env = "TINSEL_HEARTBEAT_SECONDS", value_name = "SECONDS")]
    pub(super) heartbeat_seconds: Option<RawOption>,
    /// Retention (TTL) of matches that have not started, in hours: 1 to 8784. Taking a seat restarts it. Default: 24.
    #[arg(long, env = "TINSEL_LOBBY_TTL_HOURS", value_name = "HOURS")]
    pub(super) lobby_ttl_hours: Option<RawOption>,
    /// Retention (TTL) of active matches, in days: 1 to 3660. A change of a match restarts it when less than half is left.
    /// A match is not deleted before a day after its deadlines. Default: 60.
    #[arg(long, env = "TINSEL_ACTIVE_TTL_DAYS", value_name = "DAYS")]
    pub(super) active_ttl_days: Option<RawOption>,
    /// Retention (TTL) of finished matches, in days from their end: 1 to 3660. Default: 7.
    #[arg(long, env = "TINSEL_FINISHED_TTL_DAYS", value_name = "DAYS")]
    pub(super) finished_ttl_days: Option<RawOption>,
    /// Retention (TTL) of the responses to retries after the end of a match, in minutes: 1 to 1440. Then the server
    /// packs the match into one compressed value. Default: 15.
    #[arg(long, env = "TINSEL_RESPONSE_TTL_MINUTES", value_name = "MINUTES")]
    pub(super) response_ttl_minutes: Option<RawOption>,
    /// Archive for finished matches: s3://BUCKET/PREFIX, gs://BUCKET/PREFIX, az://CONTAINER/PREFIX, or a folder. Servers
    /// move a match there before the end of its retention in the store, and continue to serve it. Credentials are those of
    /// the provider's environment variables, such as AWS_ACCESS_KEY_ID. Default: no archive, so finished matches expire.
    #[arg(long, env = "TINSEL_ARCHIVE", value_name = "URL")]
    pub(super) archive: Option<RawOption>,
    /// Retention (TTL) of archived matches, in days from their archiving: 0 to 36600, 0 for no limit. Default: 365.
    #[arg(long, env = "TINSEL_ARCHIVE_TTL_DAYS", value_name = "DAYS")]
    pub(super) archive_ttl_days: Option<RawOption>,
    /// Drain timeout, in seconds: 1 to 3600. It limits how long calls can take to finish during a graceful shutdown,
    /// or at the maximum connection age. Default: 20.
    #[arg(long, env = "TINSEL_DRAIN_SECONDS", value_name = "SECONDS")]
    pub(super) drain_seconds: Option<RawOption>,
    /// Maximum connection age, in seconds: 0 to 86400, 0 for no maximum. Each connection ends at a random time between
    /// half of the maximum and the maximum; clients then reconnect, which balances load over new servers. Default:
    /// 600.
    #[arg(long, env = "TINSEL_CONNECTION_AGE_SECONDS", value_name = "SECONDS")]
    pub(super) connection_age_seconds: Option<RawOption>,
    /// Maximum number of connections of this server: 1 to 1000000. Each needs a file descriptor. Connections over the
    /// limit are refused (OVERLOADED) or closed. Default: 10000.
    #[arg(long, env = "TINSEL_CONNECTIONS_MAX", value_name = "NUMBER")]
    pub(super) connections_max: Option<RawOption>,
    /// Maximum number of connections per client address (IPv6: per /64 network): 0 to 1000000, 0 for no limit. Ignored
    /// with trusted_proxies, because all connections then come from proxies. Default: 1000.
    #[arg(long, env = "TINSEL_ADDRESS_CONNECTIONS_MAX", value_name = "NUMBER")]
    pub(super) address_connections_max: Option<RawOption>,
    /// Maximum size of a request, in bytes: 1024 to 16777216. Default: 65536.
    #[arg(long, env = "TINSEL_MESSAGE_BYTES_MAX", value_name = "BYTES")]
    pub(super) message_bytes_max: Option<RawOption>,
    /// Maximum number of open watch streams of this server: 1 to 1000000. Default: 10000.
    #[arg(long, env = "TINSEL_STREAMS_MAX", value_name = "NUMBER")]
    pub(super) streams_max: Option<RawOption>,
    /// Maximum number of concurrent calls of this server: 1 to 1000000. Default: 2000.
    #[arg(long, env = "TINSEL_CALLS_MAX", value_name = "NUMBER")]
    pub(super) calls_max: Option<RawOption>,
    /// TOML file of API keys. Each has a table [name] with key = "a secret of at least 16 characters". Optional quotas
    /// of its holder: calls_per_second, calls_burst, streams_max, open_matches_max. Holders have separate lists and quick
    /// matches, unless they have the same lobby = "name". With this file, creating matches requires one of its keys. The
    /// server reads the file again when it changes. Default: none.
    #[arg(long, env = "TINSEL_API_KEYS", value_name = "FILE")]
    pub(super) api_keys: Option<RawOption>,
    /// File with patterns of names that players, bots and matches may not have: one regular expression in each line, which
    /// ignores case and is compared with the name as written, and without differences that readers cannot see. Lines that
    /// begin with # are comments. The server reads the file again when it changes. Default: none.
    #[arg(long, env = "TINSEL_NAME_FILTER", value_name = "FILE")]
    pub(super) name_filter: Option<RawOption>,
    /// Rate limit of one caller, in calls per second: 0 to 1000000, 0 for no limit. A caller is an API key, else a
    /// token, else a client address. Default: 200.
    #[arg(long, env = "TINSEL_CALLER_CALLS_PER_SECOND", value_name = "NUMBER")]
    pub(super) caller_calls_per_second: Option<RawOption>,
    /// Burst of one caller, in calls: 1 to 1000000. Default: 400.
    #[arg(long, env = "TINSEL_CALLER_CALLS_BURST", value_name = "NUMBER")]
    pub(super) caller_calls_burst: Option<RawOption>,
    /// Rate limit of one client address, in calls per second, over all its callers without an API key: 0 to 1000000, 0
    /// for no limit. The burst is twice the rate. Default: 2000.
    #[arg(long, env = "TINSEL_ADDRESS_CALLS_PER_SECOND", value_name = "NUMBER")]
    pub(super) address_calls_per_second: Option<RawOption>,
    /// Maximum number of open watch streams per API key and, for calls without API key and token, per client address: 0
    /// to 1000000, 0 for no limit. Default: 1000.
    #[arg(long, env = "TINSEL_CALLER_STREAMS_MAX", value_name = "NUMBER")]
    pub(super) caller_streams_max: Option<RawOption>,
    /// Maximum number of open watch streams per token: 0 to 1000000, 0 for no limit. Default: 16.
    #[arg(long, env = "TINSEL_TOKEN_STREAMS_MAX", value_name = "NUMBER")]
    pub(super) token_streams_max: Option<RawOption>,
    /// Quota of open matches (lobby or active) over all servers: 0 to 1000000, 0 for no limit. It applies per API key,
    /// or per client address if no API keys are configured. Default: 1000.
    #[arg(long, env = "TINSEL_OPEN_MATCHES_MAX", value_name = "NUMBER")]
    pub(super) open_matches_max: Option<RawOption>,
    /// List public matches for callers of MatchService.ListMatches: true or false. Joining by match ID or join code and
    /// QuickMatch work without it. Default: true.
    #[arg(long, env = "TINSEL_PUBLIC_LIST", value_name = "BOOLEAN")]
    #[serde(default, deserialize_with = "boolean")]
    pub(super) public_list: Option<RawOption>,
    /// Number of trusted proxies in front of the server, each of which appends to x-forwarded-for: 0 to 16. With 0,
    /// the server ignores the header. Default: 0.
    #[arg(long, env = "TINSEL_TRUSTED_PROXIES", value_name = "NUMBER")]
    pub(super) trusted_proxies: Option<RawOption>,
    /// Addresses or networks of load balancers that send the PROXY protocol, version 1 or 2, separated by commas. Their
    /// connections without it are refused. It excludes trusted_proxies. Default: none.
    #[arg(long, env = "TINSEL_PROXY_PROTOCOL_FROM", value_name = "NETWORKS")]
    pub(super) proxy_protocol_from: Option<RawOption>,
    /// Log filter, such as info or tinsel_service=debug,info. Default: info.
    #[arg(long, env = "TINSEL_LOG", value_name = "FILTER")]
    pub(super) log: Option<RawOption>,
    /// Log format: auto, human or json. auto is human on a terminal, and json otherwise. Default: auto.
    #[arg(long, env = "TINSEL_LOG_FORMAT", value_name = "FORMAT")]
    pub(super) log_format: Option<RawOption>,
    /// OTLP endpoint for traces, such as http://127.0.0.1:4317, or with https://. By gRPC, unless
    /// OTEL_EXPORTER_OTLP_PROTOCOL is http/protobuf. Default: none.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    pub(super) otlp_endpoint: Option<RawOption>,
    /// PEM file with CA certificates of the OTLP endpoints, in place of the system's. Default: none.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_CERTIFICATE", value_name = "FILE")]
    pub(super) otlp_ca: Option<RawOption>,
    /// OTLP endpoint for metrics, by the same protocol, in addition to metrics_listen. Default: none.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", value_name = "URL")]
    pub(super) otlp_metrics_endpoint: Option<RawOption>,
    /// Sampling rate of traces, per thousand: 0 to 1000. Sampling is per match: all calls with a token of a match are
    /// traced, or none. A caller that sends traceparent decides for its own calls. Default: 100.
    #[arg(long, env = "TINSEL_TRACES_PER_THOUSAND", value_name = "NUMBER")]
    pub(super) traces_per_thousand: Option<RawOption>,
}

/// Accepts a boolean, besides what every option accepts.
fn boolean<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<RawOption>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Given {
        Boolean(bool),
        Other(RawOption),
    }
    Ok(Some(match Given::deserialize(deserializer)? {
        Given::Boolean(value) => RawOption(value.to_string()),
        Given::Other(other) => other,
    }))
}

/// An unvalidated value. `Config` validates all values in one place, so that no error contains a secret.
///
/// An empty value counts as omitted, because environments often contain empty variables. For options such as secrets it
/// is refused; see `NEVER_EMPTY`.
#[derive(Clone)]
pub struct RawOption(String);

impl RawOption {
    pub(super) fn text(&self) -> Option<&str> {
        if self.0.is_empty() { None } else { Some(&self.0) }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::fmt::Debug for RawOption {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RawOption(…)")
    }
}

impl FromStr for RawOption {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl<'de> Deserialize<'de> for RawOption {
    /// Accepts a string, an integer, or a list of strings, which is joined with commas.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Value;
        impl<'de> de::Visitor<'de> for Value {
            type Value = RawOption;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a string, an integer or a list of strings")
            }

            fn visit_str<E>(self, text: &str) -> Result<RawOption, E> {
                Ok(RawOption(text.to_owned()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<RawOption, E> {
                Ok(RawOption(number.to_string()))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, mut list: A) -> Result<RawOption, A::Error> {
                let mut texts = Vec::<String>::new();
                while let Some(text) = list.next_element()? {
                    texts.push(text);
                }
                Ok(RawOption(texts.join(",")))
            }
        }
        deserializer.deserialize_any(Value)
    }
}
