//! A master, its replica, and three sentinels.

use std::fs;

use crate::{
    Failover,
    process::{AT_ONCE, Process, comes_true, words},
    secured::{LOGIN, user},
};

/// The sentinels' name of the master.
const NAME: &str = "party";

/// Sentinel timeout in milliseconds while no master is to fail.
const PATIENT: u32 = 15_000;

/// Two servers of which one is the master, and three sentinels on the loopback interface, killed on drop.
#[derive(Debug)]
pub struct RedisSentinels {
    servers: Vec<Process>,
    sentinels: Vec<Process>,
}

impl RedisSentinels {
    /// Starts all servers and waits until the sentinels know each other and the replica.
    ///
    /// # Panics
    ///
    /// There is no `redis-server` to start.
    #[must_use]
    pub fn start() -> Self {
        let arguments = format!("--appendonly no {AT_ONCE} {} +role", user());
        let master = Process::start(|_, _| words(&arguments));
        let replica_of = format!("--replicaof 127.0.0.1 {} {arguments}", master.port());
        let replica = Process::start(|_, _| words(&replica_of));
        let monitor = format!(
            "sentinel monitor {NAME} 127.0.0.1 {} 2\nsentinel down-after-milliseconds {NAME} {PATIENT}\n\
             sentinel failover-timeout {NAME} 5000\n",
            master.port()
        );
        let sentinel = || {
            let sentinel = Process::start(|_, folder| {
                let path = folder.join("sentinel.conf");
                fs::write(&path, &monitor).expect("a file");
                vec![path.to_string_lossy().into_owned(), "--sentinel".to_owned()]
            });
            sentinel.tell("SENTINEL DEBUG INFO-PERIOD 100 ASK-PERIOD 100 PUBLISH-PERIOD 100");
            sentinel
        };
        let topology = Self {
            servers: vec![master, replica],
            sentinels: (0..3).map(|_| sentinel()).collect(),
        };
        comes_true("the sentinels find each other", || topology.is_whole());
        topology
    }

    /// Stops the sentinel that the address names first with SIGSTOP: it accepts connections and never answers.
    pub fn silence_first_sentinel(&self) {
        self.sentinels[0].signal("-STOP");
    }

    fn is_whole(&self) -> bool {
        let known = |sentinel: &Process| {
            let info = sentinel.ask("INFO sentinel");
            info.contains("status=ok") && info.contains("slaves=1,sentinels=3")
        };
        self.sentinels.iter().all(known) && self.servers.iter().any(Process::feeds_a_replica)
    }

    /// The index of the server that reports itself as the master.
    fn master(&self) -> usize {
        let is_master = |server: &Process| server.ask("ROLE").contains("master");
        self.servers.iter().position(is_master).expect("a master")
    }

    /// Sets the timeout of the sentinels. One sentinel keeps a long timeout. Of two candidates for the failover it
    /// elects one; three candidates could each vote for themselves.
    fn wait_for_silent_masters(&self, millis: u32) {
        for sentinel in &self.sentinels[1..] {
            sentinel.tell(&format!("SENTINEL SET {NAME} down-after-milliseconds {millis}"));
        }
    }
}

impl Failover for RedisSentinels {
    fn url(&self) -> String {
        let addresses: Vec<_> = self
            .sentinels
            .iter()
            .map(|of| format!("127.0.0.1:{}", of.port()))
            .collect();
        format!("redis+sentinel://{LOGIN}@{}/{NAME}/0", addresses.join(","))
    }

    fn slot(&self, _shard: &str) -> u16 {
        0
    }

    fn share_a_master(&self, _one: u16, _other: u16) -> bool {
        true
    }

    fn cut_replicas(&self, _slot: u16) {
        let master = self.master();
        for (number, server) in self.servers.iter().enumerate() {
            if number != master {
                cut(server);
            }
        }
        self.servers[master].tell("CLIENT KILL TYPE replica");
    }

    fn kill_master(&mut self, _slot: u16) {
        let master = self.master();
        self.servers[master].kill();
    }

    fn freeze_master(&mut self, _slot: u16) {
        let master = self.master();
        self.servers[master].freeze();
    }

    fn take_over(&mut self, _slot: u16) {
        // Sentinels do not promote a replica that was cut off for more than ten times this timeout.
        self.wait_for_silent_masters(1500);
        comes_true("the sentinels agree on another master", || {
            let master = self.servers.iter().find(|server| server.is_running());
            let master = master.expect("a server");
            let port = format!("\r\n{}\r\n", master.port());
            let named = |sentinel: &Process| {
                let master = sentinel.ask(&format!("SENTINEL GET-MASTER-ADDR-BY-NAME {NAME}"));
                master.contains(&port)
            };
            master.ask("ROLE").contains("master") && self.sentinels.iter().all(named)
        });
        // On a busy machine, sentinels with a short timeout take a living master for dead.
        self.wait_for_silent_masters(PATIENT);
    }

    fn restart(&mut self) {
        for server in self.servers.iter_mut().filter(|server| !server.is_running()) {
            server.revive();
        }
        self.servers.iter().for_each(reconnect);
        comes_true("the old master becomes a replica", || self.is_whole());
    }
}

/// Cuts a running replica off from its running master: the replica sends a password that the master does not know.
pub(crate) fn cut(replica: &Process) {
    replica.tell("CONFIG SET masterauth wrong");
}

/// Lets a server that was [`cut`] off follow a master again.
pub(crate) fn reconnect(server: &Process) {
    server.tell("CONFIG SET masterauth \"\"");
}
