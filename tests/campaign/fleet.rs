//! Three servers, each behind one link for each group of clients, and behind one link to Redis.

use std::{
    fs,
    net::SocketAddr,
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
};

use futures_util::future::join_all;
use serde_json::Value;
use tinsel_harness::{Link, Mode, Process, root, server_binary};
use tokio::{sync::Mutex, task::spawn_blocking, time::sleep};

use crate::{
    history::{Line, Loss, Recorder},
    redis::Redis,
};

/// Number of servers.
pub const SERVERS: usize = 3;

/// Number of groups of clients. A link can separate each of them from each server.
pub const GROUPS: usize = 4;

/// The servers of a run.
#[derive(Debug)]
pub struct Fleet {
    servers: Vec<Server>,
    archive: String,
}

/// A server, which can be replaced by a new process.
#[derive(Debug)]
struct Server {
    process: Mutex<Option<Process>>,
    store: String,
    /// The file that sets its clock; `None` without libfaketime.
    clock: Option<PathBuf>,
    /// The link to Redis; `None` if the servers find Redis by themselves.
    to_redis: Option<Link>,
    /// The links of the groups.
    links: Vec<Link>,
}

/// How a server ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// With SIGKILL.
    Kill,
    /// With SIGTERM.
    Terminate,
}

impl Fleet {
    /// Starts all servers, of this program and with the archive in this folder. Each one that replaces another is the
    /// present `tinsel-server`.
    pub async fn start(redis: &Redis, program: &Path, archive: &Path) -> Self {
        let archive = archive.to_str().expect("a path").to_owned();
        let mut servers = Vec::new();
        let has_clocks = PRELOAD.is_some();
        for number in 0..SERVERS {
            let clock = root().join(format!("target/campaign/clock-{}-{number}", std::process::id()));
            fs::write(&clock, "+0").expect("a file");
            let clock = has_clocks.then_some(clock);
            let to_redis = match redis.port() {
                Some(port) => Some(Link::to(SocketAddr::from(([127, 0, 0, 1], port))).await),
                None => None,
            };
            let store = match &to_redis {
                Some(link) => format!("redis://{}/", link.address()),
                None => redis.url(),
            };
            let process = begin(program, (&store, &archive), clock.as_deref()).await;
            let mut links = Vec::new();
            for _ in 0..GROUPS {
                links.push(Link::to(process.address()).await);
            }
            servers.push(Server {
                process: Mutex::new(Some(process)),
                store,
                clock,
                to_redis,
                links,
            });
        }
        Self { servers, archive }
    }

    /// The URLs of the servers for a group of clients.
    pub fn urls(&self, group: usize) -> Vec<String> {
        let url = |server: &Server| format!("http://{}", server.links[group].address());
        self.servers.iter().map(url).collect()
    }

    /// The link of a group to a server.
    pub fn link(&self, server: usize, group: usize) -> &Link {
        &self.servers[server].links[group]
    }

    /// The link of a server to Redis, if it has one.
    pub fn to_redis(&self, server: usize) -> Option<&Link> {
        self.servers[server].to_redis.as_ref()
    }

    /// Makes all links forward.
    pub fn heal(&self) {
        for server in &self.servers {
            server
                .links
                .iter()
                .chain(&server.to_redis)
                .for_each(|link| link.set(Mode::Forward));
        }
    }

    /// Sends a signal, such as `-STOP`, to a server, unless it is being replaced.
    pub async fn signal(&self, server: usize, signal: &str) {
        if let Some(process) = &*self.servers[server].process.lock().await {
            process.signal(signal);
        }
    }

    /// Whether the clocks of servers can be set.
    pub fn has_clocks(&self) -> bool {
        self.servers.iter().all(|server| server.clock.is_some())
    }

    /// Sets the clock of a server, if that is possible, to this number of seconds from the true time.
    pub fn set_clock(&self, server: usize, seconds: i64) {
        if let Some(clock) = &self.servers[server].clock {
            fs::write(clock, format!("{seconds:+}")).expect("a file");
        }
    }

    /// Ends a server, starts a new one in its place, and records what the log of the old one reports.
    pub async fn replace(&self, server: usize, end: End, recorder: &Recorder) {
        let mut process = self.servers[server].process.lock().await;
        end_process(&mut process, end, recorder).await;
        self.begin(server, &mut process).await;
    }

    /// Ends all servers, and starts new ones in their places after `gone`.
    pub async fn replace_all_after(&self, end: End, gone: impl Future<Output = ()>, recorder: &Recorder) {
        let processes = join_all(self.servers.iter().map(|server| server.process.lock())).await;
        let ending = processes.into_iter().map(async |mut process| {
            end_process(&mut process, end, recorder).await;
            process
        });
        let processes = join_all(ending).await;
        gone.await;
        let beginning = processes.into_iter().enumerate();
        join_all(beginning.map(async |(server, mut process)| self.begin(server, &mut process).await)).await;
    }

    async fn begin(&self, server: usize, process: &mut Option<Process>) {
        let server = &self.servers[server];
        let new = begin(server_binary(), (&server.store, &self.archive), server.clock.as_deref()).await;
        server.links.iter().for_each(|link| link.lead_to(new.address()));
        *process = Some(new);
    }

    /// Ends all servers, and records what their logs report.
    pub async fn end(self, recorder: &Recorder) {
        for server in self.servers {
            if let Some(process) = server.process.into_inner() {
                report(&process.end().await, recorder);
            }
        }
    }
}

/// Ends a process in this way, and records what its log reports.
async fn end_process(process: &mut Option<Process>, end: End, recorder: &Recorder) {
    if let Some(mut old) = process.take() {
        let ended = spawn_blocking(move || {
            match end {
                End::Kill => old.kill(),
                End::Terminate => old.terminate(),
            }
            old.ended()
        });
        let (status, lines) = ended.await.expect("the server ends");
        report(&lines, recorder);
        // Another signal ended it before: it crashed.
        let is_expected = match end {
            End::Kill => status.signal() == Some(9),
            End::Terminate => status.signal().is_none(),
        };
        if !is_expected {
            recorder.write(&Line::Panic(format!("a server ended by itself: {status}")));
        }
    }
}

/// The arguments of the servers: all clients have one address.
pub const ARGUMENTS: &[&str] = &["--address-calls-per-second", "0", "--caller-streams-max", "0"];

/// Number of attempts to start a server: one can fail while Redis is out of order.
const STARTS: usize = 20;

/// Starts a server. The run fails if it does not start.
async fn begin(program: &Path, (store, archive): (&str, &str), clock: Option<&Path>) -> Process {
    let environment = clock.map_or_else(Vec::new, |file| {
        vec![
            ("LD_PRELOAD", PRELOAD.clone().expect("libfaketime")),
            ("FAKETIME_TIMESTAMP_FILE", file.to_str().expect("a path").to_owned()),
            ("FAKETIME_CACHE_DURATION", "1".to_owned()),
            // A monotonic clock never jumps.
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
        ]
    });
    for _ in 0..STARTS {
        let (program, store, environment) = (program.to_owned(), store.to_owned(), environment.clone());
        let archive = archive.to_owned();
        let starting = spawn_blocking(move || {
            let environment: Vec<_> = environment
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            let arguments = [ARGUMENTS, &["--archive", &archive]].concat();
            Process::of(&program, "127.0.0.1:0", &store, &arguments, &environment)
        });
        if let Ok(process) = starting.await {
            return process;
        }
        sleep(std::time::Duration::from_millis(200)).await;
    }
    panic!("a server does not start")
}

/// The library that sets the clock of a process; `None` if it is not installed.
///
/// `faketime` is asked only once: it fails if a process with the same id has left its semaphore.
static PRELOAD: LazyLock<Option<String>> = LazyLock::new(|| {
    let asked = Command::new("faketime")
        .args(["-f", "+0s", "printenv", "LD_PRELOAD"])
        .output();
    let library = String::from_utf8(asked.ok()?.stdout).ok()?;
    Some(library.trim().to_owned()).filter(|library| !library.is_empty())
});

/// Records the losses and the panics in the log of a server.
fn report(lines: &[String], recorder: &Recorder) {
    for line in lines {
        if line.contains("panicked") {
            recorder.write(&Line::Panic(line.clone()));
        }
        if line.contains("store lost acknowledged writes") || line.contains("match lost:") {
            let logged: Value = serde_json::from_str(line).expect("a line of JSON");
            recorder.write(&Line::Loss(Loss {
                match_id: logged["match"].as_str().expect("a match").to_owned(),
                line: line.clone(),
            }));
        }
    }
}
