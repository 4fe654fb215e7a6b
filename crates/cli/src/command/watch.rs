//! `tinsel watch`: a match as it moves.

use futures_util::StreamExt;
use tinsel_client::{Token, Watched};
use tinsel_proto::v1::MatchState;

use super::{Servers, Which};
use crate::{
    failure::Failure,
    out::Out,
    render::{Detail, Names, Teller},
};

/// Which match.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) servers: Servers,
    #[command(flatten)]
    which: Which,
    /// The token to see it with.
    #[arg(long, env = "TINSEL_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The last revision that is known already; 0 tells everything from the start.
    #[arg(long, value_name = "REVISION")]
    after: Option<u64>,
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let client = args.servers.client()?;
    let spectator = args.which.spectator(&client, args.token.map(Token::new)).await?;
    let mut watch = spectator.watch(args.after);
    let mut teller = Teller::new(Detail::All);
    while let Some(watched) = watch.next().await {
        let watched = watched?;
        if let Watched::Update(update) = &watched {
            out.line(format_args!("[{}]", update.revision))?;
        }
        out.text(&teller.tell(&watched))?;
        if let Some(state) = watched.state() {
            out.text(&waiting(state, &teller.names))?;
        }
    }
    Ok(())
}

fn waiting(state: &MatchState, names: &Names) -> String {
    let waiting = state.r#match.as_ref().map(|m| m.waiting.as_slice()).unwrap_or_default();
    if waiting.is_empty() {
        return String::new();
    }
    let seats: Vec<u32> = waiting.iter().map(|decision| decision.seat).collect();
    format!("  Waiting for {}.\n", names.all(&seats, ", "))
}
