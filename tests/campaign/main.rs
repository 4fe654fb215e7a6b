//! Robustness tests: real servers and clients under faults, and a check of everything that the clients observed.
//!
//! - `tinsel-campaign run`: plays matches on three servers while these, their connections and Redis fail; then checks
//!   the history. Exit code 1 if it breaks a promise.
//! - `tinsel-campaign check FILE`: checks a history again.
//! - `tinsel-campaign fuzz`: sends random requests and frames to a server, and reads corrupted matches and replies.
//! - `tinsel-campaign mutants`: runs servers that are broken on purpose, and fails unless the checks find each fault.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::wildcard_enum_match_arm,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    unreachable_pub,
    reason = "a program for developers, which may stop where it stands and measures real time"
)]

mod archivist;
mod check;
mod clients;
mod collect;
mod faults;
mod fleet;
mod fuzz;
mod history;
mod load;
mod mutants;
mod phase;
mod redis;
mod run;

use std::{path::PathBuf, process::ExitCode};

use clap::Parser;

/// Robustness tests of Tinsel.
#[derive(Debug, Parser)]
enum Command {
    /// Play matches under faults, and check what the clients observed.
    Run(run::Options),
    /// Check a history again.
    Check {
        /// The file.
        history: PathBuf,
    },
    /// Send random requests, frames, records and replies.
    Fuzz(fuzz::Options),
    /// Run servers that are broken on purpose. Fails unless the check finds each fault.
    Mutants,
}

fn main() -> ExitCode {
    let findings = match Command::parse() {
        Command::Run(options) => run::run(&options),
        Command::Check { history } => check::check(&history::read(&history)).findings,
        Command::Fuzz(options) => {
            let findings = fuzz::run(&options);
            findings.iter().for_each(|finding| println!("{finding}"));
            println!("findings: {}", findings.len());
            return ExitCode::from(u8::from(!findings.is_empty()));
        }
        Command::Mutants => {
            let survivors = mutants::run();
            println!("mutants that were not found: {survivors:?}");
            return ExitCode::from(u8::from(!survivors.is_empty()));
        }
    };
    for finding in &findings {
        println!("{finding}");
    }
    println!("findings: {}", findings.len());
    ExitCode::from(u8::from(!findings.is_empty()))
}
