//! The life of the process.

use std::{io::Write, process::ExitCode};

use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::{
    config::{Config, ConfigProblem, Options, Source},
    serve::{Server, StartError},
    telemetry::{self, Telemetry},
};

/// The exit code for an invalid configuration.
const USAGE: u8 = 2;

/// Reads the configuration, serves until a signal stops the process, and reports errors by message and exit code.
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
        // Only the store itself can determine whether it can use an address, how many shards it has, and how it is
        // configured.
        Err(
            error @ (StartError::Store(_) | StartError::Archive(_) | StartError::Config(_) | StartError::Shards(_)),
        ) => complain(USAGE, &error),
        Err(error) => complain(1, &error),
    }
}

/// Prints the error of the command line in one line, or the requested help.
#[must_use]
pub fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    // The error is before the first empty line; advice on help follows.
    let lines: Vec<_> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    let line = lines.join(" ");
    complain(USAGE, &line.strip_prefix("error: ").unwrap_or(&line))
}

/// Serves until the process gets SIGTERM or SIGINT. SIGHUP makes it read its configuration again, and its certificates
/// and API keys.
async fn until_told(
    config: &Config,
    telemetry: &Telemetry,
    read: impl Fn() -> Result<Config, ConfigProblem>,
) -> Result<(), StartError> {
    // Registered before serving: a signal that arrives earlier than its handler kills the process without a drain.
    let [mut hung_up, mut terminate, mut interrupt] =
        [SignalKind::hangup(), SignalKind::terminate(), SignalKind::interrupt()].map(|kind| signal(kind).ok());
    let logs = telemetry.logs.clone();
    let mut server = Server::start_process(config, logs.clone()).await?;
    let reload = server.reload();
    let metrics = server.metrics_address().map(tracing::field::display);
    tracing::info!(address = %server.address(), metrics, store = %config.store, "serving");
    let misconfigured = tokio::select! {
        error = server.failed() => {
            if !matches!(error, StartError::Shards(_)) {
                return Err(error);
            }
            Some(error)
        }
        () = reread(&mut hung_up, || {
            logs.iter().for_each(|logs| logs.reread(read()));
            reload.notify_one();
        }) => None,
        () = received(&mut terminate) => None,
        () = received(&mut interrupt) => None,
    };
    tracing::info!("graceful shutdown started");
    // Spans and metrics are flushed concurrently, so that a collector that does not answer delays the shutdown only
    // once.
    let telemetry = telemetry.clone();
    server.stop_and(move || telemetry.flush()).await?;
    tracing::info!("stopped");
    misconfigured.map_or(Ok(()), Err)
}

/// Calls `reread` for each signal. Never returns.
async fn reread(signal: &mut Option<Signal>, reread: impl Fn()) {
    loop {
        received(signal).await;
        reread();
    }
}

/// Completes when the signal has been received; never if it could not be registered.
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
