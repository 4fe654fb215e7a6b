//! `tinsel serve`: runs the server.

use std::process::ExitCode;

/// The options of the server.
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
