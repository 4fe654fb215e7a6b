//! The subcommands.

mod conformance;
mod demo;
mod doctor;
mod export;
mod games;
mod health;
mod log;
mod match_options;
mod matches;
mod play;
mod render;
mod serve;
mod store;
mod tls;
mod verify;
mod watch;

use std::{process::ExitCode, time::Duration};

use clap::Subcommand;
use tinsel_catalog::GameId;
use tinsel_client::{ApiKey, Client, Options, Spectator, Token};
use tinsel_proto::v1::{TimeControl, time_control};

use crate::{
    failure::Failure,
    out::{self, Out},
    terminal::{Painter, Style},
    waiting,
};

/// The subcommand.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve matches.
    Serve(Box<serve::Args>),
    /// Play a match with bots, one for each seat, on an embedded server, or on --server.
    Demo(demo::Args),
    /// List public matches.
    Matches(matches::Args),
    /// Play a seat of a match in the terminal.
    Play(Box<play::Args>),
    /// Watch a match.
    Watch(watch::Args),
    /// Draw a match as an SVG.
    Render(render::Args),
    /// Write a match that has ended to a file, with all data to verify it.
    Export(export::Args),
    /// Verify an exported match from its file alone: check the seed commitment and replay the match.
    Verify(verify::Args),
    /// Diagnose, repair or delete a match, list stored matches, or diagnose the store. For operators.
    Doctor(Box<doctor::Args>),
    /// Set the log filter of running servers. For operators.
    Log(log::Args),
    /// Move matches to another store, or mark a store. For operators.
    Store(store::Args),
    /// List the games, or describe one.
    Games(games::Args),
    /// Test a client in any language against servers with scripted faults.
    Conformance(conformance::Args),
    /// Print whether a server is ready; the exit code is 0 or 1. For health checks of containers.
    Health(health::Args),
}

pub(crate) fn run(command: Command) -> ExitCode {
    let done = match command {
        Command::Serve(args) => return serve::run(*args),
        Command::Demo(args) => wait_for(args.traces(), demo::run(args, Out::stdout())),
        Command::Matches(args) => wait_for(args.servers.traces(), matches::run(args, Out::stdout())),
        Command::Play(args) => wait_for(args.servers.traces(), play::run(*args, Out::stdout())),
        Command::Watch(args) => wait_for(args.servers.traces(), watch::run(args, Out::stdout())),
        Command::Render(args) => wait_for(args.servers.traces(), render::run(args, Out::stdout())),
        Command::Export(args) => wait_for(args.servers.traces(), export::run(args, Out::stdout())),
        Command::Doctor(args) => wait_for(args.admin.traces(), doctor::run(*args, Out::stdout())),
        Command::Log(args) => wait_for(args.admin.traces(), log::run(args, Out::stdout())),
        Command::Conformance(args) => wait_for(None, conformance::run(args, Out::stdout())),
        Command::Store(args) => wait_for(None, store::run(args, Out::stdout())),
        Command::Health(args) => wait_for(None, health::run(args, Out::stdout())),
        Command::Verify(args) => verify::run(&args, &mut Out::stdout()),
        Command::Games(args) => games::run(&args, &mut Out::stdout()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            out::complain(&failure);
            failure.code()
        }
    }
}

/// Runs a command, traces its calls if there is a collector, and prints a line if no server answers.
fn wait_for(traces: Option<String>, work: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    let otel = tinsel_server::Otel::of_process().map_err(|error| Failure::Usage(error.to_string()))?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Broken(error.to_string()))?;
    runtime.block_on(Box::pin(async {
        let ca = std::env::var_os("OTEL_EXPORTER_OTLP_CERTIFICATE").map(std::path::PathBuf::from);
        let (traces, ca, events) = (traces.as_deref(), ca.as_deref(), waiting::layer());
        let traces = tinsel_server::trace_calls("tinsel-cli", traces, ca, &otel, events);
        let done = work.await;
        traces.flush();
        done
    }))
}

/// The servers to call.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Servers {
    /// The server; more than one if there are replicas, separated by commas.
    #[arg(
        long = "server",
        env = "TINSEL_SERVER",
        value_name = "URL",
        value_delimiter = ',',
        default_value = "http://127.0.0.1:7400"
    )]
    servers: Vec<String>,
    /// The API key, if the servers require one to create matches.
    #[arg(long, env = "TINSEL_API_KEY", value_name = "KEY", hide_env_values = true)]
    api_key: Option<String>,
    /// OTLP endpoint (gRPC) for the traces of this command.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    otlp_endpoint: Option<String>,
    #[command(flatten)]
    tls: tls::TlsArgs,
}

impl Servers {
    fn traces(&self) -> Option<String> {
        given(&self.otlp_endpoint)
    }

    fn client(&self) -> Result<Client, Failure> {
        client(&self.servers, given(&self.api_key).map(ApiKey::new), &self.tls, false)
    }

    /// A client that receives presentations.
    fn presenting(&self) -> Result<Client, Failure> {
        client(&self.servers, given(&self.api_key).map(ApiKey::new), &self.tls, true)
    }

    /// The addresses as on the command line.
    fn text(&self) -> String {
        self.servers.join(",")
    }
}

/// The value, unless it is empty: environments often contain empty variables.
fn given(text: &Option<String>) -> Option<String> {
    text.clone().filter(|text| !text.is_empty())
}

/// Writes a match of this game for the terminal.
async fn painter(client: &Client, game_id: &str) -> Result<Painter, Failure> {
    let game = client.get_game(game_id).await?;
    let of = game.game.unwrap_or_default();
    Ok(Painter::new(Style::of_stdout(), game.components, of))
}

/// A client with a deadline that is shorter than a user's patience.
fn client(
    servers: &[String],
    api_key: Option<ApiKey>,
    tls: &tls::TlsArgs,
    presentation: bool,
) -> Result<Client, Failure> {
    let options = Options {
        deadline: Duration::from_secs(10),
        api_key,
        presentation,
        past_scenes: presentation,
        tls: tls.files()?,
        ..Options::default()
    };
    Ok(Client::with_options(servers.iter().cloned(), options)?)
}

/// The addresses of AdminService.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Admin {
    /// The server, at its --admin-listen; more than one if there are replicas, separated by commas.
    #[arg(
        long = "admin",
        env = "TINSEL_ADMIN",
        value_name = "URL",
        value_delimiter = ',',
        default_value = "http://127.0.0.1:7401"
    )]
    servers: Vec<String>,
    /// Your operator token, if the servers require one.
    #[arg(
        long = "admin-token",
        env = "TINSEL_ADMIN_TOKEN",
        value_name = "TOKEN",
        hide_env_values = true
    )]
    token: Option<String>,
    /// File with the operator's token, in place of --admin-token.
    #[arg(long = "admin-token-file", env = "TINSEL_ADMIN_TOKEN_FILE", value_name = "FILE")]
    token_file: Option<String>,
    /// OTLP endpoint (gRPC) for the traces of this command.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    otlp_endpoint: Option<String>,
    #[command(flatten)]
    tls: tls::TlsArgs,
}

impl Admin {
    fn traces(&self) -> Option<String> {
        given(&self.otlp_endpoint)
    }

    fn token(&self) -> Result<Option<Token>, Failure> {
        let Some(path) = given(&self.token_file) else {
            return Ok(given(&self.token).map(Token::new));
        };
        if given(&self.token).is_some() {
            let both = "--admin-token and --admin-token-file must not both be set; remove one";
            return Err(Failure::Usage(both.to_owned()));
        }
        let text = String::from_utf8_lossy(&tls::read(&path)?).trim().to_owned();
        Ok(Some(Token::new(text)))
    }

    /// A client of any of the servers.
    fn client(&self) -> Result<Client, Failure> {
        client(&self.servers, None, &self.tls, true)
    }

    /// A client of each of the servers.
    fn each(&self) -> Result<Vec<(&str, Client)>, Failure> {
        let servers = self.servers.iter();
        let each = servers.map(|server| {
            Ok((
                server.as_str(),
                client(std::slice::from_ref(server), None, &self.tls, false)?,
            ))
        });
        each.collect()
    }
}

/// The match, by its ID or join code.
#[derive(Debug, clap::Args)]
#[group(id = "which", required = true, multiple = false)]
pub(crate) struct Which {
    /// The match's ID.
    #[arg(value_name = "MATCH")]
    positional: Option<String>,
    /// The match's ID.
    #[arg(long = "match", value_name = "ID")]
    match_id: Option<String>,
    /// The match's join code, such as 7k3m9-q2xvd. No token is needed with it.
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
}

impl Which {
    /// A spectator of this match.
    async fn spectator(self, client: &Client, token: Option<Token>) -> Result<Spectator, Failure> {
        let match_id = self.positional.or(self.match_id).unwrap_or_default();
        Ok(match (self.code, match_id, token) {
            (Some(code), _, _) => client.spectate_by_code(&code).await?,
            (None, match_id, Some(token)) => client.spectator_with(match_id, token),
            (None, match_id, None) => client.spectator(match_id),
        })
    }
}

/// The game of a match.
async fn game_of(spectator: &Spectator) -> Result<String, Failure> {
    let of = spectator.state().await?.r#match;
    Ok(of.map(|of| of.game_id).unwrap_or_default())
}

/// The game with this name; hyphens count as underscores.
fn game(name: &str) -> Result<GameId, Failure> {
    GameId::parse(&name.to_lowercase().replace('-', "_")).ok_or_else(|| {
        let known: Vec<_> = GameId::ALL.iter().map(|game| game.as_str()).collect();
        Failure::Usage(format!("unknown game {name:?}; games: {}", known.join(", ")))
    })
}

/// A player's contribution to the seed of a match, so that no other participant can choose the seed.
fn nonce() -> Result<Vec<u8>, Failure> {
    let mut nonce = vec![0; 32];
    getrandom::fill(&mut nonce).map_err(|_| tinsel_client::Error::NoRandomness)?;
    Ok(nonce)
}

/// A time control with the same time for each decision.
fn time_for_each_decision(seconds: u32) -> TimeControl {
    let time = prost_types::Duration {
        seconds: seconds.into(),
        nanos: 0,
    };
    TimeControl {
        phases: Vec::new(),
        control: Some(time_control::Control::PerDecision(time)),
    }
}
