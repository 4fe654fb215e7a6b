//! `tinsel render`: draws a match as a picture.

use std::{fs, path::PathBuf};

use futures_util::StreamExt;
use tinsel_client::Token;
use tinsel_proto::v1::MatchState;

use super::{Servers, Which};
use crate::{
    failure::Failure,
    out::Out,
    render::{Detail, Teller},
};

/// The match and the file.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) servers: Servers,
    #[command(flatten)]
    which: Which,
    /// The token to view it with.
    #[arg(long, env = "TINSEL_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The SVG file to write; default: print the picture.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let client = args.servers.client()?;
    let spectator = args.which.spectator(&client, args.token.map(Token::new)).await?;
    let mut watch = spectator.watch(None);
    let state = loop {
        let Some(watched) = watch.next().await else {
            return Err(Failure::Broken("the server sent no state of the match".to_owned()));
        };
        if let Some(state) = watched?.state() {
            break state.clone();
        }
    };
    let picture = picture(&state)?;
    let Some(path) = args.out else {
        return out.text(&picture);
    };
    fs::write(&path, picture).map_err(|error| Failure::File {
        file: path.display().to_string(),
        why: error.to_string(),
    })?;
    let shown = state.r#match.as_ref().map_or("", |shown| &shown.match_id);
    out.line(format_args!("match {shown} written to {}", path.display()))
}

fn picture(state: &MatchState) -> Result<String, Failure> {
    Teller::new(Detail::All).picture(state).ok_or_else(|| {
        let game = state.r#match.as_ref().map_or("", |shown| &shown.game_id);
        Failure::Usage(format!(
            "cannot draw this match of {game}: only started matches of snowball_war have a picture"
        ))
    })
}
