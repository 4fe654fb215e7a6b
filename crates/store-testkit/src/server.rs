//! A real Redis server for one test.

use crate::process::{MEMORY_LIMIT, Process, comes_true, words};

/// A `redis-server` on a free port of the loopback interface, killed on drop. It loses its data at a restart unless it
/// is [durable](RedisServer::start_durable).
#[derive(Debug)]
pub struct RedisServer(Process);

impl RedisServer {
    /// Starts a server and waits until it answers.
    ///
    /// # Panics
    ///
    /// There is no `redis-server` to start.
    #[must_use]
    pub fn start() -> Self {
        Self::begin("--appendonly no")
    }

    /// Starts a server that writes every change to disk before it answers, and so keeps its data at a restart.
    ///
    /// # Panics
    ///
    /// There is no `redis-server` to start.
    #[must_use]
    pub fn start_durable() -> Self {
        Self::begin("--appendonly yes --appendfsync always")
    }

    /// Starts a server with these arguments.
    ///
    /// # Panics
    ///
    /// There is no `redis-server` to start.
    #[must_use]
    pub fn start_with(arguments: &str) -> Self {
        Self::begin(arguments)
    }

    /// Sends it a command that it must accept.
    ///
    /// # Panics
    ///
    /// It refuses the command.
    pub fn tell(&self, command: &str) {
        self.0.tell(command);
    }

    /// Makes it refuse writes for this reason, which is a code such as `OOM`.
    ///
    /// # Panics
    ///
    /// The code is unknown, or the server was not started with `--enable-protected-configs yes` for `MISCONF`.
    pub fn refuse_writes(&self, code: &str) {
        match code {
            "OOM" => self.tell("CONFIG SET maxmemory 1"),
            "READONLY" => self.tell("REPLICAOF 127.0.0.1 1"),
            "NOREPLICAS" => self.tell("CONFIG SET min-replicas-to-write 1"),
            "MISCONF" => {
                // A snapshot fails in a folder without files.
                self.tell("CONFIG SET stop-writes-on-bgsave-error yes");
                self.tell("CONFIG SET dir /proc");
                self.tell("CONFIG SET save \"3600 1\"");
                self.tell("BGSAVE");
                comes_true("the snapshot has failed", || {
                    self.0.ask("INFO persistence").contains("rdb_last_bgsave_status:err")
                });
            }
            other => panic!("no way to {other}"),
        }
    }

    /// Accepts writes again after [`refuse_writes`](Self::refuse_writes).
    pub fn accept_writes(&self) {
        self.tell("CONFIG SET maxmemory 1gb");
        self.tell("REPLICAOF NO ONE");
        self.tell("CONFIG SET min-replicas-to-write 0");
        self.tell("CONFIG SET stop-writes-on-bgsave-error no");
    }

    /// Makes another server the master, with all writes so far. This one stays with them: it answers reads, and refuses
    /// writes.
    ///
    /// # Panics
    ///
    /// The other server does not take over.
    pub fn hand_over_to(&self, next: &Self) {
        next.tell(&format!("REPLICAOF 127.0.0.1 {}", self.port()));
        let is = |server: &Self, state: &str| server.0.ask("INFO replication").contains(state);
        comes_true("the next master has all writes", || is(self, "state=online"));
        self.tell(&format!("FAILOVER TO 127.0.0.1 {}", next.port()));
        comes_true("the next master has taken over", || is(next, "role:master"));
        comes_true("the failover has ended", || {
            is(self, "master_failover_state:no-failover")
        });
        self.tell("REPLICAOF 127.0.0.1 1");
    }

    fn begin(arguments: &str) -> Self {
        // An empty argument disables all snapshots.
        let saves = ["--save".to_owned(), String::new()];
        Self(Process::start(|_, _| {
            [&words(MEMORY_LIMIT)[..], &words(arguments)[..], &saves[..]].concat()
        }))
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port())
    }

    /// The port it listens on.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.0.port()
    }

    /// The ID of its process.
    #[must_use]
    pub fn pid(&self) -> String {
        self.0.pid()
    }

    /// Kills it with signal 9, and waits until it has ended.
    pub fn kill(&mut self) {
        self.0.kill();
    }

    /// Restarts it on the same port, after killing it if it runs, and waits until it answers.
    pub fn restart(&mut self) {
        self.0.restart();
    }

    /// Stops it with SIGSTOP: connections stay open, and it does not answer.
    pub fn pause(&self) {
        self.0.signal("-STOP");
    }

    /// Continues it after [`pause`](Self::pause).
    pub fn resume(&self) {
        self.0.signal("-CONT");
    }
}
