//! `tinsel verify`: verifies an exported match.

use std::path::PathBuf;

use tinsel_history::{Checked, Erased, Verified};
use tinsel_proto::v1::MatchExport;

use crate::{export_file, failure::Failure, out::Out};

/// The file.
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
    out.line("  ok           server seed: matches the seed commitment")?;
    match verified.checked {
        Checked::Everything { decisions, defaults } => {
            out.line(format_args!(
                "  ok           replay: {decisions} decisions, {defaults} of them defaults"
            ))?;
            out.line("  ok           events, states, hashes and outcome: match the replay")?;
        }
        Checked::WhatIsPublic => {
            out.line("  ok           hash chain: consistent with the public events and the outcome")?;
            out.line(format_args!(
                "  not checked  decisions, private events and states: {title} never discloses them"
            ))?;
        }
    }
    let Erased { seats, match_name } = &verified.erased;
    let seats = seats.iter().map(|seat| format!("seat {seat}"));
    let names: Vec<_> = seats.chain(match_name.then(|| "the match".to_owned())).collect();
    if !names.is_empty() {
        out.line(format_args!("  not checked  erased names: {}", names.join(", ")))?;
    }
    out.line(format_args!("  chain hash   {}", verified.last))
}
