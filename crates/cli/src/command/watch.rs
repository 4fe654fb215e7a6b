//! `tinsel watch`: a match as it moves.

use futures_util::StreamExt;
use tinsel_client::{Token, Watched};
use tinsel_proto::v1::MatchState;

use super::Servers;
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

/// Which match.
#[derive(Debug, clap::Args)]
#[group(id = "which", required = true, multiple = false)]
struct Which {
    /// The match.
    #[arg(long = "match", value_name = "ID")]
    match_id: Option<String>,
    /// The match's join code, such as 7k3m9-q2xvd. No token is needed with it.
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let client = args.servers.client()?;
    let spectator = match (args.which.code, args.which.match_id.unwrap_or_default(), args.token) {
        (Some(code), _, _) => client.spectate_by_code(&code).await?,
        (None, match_id, Some(token)) => client.spectator_with(match_id, Token::new(token)),
        (None, match_id, None) => client.spectator(match_id),
    };
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
