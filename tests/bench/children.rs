//! Servers in separate processes.

use std::{
    net::TcpListener,
    process::{Command, ExitCode, Stdio},
    time::Duration,
};

use clap::Parser;
use tinsel_harness::{resident_of, until_ready};
use tinsel_server::Config;
use tonic::transport::{Channel, Endpoint};

/// Number of connections that the callers share.
const CONNECTIONS: usize = 4;

/// A server process of the benchmark. Dropping it ends the process.
pub struct Child {
    process: std::process::Child,
    port: u16,
    endpoint: Endpoint,
    channels: Vec<Channel>,
}

impl Child {
    /// Starts this program in another role.
    pub async fn start(role: &str, port: u16, args: &[String]) -> Self {
        let process = Command::new(std::env::current_exe().unwrap())
            .arg(role)
            .args(args)
            .stdin(Stdio::null())
            .spawn()
            .expect("this program can be started again");
        let endpoint = Endpoint::from_shared(format!("http://127.0.0.1:{port}"))
            .unwrap()
            .tcp_nodelay(true);
        let mut channels = Vec::new();
        while channels.len() < CONNECTIONS {
            match endpoint.connect().await {
                Ok(channel) => channels.push(channel),
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
        Self {
            process,
            port,
            endpoint,
            channels,
        }
    }

    /// The endpoint for further connections.
    pub const fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Its resident memory.
    pub fn resident_bytes(&self) -> usize {
        resident_of(&self.pid())
    }

    /// The port on which it listens.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The ID of its process.
    pub fn pid(&self) -> String {
        self.process.id().to_string()
    }

    /// One of the connections.
    pub fn channel(&self, number: usize) -> Channel {
        self.channels[number % self.channels.len()].clone()
    }

    /// Its CPU time.
    pub fn cpu(&self) -> Duration {
        cpu_of(&self.pid())
    }
}

/// The CPU time of all threads of a process. Zero on systems without `/proc`.
pub fn cpu_of(pid: &str) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task"))
        .into_iter()
        .flatten()
        .flatten();
    // The first number of schedstat is the thread's time on a CPU, in nanoseconds.
    let nanoseconds = threads.filter_map(|thread| {
        let schedstat = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        schedstat.split_whitespace().next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(nanoseconds.sum())
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A free port.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The server under test.
pub struct Tinsel {
    pub server: Child,
}

#[derive(Parser)]
struct ServerArgs {
    #[command(flatten)]
    source: tinsel_server::Source,
    #[command(flatten)]
    options: tinsel_server::Options,
}

/// Starts Tinsel as in production, with logs, and with additional options.
pub async fn start_tinsel(store: &str, more: &[&str]) -> Tinsel {
    let port = free_port();
    let args = [
        "--listen",
        &format!("127.0.0.1:{port}"),
        "--store",
        store,
        "--token-secret",
        "a key for benchmarks",
        // 0 means no limit.
        "--caller-calls-per-second",
        "0",
        "--address-calls-per-second",
        "0",
        "--open-matches-max",
        "0",
        "--caller-streams-max",
        "0",
    ];
    let args = args.iter().chain(more).map(ToString::to_string).collect::<Vec<_>>();
    check_unlimited(&args);
    let server = Child::start("tinsel-server", port, &args).await;
    until_ready(&format!("http://127.0.0.1:{port}")).await;
    Tinsel { server }
}

/// Runs this process as the server.
pub fn be_tinsel(args: &[String]) -> ExitCode {
    let args = parsed(args);
    tinsel_server::main(args.source, args.options)
}

fn parsed(args: &[String]) -> ServerArgs {
    ServerArgs::parse_from(std::iter::once("tinsel-server").chain(args.iter().map(String::as_str)))
}

/// Fails if the server has a rate limit: all callers of the benchmark share one address, so it would refuse them.
fn check_unlimited(args: &[String]) {
    let args = parsed(args);
    let config = Config::read(&args.source, args.options).expect("a configuration");
    let config = serde_json::to_value(config).expect("JSON");
    for (option, value) in config.as_object().expect("options") {
        assert!(
            !option.ends_with("_per_second") || value == 0,
            "{option} is {value}; the benchmark needs 0"
        );
    }
}
