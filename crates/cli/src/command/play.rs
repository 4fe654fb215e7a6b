//! `tinsel play`: plays a seat in the terminal.

mod options;
mod table;
mod word;

use std::io::IsTerminal;

use tinsel_client::{Client, Host, Seat, Token};
use tinsel_proto::v1::{CreateMatchRequest, JoinMatchRequest, OptionValues, QuickMatchRequest, TakeSeat, Visibility};

use super::{Servers, match_options::MatchOptions};
use crate::{
    failure::Failure,
    out::Out,
    terminal::{Dialog, Painter, Style},
};

/// The match and the seat.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    pub(super) servers: Servers,
    #[command(flatten)]
    made: Made,
    #[command(flatten)]
    match_options: MatchOptions,
    /// The display name.
    #[arg(long, default_value = "Player")]
    name: String,
    /// The seat to take; default: the first open one.
    #[arg(long, value_name = "SEAT", conflicts_with = "quick")]
    seat: Option<u32>,
    /// The token of a seat that you took before, to resume it.
    #[arg(long, env = "TINSEL_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Play the rematch of the match, which is over, in the seat that is reserved for the seat of the token.
    #[arg(long, requires = "token", conflicts_with_all = ["made", "code", "seat"])]
    rematch: bool,
}

/// The match.
#[derive(Debug, clap::Args)]
#[group(id = "which", multiple = false)]
struct Which {
    /// The match, as http://host:port/MATCH_ID or only its ID.
    #[arg(value_name = "MATCH")]
    positional: Option<String>,
    /// The match's ID.
    #[arg(long = "match", value_name = "ID")]
    match_id: Option<String>,
    /// The match's join code, such as 7k3m9-q2xvd.
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
    /// Create a new match.
    #[arg(long, group = "made")]
    new: bool,
    /// Join a match by matchmaking, with players of the same request.
    #[arg(long, group = "made")]
    quick: bool,
}

/// The options of a new match.
#[derive(Debug, clap::Args)]
#[group(id = "making", multiple = true)]
struct Made {
    /// The game of the new or quick match.
    #[arg(long, requires = "made", default_value = "presents_of_mine")]
    game: String,
    /// The name of the new match, which the list of matches shows.
    #[arg(long, requires = "new", value_name = "NAME", default_value = "")]
    match_name: String,
    /// Number of server bots to seat in the new match.
    #[arg(long, requires = "new", value_name = "NUMBER", default_value_t = 0)]
    bots: u32,
    /// Time for each decision of the new or quick match, in seconds. Default: no time limit in a new match, five
    /// minutes in a quick one.
    #[arg(long, requires = "made", value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    clock: Option<u32>,
    /// Do not list the new match: joining or watching it requires its join code.
    #[arg(long, requires = "new")]
    private: bool,
    /// Only players can watch the new match while it is running.
    #[arg(long, requires = "new")]
    players_only: bool,
    /// Let a bot decide for a player of the new match after two missed decisions in a row, until the player decides again.
    #[arg(long, requires = "new", requires = "clock")]
    substitute_inactive: bool,
}

/// A seat that the player took or resumed.
struct Taken {
    seat: Seat,
    /// The host, if this command created the match.
    host: Option<Host>,
}

pub(crate) async fn run(mut args: Args, mut out: Out) -> Result<(), Failure> {
    if let Some(positional) = args.which.positional.take() {
        match positional.rsplit_once('/') {
            Some((server, id)) if !server.ends_with('/') && !id.is_empty() => {
                args.servers.servers = vec![server.to_owned()];
                args.which.match_id = Some(id.to_owned());
            }
            Some(_) => return Err(Failure::Usage(format!("{positional} names no match; add /MATCH_ID"))),
            None => args.which.match_id = Some(positional),
        }
    }
    let client = args.servers.presenting()?;
    let taken = match &args.token {
        Some(token) => come_back(&args, &client, token, &mut out).await?,
        None => sit_down(&args, &client, &mut out).await?,
    };
    let game_id = taken
        .seat
        .state()
        .await?
        .r#match
        .map(|of| of.game_id)
        .unwrap_or_default();
    let painter = super::painter(&client, &game_id).await?;
    table::play(client, taken, painter, out).await
}

/// Resumes a seat, or takes the one in the rematch.
async fn come_back(args: &Args, client: &Client, token: &str, out: &mut Out) -> Result<Taken, Failure> {
    let match_id = args.which.match_id.as_deref().ok_or_else(|| {
        let refusal = "a token requires the match of its seat: add --match, or omit the token";
        Failure::Usage(refusal.to_owned())
    })?;
    let mut seat = client.seat_of(match_id, Token::new(token)).await?;
    if args.rematch {
        seat = seat.rematch().await?;
        welcome(args, &seat, &name_of(&seat, args).await?, out)?;
    }
    Ok(Taken { seat, host: None })
}

/// Takes a seat, in a new match if requested.
async fn sit_down(args: &Args, client: &Client, out: &mut Out) -> Result<Taken, Failure> {
    if args.match_options.is_set() && !args.which.quick && !args.which.new {
        let refusal = "--seats and --options require --new or --quick";
        return Err(Failure::Usage(refusal.to_owned()));
    }
    if args.which.quick {
        let seat = client.quick_with(quick(args)?).await?;
        welcome(args, &seat, &name_of(&seat, args).await?, out)?;
        out.line("The match begins when all its seats are taken; write leave to wait no longer.\n")?;
        return Ok(Taken { seat, host: None });
    }
    if args.which.new {
        return create(args, client, out).await;
    }
    let (code, match_id) = (args.which.code.as_deref(), args.which.match_id.as_deref());
    if code.is_none() && match_id.is_none() {
        let missing = "no match given: name one, or use --code, --new or --quick";
        return Err(Failure::Usage(missing.to_owned()));
    }
    let seat = join(args, client, code, match_id).await?;
    welcome(args, &seat, &args.name, out)?;
    invite(args, &seat, code, out)?;
    Ok(Taken { seat, host: None })
}

/// Takes a seat by a join code, or else by the ID of a match.
async fn join(args: &Args, client: &Client, code: Option<&str>, match_id: Option<&str>) -> Result<Seat, Failure> {
    let request = JoinMatchRequest {
        // A join code replaces the ID.
        match_id: code.map_or(match_id, |_| None).unwrap_or_default().to_owned(),
        join_code: code.unwrap_or_default().to_owned(),
        display_name: args.name.clone(),
        seat: args.seat,
        nonce: super::nonce()?.into(),
        ..JoinMatchRequest::default()
    };
    Ok(client.join_with(request).await?)
}

/// Creates a match with a seat for the player, and adds the requested bots.
async fn create(args: &Args, client: &Client, out: &mut Out) -> Result<Taken, Failure> {
    let mut request = new(args)?;
    if std::io::stdin().is_terminal() && !args.match_options.has_options() {
        ask_options(args, client, &mut request, out).await?;
    }
    request.take_seat = Some(TakeSeat {
        player_ref: String::new(),
        display_name: args.name.clone(),
        seat: args.seat,
        nonce: super::nonce()?.into(),
    });
    let host = client.create_with(request).await?;
    let seat = match host.seat() {
        Some(seat) => seat.clone(),
        // An older server ignores `take_seat`.
        None => match join(args, client, host.join_code(), Some(host.match_id())).await {
            Ok(seat) => seat,
            Err(error) => {
                host.abort().await?;
                return Err(error);
            }
        },
    };
    welcome(args, &seat, &args.name, out)?;
    invite(args, &seat, host.join_code(), out)?;
    for _ in 0..args.made.bots {
        host.add_bot().await?;
    }
    let host = Some(host);
    Ok(Taken { seat, host })
}

/// Asks the player at the terminal for the options of the new match.
async fn ask_options(
    args: &Args,
    client: &Client,
    request: &mut CreateMatchRequest,
    out: &mut Out,
) -> Result<(), Failure> {
    let game_id = super::game(&args.made.game)?.as_str();
    let game = client.get_game(game_id).await?;
    if game.option_specs.is_empty() {
        return Ok(());
    }
    let mut lines = std::io::stdin().lines().map_while(Result::ok);
    let painter = Painter::new(Style::of_stdout(), game.components, game.game.unwrap_or_default());
    loop {
        out.prompt("Change options of the match? y, ? to list them, or Enter for the defaults > ")?;
        match lines.next().unwrap_or_default().trim() {
            "y" | "Y" => break,
            "?" => {
                for spec in options::asked(&game.option_specs) {
                    out.text(&Dialog::of_option(spec).summary(&painter))?;
                }
            }
            _ => return Ok(()),
        }
    }
    let values = options::ask(&game.option_specs, &painter, || lines.next(), out)?;
    request.config = None;
    request.options = Some(OptionValues {
        game_id: game_id.to_owned(),
        values,
    });
    Ok(())
}

fn new(args: &Args) -> Result<CreateMatchRequest, Failure> {
    let game = super::game(&args.made.game)?;
    let seats = args.match_options.seats(game)?;
    check_bots(args.made.bots, seats)?;
    let visibility = if args.made.private {
        Visibility::Private
    } else {
        Visibility::Public
    };
    Ok(CreateMatchRequest {
        display_name: args.made.match_name.clone(),
        config: Some(args.match_options.config(game)?),
        seats: Some(seats),
        time_control: args.made.clock.map(super::time_for_each_decision),
        visibility: visibility.into(),
        players_only: args.made.players_only,
        substitute_inactive_players: args.made.substitute_inactive,
        ..CreateMatchRequest::default()
    })
}

fn quick(args: &Args) -> Result<QuickMatchRequest, Failure> {
    let game = super::game(&args.made.game)?;
    Ok(QuickMatchRequest {
        display_name: args.name.clone(),
        config: Some(args.match_options.config(game)?),
        seats: Some(args.match_options.seats(game)?),
        time_control: args.made.clock.map(super::time_for_each_decision),
        nonce: super::nonce()?.into(),
        ..QuickMatchRequest::default()
    })
}

/// At least one seat must stay open for the player.
fn check_bots(bots: u32, seats: u32) -> Result<(), Failure> {
    if bots < seats {
        return Ok(());
    }
    let most = seats.saturating_sub(1);
    Err(Failure::Usage(format!(
        "--bots must be 0 to {most}: the match has {seats} seats, and one is yours"
    )))
}

/// The player's display name; the server changes a name that another player has.
async fn name_of(seat: &Seat, args: &Args) -> Result<String, Failure> {
    let state = seat.state().await?;
    let seats = state.r#match.map(|of| of.seats).unwrap_or_default();
    let own = seats.into_iter().find(|held| held.seat == seat.seat());
    Ok(own.map_or_else(|| args.name.clone(), |own| own.display_name))
}

fn welcome(args: &Args, seat: &Seat, name: &str, out: &mut Out) -> Result<(), Failure> {
    let (servers, match_id) = (args.servers.text(), seat.match_id());
    out.line(format_args!(
        "You are {name} in seat {} of match {match_id}.",
        seat.seat()
    ))?;
    out.line(format_args!(
        "To come back: TINSEL_TOKEN={} tinsel play --server {servers} --match {match_id} (keep it secret)",
        seat.token().secret()
    ))
}

/// Prints how others join this match.
fn invite(args: &Args, seat: &Seat, code: Option<&str>, out: &mut Out) -> Result<(), Failure> {
    let servers = args.servers.text();
    let which = match code {
        Some(code) => format!("--server {servers} --code {code}"),
        None => format!("--server {servers} --match {}", seat.match_id()),
    };
    out.line(format_args!("Others join with: tinsel play {which} --name NAME"))?;
    if args.which.new && !args.made.players_only {
        out.line(format_args!("Others watch with: tinsel watch {which}"))?;
    }
    if args.made.private
        && let Some(code) = code
    {
        out.line(format_args!(
            "Nobody finds the match without its join code, which is {code}; it is not shown again."
        ))?;
    }
    out.line("")
}
