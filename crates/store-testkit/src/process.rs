//! One `redis-server` process.

use std::{
    ffi::OsString,
    fs,
    io::{Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::Duration,
};

use crate::PATIENCE;

/// Ends the server when its own standard input ends, so that no server outlives the test process; and removes its
/// folder, unless its input requests to keep it.
const GUARD: &str = r#"
folder="$1"; server="$2"; shift 2
"$server" "$@" >/dev/null 2>&1 &
read -r word
kill -9 $! 2>/dev/null
wait
[ "$word" = keep ] || rm -rf "$folder"
"#;

/// The environment variable with the path of `redis-server`, if it is not in the PATH.
const PROGRAM: &str = "TINSEL_TEST_REDIS_SERVER";

/// Pause between two checks of a condition.
const LOOK_PAUSE: Duration = Duration::from_millis(20);

/// Makes a master feed a replica as soon as it counts as one. With a diskless sync, the master would first wait for
/// other replicas, and then for the next message of this one.
pub(crate) const AT_ONCE: &str = "--repl-diskless-sync no";

/// A server without a limit has a problem.
pub(crate) const MEMORY_LIMIT: &str = "--maxmemory 1gb";

/// Number of log lines that a server prints when a test fails.
const LINES_SHOWN: usize = 40;

/// A `redis-server` on the loopback interface, killed on drop.
#[derive(Debug)]
pub(crate) struct Process {
    guard: Option<Child>,
    is_frozen: bool,
    port: u16,
    folder: PathBuf,
    arguments: Vec<String>,
}

impl Process {
    /// Starts a server in its own folder; `arguments` gets the port and the folder.
    pub(crate) fn start(arguments: impl Fn(u16, &Path) -> Vec<String>) -> Self {
        let found = Command::new(program()).arg("--version").stdout(Stdio::null()).status();
        assert!(
            found.is_ok_and(|status| status.success()),
            "the tests need redis-server: install it (apt-get install redis-server), or set {PROGRAM} to its path"
        );
        let mut log = String::new();
        // Another process can take the free port before the server uses it.
        for _ in 0..5 {
            let (port, folder) = (free_port(), folder());
            let mut process = Self {
                guard: None,
                is_frozen: false,
                port,
                arguments: arguments(port, &folder),
                folder,
            };
            if process.run() {
                return process;
            }
            log = process.log();
        }
        panic!("redis-server did not start: {log}");
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// Kills it with signal 9, and waits until it has ended.
    pub(crate) fn kill(&mut self) {
        self.end("keep\n");
    }

    fn end(&mut self, word: &str) {
        self.is_frozen = false;
        if let Some(mut guard) = self.guard.take() {
            let mut stdin = guard.stdin.take().expect("the guard listens");
            stdin.write_all(word.as_bytes()).expect("the guard lives");
            drop(stdin);
            guard.wait().expect("the server's guard ends");
        }
    }

    /// Restarts it on the same port, after killing it if it runs, and waits until it answers.
    pub(crate) fn restart(&mut self) {
        self.kill();
        assert!(self.run(), "redis-server did not start again: {}", self.log());
    }

    /// Stops it with SIGSTOP: connections stay open, and it does not answer.
    pub(crate) fn freeze(&mut self) {
        self.signal("-STOP");
        self.is_frozen = true;
    }

    /// Lets it run again, whether it is frozen or was killed.
    pub(crate) fn revive(&mut self) {
        if std::mem::take(&mut self.is_frozen) {
            self.signal("-CONT");
        } else {
            self.restart();
        }
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.guard.is_some() && !self.is_frozen
    }

    /// Starts the process; returns whether it answers.
    fn run(&mut self) -> bool {
        let mut command = Command::new("sh");
        command
            .args(["-c", GUARD, "sh"])
            .arg(&self.folder)
            .arg(program())
            .args(&self.arguments)
            .args(["--port", &self.port.to_string(), "--bind", "127.0.0.1"])
            .arg("--dir")
            .arg(&self.folder)
            .arg("--logfile")
            .arg(self.folder.join("log"))
            .arg("--pidfile")
            .arg(self.folder.join("pid"));
        let guard = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
        self.guard = Some(guard.expect("a shell"));
        comes_true("a server answers, or cannot", || self.answers() || self.cannot_listen());
        let answers = self.answers();
        if !answers {
            self.kill();
        }
        answers
    }

    /// Whether another process has taken the port.
    fn cannot_listen(&self) -> bool {
        self.log().contains("Failed listening on port")
    }

    /// Whether this process answers, not another one on its port.
    fn answers(&self) -> bool {
        let (pid, info) = (self.pid(), self.ask("INFO server"));
        !pid.is_empty() && info.contains(&format!("process_id:{pid}\r\n")) && info.ends_with("+PONG\r\n")
    }

    /// Its raw reply to a command; empty if it does not answer.
    pub(crate) fn ask(&self, command: &str) -> String {
        let ask = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
            stream.set_read_timeout(Some(PATIENCE))?;
            // The reply to the second command marks the end of the first reply.
            write!(stream, "{command}\r\nPING\r\n")?;
            let (mut replies, mut piece) = (Vec::new(), [0; 4096]);
            while !has_ended(&replies) {
                match stream.read(&mut piece)? {
                    0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
                    length => replies.extend_from_slice(&piece[..length]),
                }
            }
            Ok(String::from_utf8_lossy(&replies).into_owned())
        };
        if self.is_frozen {
            return String::new();
        }
        ask().unwrap_or_default()
    }

    /// Sends a command that it must accept.
    pub(crate) fn tell(&self, command: &str) {
        let reply = self.ask(command);
        let taken = reply.starts_with(['+', ':', '$', '*']);
        assert!(taken, "port {}: {command}: {reply}", self.port);
    }

    /// Whether it is a master, started with [`AT_ONCE`], that sends a replica every write at once. The replica reports
    /// earlier that it is up to date; writes until then wait in the master, and die with it.
    pub(crate) fn feeds_a_replica(&self) -> bool {
        self.ask("INFO replication").contains(",state=online,")
    }

    /// Sends it a signal, such as `-STOP`.
    pub(crate) fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.pid()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "the server takes {signal}");
    }

    pub(crate) fn pid(&self) -> String {
        let pid = fs::read_to_string(self.folder.join("pid")).unwrap_or_default();
        pid.trim().to_owned()
    }

    /// Prints the end of its log: a rare failure cannot be reproduced at will.
    fn print_log(&self) {
        let log = self.log();
        let lines: Vec<_> = log.lines().collect();
        let end = &lines[lines.len().saturating_sub(LINES_SHOWN)..];
        eprintln!("redis-server at port {}:\n{}", self.port, end.join("\n"));
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if thread::panicking() {
            self.print_log();
        }
        self.end("\n");
        drop(fs::remove_dir_all(&self.folder));
    }
}

/// Whether the replies end with that to `PING`; a server that is still loading its files, or
/// cannot save them, refuses it.
fn has_ended(replies: &[u8]) -> bool {
    let line = replies
        .strip_suffix(b"\r\n")
        .and_then(|replies| replies.rsplit(|byte| *byte == b'\n').next());
    line.is_some_and(|line| line == b"+PONG" || line.starts_with(b"-LOADING") || line.starts_with(b"-MISCONF"))
}

/// Checks repeatedly until the condition holds.
pub(crate) fn comes_true(what: &str, mut look: impl FnMut() -> bool) {
    let looks = PATIENCE.as_millis() / LOOK_PAUSE.as_millis();
    let in_time = (0..looks).any(|_| {
        let true_now = look();
        if !true_now {
            thread::sleep(LOOK_PAUSE);
        }
        true_now
    });
    assert!(in_time, "waited in vain until {what}");
}

fn program() -> OsString {
    std::env::var_os(PROGRAM).unwrap_or_else(|| "redis-server".into())
}

pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("its number").port()
}

fn folder() -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("tinsel-redis-{}-{number}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// The arguments of a command line.
pub(crate) fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}
