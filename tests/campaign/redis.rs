//! The Redis servers of a run, and their faults.

use std::{net::SocketAddr, time::Duration};

use clap::ValueEnum;
use tinsel_harness::{Chance, Failover, Link, RedisCluster, RedisSentinels, RedisServer};
use tokio::{
    sync::{Mutex, MutexGuard},
    task::block_in_place,
    time::sleep,
};

/// The first word of a fault after which acknowledged writes can be lost.
pub const FAILOVER: &str = "failover";

/// A planned failover, which loses nothing. The old master answers reads with its old states, as long as it is asked.
pub const LEFT_BEHIND: &str = "a master is left behind alive";

/// The Redis servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Topology {
    /// One server that syncs each write to disk: it loses nothing.
    Durable,
    /// A master with a replica and three sentinels.
    Sentinel,
    /// A Cluster of three masters with a replica each.
    Cluster,
}

impl Topology {
    /// Its name in options and in the record.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Durable => "durable",
            Self::Sentinel => "sentinel",
            Self::Cluster => "cluster",
        }
    }
}

#[derive(Debug)]
enum Servers {
    One(Led),
    Sentinels(RedisSentinels),
    Cluster(RedisCluster),
}

/// The only server, behind a link that leads new connections to it.
#[derive(Debug)]
struct Led {
    link: Link,
    server: RedisServer,
    /// The master before.
    left_behind: Option<RedisServer>,
}

impl Led {
    async fn start() -> Self {
        let server = block_in_place(|| RedisServer::start_with(DURABLE));
        let link = Link::to(local(server.port())).await;
        Self {
            link,
            server,
            left_behind: None,
        }
    }

    /// Makes a new server the master. Connections to the old one stay with it and its old states.
    fn take_over(&mut self) {
        let new = RedisServer::start_with(DURABLE);
        self.server.hand_over_to(&new);
        self.link.lead_to(local(new.port()));
        self.left_behind = Some(std::mem::replace(&mut self.server, new));
    }
}

fn local(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}

/// Running Redis servers.
#[derive(Debug)]
pub struct Redis {
    url: String,
    port: Option<u16>,
    servers: Mutex<Servers>,
}

/// The arguments of a server that loses nothing.
const DURABLE: &str =
    "--appendonly yes --appendfsync always --enable-protected-configs yes --repl-diskless-sync-delay 0";

impl Redis {
    /// Starts the servers of a topology.
    pub async fn start(topology: Topology) -> Self {
        let servers = match topology {
            Topology::Durable => Servers::One(Led::start().await),
            Topology::Sentinel => Servers::Sentinels(block_in_place(RedisSentinels::start)),
            Topology::Cluster => Servers::Cluster(block_in_place(RedisCluster::start)),
        };
        let (url, port) = match &servers {
            Servers::One(led) => {
                let address = led.link.address();
                (format!("redis://{address}/"), Some(address.port()))
            }
            Servers::Sentinels(servers) => (servers.url(), None),
            Servers::Cluster(servers) => (servers.url(), None),
        };
        Self {
            url,
            port,
            servers: Mutex::new(servers),
        }
    }

    /// The address for a store.
    pub fn url(&self) -> String {
        self.url.clone()
    }

    /// The port of the only server; `None` if servers must find the nodes by themselves.
    pub const fn port(&self) -> Option<u16> {
        self.port
    }

    /// Whether a failover can lose acknowledged writes.
    pub const fn loses_writes(&self) -> bool {
        self.port.is_none()
    }

    /// Does something to the servers for some time, and undoes it. Returns what it was.
    pub async fn fail(&self, chance: &mut Chance) -> String {
        let time = Duration::from_millis(200 + u64::try_from(chance.below(3000)).expect("a time"));
        let mut servers = self.servers.lock().await;
        match &mut *servers {
            Servers::One(led) => fail_one(led, time, chance).await,
            Servers::Sentinels(servers) => fail_over(servers, time, chance).await,
            Servers::Cluster(servers) => fail_over(servers, time, chance).await,
        }
    }
}

impl Redis {
    /// Stops the only server with SIGSTOP or SIGKILL until the returned value is [started](Stopped::start) again; `None` if
    /// there are several servers.
    pub async fn stop(&self, frozen: bool) -> Option<Stopped<'_>> {
        let servers = self.servers.lock().await;
        self.port?;
        let mut stopped = Stopped { servers, frozen };
        if let Servers::One(Led { server, .. }) = &mut *stopped.servers {
            match frozen {
                true => server.pause(),
                false => block_in_place(|| server.kill()),
            }
        }
        Some(stopped)
    }
}

/// The only server, while it is stopped.
#[derive(Debug)]
pub struct Stopped<'a> {
    servers: MutexGuard<'a, Servers>,
    frozen: bool,
}

impl Stopped<'_> {
    /// Starts the server again.
    pub fn start(mut self) {
        if let Servers::One(Led { server, .. }) = &mut *self.servers {
            match self.frozen {
                true => server.resume(),
                false => block_in_place(|| server.restart()),
            }
        }
    }
}

async fn fail_one(led: &mut Led, time: Duration, chance: &mut Chance) -> String {
    let how = chance.below(10);
    if how > 7 {
        block_in_place(|| led.take_over());
        return LEFT_BEHIND.to_owned();
    }
    let server = &mut led.server;
    match how {
        0..3 => {
            server.pause();
            sleep(time).await;
            server.resume();
            "Redis frozen".to_owned()
        }
        3..6 => {
            block_in_place(|| server.kill());
            sleep(time).await;
            block_in_place(|| server.restart());
            "Redis killed and restarted".to_owned()
        }
        number => {
            let code = ["OOM", "MISCONF"][number - 6];
            block_in_place(|| server.refuse_writes(code));
            sleep(time).await;
            block_in_place(|| server.accept_writes());
            format!("Redis refuses writes: {code}")
        }
    }
}

/// Freezes or kills the master of a random slot. Unless it is only frozen, its replica becomes the master. A frozen
/// master then wakes, and takes itself for the master until it learns of the other. In half of the cases with a killed
/// master the replica was cut off before, so that acknowledged writes are lost.
async fn fail_over(servers: &mut (impl Failover + Send), time: Duration, chance: &mut Chance) -> String {
    let slot = u16::try_from(chance.below(16384)).expect("a slot");
    let how = chance.below(6);
    if how == 0 {
        block_in_place(|| servers.freeze_master(slot));
        sleep(time).await;
        block_in_place(|| servers.restart());
        return format!("master of slot {slot} frozen");
    }
    let (frozen, loses) = (how == 1, how > 3);
    if loses {
        block_in_place(|| servers.cut_replicas(slot));
        sleep(time / 4).await;
    }
    block_in_place(|| match frozen {
        true => servers.freeze_master(slot),
        false => servers.kill_master(slot),
    });
    sleep(time / 4).await;
    block_in_place(|| servers.take_over(slot));
    sleep(time).await;
    block_in_place(|| servers.restart());
    let how = match (frozen, loses) {
        (true, _) => " from a frozen master",
        (false, true) => " with lost writes",
        (false, false) => "",
    };
    format!("{FAILOVER} of slot {slot}{how}")
}
