//! `tinsel conformance`: tests a client in any language.

use std::{net::SocketAddr, time::Duration};

use clap::builder::PossibleValuesParser;
use tinsel_conformance::{CHECKS, Check, NOT_NECESSARY, Outcome, Program, Verdict};

use crate::{failure::Failure, out::Out};

/// Runs a client against servers with scripted faults, one for each check, and reports each error of the client.
///
/// The client reads the environment: it joins the match TINSEL_MATCH at the servers TINSEL_SERVERS (addresses separated by
/// commas) and plays the default answer at every turn. It ends with exit code 0 after the end of the match, and with
/// another one after an error. Some checks also set TINSEL_API_KEY, TINSEL_ATTEMPT_MS (the time limit of one attempt),
/// TINSEL_DEADLINE_MS (the time limit of all attempts together) or TINSEL_SILENCE_MS (the maximum silence of a stream). One
/// sets TINSEL_PING_MS: the time without a byte before a ping, and the time limit of its answer.
/// The exit code is 1 if a check fails.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The address of the first server; the second one is at the port above it. Port 0 selects free ports.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// Runs only this check; repeat it for more.
    #[arg(long, value_name = "CHECK", value_parser = names())]
    only: Vec<String>,
    /// Writes the report to this file as JUnit, as well.
    #[arg(long, value_name = "FILE")]
    junit: Option<String>,
    /// The time limit of one check, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=3600))]
    limit: u64,
    /// The command that starts the client. Without it, you start the client yourself for each check.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

fn names() -> PossibleValuesParser {
    CHECKS.iter().map(|check| check.name).collect::<Vec<_>>().into()
}

pub(crate) async fn run(args: Args, mut out: Out) -> Result<(), Failure> {
    let program = if args.command.is_empty() {
        Program::ByHand
    } else {
        Program::Command {
            line: args.command.clone(),
            limit: Duration::from_secs(args.limit),
        }
    };
    let chosen = |check: &&Check| args.only.is_empty() || args.only.iter().any(|name| name == check.name);
    let mut outcomes = Vec::new();
    for check in CHECKS.iter().filter(chosen) {
        let outcome = check.run(&program, args.listen).await.map_err(|error| {
            let line = args.command.join(" ");
            Failure::Usage(format!("{}: {line}: {error}", args.listen))
        })?;
        out.line(format_args!("{}", tinsel_conformance::line(&outcome)))?;
        outcomes.push(outcome);
    }
    if let Some(file) = &args.junit {
        write_junit(file, &outcomes)?;
    }
    let failed = outcomes
        .iter()
        .filter(|outcome| outcome.verdict != Verdict::Kept)
        .count();
    out.line(format_args!("A client need not: {}.", NOT_NECESSARY.join("; ")))?;
    out.line(format_args!(
        "{} passed, {failed} failed",
        outcomes.len().saturating_sub(failed)
    ))?;
    if failed == 0 {
        Ok(())
    } else {
        Err(Failure::NotConforming { failed })
    }
}

fn write_junit(file: &str, outcomes: &[Outcome]) -> Result<(), Failure> {
    let unwritten = |why: String| Failure::File {
        file: file.to_owned(),
        why,
    };
    let text = tinsel_conformance::junit(outcomes).map_err(|error| unwritten(error.to_string()))?;
    std::fs::write(file, text).map_err(|error| unwritten(error.to_string()))
}
