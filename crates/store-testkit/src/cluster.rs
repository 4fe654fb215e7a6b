//! A Cluster of three masters with a replica each.

use crate::{
    Failover,
    process::{Process, comes_true, free_port, words},
    sentinels::cut,
};

/// How many masters there are, and as many replicas.
const MASTERS: usize = 3;

/// How many slots a Cluster has.
const SLOTS: usize = 16384;

/// Six servers on the loopback interface, killed on drop. At first the first three are masters, and each is followed by
/// the one three places on.
#[derive(Debug)]
pub struct RedisCluster {
    nodes: Vec<Process>,
}

impl RedisCluster {
    /// Starts them all and waits until the Cluster is whole.
    ///
    /// # Panics
    ///
    /// If there is no `redis-server` to start.
    #[must_use]
    pub fn start() -> Self {
        let node = |number: usize| {
            let node = Process::start(|_, _| {
                let bus = free_port();
                words(&format!(
                    "--cluster-enabled yes --cluster-port {bus} --cluster-node-timeout 1000 --appendonly no \
                     --cluster-require-full-coverage no --cluster-replica-validity-factor 0"
                ))
            });
            node.tell(&format!("CLUSTER SET-CONFIG-EPOCH {}", number + 1));
            (node, number)
        };
        let nodes: Vec<_> = (0..2 * MASTERS).map(|number| node(number).0).collect();
        let cluster = Self { nodes };
        cluster.meet();
        cluster.share();
        assert!(comes_true(|| cluster.is_whole()), "the cluster becomes whole");
        // Nodes that are impatient find each other soon, and lose each other on a busy machine.
        for node in &cluster.nodes {
            node.tell("CONFIG SET cluster-node-timeout 15000");
        }
        cluster
    }

    fn meet(&self) {
        let (first, others) = self.nodes.split_first().expect("nodes");
        for other in others {
            let bus = other.ask("CONFIG GET cluster-port");
            let bus = bus.lines().nth(4).expect("the port of the bus");
            first.tell(&format!("CLUSTER MEET 127.0.0.1 {} {bus}", other.port()));
        }
        let all_known = |node: &Process| {
            let nodes = node.ask("CLUSTER NODES");
            nodes.matches(" connected").count() == self.nodes.len() && !nodes.contains("handshake")
        };
        assert!(comes_true(|| self.nodes.iter().all(all_known)), "the nodes meet");
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

    /// Where some of the nodes listen, a replica among them.
    #[must_use]
    pub fn url(&self) -> String {
        let places: Vec<_> = self.nodes[1..]
            .iter()
            .map(|of| format!("127.0.0.1:{}", of.port()))
            .collect();
        format!("redis+cluster://{}", places.join(","))
    }

    /// Starts the nodes again that were killed, and waits until they have joined as replicas.
    pub fn restart(&mut self) {
        for node in self.nodes.iter_mut().filter(|node| !node.is_running()) {
            node.restart();
        }
        assert!(comes_true(|| self.is_whole()), "the cluster becomes whole again");
    }

    /// Moves a slot with all its keys from its master to another one, and does `amid` when half of them have moved.
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
                from.tell(&format!("MIGRATE 127.0.0.1 {} \"\" 0 5000 KEYS {keys}", to.port()));
            }
        };
        migrate(first);
        amid();
        migrate(rest);
        to.tell(&format!("CLUSTER SETSLOT {slot} NODE {to_id}"));
        from.tell(&format!("CLUSTER SETSLOT {slot} NODE {to_id}"));
    }

    /// The slot of a shard's keys, by the Cluster's own word.
    #[must_use]
    pub fn slot(&self, tag: &str) -> u16 {
        let reply = self.nodes[MASTERS].ask(&format!("CLUSTER KEYSLOT {tag}"));
        let slot = reply.lines().next().and_then(|line| line.strip_prefix(':'));
        slot.and_then(|slot| slot.parse().ok()).expect("a slot")
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
        let up = |node: &&Process| node.ask("INFO replication").contains("master_link_status:up");
        self.nodes.iter().all(ok) && self.nodes.iter().filter(up).count() == MASTERS
    }

    fn master_of(&self, slot: u16) -> &Process {
        &self.nodes[self.place_of(slot)]
    }

    /// The place of a slot's master among the nodes, by its own word.
    fn place_of(&self, slot: u16) -> usize {
        let keeps = |node: &Process| {
            let nodes = node.ask("CLUSTER NODES");
            let own = nodes.lines().find(|line| line.contains("myself,master"));
            own.is_some_and(|own| own.split(' ').skip(8).any(|range| is_in(slot, range)))
        };
        self.nodes.iter().position(keeps).expect("a master")
    }
}

impl Failover for RedisCluster {
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
        for node in self.nodes.iter().filter(|node| node.is_running()) {
            node.tell("CONFIG SET cluster-node-timeout 500");
        }
        let master = self.place_of(slot);
        self.nodes[master].kill();
    }
}

fn is_in(slot: u16, range: &str) -> bool {
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let bound = |text: &str| text.trim().parse::<u16>();
    matches!((bound(first), bound(last)), (Ok(first), Ok(last)) if (first..=last).contains(&slot))
}
