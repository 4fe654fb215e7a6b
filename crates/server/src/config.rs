//! The configuration of a server: flags override environment variables, and these override the config file.

mod defaults;
mod keys;
mod named;
mod names;
mod operators;
mod options;
mod otel;
mod reading;
mod secrets;
mod settings;
mod tls;
mod values;

use std::{net::SocketAddr, ops::RangeInclusive, path::PathBuf};

use ipnet::IpNet;
use serde::Serialize;
use tinsel_store::SHARDS_MAX;

pub use keys::{ApiKeyFile, KeyHolder};
pub use names::NameFilterFile;
pub use operators::OperatorTokenFile;
pub use options::{Options, RawOption, Source};
pub use otel::Otel;
pub(crate) use otel::{Protocol, Signal};
pub use reading::ConfigProblem;
use reading::{list, parse_file, parsed, read, store};
use secrets::{file_or, password, refuse_empty};
pub(crate) use settings::ConnectionMaxima;
use tls::certificates;
pub(crate) use tls::{ClientFiles, ListenerFiles};
pub(crate) use values::filter_of;
use values::{
    ARCHIVE, CORS_ORIGINS, LOG, LOG_FORMAT, MANY, OPERATOR_TOKENS, OTLP, PREVIOUS_TOKEN_SECRETS, PROXIES,
    PROXY_PROTOCOL_FROM, SECRET, STORE, WEB_FRAME_ANCESTORS, WEB_HOST, collector, frame_ancestor, host, network,
    origin,
};
pub use values::{LogFormat, Secret, StoreAddress};

/// The validated configuration.
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
#[derive(Debug, Clone, Serialize)]
pub struct Config {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// Whether the player listener serves the web page.
    pub web: bool,
    /// Host names, beside loopback, under which browsers reach the server.
    pub web_host: Vec<String>,
    /// Origins of other web pages that may call the server; `*` for all.
    pub cors_origins: Vec<String>,
    /// Origins of the web sites that may show the page in a frame.
    pub web_frame_ancestors: Vec<String>,
    /// Certificate chain of the player listener; `None`: it does not use TLS.
    pub tls_certificate: Option<PathBuf>,
    /// Private key of the certificate.
    pub tls_key: Option<PathBuf>,
    /// CA certificates of players; `None`: client certificates are not required.
    pub tls_client_ca: Option<PathBuf>,
    /// Address of the metrics endpoint; `None` disables it.
    pub metrics_listen: Option<SocketAddr>,
    /// Address of `AdminService`; `None` disables it.
    pub admin_listen: Option<SocketAddr>,
    /// Certificate chain of the admin listener; `None`: it does not use TLS.
    pub admin_tls_certificate: Option<PathBuf>,
    /// Private key of the certificate.
    pub admin_tls_key: Option<PathBuf>,
    /// CA certificates of operators; `None`: client certificates are not required.
    pub admin_tls_client_ca: Option<PathBuf>,
    /// Tokens of operators, one of which `AdminService` requires; `None`: it does not authenticate.
    pub operator_tokens: Option<OperatorTokenFile>,
    /// The store of matches.
    pub store: StoreAddress,
    /// User of Redis, in place of that in the store's URL.
    pub store_user: Option<String>,
    /// Password of that user.
    pub store_password: Option<Secret>,
    /// User of the sentinels, in place of that in the store's URL.
    pub store_sentinel_user: Option<String>,
    /// Password of that user.
    pub store_sentinel_password: Option<Secret>,
    /// CA certificates of the Redis servers; `None`: those of the system.
    pub store_ca: Option<PathBuf>,
    /// Client certificate for the Redis servers; `None`: none is sent.
    pub store_certificate: Option<PathBuf>,
    /// Private key of the client certificate.
    pub store_key: Option<PathBuf>,
    /// Number of Redis replicas that must confirm a write before it is acknowledged.
    pub store_replicas: u32,
    /// Whether the server may use a Redis that evicts keys.
    pub store_allow_eviction: bool,
    /// Whether the server refuses a Redis without the mark of an installation, instead of marking it.
    pub require_store_mark: bool,
    /// Secret that signs tokens; `None`: a random one.
    pub token_secret: Option<Secret>,
    /// Previous secrets; tokens that they signed remain valid.
    pub previous_token_secrets: Vec<Secret>,
    /// Number of shards of the store.
    pub shards: u16,
    /// Heartbeat interval of idle watch streams.
    pub heartbeat_seconds: u64,
    /// Retention (TTL) of matches that have not started.
    pub lobby_ttl_hours: u64,
    /// Retention (TTL) of active matches.
    pub active_ttl_days: u64,
    /// Retention (TTL) of finished matches.
    pub finished_ttl_days: u64,
    /// Retention (TTL) of responses after the end of a match.
    pub response_ttl_minutes: u64,
    /// Address of the archive for finished matches.
    pub archive: Option<String>,
    /// Retention (TTL) of archived matches; 0: no limit.
    pub archive_ttl_days: u64,
    /// Drain timeout of a graceful shutdown.
    pub drain_seconds: u64,
    /// Maximum connection age; 0: none.
    pub connection_age_seconds: u64,
    /// Maximum number of connections.
    pub connections_max: u32,
    /// Maximum number of connections per client address; 0: no limit.
    pub address_connections_max: u32,
    /// Maximum size of a request.
    pub message_bytes_max: u64,
    /// Maximum number of open watch streams.
    pub streams_max: u64,
    /// Maximum number of concurrent calls.
    pub calls_max: u64,
    /// API keys, one of which creating a match requires; `None`: no key is required.
    pub api_keys: Option<ApiKeyFile>,
    /// Patterns of refused names; `None`: the operator refuses no name.
    pub name_filter: Option<NameFilterFile>,
    /// Rate limit of one caller; 0: no limit.
    pub caller_calls_per_second: u32,
    /// Burst of one caller.
    pub caller_calls_burst: u32,
    /// Rate limit of one client address, over all its callers without an API key; 0: no limit.
    pub address_calls_per_second: u32,
    /// Maximum number of open watch streams of a caller without a token; 0: no limit.
    pub caller_streams_max: u64,
    /// Maximum number of open watch streams per token; 0: no limit.
    pub token_streams_max: u64,
    /// Quota of open matches per owner; 0: no limit.
    pub open_matches_max: u32,
    /// Whether callers can list the public matches.
    pub public_list: bool,
    /// Number of trusted proxies that append to `x-forwarded-for`.
    pub trusted_proxies: u32,
    /// Networks of load balancers that send headers of the PROXY protocol.
    pub proxy_protocol_from: Vec<IpNet>,
    /// Log filter.
    pub log: String,
    /// Log format.
    pub log_format: LogFormat,
    /// OTLP endpoint of traces; `None`: traces are not exported.
    pub otlp_endpoint: Option<String>,
    /// CA certificates of the OTLP endpoints; `None`: those of the system.
    pub otlp_ca: Option<PathBuf>,
    /// OTLP endpoint of metrics; `None`: metrics are not exported by OTLP.
    pub otlp_metrics_endpoint: Option<String>,
    /// Further settings of the export by OTLP, from the variables of the OpenTelemetry specification.
    #[serde(skip)]
    pub otel: Otel,
    /// Sampling rate of traces.
    pub traces_per_thousand: u16,
}

impl Config {
    /// Reads and validates the configuration; `given` overrides the config file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or an option is invalid. The error names the option and its valid values.
    pub fn read(source: &Source, given: Options) -> Result<Self, ConfigProblem> {
        let file = match source.file() {
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| ConfigProblem(format!("config file {}: {error}", path.display())))?;
                parse_file(&text).map_err(|error| ConfigProblem(format!("config file {}: {error}", path.display())))?
            }
            None => Options::default(),
        };
        let mut config = Self::over(&file, &given)?;
        config.otel = Otel::of_process()?;
        Ok(config)
    }

    #[expect(clippy::too_many_lines, reason = "one row for each option reads best in one place")]
    fn over(file: &Options, given: &Options) -> Result<Self, ConfigProblem> {
        refuse_empty([given, file])?;
        let default = Self::default();
        let pick = |of: fn(&Options) -> &Option<RawOption>| {
            let both = [given, file]
                .into_iter()
                .filter_map(move |options| of(options).as_ref());
            both.filter_map(RawOption::text).next()
        };
        let number = |name, of, range: RangeInclusive<u64>, default| {
            let right = format!("a whole number from {} to {}", range.start(), range.end());
            let parse = |text: &str| text.parse().ok().filter(|number| range.contains(number));
            read(name, pick(of), default, &right, parse)
        };
        let small = |name, of, range: RangeInclusive<u32>, default: u32| {
            let range = u64::from(*range.start())..=u64::from(*range.end());
            number(name, of, range, default.into()).map(|number| u32::try_from(number).unwrap_or(default))
        };
        let switch = |name, of, default: bool| read(name, pick(of), default, "true or false", parsed);
        // Options and defaults have the same names.
        macro_rules! number {
            ($name:ident, $range:expr) => {
                number(stringify!($name), |o| &o.$name, $range, default.$name)?
            };
        }
        macro_rules! small {
            ($name:ident, $range:expr) => {
                small(stringify!($name), |o| &o.$name, $range, default.$name)?
            };
        }
        let shards = number(
            "shards",
            |o| &o.shards,
            1..=u64::from(SHARDS_MAX),
            default.shards.into(),
        )?;
        let traces = number(
            "traces_per_thousand",
            |o| &o.traces_per_thousand,
            0..=1000,
            default.traces_per_thousand.into(),
        )?;
        let admin_listen = read(
            "admin_listen",
            pick(|o| &o.admin_listen),
            default.admin_listen,
            "an address such as 127.0.0.1:7401",
            |text| parsed(text).map(Some),
        )?;
        let operator_tokens = pick(|o| &o.operator_tokens).map(OperatorTokenFile::read).transpose()?;
        let token_secret = file_or(
            "token_secret",
            pick(|o| &o.token_secret),
            pick(|o| &o.token_secret_file),
        )?;
        let previous = file_or(
            "previous_token_secrets",
            pick(|o| &o.previous_token_secrets),
            pick(|o| &o.previous_token_secrets_file),
        )?;
        let listen = read(
            "listen",
            pick(|o| &o.listen),
            default.listen,
            "an address such as 127.0.0.1:7400",
            parsed::<SocketAddr>,
        )?;
        let at = file_or("store", pick(|o| &o.store), pick(|o| &o.store_file))?;
        if at.is_none() && !listen.ip().is_loopback() {
            return Err(ConfigProblem(STORE.to_owned()));
        }
        let [tls_certificate, tls_key, tls_client_ca] = ListenerFiles::checked(
            &tls::OF_PLAYERS,
            pick(|o| &o.tls_certificate),
            pick(|o| &o.tls_key),
            pick(|o| &o.tls_client_ca),
        )?;
        let [admin_tls_certificate, admin_tls_key, admin_tls_client_ca] = ListenerFiles::checked(
            &tls::OF_OPERATORS,
            pick(|o| &o.admin_tls_certificate),
            pick(|o| &o.admin_tls_key),
            pick(|o| &o.admin_tls_client_ca),
        )?;
        let [store_certificate, store_key] =
            ClientFiles::checked(pick(|o| &o.store_certificate), pick(|o| &o.store_key))?;
        if operator_tokens.is_none() && admin_listen.is_some_and(|at| !at.ip().is_loopback()) {
            return Err(ConfigProblem(OPERATOR_TOKENS.to_owned()));
        }
        let trusted_proxies = small!(trusted_proxies, 0..=16);
        let from = pick(|o| &o.proxy_protocol_from);
        let proxy_protocol_from = list("proxy_protocol_from", from, PROXY_PROTOCOL_FROM, network)?;
        if trusted_proxies > 0 && !proxy_protocol_from.is_empty() {
            return Err(ConfigProblem(PROXIES.to_owned()));
        }
        Ok(Self {
            listen,
            web: switch("web", |o| &o.web, listen.ip().is_loopback())?,
            web_host: list("web_host", pick(|o| &o.web_host), WEB_HOST, host)?,
            cors_origins: list("cors_origins", pick(|o| &o.cors_origins), CORS_ORIGINS, origin)?,
            web_frame_ancestors: list(
                "web_frame_ancestors",
                pick(|o| &o.web_frame_ancestors),
                WEB_FRAME_ANCESTORS,
                frame_ancestor,
            )?,
            tls_certificate,
            tls_key,
            tls_client_ca,
            metrics_listen: read(
                "metrics_listen",
                pick(|o| &o.metrics_listen),
                default.metrics_listen,
                "an address such as 127.0.0.1:9464",
                |text| parsed(text).map(Some),
            )?,
            admin_listen,
            admin_tls_certificate,
            admin_tls_key,
            admin_tls_client_ca,
            operator_tokens,
            store: store(at.as_deref(), default.store)?,
            store_user: pick(|o| &o.store_user).map(str::to_owned),
            store_password: password(
                "store_password",
                pick(|o| &o.store_password),
                pick(|o| &o.store_password_file),
            )?,
            store_sentinel_user: pick(|o| &o.store_sentinel_user).map(str::to_owned),
            store_sentinel_password: password(
                "store_sentinel_password",
                pick(|o| &o.store_sentinel_password),
                pick(|o| &o.store_sentinel_password_file),
            )?,
            store_ca: certificates("store_ca", pick(|o| &o.store_ca))?,
            store_certificate,
            store_key,
            store_replicas: small!(store_replicas, 0..=16),
            store_allow_eviction: switch(
                "store_allow_eviction",
                |o| &o.store_allow_eviction,
                default.store_allow_eviction,
            )?,
            require_store_mark: switch(
                "require_store_mark",
                |o| &o.require_store_mark,
                default.require_store_mark,
            )?,
            token_secret: read("token_secret", token_secret.as_deref(), None, SECRET, |text| {
                Secret::parse(text).map(Some)
            })?,
            previous_token_secrets: list(
                "previous_token_secrets",
                previous.as_deref(),
                PREVIOUS_TOKEN_SECRETS,
                Secret::parse,
            )?,
            shards: u16::try_from(shards).unwrap_or(default.shards),
            heartbeat_seconds: number!(heartbeat_seconds, 1..=3600),
            lobby_ttl_hours: number!(lobby_ttl_hours, 1..=8784),
            active_ttl_days: number!(active_ttl_days, 1..=3660),
            finished_ttl_days: number!(finished_ttl_days, 1..=3660),
            response_ttl_minutes: number!(response_ttl_minutes, 1..=1440),
            archive: read("archive", pick(|o| &o.archive), None, ARCHIVE, |text| {
                Some(Some(text.to_owned()))
            })?,
            archive_ttl_days: number!(archive_ttl_days, 0..=36_600),
            drain_seconds: number!(drain_seconds, 1..=3600),
            connection_age_seconds: number!(connection_age_seconds, 0..=settings::DAY),
            connections_max: small!(connections_max, 1..=MANY),
            address_connections_max: small!(address_connections_max, 0..=MANY),
            message_bytes_max: number!(message_bytes_max, 1024..=16_777_216),
            streams_max: number!(streams_max, 1..=1_000_000),
            calls_max: number!(calls_max, 1..=1_000_000),
            api_keys: pick(|o| &o.api_keys).map(ApiKeyFile::read).transpose()?,
            name_filter: pick(|o| &o.name_filter).map(NameFilterFile::read).transpose()?,
            caller_calls_per_second: small!(caller_calls_per_second, 0..=MANY),
            caller_calls_burst: small!(caller_calls_burst, 1..=MANY),
            address_calls_per_second: small!(address_calls_per_second, 0..=MANY),
            caller_streams_max: number!(caller_streams_max, 0..=MANY.into()),
            token_streams_max: number!(token_streams_max, 0..=MANY.into()),
            open_matches_max: small!(open_matches_max, 0..=MANY),
            public_list: switch("public_list", |o| &o.public_list, default.public_list)?,
            trusted_proxies,
            proxy_protocol_from,
            log: read("log", pick(|o| &o.log), default.log, LOG, |text| {
                filter_of(text).map(|_| text.to_owned())
            })?,
            log_format: read(
                "log_format",
                pick(|o| &o.log_format),
                default.log_format,
                LOG_FORMAT,
                LogFormat::parse,
            )?,
            otlp_endpoint: read("otlp_endpoint", pick(|o| &o.otlp_endpoint), None, OTLP, collector)?,
            otlp_ca: certificates("otlp_ca", pick(|o| &o.otlp_ca))?,
            otlp_metrics_endpoint: read(
                "otlp_metrics_endpoint",
                pick(|o| &o.otlp_metrics_endpoint),
                None,
                OTLP,
                collector,
            )?,
            otel: Otel::default(),
            traces_per_thousand: u16::try_from(traces).unwrap_or(default.traces_per_thousand),
        })
    }
}
