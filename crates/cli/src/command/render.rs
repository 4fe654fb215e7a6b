//! `tinsel render`: draws a match as a picture.

use std::{fs, path::PathBuf};

use tinsel_client::Token;

use super::{Servers, Which};
use crate::{failure::Failure, out::Out, terminal::svg};

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
    let client = args.servers.presenting()?;
    let spectator = args.which.spectator(&client, args.token.map(Token::new)).await?;
    let state = spectator.state().await?;
    let shown = state.r#match.as_ref();
    let (match_id, game_id) = shown.map_or(("", ""), |of| (&of.match_id, &of.game_id));
    let mut painter = super::painter(&client, game_id).await?;
    painter.note(&state);
    let Some(scene) = &state.scene else {
        return Err(Failure::Usage(
            "the match has not started: there is no scene to draw yet".to_owned(),
        ));
    };
    let picture = svg::picture(&painter.plain(), &state.r#match.clone().unwrap_or_default(), scene);
    let Some(path) = args.out else {
        return out.text(&picture);
    };
    fs::write(&path, picture).map_err(|error| Failure::File {
        file: path.display().to_string(),
        why: error.to_string(),
    })?;
    out.line(format_args!("match {match_id} written to {}", path.display()))
}
