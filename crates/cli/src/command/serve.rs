//! `tinsel serve`: the server.

use std::process::ExitCode;

/// What the server is told.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    source: tinsel_server::Source,
    #[command(flatten)]
    options: tinsel_server::Options,
}

pub(crate) fn run(args: Args) -> ExitCode {
    tinsel_server::main(args.source, args.options)
}
