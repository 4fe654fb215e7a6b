//! A real Redis server for one test.

use crate::process::{Process, words};

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

    fn begin(arguments: &str) -> Self {
        // An empty argument disables all snapshots.
        let saves = ["--save".to_owned(), String::new()];
        Self(Process::start(|_, _| [&words(arguments)[..], &saves[..]].concat()))
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
