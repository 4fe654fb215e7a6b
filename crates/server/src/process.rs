//! The life of the process.

use std::{io::Write, process::ExitCode};

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::{
    config::{Config, ConfigProblem, Options, Source},
    serve::{Server, StartError},
    telemetry::{self, Telemetry},
};

/// A configuration that cannot be used.
const USAGE: u8 = 2;

/// Reads the configuration, serves until the process is told to stop, and says how it ended.
#[must_use]
pub fn main(source: Source, options: Options) -> ExitCode {
    let read = || Config::read(&source, options.clone());
    let config = match read() {
        Ok(config) => config,
        Err(problem) => return complain(USAGE, &problem),
    };
    if source.print_config {
        return print(&config);
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return complain(1, &error),
    };
    let ended = runtime.block_on(async {
        let telemetry = telemetry::install(&config);
        let ended = until_told(&config, &telemetry, read).await;
        telemetry.flush();
        ended
    });
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        // Only the store itself can tell whether it could use an address.
        Err(error @ StartError::Store(_)) => complain(USAGE, &error),
        Err(error) => complain(1, &error),
    }
}

/// Says what is wrong with the command line, in one line, or gives the help that was asked for.
#[must_use]
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    // What is wrong stands before the first empty line; what follows is advice on how to get help.
    let lines: Vec<_> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    let line = lines.join(" ");
    complain(USAGE, &line.strip_prefix("error: ").unwrap_or(&line))
}

/// Serves until the process gets SIGTERM or SIGINT. Told by SIGHUP it reads its configuration again.
async fn until_told(
    config: &Config,
    telemetry: &Telemetry,
    read: impl Fn() -> Result<Config, ConfigProblem>,
) -> Result<(), StartError> {
    // Registered before serving: a signal that arrives earlier than its handler kills the process without a drain.
    let [mut hung_up, mut terminate, mut interrupt] =
        [SignalKind::hangup(), SignalKind::terminate(), SignalKind::interrupt()].map(|kind| signal(kind).ok());
    let logs = telemetry.logs.clone();
    let mut server = Server::start_logging(config, logs.clone()).await?;
    let metrics = server.metrics_address().map(tracing::field::display);
    tracing::info!(address = %server.address(), metrics, store = %config.store, "serving");
    tokio::select! {
        error = server.failed() => return Err(error),
        () = reread(&mut hung_up, || logs.iter().for_each(|logs| logs.reread(read()))) => {}
        () = received(&mut terminate) => {}
        () = received(&mut interrupt) => {}
    }
    tracing::info!("stopping: finishing calls and telling streams");
    // Spans and metrics leave at the same time: a collector that does not answer costs the grace of a stop once.
    let telemetry = telemetry.clone();
    server.stop_and(move || telemetry.flush()).await?;
    tracing::info!("stopped");
    Ok(())
}

/// Calls `reread` for each signal. Never returns.
async fn reread(signal: &mut Option<Signal>, reread: impl Fn()) {
    loop {
        received(signal).await;
        reread();
    }
}

/// Returns when the signal has been received; never if it could not be registered.
async fn received(signal: &mut Option<Signal>) {
    let received = match signal {
        Some(signal) => signal.recv().await,
        None => None,
    };
    if received.is_none() {
        std::future::pending().await
    }
}

fn print(config: &Config) -> ExitCode {
    match toml::to_string(config) {
        Ok(text) => {
            let _ = write!(std::io::stdout().lock(), "{text}");
            ExitCode::SUCCESS
        }
        Err(error) => complain(1, &error),
    }
}

fn complain(code: u8, problem: &dyn std::fmt::Display) -> ExitCode {
    let _ = writeln!(std::io::stderr().lock(), "tinsel: {problem}");
    ExitCode::from(code)
}
