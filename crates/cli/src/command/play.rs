//! `tinsel play`: a seat in the terminal.

use std::io::BufRead;

use futures_util::StreamExt;
use tinsel_catalog::GameId;
use tinsel_client::{Error, Host, Seat, Token, Watch, Watched};
use tinsel_proto::v1::{CreateMatchRequest, GameLegal, JoinMatchRequest, MatchState};
use tokio::sync::mpsc;

use super::Servers;
use crate::{
    failure::Failure,
    input,
    out::Out,
    render::{Detail, Teller},
};

/// What stands before the own answer.
const PROMPT: &str = "? for help > ";

/// Which seat of which match.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The match, as http://host:port/MATCH_ID or as its id alone.
    #[arg(value_name = "MATCH", conflicts_with_all = ["match_id", "new"])]
    place: Option<String>,
    #[command(flatten)]
    servers: Servers,
    /// The match's id.
    #[arg(long = "match", value_name = "ID", conflicts_with = "new")]
    match_id: Option<String>,
    /// Create a match first.
    #[arg(long)]
    new: bool,
    /// The game of the new match.
    #[arg(long, requires = "new", default_value = "presents_of_mine")]
    game: String,
    /// How many bots of the server to seat in the new match.
    #[arg(long, requires = "new", value_name = "NUMBER", default_value_t = 0)]
    bots: u32,
    /// How long each decision of the new match may take; for ever without it.
    #[arg(long, requires = "new", value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    clock: Option<u32>,
    /// What to be called.
    #[arg(long, default_value = "You")]
    name: String,
    /// The seat to take; the first open one without it.
    #[arg(long, value_name = "SEAT")]
    seat: Option<u32>,
    /// The token of a seat that was taken before, to go on with it.
    #[arg(long, env = "TINSEL_TOKEN", hide_env_values = true)]
    token: Option<String>,
}

pub(crate) async fn run(mut args: Args, mut out: Out) -> Result<(), Failure> {
    if let Some(place) = args.place.take() {
        match place.rsplit_once('/') {
            Some((server, id)) if !server.ends_with('/') && !id.is_empty() => {
                args.servers.servers = vec![server.to_owned()];
                args.match_id = Some(id.to_owned());
            }
            Some(_) => return Err(Failure::Usage(format!("{place} names no match; add /MATCH_ID"))),
            None => args.match_id = Some(place),
        }
    }
    let seat = sit_down(&args, &mut out).await?;
    let table = Playing {
        watch: seat.watch(None),
        lines: lines(),
        seat,
        teller: Teller::new(Detail::Story),
        legal: None,
        decided_at: 0,
        out,
    };
    table.play().await
}

/// Takes the seat, in a new match if that is asked for.
async fn sit_down(args: &Args, out: &mut Out) -> Result<Seat, Failure> {
    let client = args.servers.client()?;
    let host = if args.new {
        let game = super::game(&args.game)?;
        check_bots(args.bots, game)?;
        let request = CreateMatchRequest {
            config: Some(super::usual(game)),
            time_control: args.clock.map(super::time_for_each_decision),
            ..CreateMatchRequest::default()
        };
        Some(client.create_with(request).await?)
    } else {
        None
    };
    let match_id = host.as_ref().map(Host::match_id).or(args.match_id.as_deref());
    let match_id = match_id.ok_or_else(|| Failure::Usage("name a match, or create one with --new".to_owned()))?;
    if let Some(token) = &args.token {
        return Ok(client.seat_of(match_id, Token::new(token)).await?);
    }
    let seat = client.join_with(JoinMatchRequest {
        match_id: match_id.to_owned(),
        display_name: args.name.clone(),
        seat: args.seat,
        ..JoinMatchRequest::default()
    });
    let seat = seat.await?;
    welcome(args, &seat, out)?;
    if let Some(host) = host {
        for _ in 0..args.bots {
            host.add_bot().await?;
        }
    }
    Ok(seat)
}

/// One seat must be left to play.
fn check_bots(bots: u32, game: GameId) -> Result<(), Failure> {
    let seats = u32::from(game.game().facts().seats_max);
    if bots < seats {
        return Ok(());
    }
    let most = seats.saturating_sub(1);
    Err(Failure::Usage(format!(
        "--bots must be 0 to {most}: {game} has {seats} seats, and one is yours"
    )))
}

fn welcome(args: &Args, seat: &Seat, out: &mut Out) -> Result<(), Failure> {
    let (servers, match_id) = (args.servers.text(), seat.match_id());
    out.line(format_args!(
        "You are {} in seat {} of match {match_id}.",
        args.name,
        seat.seat()
    ))?;
    out.line(format_args!(
        "Others join with: tinsel play --server {servers} --match {match_id} --name NAME"
    ))?;
    out.line(format_args!(
        "To come back, set TINSEL_TOKEN={} (keep it secret).\n",
        seat.token().secret()
    ))
}

/// The lines that are typed, or come out of a pipe. One is read ahead at most.
fn lines() -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel(1);
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// A seat with somebody before the terminal.
struct Playing {
    seat: Seat,
    watch: Watch,
    lines: mpsc::Receiver<String>,
    teller: Teller,
    /// What may be done, while a decision is owed.
    legal: Option<GameLegal>,
    /// The revision of the own last decision: what is older still asks for it.
    decided_at: u64,
    out: Out,
}

impl Playing {
    async fn play(mut self) -> Result<(), Failure> {
        loop {
            tokio::select! {
                watched = self.watch.next() => match watched {
                    Some(watched) => self.hear(&watched?).await?,
                    None => return Ok(()),
                },
                line = self.lines.recv(), if self.legal.is_some() => match line {
                    Some(line) => self.answer(&line).await?,
                    None => return self.out.line("\nThe input has ended; the seat is kept."),
                },
            }
        }
    }

    async fn hear(&mut self, watched: &Watched) -> Result<(), Failure> {
        let Some(state) = watched.state() else {
            return self.tell(watched);
        };
        if !self.owes(state) {
            self.legal = None;
            return self.tell(watched);
        }
        // Of a snapshot the question shows all that matters.
        if self.legal.is_some() || !matches!(watched, Watched::Snapshot(_)) {
            self.tell(watched)?;
        }
        if self.legal.is_none() {
            self.ask(state).await?;
        }
        Ok(())
    }

    fn tell(&mut self, watched: &Watched) -> Result<(), Failure> {
        let text = self.teller.tell(watched);
        self.out.text(&text)
    }

    fn owes(&self, state: &MatchState) -> bool {
        let Some(of) = &state.r#match else { return false };
        of.revision >= self.decided_at && of.waiting.iter().any(|decision| decision.seat == self.seat.seat())
    }

    /// Shows how things stand and what may be done.
    async fn ask(&mut self, state: &MatchState) -> Result<(), Failure> {
        let legal = self.seat.legal().await?;
        let text = format!("\n{}{}", self.teller.table(state), self.teller.legal(&legal));
        self.out.text(&text)?;
        self.legal = Some(legal);
        self.out.prompt(PROMPT)
    }

    async fn answer(&mut self, line: &str) -> Result<(), Failure> {
        let Some(legal) = self.legal.take() else { return Ok(()) };
        let line = line.trim();
        if line == "?" {
            let text = self.teller.legal(&legal);
            self.out.text(&text)?;
            self.out.line(input::help(&legal))?;
        } else if !line.is_empty() {
            match input::read(line, &legal) {
                Err(wrong) => self.out.line(format_args!("Not understood: {wrong}."))?,
                Ok(action) => match self.seat.submit(action).await {
                    Ok(revision) => {
                        self.decided_at = revision;
                        return self.out.line("Done.");
                    }
                    Err(Error::Refused(refusal)) => self.out.line(format_args!("Refused: {refusal}"))?,
                    Err(error) => return Err(error.into()),
                },
            }
        }
        self.legal = Some(legal);
        self.out.prompt(PROMPT)
    }
}
