//! A real Redis server of one's own.

use std::{
    fs,
    io::{Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::Duration,
};

/// Ends the server when its own standard input ends, so that a server never outlives the test process, however that
/// ends.
const GUARD: &str = r#"redis-server "$@" >/dev/null 2>&1 & read -r _; kill -9 $!; wait"#;

/// A `redis-server` on a free port of the loopback interface, killed on drop. Keeps nothing over a restart unless it
/// is [durable](RedisServer::start_durable).
#[derive(Debug)]
pub struct RedisServer {
    guard: Option<Child>,
    port: u16,
    folder: PathBuf,
    durable: bool,
}

impl RedisServer {
    /// Starts a server and waits until it answers.
    ///
    /// # Panics
    ///
    /// If there is no `redis-server` to start.
    #[must_use]
    pub fn start() -> Self {
        Self::begin(false)
    }

    /// Starts a server that writes every change to disk before it answers, and so keeps everything over a restart.
    ///
    /// # Panics
    ///
    /// If there is no `redis-server` to start.
    #[must_use]
    pub fn start_durable() -> Self {
        Self::begin(true)
    }

    /// Where it listens.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// The port it listens on.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Kills it with signal 9, and waits until it has ended.
    pub fn kill(&mut self) {
        if let Some(mut guard) = self.guard.take() {
            drop(guard.stdin.take());
            guard.wait().expect("the server's guard ends");
        }
    }

    /// Starts it anew on the same port, after killing it if it runs, and waits until it answers.
    pub fn restart(&mut self) {
        self.kill();
        assert!(self.run(), "redis-server did not start again: {}", self.log());
    }

    /// Stops it with SIGSTOP: connections stay and nothing is answered.
    pub fn pause(&self) {
        self.signal("-STOP");
    }

    /// Lets it go on.
    pub fn resume(&self) {
        self.signal("-CONT");
    }

    fn begin(durable: bool) -> Self {
        let found = Command::new("redis-server")
            .arg("--version")
            .stdout(Stdio::null())
            .status();
        assert!(
            found.is_ok_and(|status| status.success()),
            "redis-server is not installed, and these tests need it (apt-get install redis-server)"
        );
        let mut log = String::new();
        // Between looking for a free port and using it somebody else may take it.
        for _ in 0..5 {
            let mut server = Self {
                guard: None,
                port: free_port(),
                folder: folder(),
                durable,
            };
            if server.run() {
                return server;
            }
            log = server.log();
        }
        panic!("redis-server did not start: {log}");
    }

    /// Starts the process; whether it came to answer.
    fn run(&mut self) -> bool {
        let port = self.port.to_string();
        let (folder, log, pid) = (self.folder.clone(), self.folder.join("log"), self.folder.join("pid"));
        let appends = if self.durable { "yes" } else { "no" };
        let mut command = Command::new("sh");
        command.args(["-c", GUARD, "sh", "--port", &port, "--bind", "127.0.0.1", "--save", ""]);
        command.args(["--appendonly", appends, "--appendfsync", "always"]);
        command
            .arg("--dir")
            .arg(folder)
            .arg("--logfile")
            .arg(log)
            .arg("--pidfile")
            .arg(pid);
        let guard = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
        self.guard = Some(guard.expect("a shell"));
        for _ in 0..2000 {
            if self.answers() {
                return true;
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.kill();
        false
    }

    /// Whether this very server answers, not another one on its port.
    fn answers(&self) -> bool {
        let ask = || -> std::io::Result<String> {
            let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
            stream.set_read_timeout(Some(Duration::from_secs(1)))?;
            stream.write_all(b"PING\r\nCONFIG GET dir\r\nQUIT\r\n")?;
            let mut replies = String::new();
            stream.read_to_string(&mut replies)?;
            Ok(replies)
        };
        let folder = self.folder.to_string_lossy();
        ask().is_ok_and(|replies| replies.starts_with("+PONG") && replies.contains(folder.as_ref()))
    }

    fn signal(&self, signal: &str) {
        let pid = fs::read_to_string(self.folder.join("pid")).expect("the server's process id");
        let sent = Command::new("kill").args([signal, pid.trim()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "the server takes {signal}");
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        self.kill();
        drop(fs::remove_dir_all(&self.folder));
    }
}

fn free_port() -> u16 {
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
