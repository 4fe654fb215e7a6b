//! The Tinsel server.

use std::process::ExitCode;

use clap::Parser;
use tinsel_server::{Options, Source};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs matches of turn-based party games over gRPC.
#[derive(Debug, Parser)]
#[command(version, about)]
struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    options: Options,
}

fn main() -> ExitCode {
    match Args::try_parse() {
        Ok(args) => tinsel_server::main(args.source, args.options),
        Err(error) => tinsel_server::usage(&error),
    }
}
