//! Servers in processes of their own.

use std::{
    io::{BufRead, BufReader, Read},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Condvar, Mutex, OnceLock},
    thread::{self, JoinHandle},
};

use tinsel_store_testkit::RedisServer;

use crate::{
    api::Api,
    http1::Http1,
    replica::KEY,
    source::root,
    waiting::{PATIENCE, soon},
};

/// The `tinsel-server` binary, just built.
pub fn server_binary() -> &'static PathBuf {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| binary("tinsel-server"))
}

/// An example of `tinsel-client`, just built.
pub fn example(name: &str) -> PathBuf {
    built("--example", name).join("examples").join(name)
}

/// A binary of the workspace, just built.
pub fn binary(name: &str) -> PathBuf {
    built("--bin", name).join(name)
}

/// Builds and runs the `tinsel` command, with an empty environment.
#[must_use]
pub fn tinsel(arguments: &[&str]) -> Exit {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    let mut command = Command::new(BINARY.get_or_init(|| binary("tinsel")));
    run(command.env_clear().args(arguments))
}

/// Builds a program of the workspace and returns the folder of the profile. Cargo also builds a test, so that dependencies
/// keep the features that the tests use: otherwise Cargo would compile them all again.
fn built(kind: &str, name: &str) -> PathBuf {
    let own = std::env::current_exe().expect("the path of this program");
    // A test is target/<profile>/deps/e2e-…, a benchmark target/<profile>/tinsel-bench: binaries are in target/<profile>.
    let mut folder = own.parent().expect("a folder");
    if folder.ends_with("deps") {
        folder = folder.parent().expect("a profile's folder");
    }
    let release = folder.file_name().is_some_and(|name| name == "release");
    // Beside a copy of this program, a binary can be outdated.
    assert!(
        release || folder.ends_with("debug"),
        "{} is no target folder of Cargo",
        folder.display()
    );
    eprintln!("building {name}");
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(root())
        .args(["build", "--quiet", "--workspace", kind, name]);
    // `--report-time` needs this variable, but with it Cargo would compile everything again.
    cargo.env_remove("RUSTC_BOOTSTRAP");
    // Those that Cargo sets for a test would make it compile ring again, and all that depends on it.
    for (name, _) in std::env::vars_os() {
        if ["CARGO_PKG_", "CARGO_MANIFEST_"]
            .iter()
            .any(|prefix| name.to_string_lossy().starts_with(prefix))
        {
            cargo.env_remove(name);
        }
    }
    if release {
        cargo.arg("--release");
    } else {
        cargo.args(["--test", "tidy"]);
    }
    let built = cargo.status().expect("cargo runs");
    assert!(built.success(), "building {name} failed: {built}");
    folder.to_owned()
}

/// The resident memory of a process, in bytes. Zero on systems without `/proc`.
#[must_use]
pub fn resident_of(pid: &str) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().split(' ').next());
    1024 * kibibytes.and_then(|number| number.parse::<usize>().ok()).unwrap_or(0)
}

/// A running `tinsel-server`. Killed on drop.
#[derive(Debug)]
pub struct Process {
    child: Child,
    log: Arc<Log>,
    reader: Option<JoinHandle<()>>,
    address: String,
    /// The address of its metrics, if it exports them.
    metrics: Option<SocketAddr>,
}

/// The lines that a process has written to stderr.
#[derive(Debug, Default)]
struct Log {
    lines: Mutex<(Vec<String>, bool)>,
    grown: Condvar,
}

/// The result of a process that ended by itself.
#[derive(Debug)]
pub struct Exit {
    /// Its exit code.
    pub code: Option<i32>,
    /// Its stdout.
    pub stdout: String,
    /// Its stderr.
    pub stderr: String,
}

impl Process {
    /// Starts a server on this Redis with the tests' key, unless `arguments` contain another, and these arguments, and waits until it serves.
    #[must_use]
    pub fn start(redis: &RedisServer, arguments: &[&str]) -> Self {
        Self::on(&redis.url(), arguments)
    }

    /// Starts a server on the store with this URL, as [`start`](Self::start) does.
    #[must_use]
    pub fn on(store: &str, arguments: &[&str]) -> Self {
        Self::with("127.0.0.1:0", store, arguments, &[])
    }

    /// Starts a server at this address, on the store with this URL, with these arguments and this environment, as
    /// [`start`](Self::start) does.
    #[must_use]
    pub fn with(address: &str, store: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        Self::of(server_binary(), address, store, arguments, environment)
    }

    /// Starts a server of this program, as [`with`](Self::with) does.
    #[must_use]
    pub fn of(program: &Path, address: &str, store: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut command = Command::new(program);
        command.env_clear().envs(environment.iter().copied());
        command.args(["--listen", address, "--log-format", "json"]);
        if !arguments.iter().any(|flag| flag.starts_with("--token-secret")) {
            command.args(["--token-secret", KEY]);
        }
        command.args(["--store", store]).args(arguments);
        // All tests are one caller, and call at full speed.
        let plenty = ["--caller-calls-per-second", "--open-matches-max"];
        let plenty = plenty.into_iter().filter(|flag| !arguments.contains(flag));
        command.args(plenty.flat_map(|flag| [flag, "0"]));
        let spawned = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut child = spawned.expect("the server starts");
        let log = Arc::new(Log::default());
        let stderr = child.stderr.take().expect("a pipe");
        let to = Arc::clone(&log);
        let reader = Some(thread::spawn(move || to.read(BufReader::new(stderr))));
        let serving = log.find("\"message\":\"serving\"", 1);
        let line: serde_json::Value = serde_json::from_str(&serving).expect("a line of JSON");
        let address = line["address"].as_str().expect("an address").to_owned();
        let metrics = line["metrics"].as_str().map(|at| at.parse().expect("an address"));
        Self {
            child,
            log,
            reader,
            address,
            metrics,
        }
    }

    /// Runs the server with only these arguments and this environment, until it ends by itself.
    #[must_use]
    pub fn run(arguments: &[&str], environment: &[(&str, &str)]) -> Exit {
        let mut command = command();
        run(command.args(arguments).envs(environment.iter().copied()))
    }

    /// The ID of its process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address.parse().expect("an address")
    }

    /// The sum of a metric over all time series with these texts in their labels. The server must export metrics.
    pub async fn metric(&self, name: &str, labels: &[&str]) -> f64 {
        let answer = Http1::ask(self.metrics.expect("metrics"), ("GET", "/metrics"), &[], &[]).await;
        let text = String::from_utf8(answer.body).expect("text");
        let values = text.lines().filter_map(|line| {
            let (of, value) = line.rsplit_once(' ')?;
            let rest = of.strip_prefix(name)?;
            let other = rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_');
            (!other && labels.iter().all(|label| rest.contains(label))).then_some(value)
        });
        values.map(|value| value.parse::<f64>().expect("a number")).sum()
    }

    /// Kills it with SIGKILL.
    pub fn kill(&mut self) {
        self.child.kill().expect("the process takes a signal");
        self.child.wait().expect("the process ends");
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Sends SIGHUP.
    pub fn hang_up(&self) {
        self.signal("-HUP");
    }

    /// Sends a signal, such as `-STOP`.
    pub fn signal(&self, signal: &str) {
        let sent = Command::new("kill")
            .args([signal, &self.child.id().to_string()])
            .status();
        assert!(sent.is_ok_and(|sent| sent.success()), "the process takes {signal}");
    }

    /// Waits for the first log line that contains this text.
    #[must_use]
    pub fn line_with(&self, text: &str) -> String {
        self.log.find(text, 1)
    }

    /// The number of log lines so far that contain this text.
    #[must_use]
    pub fn lines_with(&self, text: &str) -> usize {
        let lines = self.log.lines.lock().expect("the log");
        lines.0.iter().filter(|line| line.contains(text)).count()
    }

    /// Waits for a further log line that contains this text, after this number of them.
    #[must_use]
    pub fn line_after(&self, number: usize, text: &str) -> String {
        self.log.find(text, number.saturating_add(1))
    }

    /// Whether a log line contains this text.
    #[must_use]
    pub fn wrote(&self, text: &str) -> bool {
        self.lines_with(text) > 0
    }

    /// A connection to its operator address, which must be configured.
    pub async fn operators(&self) -> Api {
        let line: serde_json::Value = serde_json::from_str(&self.line_with("admin listener started")).expect("JSON");
        let address = line["address"].as_str().expect("an address");
        Api::connect(&format!("http://{address}")).await
    }

    /// Ends it with SIGTERM and returns its log. It must exit with code 0.
    pub async fn end(mut self) -> Vec<String> {
        self.terminate();
        let ending = tokio::task::spawn_blocking(move || self.ended());
        let (status, lines) = soon("the end of the process", ending).await.expect("its end");
        assert_eq!(status.code(), Some(0), "{lines:#?}");
        lines
    }

    /// Waits until it has ended; returns its exit status and its log.
    pub fn ended(&mut self) -> (ExitStatus, Vec<String>) {
        let status = self.child.wait().expect("the process ends");
        if let Some(reader) = self.reader.take() {
            reader.join().expect("the log is read");
        }
        (status, self.log.lines.lock().expect("the log").0.clone())
    }
}

fn run(command: &mut Command) -> Exit {
    let output = command.stdin(Stdio::null()).output().expect("it runs");
    Exit {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Log {
    fn read(&self, from: BufReader<impl Read>) {
        for line in from.lines().map_while(Result::ok) {
            self.lines.lock().expect("the log").0.push(line);
            self.grown.notify_all();
        }
        self.lines.lock().expect("the log").1 = true;
        self.grown.notify_all();
    }

    /// The line with `text` of this number, from 1, as soon as it is written.
    fn find(&self, text: &str, number: usize) -> String {
        let found = |lines: &[String]| {
            let mut with_text = lines.iter().filter(|line| line.contains(text));
            with_text.nth(number.saturating_sub(1)).cloned()
        };
        let lines = self.lines.lock().expect("the log");
        let waiting = |(lines, ended): &mut (Vec<String>, bool)| !*ended && found(lines).is_none();
        let waited = self.grown.wait_timeout_while(lines, PATIENCE, waiting);
        let (lines, _) = waited.expect("the log");
        found(&lines.0).unwrap_or_else(|| panic!("no {text} in {:?}", lines.0))
    }
}

/// The command of the server, without variables of this process's environment that it would read.
fn command() -> Command {
    let mut command = Command::new(server_binary());
    command.env_clear();
    command
}
