//! `tinsel matches`: lists the public matches.

use futures_util::StreamExt;
use tinsel_engine::present::isolated;
use tinsel_proto::v1::{Match, MatchFilter, MatchPhase, Occupant, TimeControl, time_control::Control};

use super::Servers;
use crate::{failure::Failure, out::Out, table::TextTable, terminal::expiry};

/// The filter of the list.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) servers: Servers,
    /// Only matches of this game.
    #[arg(long)]
    game: Option<String>,
    /// Matches that are running and can be watched, instead of those that wait for players.
    #[arg(long)]
    active: bool,
    /// Maximum number of matches to list.
    #[arg(long, value_name = "NUMBER", default_value = "50", value_parser = clap::value_parser!(u16).range(1..))]
    most: u16,
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let game = args.game.as_deref().map(super::game).transpose()?;
    let phase = if args.active {
        MatchPhase::Active
    } else {
        MatchPhase::Lobby
    };
    let mut matches = args.servers.client()?.matches(MatchFilter {
        game_id: game.map(|game| game.as_str().to_owned()).unwrap_or_default(),
        phase: phase.into(),
        ..MatchFilter::default()
    });

    let mut table = TextTable::new("llrllll");
    table.row(["MATCH", "GAME", "SEATS", "CLOCK", "STORED UNTIL", "NAME", "PLAYERS"]);
    let mut listed = 0;
    while let Some(found) = matches.next().await {
        let found = found?;
        if listed == args.most {
            out.text(&table.text(0))?;
            return out.line(format_args!("there are more; --most NUMBER lists more than {listed}"));
        }
        table.row(row(&found));
        listed = listed.saturating_add(1);
    }
    match listed {
        0 => out.line(nothing(args.active)),
        _ => out.text(&table.text(0)),
    }
}

const fn nothing(active: bool) -> &'static str {
    if active {
        "No public match is active."
    } else {
        "No public match waits for players; tinsel play --new creates one."
    }
}

fn row(found: &Match) -> [String; 7] {
    let taken = found.seats.iter().filter(|seat| seat.occupant() != Occupant::Open);
    let taken: Vec<_> = taken.map(|seat| isolated(&seat.display_name)).collect();
    [
        found.match_id.clone(),
        found.game_id.clone(),
        format!("{} of {}", taken.len(), found.seats.len()),
        clock(found.time_control.as_ref()),
        expiry(found),
        isolated(&found.display_name).into_owned(),
        taken.join(", "),
    ]
}

/// The time for decisions, as text.
fn clock(control: Option<&TimeControl>) -> String {
    let seconds = |time: Option<&prost_types::Duration>| time.map_or(0, |time| time.seconds);
    match control.and_then(|control| control.control.as_ref()) {
        Some(Control::PerDecision(time)) => format!("{} s each", seconds(Some(time))),
        Some(Control::Bank(bank)) => {
            let (initial, increment) = (seconds(bank.initial.as_ref()), seconds(bank.increment.as_ref()));
            format!("{initial} s + {increment} s")
        }
        None => "none".to_owned(),
    }
}
