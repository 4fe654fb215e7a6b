//! A Redis Cluster of three masters with a replica each.

use crate::{
    Failover,
    process::{AT_ONCE, Process, comes_true, free_port, words},
    secured::{LOGIN, user},
    sentinels::{cut, reconnect},
};

/// Number of masters, which is also the number of replicas.
const MASTERS: usize = 3;

/// Number of slots of a Redis Cluster.
const SLOTS: usize = 16384;

/// Node timeout in milliseconds while no node is to fail, while the nodes meet, and after a failover.
const PATIENT: u32 = 15_000;
const IMPATIENT: u32 = 1000;

/// Six servers on the loopback interface, killed on drop. At first the first three are masters; the replica of each is
/// the server three places on.
#[derive(Debug)]
pub struct RedisCluster {
    nodes: Vec<Process>,
}

impl RedisCluster {
    /// Starts all servers and waits until the Cluster is complete.
    ///
    /// # Panics
    ///
    /// There is no `redis-server` to start.
    #[must_use]
    pub fn start() -> Self {
        let node = |number: usize| {
            let node = Process::start(|_, _| {
                let bus = free_port();
                words(&format!(
                    "--cluster-enabled yes --cluster-port {bus} --cluster-node-timeout {IMPATIENT} --appendonly no \
                     --cluster-require-full-coverage no --cluster-replica-validity-factor 0 \
                     {AT_ONCE} {} +cluster|slots +asking",
                    user()
                ))
            });
            node.tell(&format!("CLUSTER SET-CONFIG-EPOCH {}", number + 1));
            (node, number)
        };
        let nodes: Vec<_> = (0..2 * MASTERS).map(|number| node(number).0).collect();
        let cluster = Self { nodes };
        cluster.meet();
        cluster.share();
        comes_true("the cluster becomes whole", || cluster.is_whole());
        // Nodes with a short timeout meet soon, but lose each other on a busy machine.
        cluster.wait_for_silent_nodes(PATIENT);
        cluster
    }

    /// The IDs of the processes of all nodes.
    #[must_use]
    pub fn pids(&self) -> Vec<String> {
        self.nodes.iter().map(Process::pid).collect()
    }

    fn meet(&self) {
        let (first, others) = self.nodes.split_first().expect("nodes");
        comes_true("the nodes meet", || {
            // The Cluster forgets a node that answers slowly, so it must be introduced again.
            let known = first.ask("CLUSTER NODES");
            for other in others {
                if !known.contains(&format!("127.0.0.1:{}@", other.port())) {
                    let bus = other.ask("CONFIG GET cluster-port");
                    let bus = bus.lines().nth(4).expect("the port of the bus");
                    first.tell(&format!("CLUSTER MEET 127.0.0.1 {} {bus}", other.port()));
                }
            }
            self.nodes.iter().all(|node| {
                let nodes = node.ask("CLUSTER NODES");
                nodes.matches(" connected").count() == self.nodes.len() && !nodes.contains("handshake")
            })
        });
    }

    /// Sets the node timeout of all nodes.
    fn wait_for_silent_nodes(&self, millis: u32) {
        for node in self.nodes.iter().filter(|node| node.is_running()) {
            node.tell(&format!("CONFIG SET cluster-node-timeout {millis}"));
        }
    }

    fn share(&self) {
        let (masters, replicas) = self.nodes.split_at(MASTERS);
        for (number, (master, replica)) in masters.iter().zip(replicas).enumerate() {
            let (first, next) = (number * SLOTS / MASTERS, (number + 1) * SLOTS / MASTERS);
            master.tell(&format!("CLUSTER ADDSLOTSRANGE {first} {}", next - 1));
            let id = master.ask("CLUSTER MYID");
            let id = id.lines().nth(1).expect("its id");
            replica.tell(&format!("CLUSTER REPLICATE {id}"));
        }
    }

    /// Moves a slot with all its keys from its master to another one, and calls `amid` after half of the keys.
    pub fn move_slot(&self, slot: u16, amid: impl FnOnce()) {
        let from = self.master_of(slot);
        let is_other = |node: &&Process| node.port() != from.port() && node.ask("ROLE").contains("master");
        let to = self.nodes.iter().find(is_other).expect("another master");
        let id = |node: &Process| node.ask("CLUSTER MYID").lines().nth(1).expect("its id").to_owned();
        let (from_id, to_id) = (id(from), id(to));
        to.tell(&format!("CLUSTER SETSLOT {slot} IMPORTING {from_id}"));
        from.tell(&format!("CLUSTER SETSLOT {slot} MIGRATING {to_id}"));
        let keys = from.ask(&format!("CLUSTER GETKEYSINSLOT {slot} 1000"));
        let keys: Vec<_> = keys.lines().filter(|line| line.starts_with("tinsel:")).collect();
        let (first, rest) = keys.split_at(keys.len() / 2);
        let migrate = |keys: &[&str]| {
            if !keys.is_empty() {
                let keys = keys.join(" ");
                from.tell(&format!("MIGRATE 127.0.0.1 {} \"\" 0 60000 KEYS {keys}", to.port()));
            }
        };
        migrate(first);
        amid();
        migrate(rest);
        to.tell(&format!("CLUSTER SETSLOT {slot} NODE {to_id}"));
        from.tell(&format!("CLUSTER SETSLOT {slot} NODE {to_id}"));
    }

    /// Makes the master of the slot permit (`+`) or refuse (`-`) a command of the store, such as `-time`.
    pub fn permit(&self, slot: u16, rule: &str) {
        self.master_of(slot).tell(&format!("ACL SETUSER tinsel {rule}"));
    }

    fn is_whole(&self) -> bool {
        let ok = |node: &Process| {
            let info = node.ask("CLUSTER INFO");
            let nodes = node.ask("CLUSTER NODES");
            info.contains("cluster_state:ok")
                && info.contains("cluster_slots_ok:16384")
                && nodes.matches("slave").count() == MASTERS
                && !nodes.contains("fail")
        };
        let feeding = self.nodes.iter().filter(|node| node.feeds_a_replica());
        self.nodes.iter().all(ok) && feeding.count() == MASTERS
    }

    fn master_of(&self, slot: u16) -> &Process {
        &self.nodes[self.index_of(slot).expect("a master")]
    }

    /// The index of the running node that reports itself as the slot's master.
    fn index_of(&self, slot: u16) -> Option<usize> {
        let keeps = |node: &Process| {
            let nodes = node.ask("CLUSTER NODES");
            let own = nodes.lines().find(|line| line.contains("myself,master"));
            own.is_some_and(|own| own.split(' ').skip(8).any(|range| is_in(slot, range)))
        };
        self.nodes.iter().position(keeps)
    }
}

impl Failover for RedisCluster {
    /// The addresses of some of the nodes, a replica among them.
    fn url(&self) -> String {
        let addresses: Vec<_> = self.nodes[1..]
            .iter()
            .map(|of| format!("127.0.0.1:{}", of.port()))
            .collect();
        format!("redis+cluster://{LOGIN}@{}", addresses.join(","))
    }

    fn slot(&self, shard: &str) -> u16 {
        let replies = self
            .nodes
            .iter()
            .map(|node| node.ask(&format!("CLUSTER KEYSLOT {shard}")));
        let mut slots = replies.filter_map(|reply| reply.lines().next()?.strip_prefix(':')?.parse().ok());
        slots.next().expect("a slot")
    }

    fn share_a_master(&self, one: u16, other: u16) -> bool {
        self.index_of(one) == self.index_of(other)
    }

    fn cut_replicas(&self, slot: u16) {
        let master = self.master_of(slot);
        let port = format!("master_port:{}\r\n", master.port());
        for node in &self.nodes {
            if node.ask("INFO replication").contains(&port) {
                cut(node);
            }
        }
        master.tell("CLIENT KILL TYPE replica");
    }

    fn kill_master(&mut self, slot: u16) {
        let master = self.index_of(slot).expect("a master");
        self.nodes[master].kill();
    }

    fn freeze_master(&mut self, slot: u16) {
        let master = self.index_of(slot).expect("a master");
        self.nodes[master].freeze();
    }

    fn take_over(&mut self, slot: u16) {
        self.wait_for_silent_nodes(IMPATIENT);
        comes_true("a replica has taken over", || self.index_of(slot).is_some());
        self.wait_for_silent_nodes(PATIENT);
    }

    fn restart(&mut self) {
        for node in self.nodes.iter_mut().filter(|node| !node.is_running()) {
            node.revive();
        }
        self.nodes.iter().for_each(reconnect);
        comes_true("the cluster becomes whole again", || self.is_whole());
        self.wait_for_silent_nodes(PATIENT);
    }
}

fn is_in(slot: u16, range: &str) -> bool {
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let bound = |text: &str| text.trim().parse::<u16>();
    matches!((bound(first), bound(last)), (Ok(first), Ok(last)) if (first..=last).contains(&slot))
}
