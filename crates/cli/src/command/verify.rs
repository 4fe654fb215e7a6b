//! `tinsel verify`: whether a match is what its file says.

use std::path::PathBuf;

use tinsel_history::{Checked, Verified};
use tinsel_proto::v1::MatchExport;

use crate::{export_file, failure::Failure, out::Out};

/// Which file.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file that `tinsel export` wrote.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run(args: &Args, out: &mut Out) -> Result<(), Failure> {
    let export = export_file::read(&args.file)?;
    match tinsel_history::verify(&export) {
        Ok(verified) => summary(&export, &verified, out),
        Err(wrong) => Err(Failure::Refuted {
            file: args.file.display().to_string(),
            wrong,
        }),
    }
}

fn summary(export: &MatchExport, verified: &Verified, out: &mut Out) -> Result<(), Failure> {
    let match_id = export.r#match.as_ref().map_or("", |shown| &shown.match_id);
    let title = verified.game.game().facts().title;
    let revisions = verified.revisions;
    out.line(format_args!("{title}, match {match_id}, {revisions} revisions"))?;
    out.line("  ok           the server seed is the one that was promised")?;
    match verified.checked {
        Checked::Everything { decisions, defaults } => {
            out.line(format_args!(
                "  ok           played again: {decisions} decisions, {defaults} of them by default"
            ))?;
            out.line("  ok           every event, every state, every hash and the outcome are what comes of them")?;
        }
        Checked::WhatIsPublic => {
            out.line(
                "  ok           the chain of hashes holds together with what everyone was told, the outcome included",
            )?;
            out.line(format_args!(
                "  not checked  decisions, what only some seats were told, and states: {title} keeps them secret for ever"
            ))?;
        }
    }
    out.line(format_args!("  last link    {}", verified.last))
}
