//! What the operator chooses: by flag, by environment, or in a file; a flag goes before the environment, and that
//! before the file.

use std::{fmt, net::SocketAddr, num::NonZeroU64, path::PathBuf, str::FromStr, time::Duration};

use clap::Args;
use serde::{Deserialize, Serialize};
use tinsel_service::{Limits, Settings};
use tinsel_store::SHARDS_MAX;

/// Where options are read from, beside flags and environment.
#[derive(Debug, Clone, Default, Args)]
pub struct Source {
    /// A TOML file with options, named as the flags are, with underscores.
    #[arg(long, env = "TINSEL_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print the options as they would be used, secrets masked, and end.
    #[arg(long)]
    pub print_config: bool,
}

/// Options as they were given; what is left out takes its default.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The address to listen on. Default: 127.0.0.1:7400.
    #[arg(long, env = "TINSEL_LISTEN", value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// Where matches are kept: memory, or redis://user:password@host:port/db. Default: memory.
    #[arg(long, env = "TINSEL_STORE", value_name = "URL", hide_env_values = true)]
    store: Option<StoreAddress>,
    /// The secret that tokens are made with, at least 16 characters, the same on every replica. Default: a random one,
    /// so that no token outlives the process.
    #[arg(long, env = "TINSEL_KEY", value_name = "SECRET", hide_env_values = true)]
    key: Option<Secret>,
    /// Secrets used before, separated by commas: tokens made with them are still accepted.
    #[arg(
        long,
        env = "TINSEL_PREVIOUS_KEYS",
        value_name = "SECRETS",
        value_delimiter = ',',
        hide_env_values = true
    )]
    previous_keys: Option<Vec<Secret>>,
    /// Over how many shards new matches are spread, the same on every replica: 1 to 1000. Default: 256.
    #[arg(long, env = "TINSEL_SHARDS", value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=i64::from(SHARDS_MAX)))]
    shards: Option<u16>,
    /// After how many seconds a quiet stream says that it is alive. Default: 15.
    #[arg(long, env = "TINSEL_HEARTBEAT_SECONDS", value_name = "SECONDS")]
    heartbeat_seconds: Option<NonZeroU64>,
    /// How many seconds calls may take to finish when the server stops. Default: 20.
    #[arg(long, env = "TINSEL_DRAIN_SECONDS", value_name = "SECONDS")]
    drain_seconds: Option<NonZeroU64>,
    /// The most bytes of a request. Default: 65536.
    #[arg(long, env = "TINSEL_MESSAGE_BYTES_MAX", value_name = "BYTES")]
    message_bytes_max: Option<NonZeroU64>,
    /// The most watch streams at once. Default: 10000.
    #[arg(long, env = "TINSEL_STREAMS_MAX", value_name = "NUMBER")]
    streams_max: Option<NonZeroU64>,
    /// The most calls at once. Default: 2000.
    #[arg(long, env = "TINSEL_CALLS_MAX", value_name = "NUMBER")]
    calls_max: Option<NonZeroU64>,
    /// What is logged, such as info or tinsel_service=debug,info. Default: info.
    #[arg(long, env = "TINSEL_LOG", value_name = "FILTER")]
    log: Option<String>,
    /// How it is logged: auto, human or json; auto is human on a terminal. Default: auto.
    #[arg(long, env = "TINSEL_LOG_FORMAT", value_name = "FORMAT")]
    log_format: Option<LogFormat>,
    /// Where traces go, by OTLP over gRPC, such as http://127.0.0.1:4317. Default: nowhere.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    otlp_endpoint: Option<String>,
    /// How many of a thousand traces are kept, where the caller has not decided: 0 to 1000. Default: 100.
    #[arg(long, env = "TINSEL_TRACES_PER_THOUSAND", value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(0..=1000))]
    traces_per_thousand: Option<u16>,
}

/// Options as they are used.
#[derive(Debug, Clone, Serialize)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Where matches are kept.
    pub store: StoreAddress,
    /// The secret that tokens are made with; a random one if `None`.
    pub key: Option<Secret>,
    /// Secrets used before.
    pub previous_keys: Vec<Secret>,
    /// Over how many shards new matches are spread.
    pub shards: u16,
    /// After how many seconds a quiet stream says that it is alive.
    pub heartbeat_seconds: u64,
    /// How many seconds calls may take to finish when the server stops.
    pub drain_seconds: u64,
    /// The most bytes of a request.
    pub message_bytes_max: u64,
    /// The most watch streams at once.
    pub streams_max: u64,
    /// The most calls at once.
    pub calls_max: u64,
    /// What is logged.
    pub log: String,
    /// How it is logged.
    pub log_format: LogFormat,
    /// Where traces go.
    pub otlp_endpoint: Option<String>,
    /// How many of a thousand traces are kept.
    pub traces_per_thousand: u16,
}

impl Default for Config {
    fn default() -> Self {
        let (settings, limits) = (Settings::default(), Limits::default());
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 7400)),
            store: StoreAddress::Memory,
            key: None,
            previous_keys: Vec::new(),
            shards: settings.shards,
            heartbeat_seconds: settings.heartbeat.as_secs(),
            drain_seconds: 20,
            message_bytes_max: u64::try_from(limits.message_bytes).unwrap_or(u64::MAX),
            streams_max: u64::try_from(limits.streams).unwrap_or(u64::MAX),
            calls_max: u64::try_from(limits.calls).unwrap_or(u64::MAX),
            log: "info".to_owned(),
            log_format: LogFormat::Auto,
            otlp_endpoint: None,
            traces_per_thousand: 100,
        }
    }
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
        let file = match &source.config {
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| ConfigProblem(format!("config file {}: {error}", path.display())))?;
                Self::parse(&text).map_err(|error| ConfigProblem(format!("config file {}: {error}", path.display())))?
            }
            None => Options::default(),
        };
        Self::over(file, given)
    }

    fn parse(text: &str) -> Result<Options, ConfigProblem> {
        toml::from_str(text).map_err(|error| {
            let line = error
                .span()
                .map(|span| text.get(..span.start).unwrap_or_default().matches('\n').count() + 1);
            let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
            ConfigProblem(format!("{place}{}", error.message().replace('\n', " ")))
        })
    }

    fn over(file: Options, given: Options) -> Result<Self, ConfigProblem> {
        let default = Self::default();
        let number = |given: Option<NonZeroU64>, file: Option<NonZeroU64>, default: u64| {
            given.or(file).map_or(default, NonZeroU64::get)
        };
        let config = Self {
            listen: given.listen.or(file.listen).unwrap_or(default.listen),
            store: given.store.or(file.store).unwrap_or(default.store),
            key: given.key.or(file.key),
            previous_keys: given.previous_keys.or(file.previous_keys).unwrap_or_default(),
            shards: given.shards.or(file.shards).unwrap_or(default.shards),
            heartbeat_seconds: number(
                given.heartbeat_seconds,
                file.heartbeat_seconds,
                default.heartbeat_seconds,
            ),
            drain_seconds: number(given.drain_seconds, file.drain_seconds, default.drain_seconds),
            message_bytes_max: number(
                given.message_bytes_max,
                file.message_bytes_max,
                default.message_bytes_max,
            ),
            streams_max: number(given.streams_max, file.streams_max, default.streams_max),
            calls_max: number(given.calls_max, file.calls_max, default.calls_max),
            log: given.log.or(file.log).unwrap_or(default.log),
            log_format: given.log_format.or(file.log_format).unwrap_or(default.log_format),
            otlp_endpoint: given
                .otlp_endpoint
                .or(file.otlp_endpoint)
                .filter(|endpoint| !endpoint.is_empty()),
            traces_per_thousand: given
                .traces_per_thousand
                .or(file.traces_per_thousand)
                .unwrap_or(default.traces_per_thousand),
        };
        config.check()
    }

    /// What flags have checked already may still come from a file.
    fn check(self) -> Result<Self, ConfigProblem> {
        let wrong = |sentence: &str| Err(ConfigProblem(sentence.to_owned()));
        if !(1..=SHARDS_MAX).contains(&self.shards) {
            return wrong("shards must be 1 to 1000");
        }
        if self.traces_per_thousand > 1000 {
            return wrong("traces_per_thousand must be 0 to 1000");
        }
        if self.log.parse::<tracing_subscriber::filter::Targets>().is_err() {
            return wrong("log must be a filter such as info or tinsel_service=debug,info");
        }
        if self
            .otlp_endpoint
            .as_ref()
            .is_some_and(|endpoint| endpoint.parse::<http::Uri>().is_err())
        {
            return wrong("otlp_endpoint must be a URL such as http://127.0.0.1:4317");
        }
        Ok(self)
    }

    /// What the service makes of it.
    pub(crate) fn settings(&self) -> Settings {
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        Settings {
            shards: self.shards,
            heartbeat: Duration::from_secs(self.heartbeat_seconds),
            limits: Limits {
                message_bytes: size(self.message_bytes_max),
                streams: size(self.streams_max),
                calls: size(self.calls_max),
                ..Limits::default()
            },
            ..Settings::default()
        }
    }
}

/// A secret. It is never shown.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Secret(String);

impl Secret {
    const LENGTH_MIN: usize = 16;

    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl FromStr for Secret {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() >= Self::LENGTH_MIN {
            Ok(Self(text.to_owned()))
        } else {
            Err("a key has at least 16 characters")
        }
    }
}

impl TryFrom<String> for Secret {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl Serialize for Secret {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str("***")
    }
}

/// Where matches are kept.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum StoreAddress {
    /// In this process; everything is lost when it ends.
    Memory,
    /// In the Redis server at this URL, which may hold a password.
    Redis(String),
}

impl FromStr for StoreAddress {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "memory" => Ok(Self::Memory),
            url if url.starts_with("redis://") || url.starts_with("redis+unix://") => Ok(Self::Redis(url.to_owned())),
            _ => Err("a store is memory, or a URL such as redis://127.0.0.1:6379"),
        }
    }
}

impl TryFrom<String> for StoreAddress {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl fmt::Display for StoreAddress {
    /// The address without user and password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => f.write_str("memory"),
            Self::Redis(url) => {
                let (scheme, rest) = url.split_once("://").unwrap_or(("redis", url));
                match rest.rsplit_once('@') {
                    Some((_, host)) => write!(f, "{scheme}://***@{host}"),
                    None => write!(f, "{scheme}://{rest}"),
                }
            }
        }
    }
}

impl fmt::Debug for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for StoreAddress {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// How things are logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people on a terminal, as JSON elsewhere.
    Auto,
    /// For people.
    Human,
    /// One JSON object a line.
    Json,
}
