//! `tinsel export`: writes a match that has ended to a file.

use std::{fs, path::PathBuf};

use tinsel_client::Token;

use super::Servers;
use crate::{export_file, failure::Failure, out::Out};

/// The match and the file.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(super) servers: Servers,
    /// The match.
    #[arg(value_name = "MATCH")]
    match_id: String,
    /// The file to write; default: print the match.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write the scene after each revision, and each event as a sentence.
    #[arg(long)]
    presentation: bool,
    /// The token to view it with.
    #[arg(long, env = "TINSEL_TOKEN", hide_env_values = true)]
    token: Option<String>,
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let client = match args.presentation {
        true => args.servers.presenting()?,
        false => args.servers.client()?,
    };
    let token = args.token.map(Token::new);
    let export = client.export(&args.match_id, token.as_ref()).await?;
    let text = export_file::write(&export)?;
    let Some(path) = args.out else {
        return out.text(&text);
    };
    fs::write(&path, text).map_err(|error| Failure::File {
        file: path.display().to_string(),
        why: error.to_string(),
    })?;
    out.line(format_args!(
        "{} revisions of match {} are in {}; tinsel verify checks them",
        export.entries.len(),
        args.match_id,
        path.display()
    ))
}
