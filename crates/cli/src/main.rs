//! The `tinsel` command: serves matches, and plays, watches, lists, draws and verifies them.

mod command;
mod export_file;
mod failure;
mod json;
mod out;
mod table;
mod terminal;
mod waiting;

use std::process::ExitCode;

use clap::Parser;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Serves and plays turn-based party games.
#[derive(Debug, Parser)]
#[command(name = "tinsel", version, about, arg_required_else_help = false)]
struct Args {
    #[command(subcommand)]
    command: command::Command,
}

fn main() -> ExitCode {
    match Args::try_parse() {
        Ok(args) => command::run(args.command),
        Err(error) => tinsel_server::usage(&error),
    }
}
