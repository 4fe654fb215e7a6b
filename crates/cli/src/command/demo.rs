//! `tinsel demo`: clients play a match over real connections, on an embedded server or on given ones.

use std::time::Duration;

use futures_util::StreamExt;
use tinsel_catalog::GameId;
use tinsel_client::{Seat, Watch, Watched};
use tinsel_proto::v1::{CreateMatchRequest, GameAction, GameConfig, MatchState, TimeControl, game_config::Game};
use tinsel_server::{Config, Server};
use tokio::task::JoinSet;

use crate::{
    command::{Servers, match_options::MatchOptions, tls::TlsArgs},
    failure::Failure,
    out::Out,
    terminal::Painter,
};

/// The options of the demo.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The game.
    #[arg(default_value = "presents_of_mine")]
    game: String,
    #[command(flatten)]
    match_options: MatchOptions,
    /// Print the match as this seat sees it, instead of as a spectator does.
    #[arg(long, value_name = "SEAT")]
    watch_seat: Option<usize>,
    /// Time before each decision of a bot, in milliseconds.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 0)]
    delay_ms: u64,
    /// Make this seat's player inactive: its clock runs out, and the server plays the game's default. Can be repeated.
    #[arg(long, value_name = "SEAT")]
    absent: Vec<usize>,
    /// Time for each decision, in seconds. Default: no time limit, or 1 second with --absent.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    clock: Option<u32>,
    /// Play on this server instead of an embedded one; more than one if there are replicas, separated by commas.
    #[arg(long = "server", value_name = "URL", value_delimiter = ',')]
    servers: Vec<String>,
    /// The API key, if that server requires one to create matches.
    #[arg(long, env = "TINSEL_API_KEY", value_name = "KEY", hide_env_values = true)]
    api_key: Option<String>,
    /// OTLP endpoint (gRPC) for the traces of this command.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    otlp_endpoint: Option<String>,
    #[command(flatten)]
    tls: TlsArgs,
}

impl Args {
    pub(super) fn traces(&self) -> Option<String> {
        super::given(&self.otlp_endpoint)
    }

    /// The given servers.
    fn there(&self) -> Servers {
        Servers {
            servers: self.servers.clone(),
            api_key: self.api_key.clone(),
            otlp_endpoint: self.otlp_endpoint.clone(),
            tls: self.tls.clone(),
        }
    }

    fn time_control(&self) -> Option<TimeControl> {
        let default_clock = (!self.absent.is_empty()).then_some(1);
        self.clock.or(default_clock).map(super::time_for_each_decision)
    }
}

const PLAYERS: [&str; 20] = [
    "Ada", "Boris", "Chloe", "Dev", "Emma", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Liam", "Mona", "Nils",
    "Olga", "Pavel", "Quinn", "Rosa", "Sven", "Tara",
];

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let game = super::game(&args.game)?;
    let players = players(args.match_options.seats(game)?);
    let mut named = args.watch_seat.iter().chain(&args.absent);
    if let Some(seat) = named.find(|seat| **seat >= players.len()) {
        return Err(Failure::Usage(format!(
            "there is no seat {seat}; seats are 0 to {}",
            players.len().saturating_sub(1)
        )));
    }
    if !args.servers.is_empty() {
        return play(game, players, &args, &args.there(), &mut out).await;
    }
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        drain_seconds: 1,
        ..Config::default()
    };
    let server = Server::start(&config).await?;
    let own = Servers {
        servers: vec![server.url()],
        api_key: None,
        otlp_endpoint: None,
        tls: TlsArgs::default(),
    };
    let played = play(game, players, &args, &own, &mut out).await;
    server.stop().await?;
    played
}

/// The names of the players.
fn players(seats: u32) -> &'static [&'static str] {
    let seats = usize::try_from(seats).unwrap_or(usize::MAX);
    PLAYERS.get(..seats).unwrap_or(&PLAYERS)
}

/// The names of the gifts of Jingle Brawl, if no options are given: a story reads better with names than with numbers.
const GIFTS: [&str; 20] = [
    "a kite",
    "a drum",
    "a harmonica",
    "a snow globe",
    "a cactus",
    "a lava lamp",
    "a telescope",
    "a rubber duck",
    "a chess set",
    "a banjo",
    "a fondue set",
    "a bird house",
    "a kazoo",
    "a fishing rod",
    "a music box",
    "a yo-yo",
    "a teapot",
    "a sled",
    "a jigsaw puzzle",
    "a pair of socks",
];

/// The options of the match: the given ones, or a good choice for a story.
fn config(match_options: &MatchOptions, game: GameId, players: usize) -> Result<GameConfig, Failure> {
    let mut config = match_options.config(game)?;
    if let Some(Game::JingleBrawl(options)) = &mut config.game
        && options.gift_names.is_empty()
    {
        options.gift_names = GIFTS.iter().take(players).map(|name| (*name).to_owned()).collect();
    }
    Ok(config)
}

/// Joins with a bot for each seat, and prints the events until the match is over.
async fn play(game: GameId, players: &[&str], args: &Args, at: &Servers, out: &mut Out) -> Result<(), Failure> {
    let client = at.presenting()?;
    let host = client.create_with(CreateMatchRequest {
        display_name: "demo".to_owned(),
        config: Some(config(&args.match_options, game, players.len())?),
        seats: u32::try_from(players.len()).ok(),
        time_control: args.time_control(),
        ..CreateMatchRequest::default()
    });
    let host = host.await?;
    let title = game.game().facts().title;
    out.line(format_args!("{title}: match {} at {}", host.match_id(), at.text()))?;
    out.line(format_args!(
        "{} clients play it, each with its own connection and seat.\n",
        players.len()
    ))?;

    let painter = super::painter(&client, game.as_str()).await?;
    let mut watch = host.watch(Some(0));
    let mut bots = JoinSet::new();
    for (index, name) in players.iter().copied().enumerate() {
        let seat = at.client()?.join(host.match_id(), name).await?;
        if args.watch_seat == Some(index) {
            watch = at
                .presenting()?
                .seat_of(seat.match_id(), seat.token().clone())
                .await?
                .watch(Some(0));
        }
        if args.absent.contains(&index) {
            out.line(format_args!("{name} takes seat {index} and is inactive."))?;
        } else {
            bots.spawn(decide_until_over(game, seat, Duration::from_millis(args.delay_ms)));
        }
    }
    tokio::select! {
        told = tell(watch, painter, out) => told?,
        failure = first_failure(&mut bots) => return Err(failure),
    }
    while let Some(done) = bots.join_next().await {
        done.map_err(|error| Failure::Broken(error.to_string()))??;
    }
    Ok(())
}

async fn tell(mut watch: Watch, mut painter: Painter, out: &mut Out) -> Result<(), Failure> {
    while let Some(watched) = watch.next().await {
        let watched = watched?;
        if let Some(state) = watched.state() {
            painter.note(state);
        }
        if let Watched::Update(update) = &watched {
            out.text(&painter.events(&update.events))?;
        }
        if let Some(state) = watched.state()
            && let Some(of) = state.r#match.as_ref().filter(|of| of.outcome.is_some())
        {
            out.text(
                &state
                    .scene
                    .as_ref()
                    .map(|scene| painter.scene(scene))
                    .unwrap_or_default(),
            )?;
            out.text(&painter.ranking(of))?;
        }
    }
    Ok(())
}

/// Waits for a bot that fails; never returns if none does.
async fn first_failure(bots: &mut JoinSet<Result<(), Failure>>) -> Failure {
    while let Some(done) = bots.join_next().await {
        match done {
            Ok(Ok(())) => {}
            Ok(Err(failure)) => return failure,
            Err(error) => return Failure::Broken(error.to_string()),
        }
    }
    std::future::pending().await
}

/// Plays a seat to the end. It uses only its own watch and its own legal actions.
async fn decide_until_over(game: GameId, seat: Seat, thinking: Duration) -> Result<(), Failure> {
    let mut watch = seat.watch(None);
    let mut decided_at = 0;
    while let Some(watched) = watch.next().await {
        let watched = watched?;
        let Some(state) = watched.state() else { continue };
        // A state from before the bot's last decision still lists that decision.
        if !owes(state, seat.seat()) || revision(state) < decided_at {
            continue;
        }
        tokio::time::sleep(thinking).await;
        let action = decide(game, &seat, state).await?;
        decided_at = seat.submit(action).await?;
    }
    Ok(())
}

async fn decide(game: GameId, seat: &Seat, state: &MatchState) -> Result<GameAction, Failure> {
    let legal = seat.legal().await?;
    let mut entropy = [0; 32];
    getrandom::fill(&mut entropy).map_err(|_| tinsel_client::Error::NoRandomness)?;
    let chosen = state
        .view
        .as_ref()
        .and_then(|view| game.game().bot(view, &legal, entropy));
    chosen
        .or_else(|| default(state, seat.seat()))
        .ok_or_else(|| Failure::Broken(format!("the bot of seat {} found no action", seat.seat())))
}

/// The default action of an inactive seat, as the server shows it to this seat.
fn default(state: &MatchState, seat: u32) -> Option<GameAction> {
    let waiting = &state.r#match.as_ref()?.pending_decisions;
    let decision = waiting.iter().find(|decision| decision.seat() == seat)?;
    decision.default_action.as_ref()?.action.clone()
}

fn owes(state: &MatchState, seat: u32) -> bool {
    let waiting = state
        .r#match
        .as_ref()
        .map(|m| m.pending_decisions.as_slice())
        .unwrap_or_default();
    waiting.iter().any(|decision| decision.seat() == seat)
}

fn revision(state: &MatchState) -> u64 {
    state.r#match.as_ref().map_or(0, |m| m.revision)
}
