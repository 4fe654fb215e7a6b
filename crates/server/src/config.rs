//! What the operator chooses: by flag, by environment, or in a file; a flag goes before the environment, and that
//! before the file.

mod defaults;
mod keys;
mod options;
mod reading;
mod values;

use std::{net::SocketAddr, ops::RangeInclusive, time::Duration};

use serde::Serialize;
use tinsel_service::{Limits, OperatorToken, Rate, Retention, Settings};
use tinsel_store::{RedisOptions, SHARDS_MAX, UnusableAddress};
use tracing_subscriber::filter::Targets;

pub use keys::{ApiKeyFile, KeyHolder};
pub use options::{Given, Options, Source};
use reading::{parse_file, parsed, read, store};
use values::collector;
pub use values::{Certificates, LogFormat, Secret, StoreAddress};

use crate::connections::PlaceLimits;

/// Options as they are used.
#[derive(Debug, Clone, Serialize)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Where Prometheus fetches metrics; nowhere if `None`.
    pub metrics_listen: Option<SocketAddr>,
    /// Where operators are served; nowhere if `None`.
    pub admin_listen: Option<SocketAddr>,
    /// What operators must bring; nothing if `None`.
    pub admin_token: Option<Secret>,
    /// Where matches are kept.
    pub store: StoreAddress,
    /// What vouches for the store's servers; what the system trusts if `None`.
    pub store_ca: Option<Certificates>,
    /// How many replicas of the store must have a write before it is answered.
    pub store_replicas: u32,
    /// The secret that tokens are made with; a random one if `None`.
    pub key: Option<Secret>,
    /// Secrets used before.
    pub previous_keys: Vec<Secret>,
    /// Over how many shards new matches are spread.
    pub shards: u16,
    /// After how many seconds a quiet stream says that it is alive.
    pub heartbeat_seconds: u64,
    /// For how many hours a match is kept that does not start.
    pub lobby_hours: u64,
    /// For how many days a match may be played.
    pub active_days: u64,
    /// For how many days a match is kept that is over.
    pub finished_days: u64,
    /// How many seconds calls may take to finish when the server stops.
    pub drain_seconds: u64,
    /// After how many seconds, at the most, a connection is ended; 0 for never.
    pub connection_age_seconds: u64,
    /// The most connections at once.
    pub connections_max: u32,
    /// The most connections at once from one address; 0 for no limit.
    pub address_connections_max: u32,
    /// The most bytes of a request.
    pub message_bytes_max: u64,
    /// The most watch streams at once.
    pub streams_max: u64,
    /// The most calls at once.
    pub calls_max: u64,
    /// Who may create matches; everybody if `None`.
    pub api_keys: Option<ApiKeyFile>,
    /// How often one caller may call in a second; 0 for no limit.
    pub caller_calls_per_second: u32,
    /// How many calls of one caller may come at once.
    pub caller_calls_burst: u32,
    /// How often all callers without a key together may call from one address in a second; 0 for no limit.
    pub address_calls_per_second: u32,
    /// The most watch streams of one caller without a token at once; 0 for no limit.
    pub caller_streams_max: u64,
    /// The most watch streams of one token at once; 0 for no limit.
    pub token_streams_max: u64,
    /// The most open matches of one owner; 0 for no limit.
    pub open_matches_max: u32,
    /// How many proxies tell in `x-forwarded-for` where a call comes from.
    pub trusted_proxies: u32,
    /// What is logged.
    pub log: String,
    /// How it is logged.
    pub log_format: LogFormat,
    /// Where traces go.
    pub otlp_endpoint: Option<String>,
    /// Where metrics go; nowhere if `None`.
    pub otlp_metrics_endpoint: Option<String>,
    /// How many of a thousand traces are kept.
    pub traces_per_thousand: u16,
}

/// A configuration that cannot be used, in one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigProblem(String);

impl Config {
    /// Reads the file, if there is one, and puts the options given over it.
    ///
    /// # Errors
    ///
    /// What is wrong, in one line that names the option and what would be right.
    pub fn read(source: &Source, given: Options) -> Result<Self, ConfigProblem> {
        let file = match source.file() {
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| ConfigProblem(format!("config file {}: {error}", path.display())))?;
                parse_file(&text).map_err(|error| ConfigProblem(format!("config file {}: {error}", path.display())))?
            }
            None => Options::default(),
        };
        Self::over(&file, &given)
    }

    #[expect(clippy::too_many_lines, reason = "one row for each option reads best in one place")]
    fn over(file: &Options, given: &Options) -> Result<Self, ConfigProblem> {
        let default = Self::default();
        let pick = |of: fn(&Options) -> &Option<Given>| {
            let both = [given, file]
                .into_iter()
                .filter_map(move |options| of(options).as_ref());
            both.filter_map(Given::text).next()
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
        let replicas = number(
            "store_replicas",
            |o| &o.store_replicas,
            0..=16,
            default.store_replicas.into(),
        )?;
        let admin_listen = read(
            "admin_listen",
            pick(|o| &o.admin_listen),
            default.admin_listen,
            "an address such as 127.0.0.1:7401",
            |text| parsed(text).map(Some),
        )?;
        let admin_token = read("admin_token", pick(|o| &o.admin_token), None, KEY, |text| {
            Secret::parse(text).map(Some)
        })?;
        if admin_token.is_none() && admin_listen.is_some_and(|at| !at.ip().is_loopback()) {
            return Err(ConfigProblem(ADMIN_TOKEN.to_owned()));
        }
        Ok(Self {
            listen: read(
                "listen",
                pick(|o| &o.listen),
                default.listen,
                "an address such as 127.0.0.1:7400",
                parsed,
            )?,
            metrics_listen: read(
                "metrics_listen",
                pick(|o| &o.metrics_listen),
                default.metrics_listen,
                "an address such as 127.0.0.1:9464",
                |text| parsed(text).map(Some),
            )?,
            admin_listen,
            admin_token,
            store: store(pick(|o| &o.store), default.store)?,
            store_ca: read("store_ca", pick(|o| &o.store_ca), None, STORE_CA, |path| {
                Certificates::read(path).map(Some)
            })?,
            store_replicas: u32::try_from(replicas).unwrap_or(default.store_replicas),
            key: read("key", pick(|o| &o.key), None, KEY, |text| Secret::parse(text).map(Some))?,
            previous_keys: read(
                "previous_keys",
                pick(|o| &o.previous_keys),
                Vec::new(),
                PREVIOUS_KEYS,
                |text| text.split(',').map(Secret::parse).collect(),
            )?,
            shards: u16::try_from(shards).unwrap_or(default.shards),
            heartbeat_seconds: number(
                "heartbeat_seconds",
                |o| &o.heartbeat_seconds,
                1..=3600,
                default.heartbeat_seconds,
            )?,
            lobby_hours: number("lobby_hours", |o| &o.lobby_hours, 1..=8784, default.lobby_hours)?,
            active_days: number("active_days", |o| &o.active_days, 1..=3660, default.active_days)?,
            finished_days: number("finished_days", |o| &o.finished_days, 1..=3660, default.finished_days)?,
            drain_seconds: number("drain_seconds", |o| &o.drain_seconds, 1..=3600, default.drain_seconds)?,
            connection_age_seconds: number(
                "connection_age_seconds",
                |o| &o.connection_age_seconds,
                0..=DAY,
                default.connection_age_seconds,
            )?,
            connections_max: small(
                "connections_max",
                |o| &o.connections_max,
                1..=MANY,
                default.connections_max,
            )?,
            address_connections_max: small(
                "address_connections_max",
                |o| &o.address_connections_max,
                0..=MANY,
                default.address_connections_max,
            )?,
            message_bytes_max: number(
                "message_bytes_max",
                |o| &o.message_bytes_max,
                1024..=16_777_216,
                default.message_bytes_max,
            )?,
            streams_max: number("streams_max", |o| &o.streams_max, 1..=1_000_000, default.streams_max)?,
            calls_max: number("calls_max", |o| &o.calls_max, 1..=1_000_000, default.calls_max)?,
            api_keys: match pick(|o| &o.api_keys) {
                Some(path) => Some(ApiKeyFile::read(path)?),
                None => None,
            },
            caller_calls_per_second: small(
                "caller_calls_per_second",
                |o| &o.caller_calls_per_second,
                0..=MANY,
                default.caller_calls_per_second,
            )?,
            caller_calls_burst: small(
                "caller_calls_burst",
                |o| &o.caller_calls_burst,
                1..=MANY,
                default.caller_calls_burst,
            )?,
            address_calls_per_second: small(
                "address_calls_per_second",
                |o| &o.address_calls_per_second,
                0..=MANY,
                default.address_calls_per_second,
            )?,
            caller_streams_max: number(
                "caller_streams_max",
                |o| &o.caller_streams_max,
                0..=MANY.into(),
                default.caller_streams_max,
            )?,
            token_streams_max: number(
                "token_streams_max",
                |o| &o.token_streams_max,
                0..=MANY.into(),
                default.token_streams_max,
            )?,
            open_matches_max: small(
                "open_matches_max",
                |o| &o.open_matches_max,
                0..=MANY,
                default.open_matches_max,
            )?,
            trusted_proxies: small(
                "trusted_proxies",
                |o| &o.trusted_proxies,
                0..=16,
                default.trusted_proxies,
            )?,
            log: read("log", pick(|o| &o.log), default.log, LOG, |text| {
                parsed::<Targets>(text).map(|_| text.to_owned())
            })?,
            log_format: read(
                "log_format",
                pick(|o| &o.log_format),
                default.log_format,
                LOG_FORMAT,
                LogFormat::parse,
            )?,
            otlp_endpoint: read("otlp_endpoint", pick(|o| &o.otlp_endpoint), None, OTLP, collector)?,
            otlp_metrics_endpoint: read(
                "otlp_metrics_endpoint",
                pick(|o| &o.otlp_metrics_endpoint),
                None,
                OTLP,
                collector,
            )?,
            traces_per_thousand: u16::try_from(traces).unwrap_or(default.traces_per_thousand),
        })
    }

    /// How the store deals with its servers.
    pub(crate) fn redis(&self) -> Result<RedisOptions, UnusableAddress> {
        let options = RedisOptions {
            replicas: self.store_replicas,
            ..RedisOptions::default()
        };
        match &self.store_ca {
            Some(certificates) => options.with_ca(certificates.pem().to_vec()),
            None => Ok(options),
        }
    }

    /// How many connections players may have.
    pub(crate) fn places(&self) -> PlaceLimits {
        let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        let each = size(self.address_connections_max);
        PlaceLimits {
            all: size(self.connections_max),
            each: (each > 0 && self.trusted_proxies == 0).then_some(each),
        }
    }

    /// What the service makes of it.
    pub(crate) fn settings(&self) -> Settings {
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let rate = Rate {
            per_second: self.caller_calls_per_second,
            burst: self.caller_calls_burst,
        };
        Settings {
            shards: self.shards,
            heartbeat: Duration::from_secs(self.heartbeat_seconds),
            retention: Retention {
                lobby: Duration::from_secs(self.lobby_hours * HOUR),
                active: Duration::from_secs(self.active_days * DAY),
                finished: Duration::from_secs(self.finished_days * DAY),
            },
            limits: Limits {
                message_bytes: size(self.message_bytes_max),
                streams: size(self.streams_max),
                calls: size(self.calls_max),
                rate,
                address_rate: Rate {
                    per_second: self.address_calls_per_second,
                    burst: self.address_calls_per_second.saturating_mul(2),
                },
                caller_streams: size(self.caller_streams_max),
                bearer_streams: size(self.token_streams_max),
                open_matches: self.open_matches_max,
                ..Limits::default()
            },
            operator_token: self.admin_token.as_ref().map(|token| OperatorToken::new(token.bytes())),
            api_keys: self.api_keys.iter().flat_map(|file| file.keys(rate)).collect(),
            trusted_proxies: size(self.trusted_proxies.into()),
        }
    }
}

const STORE_CA: &str = "a file with certificates in PEM";
/// In seconds.
const HOUR: u64 = 60 * 60;
const DAY: u64 = 24 * HOUR;

/// The most of what is counted for each caller.
const MANY: u32 = 1_000_000;

const ADMIN_TOKEN: &str = "admin_token must be given where admin_listen can be reached from other machines: a secret of at least 16 characters";
const KEY: &str = "a secret of at least 16 characters";
const PREVIOUS_KEYS: &str = "secrets of at least 16 characters, separated by commas";
const LOG: &str = "a filter such as info or tinsel_service=debug,info";
const LOG_FORMAT: &str = "auto, human or json";
const OTLP: &str = "a URL such as http://127.0.0.1:4317";
