//! `tinsel watch`: prints the events of a match.

use futures_util::StreamExt;
use tinsel_client::{Token, Watched};
use tinsel_proto::v1::{MatchState, Snapshot};

use super::{Servers, Which};
use crate::{failure::Failure, out::Out, terminal::Painter};

/// The match and the start of its events.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) servers: Servers,
    #[command(flatten)]
    which: Which,
    /// The token to view it with.
    #[arg(long, env = "TINSEL_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Print the events after this revision; 0 prints all events.
    #[arg(long, value_name = "REVISION")]
    after: Option<u64>,
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let client = args.servers.presenting()?;
    let spectator = args.which.spectator(&client, args.token.map(Token::new)).await?;
    let mut watch = spectator.watch(args.after);
    let mut painter = super::painter(&client, &super::game_of(&spectator).await?).await?;
    while let Some(watched) = watch.next().await {
        let watched = watched?;
        if let Some(state) = watched.state() {
            painter.note(state);
        }
        match &watched {
            Watched::Update(update) => {
                out.line(format_args!("[{}]", update.revision))?;
                out.text(&painter.events(&update.events))?;
            }
            Watched::Snapshot(Snapshot { state: Some(state) }) => out.text(&painter.state(state))?,
            Watched::Snapshot(_) | Watched::Heartbeat(_) => {}
        }
        if let Some(state) = watched.state() {
            out.text(&waiting(state, &painter))?;
            if let (Watched::Update(_), Some(of)) = (&watched, &state.r#match)
                && of.outcome.is_some()
            {
                out.text(&painter.ranking(of))?;
            }
        }
    }
    Ok(())
}

fn waiting(state: &MatchState, painter: &Painter) -> String {
    let waiting = state
        .r#match
        .as_ref()
        .map(|m| m.pending_decisions.as_slice())
        .unwrap_or_default();
    if waiting.is_empty() {
        return String::new();
    }
    let names: Vec<String> = waiting.iter().map(|decision| painter.name(decision.seat())).collect();
    format!("  Waiting for {}.\n", names.join(", "))
}
