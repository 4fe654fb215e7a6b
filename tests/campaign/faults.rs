//! The faults of a run, drawn from its seed.

use std::{sync::Arc, time::Duration};

use futures_util::future::join_all;
use tinsel_harness::{Chance, Link, Mode};
use tokio::{
    sync::{Mutex, watch},
    time::sleep,
};

use crate::{
    clients::Client,
    fleet::{End, Fleet, GROUPS, SERVERS},
    history::{Affects, Fault, Line, Recorder},
    load::Matches,
    redis::Redis,
};

/// A fault of a server or of its links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ServerFault {
    /// SIGKILL, and a new server in its place.
    Killed,
    /// SIGTERM, and a new server in its place.
    Replaced,
    /// SIGSTOP for some time.
    Frozen,
    /// All servers end or freeze at once, for longer than a decision may take.
    AllStopped,
    /// All servers and Redis end or freeze at once, for longer than a decision may take.
    AllStoppedWithRedis,
    /// Its clock jumps, and back.
    WrongClock,
    /// It runs, but no client reaches it.
    Unreachable,
    /// Its connections to Redis carry nothing.
    NoRedis,
    /// Its connections to Redis are closed, also new ones.
    RedisCut,
    /// The connections of a group of clients to all servers are duplicated.
    Duplicated,
    /// A group of clients reads slowly.
    SlowReaders,
    /// Its connections to Redis and to a group of clients are delayed.
    Delayed,
    /// The connections of all clients are closed once.
    Reset,
    /// The connections of a group of clients to it carry nothing any more; new ones do.
    Silenced,
    /// Its connections to Redis carry nothing any more; new ones do.
    RedisSilenced,
}

/// The faults that concern only clients and their connections.
const OF_CLIENTS: &[ServerFault] = &[
    ServerFault::Unreachable,
    ServerFault::Duplicated,
    ServerFault::SlowReaders,
    ServerFault::Reset,
    ServerFault::Silenced,
];

const FAULTS: &[ServerFault] = &[
    ServerFault::Killed,
    ServerFault::Replaced,
    ServerFault::Frozen,
    ServerFault::AllStopped,
    ServerFault::AllStoppedWithRedis,
    ServerFault::WrongClock,
    ServerFault::Unreachable,
    ServerFault::NoRedis,
    ServerFault::RedisCut,
    ServerFault::Duplicated,
    ServerFault::SlowReaders,
    ServerFault::Delayed,
    ServerFault::Reset,
    ServerFault::Silenced,
    ServerFault::RedisSilenced,
];

/// Faults begin in this part of each minute, in microseconds. In the rest, nothing excuses a late default action, except
/// for the recovery from the last faults.
const DISTURBED: u64 = 36_000_000;
const MINUTE: u64 = 60_000_000;

/// Whether no fault may begin at this time of the run, in microseconds.
pub const fn is_calm(now: u64) -> bool {
    now % MINUTE >= DISTURBED
}

/// Everything that can fail.
#[derive(Debug)]
pub struct Target {
    /// The servers.
    pub fleet: Fleet,
    /// Redis.
    pub redis: Redis,
    /// The history, in which each fault is recorded.
    pub recorder: Arc<Recorder>,
    /// The matches so far.
    pub matches: Matches,
    /// A client that reads them after each failover.
    pub client: Client,
    /// Whether all servers are stopped, the archiving one included.
    pub unserved: watch::Sender<bool>,
    /// Held during a failover. A server detects lost writes by what it has seen, and forgets that when it is replaced.
    pub failover: Mutex<()>,
}

impl Target {
    /// One fault of a server or a link after the other, until `over`.
    pub async fn disturb_servers(&self, mut chance: Chance, over: impl Fn() -> bool) {
        while !over() {
            sleep(pause(&mut chance, 200, 2500)).await;
            if is_calm(self.recorder.now()) {
                continue;
            }
            let (begin, server, fault) = self.disturb(&mut chance).await;
            let affects = match OF_CLIENTS.contains(&fault) {
                true => Affects::Clients,
                false => Affects::Servers,
            };
            self.record(begin, format!("{fault:?}, server {server}"), affects);
        }
    }

    /// One fault of Redis after the other, until `over`.
    pub async fn disturb_redis(&self, mut chance: Chance, over: impl Fn() -> bool) {
        while !over() {
            sleep(pause(&mut chance, 2000, 8000)).await;
            if is_calm(self.recorder.now()) {
                continue;
            }
            let failover = self.failover.lock().await;
            let begin = self.recorder.now();
            let what = self.redis.fail(&mut chance).await;
            self.record(begin, what, Affects::Servers);
            if self.redis.loses_writes() {
                self.read_all(&mut chance).await;
            }
            drop(failover);
        }
    }

    /// Reads all matches from all servers, which notice lost writes by that.
    async fn read_all(&self, chance: &mut Chance) {
        let matches = self.matches.lock().expect("the matches").clone();
        for client in self.client.of_each_server() {
            let reading = matches.iter().map(|played| {
                let (client, mut chance) = (client.clone(), Chance::new(chance.next()));
                let token = played.viewers[0].1.as_deref();
                async move { client.read(&played.match_id, (None, token), &mut chance).await }
            });
            let reading: Vec<_> = reading.collect();
            join_all(reading).await;
        }
    }

    /// Replaces all servers, one after the other: the end of an upgrade.
    pub async fn replace_all(&self) {
        let begin = self.recorder.now();
        for server in 0..SERVERS {
            self.fleet.replace(server, End::Terminate, &self.recorder).await;
        }
        self.record(begin, "all servers replaced".to_owned(), Affects::Servers);
    }

    fn record(&self, begin: u64, what: String, affects: Affects) {
        let end = self.recorder.now();
        self.recorder.write(&Line::Fault(Fault {
            what,
            affects,
            begin,
            end,
        }));
    }

    /// Does something to a random server. Returns when it began, and what it was.
    async fn disturb(&self, chance: &mut Chance) -> (u64, usize, ServerFault) {
        let server = chance.below(SERVERS);
        // A fault that cannot happen must not excuse a late default action.
        let is_possible = |fault: &&ServerFault| match fault {
            ServerFault::NoRedis
            | ServerFault::RedisCut
            | ServerFault::RedisSilenced
            | ServerFault::AllStoppedWithRedis => self.fleet.to_redis(server).is_some(),
            ServerFault::WrongClock => self.fleet.has_clocks(),
            _ => true,
        };
        let possible: Vec<_> = FAULTS.iter().filter(is_possible).collect();
        let fault = *possible[chance.below(possible.len())];
        let time = pause(chance, 200, 4000);
        let all = matches!(fault, ServerFault::AllStopped | ServerFault::AllStoppedWithRedis);
        let ends = all || matches!(fault, ServerFault::Killed | ServerFault::Replaced);
        let _no_failover = match ends && self.redis.loses_writes() {
            true => Some(self.failover.lock().await),
            false => None,
        };
        let begin = self.recorder.now();
        match fault {
            ServerFault::Killed => self.fleet.replace(server, End::Kill, &self.recorder).await,
            ServerFault::Replaced => self.fleet.replace(server, End::Terminate, &self.recorder).await,
            ServerFault::Frozen => {
                self.fleet.signal(server, "-STOP").await;
                sleep(time).await;
                self.fleet.signal(server, "-CONT").await;
            }
            ServerFault::WrongClock => {
                let seconds = [-86_400, -3600, -5, 5, 3600, 86_400][chance.below(6)];
                self.fleet.set_clock(server, seconds);
                sleep(time).await;
                self.fleet.set_clock(server, 0);
            }
            ServerFault::AllStopped | ServerFault::AllStoppedWithRedis => {
                self.stop_all(fault == ServerFault::AllStoppedWithRedis, chance).await;
            }
            _ => self.disturb_links(fault, server, time, chance).await,
        }
        (begin, server, fault)
    }

    /// Stops all servers at once for some seconds, with Redis or without.
    async fn stop_all(&self, with_redis: bool, chance: &mut Chance) {
        let time = pause(chance, 6_000, 9_000);
        let how = chance.below(3);
        self.unserved.send_replace(true);
        let gone = async {
            let begin = self.recorder.now();
            let redis = match with_redis {
                true => self.redis.stop(how == 0).await,
                false => None,
            };
            sleep(time).await;
            if let Some(redis) = redis {
                redis.start();
            }
            self.record(begin, "no server runs".to_owned(), Affects::Fleet);
        };
        match how {
            0 => {
                for server in 0..SERVERS {
                    self.fleet.signal(server, "-STOP").await;
                }
                gone.await;
                for server in 0..SERVERS {
                    self.fleet.signal(server, "-CONT").await;
                }
            }
            1 => self.fleet.replace_all_after(End::Kill, gone, &self.recorder).await,
            _ => self.fleet.replace_all_after(End::Terminate, gone, &self.recorder).await,
        }
        self.unserved.send_replace(false);
    }

    async fn disturb_links(&self, fault: ServerFault, server: usize, time: Duration, chance: &mut Chance) {
        let group = chance.below(GROUPS);
        let all = (0..GROUPS).map(|group| (server, Some(group)));
        match fault {
            ServerFault::Unreachable => self.hold(time, Mode::Partition, all).await,
            ServerFault::NoRedis => self.hold(time, Mode::Partition, [(server, None)]).await,
            ServerFault::RedisCut => self.hold(time, Mode::Cut, [(server, None)]).await,
            ServerFault::Duplicated => {
                (0..SERVERS).for_each(|server| self.fleet.link(server, group).reset());
                let of_group = (0..SERVERS).map(|server| (server, Some(group)));
                self.hold(time, Mode::Duplicate, of_group).await;
            }
            ServerFault::SlowReaders => {
                let slow = Mode::Slow(Duration::from_millis(100));
                self.hold(time, slow, [(server, Some(group))]).await;
            }
            ServerFault::Delayed => {
                let delay = Mode::Delay(pause(chance, 5, 300));
                self.hold(time, delay, [(server, None), (server, Some(group))]).await;
            }
            ServerFault::Silenced => self.fleet.link(server, group).silence(),
            ServerFault::RedisSilenced => self.fleet.to_redis(server).into_iter().for_each(Link::silence),
            _ => (0..GROUPS).for_each(|group| self.fleet.link(server, group).reset()),
        }
    }

    /// Sets a mode of links for some time: those of a server to a group, or to Redis.
    async fn hold(&self, time: Duration, mode: Mode, links: impl IntoIterator<Item = (usize, Option<usize>)>) {
        let links = links.into_iter().filter_map(|(server, group)| match group {
            Some(group) => Some(self.fleet.link(server, group)),
            None => self.fleet.to_redis(server),
        });
        let links: Vec<_> = links.collect();
        links.iter().for_each(|link| link.set(mode));
        sleep(time).await;
        links.iter().for_each(|link| link.set(Mode::Forward));
    }
}

/// A random time in milliseconds.
pub fn pause(chance: &mut Chance, least: usize, most: usize) -> Duration {
    let millis = least + chance.below(most - least + 1);
    Duration::from_millis(u64::try_from(millis).expect("a time"))
}

/// Records each time in which the machine did not run this program, until the process ends: a starved machine is not a
/// fault of the servers. After a long stall, servers may have to recover, too.
pub fn record_stalls(recorder: Arc<Recorder>) {
    const TICK: Duration = Duration::from_millis(20);
    const SHORT_STALL: u64 = 40_000;
    const LONG_STALL: u64 = 150_000;
    std::thread::spawn(move || {
        let mut last = recorder.now();
        loop {
            std::thread::sleep(TICK);
            let now = recorder.now();
            if now - last > SHORT_STALL {
                let is_long = now - last > LONG_STALL;
                recorder.write(&Line::Fault(Fault {
                    what: "stall of the machine".to_owned(),
                    affects: if is_long { Affects::Servers } else { Affects::Machine },
                    begin: last,
                    end: now,
                }));
            }
            last = now;
        }
    });
}
