//! Checks the version, settings and condition of the servers, by `INFO`, because managed services block `CONFIG`; and the
//! permissions of the user.

use std::{collections::BTreeMap, time::Duration};

use ::redis::{ErrorKind, RedisError, from_redis_value};
use futures_util::future::join_all;

use super::{
    coverage::{coverage, coverage_of_master},
    probe::{Refused, probe},
};
use crate::redis::{
    Redis,
    failures::{failure, is_refused},
    servers::{
        Servers,
        cluster::is_redirection,
        host_port::HostPort,
        node::{Durability, Node},
        sentinels::once,
    },
};
use crate::{
    InstallationId, MarkScope, Marking, Marks, ProblemKind, ServerLoad, Shard, StoreError, StoreInspection,
    StoreProblem, StoreReport, UnixMillis,
};

/// The oldest supported version. Since it, an error inside a script keeps its code, such as `OOM`.
const VERSION_MIN: (u64, u64) = (7, 0);

/// The share of its memory limit above which a server is almost full, in percent.
const FULL_PERCENT: u64 = 90;

/// The number of replicas from which on `min-replicas-to-write 1` survives the failure of one.
const REPLICAS_OF_MIN_REPLICAS: u64 = 2;

/// What `INFO` reports, by field.
type Info<'a> = BTreeMap<&'a str, &'a str>;

impl StoreInspection for Redis {
    async fn check(&self, probe: u64) -> StoreReport {
        let (masters, unknown) = self.shared.servers.shards_of_masters().await;
        let checking = masters
            .iter()
            .map(|(name, node, shard)| self.check_master(name, (node, *shard), probe));
        let mut parts = join_all(checking).await;
        parts.extend(unknown.map(|error| StoreReport {
            problems: self.unserved("", Refused::default(), &error),
            ..StoreReport::default()
        }));
        let mut report = StoreReport {
            coverage: coverage(&parts),
            ..StoreReport::default()
        };
        for part in parts {
            report.problems.extend(part.problems);
            report.loads.extend(part.loads);
        }
        report.problems.extend(self.unfinished_move().await);
        report
    }

    async fn marks(&self, scope: MarkScope) -> Result<Marks, StoreError> {
        self.read_marks(scope).await
    }

    async fn mark(&self, id: InstallationId, marking: Marking) -> Result<Marks, StoreError> {
        self.set_marks(id, marking).await
    }

    async fn note_loss(&self) -> Result<(), StoreError> {
        self.set_emptied().await
    }

    async fn announce_secrets(
        &self,
        replica: u64,
        fingerprints: &[u64],
        valid_for: Duration,
        now: UnixMillis,
    ) -> Result<(), StoreError> {
        self.list_secrets(replica, fingerprints, (now, now.later(valid_for)))
            .await
    }

    async fn announced_secrets(&self, now: UnixMillis) -> Result<Vec<(u64, Vec<u64>)>, StoreError> {
        self.listed_secrets(now).await
    }
}

impl Redis {
    /// The problems of a master, and of its replicas, which can become masters. A replica that this process cannot reach is
    /// left out.
    async fn check_master(&self, name: &str, master: (&Node, Shard), number: u64) -> StoreReport {
        let is_cluster = matches!(self.shared.servers, Servers::Cluster(_));
        let mut report = StoreReport::default();
        let mut refused = Refused::default();
        let probed = probe(master, is_cluster, number, &mut refused).await;
        let (node, _) = master;
        let info = node
            .connection(Durability::NotRequired)
            .query(&::redis::cmd("INFO"))
            .await;
        let info = info.and_then(|info| from_redis_value::<String>(info).map_err(RedisError::from));
        report.coverage = coverage_of_master(&probed, &info);
        match probed {
            Ok(()) => {
                if !refused.is_empty() {
                    report
                        .problems
                        .push(problem(ProblemKind::CommandsRefused, name, refused.sentence()));
                }
            }
            Err(error) => report.problems.extend(self.unserved(name, refused, &error)),
        }
        if let Ok(text) = info {
            let info = fields(&text);
            report.problems.extend(self.of_master(name, &info));
            report.loads.extend(load(name, &info));
            let replicas = replicas(&info);
            let checked = join_all(replicas.iter().map(|replica| self.check_replica(replica))).await;
            for (problems, load) in checked.into_iter().flatten() {
                report.problems.extend(problems);
                report.loads.extend(load);
            }
        }
        report
    }

    /// The problems of a master that did not execute all commands.
    fn unserved(&self, name: &str, mut refused: Refused, error: &RedisError) -> Vec<StoreProblem> {
        let mut problems = Vec::new();
        if is_refused(error) {
            refused.add("cluster|slots", error);
        } else if error.is_timeout() || error.is_connection_refusal() {
            let access = self.shared.servers.access();
            let within = access.connect_timeout().saturating_add(access.response_timeout());
            let cause = if error.is_timeout() {
                "timed out"
            } else {
                "connection refused"
            };
            let sentence = format!(
                "no answer within {} ms ({cause}); check that its process runs and is not suspended, its load, the network, and \
                 TLS (scheme redis or rediss in store)",
                within.as_millis(),
            );
            problems.push(problem(ProblemKind::Unreachable, name, sentence));
        } else if error.kind() == ErrorKind::AuthenticationFailed || error.code() == Some("NOAUTH") {
            let sentence = "wrong or missing login; check store_user and store_password, or the login in the URL";
            problems.push(problem(ProblemKind::Unreachable, name, sentence.to_owned()));
        } else if !matches!(failure(error), StoreError::RefusesWrites(_)) && !is_redirection(error) {
            let sentence = format!("{}; check the server and its log", failure(error));
            problems.push(problem(ProblemKind::Unreachable, name, sentence));
        }
        if !refused.is_empty() {
            problems.push(problem(ProblemKind::CommandsRefused, name, refused.sentence()));
        }
        problems
    }

    async fn check_replica(&self, at: &HostPort) -> Option<(Vec<StoreProblem>, Option<ServerLoad>)> {
        let access = self.shared.servers.access();
        let asked = async { once::<String>(access, &access.to(at)?, &::redis::cmd("INFO")).await };
        match asked.await {
            Ok(text) => {
                let (name, info) = (at.to_string(), fields(&text));
                Some((of_any(&name, &info), load(&name, &info)))
            }
            Err(error) if is_refused(&error) || error.kind() == ErrorKind::AuthenticationFailed => {
                let sentence = format!(
                    "the replica refuses this user: {}; after a failover it is the master: create the user on it as well",
                    failure(&error)
                );
                Some((vec![problem(ProblemKind::Unknown, &at.to_string(), sentence)], None))
            }
            Err(error) => {
                tracing::debug!(error = %failure(&error), "store replica not checked");
                None
            }
        }
    }

    fn of_master(&self, node: &str, info: &Info<'_>) -> Vec<StoreProblem> {
        let mut problems = of_any(node, info);
        let mut add = |kind, sentence: String| problems.push(problem(kind, node, sentence));
        if info.get("aof_enabled") == Some(&"0") {
            add(
                ProblemKind::NotPersistent,
                "aof_enabled is 0: a restart of Redis loses the moves since its last snapshot; set appendonly yes"
                    .to_owned(),
            );
        }
        let (connected, wanted) = (number(info, "connected_slaves"), u64::from(self.shared.replicas));
        if connected.is_some_and(|connected| connected < wanted) {
            let connected = connected.unwrap_or_default();
            add(
                ProblemKind::TooFewReplicas,
                format!(
                    "{connected} replicas are connected, and store_replicas is {wanted}: writes fail; add replicas"
                ),
            );
        }
        // INFO contains this field only if min-replicas-to-write is set.
        let is_set = info.contains_key("min_slaves_good_slaves");
        if !is_set && connected.is_some_and(|connected| connected >= REPLICAS_OF_MIN_REPLICAS) {
            add(
                ProblemKind::MinReplicasUnset,
                "min-replicas-to-write is 0: a partitioned master accepts writes that a failover then loses; set it to 1"
                    .to_owned(),
            );
        }
        problems
    }
}

/// The problems that any server can have.
fn of_any(node: &str, info: &Info<'_>) -> Vec<StoreProblem> {
    let mut problems = Vec::new();
    let mut add = |kind, sentence: String| problems.push(problem(kind, node, sentence));
    match info.get("redis_version").and_then(|text| Some((*text, version(text)?))) {
        Some((text, version)) if version < VERSION_MIN => {
            let (major, minor) = VERSION_MIN;
            add(
                ProblemKind::VersionTooOld,
                format!("the version is {text}; upgrade to {major}.{minor} or later"),
            );
        }
        Some(_) => {}
        None => add(ProblemKind::Unknown, unknown("redis_version")),
    }
    match (number(info, "maxmemory"), info.get("maxmemory_policy")) {
        (Some(limit), Some(policy)) if limit > 0 && *policy != "noeviction" => add(
            ProblemKind::EvictsKeys,
            format!("maxmemory_policy is {policy}: Redis deletes live matches when it is full; set noeviction"),
        ),
        (Some(_), Some(_)) => {}
        _ => add(ProblemKind::Unknown, unknown("maxmemory_policy")),
    }
    if let (Some(0), Some(total)) = (number(info, "maxmemory"), number(info, "total_system_memory")) {
        add(
            ProblemKind::MemoryUnlimited,
            format!(
                "maxmemory is 0: Redis grows until the operating system ends it; set maxmemory to at most three quarters of its \
                 memory, which is {total} bytes unless its container has less"
            ),
        );
    }
    let limits = ["maxmemory", "total_system_memory"].map(|field| number(info, field).filter(|limit| *limit > 0));
    if let (Some(limit), Some(used)) = (limits.into_iter().flatten().min(), number(info, "used_memory"))
        && used.saturating_mul(100) >= limit.saturating_mul(FULL_PERCENT)
    {
        add(
            ProblemKind::MemoryLow,
            format!(
                "{used} of {limit} bytes are used; add memory and raise maxmemory, or shorten the retention of matches"
            ),
        );
    }
    if let Some(evicted @ 1..) = number(info, "evicted_keys") {
        add(
            ProblemKind::KeysEvicted,
            format!("evicted_keys is {evicted}: Redis has deleted data; set maxmemory_policy noeviction, add memory"),
        );
    }
    for status in ["aof_last_write_status", "rdb_last_bgsave_status"] {
        if let Some(value) = info.get(status).filter(|value| **value != "ok") {
            add(
                ProblemKind::DiskError,
                format!("{status} is {value}: Redis cannot save its data; check its disk and its log"),
            );
        }
    }
    problems
}

fn problem(kind: ProblemKind, node: &str, sentence: String) -> StoreProblem {
    let node = node.to_owned();
    StoreProblem { kind, node, sentence }
}

/// The load of a server.
fn load(node: &str, info: &Info<'_>) -> Option<ServerLoad> {
    Some(ServerLoad {
        node: node.to_owned(),
        memory_used: number(info, "used_memory")?,
        memory_limit: number(info, "maxmemory")?,
        keys_evicted: number(info, "evicted_keys")?,
        clients: number(info, "connected_clients")?,
        clients_limit: number(info, "maxclients")?,
    })
}

fn unknown(field: &str) -> String {
    format!("INFO does not contain {field}; check that setting by hand")
}

fn fields(info: &str) -> Info<'_> {
    info.lines().filter_map(|line| line.split_once(':')).collect()
}

fn number(info: &Info<'_>, field: &str) -> Option<u64> {
    info.get(field)?.parse().ok()
}

/// The major and the minor version.
fn version(text: &str) -> Option<(u64, u64)> {
    let mut parts = text.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}

/// The replicas of a master, by lines such as `slave0:ip=10.0.0.7,port=6379,state=online,…`.
fn replicas(info: &Info<'_>) -> Vec<HostPort> {
    let listed = info
        .iter()
        .filter(|(field, value)| field.starts_with("slave") && value.starts_with("ip="));
    let parsed = listed.filter_map(|(_, value)| {
        let mut parts = value.split(',');
        let host = parts.next()?.strip_prefix("ip=")?.to_owned();
        let port = parts.next()?.strip_prefix("port=")?.parse().ok()?;
        Some(HostPort { host, port })
    });
    parsed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEALTHY: &str = "# Server\r\nredis_version:7.0.15\r\n# Memory\r\nused_memory:899\r\nmaxmemory:1000\r\n\
         maxmemory_policy:noeviction\r\naof_last_write_status:ok\r\nrdb_last_bgsave_status:ok\r\nevicted_keys:0\r\n";

    fn kinds(text: &str) -> Vec<ProblemKind> {
        of_any("", &fields(text))
            .into_iter()
            .map(|problem| problem.kind)
            .collect()
    }

    #[test]
    fn each_bad_value_of_info_is_one_problem() {
        assert_eq!(kinds(HEALTHY), []);
        for (good, bad, expected) in [
            ("7.0.15", "6.2.14", vec![ProblemKind::VersionTooOld]),
            ("7.0.15", "10.1", vec![]),
            ("redis_version", "version", vec![ProblemKind::Unknown]),
            ("noeviction", "allkeys-lru", vec![ProblemKind::EvictsKeys]),
            ("noeviction", "volatile-ttl", vec![ProblemKind::EvictsKeys]),
            ("maxmemory_policy", "policy", vec![ProblemKind::Unknown]),
            ("used_memory:899", "used_memory:900", vec![ProblemKind::MemoryLow]),
            ("maxmemory:1000", "maxmemory:0", vec![]),
            // The operating system ends a Redis without a limit when the machine has no memory left.
            (
                "maxmemory:1000",
                "maxmemory:0\r\ntotal_system_memory:990",
                vec![ProblemKind::MemoryUnlimited, ProblemKind::MemoryLow],
            ),
            (
                "maxmemory:1000",
                "maxmemory:0\r\ntotal_system_memory:2000",
                vec![ProblemKind::MemoryUnlimited],
            ),
            ("evicted_keys:0", "evicted_keys:1", vec![ProblemKind::KeysEvicted]),
            ("write_status:ok", "write_status:err", vec![ProblemKind::DiskError]),
            ("bgsave_status:ok", "bgsave_status:err", vec![ProblemKind::DiskError]),
        ] {
            assert_eq!(kinds(&HEALTHY.replace(good, bad)), expected, "{bad}");
        }
        let unlimited = HEALTHY.replace("maxmemory:1000", "maxmemory:0");
        assert_eq!(kinds(&unlimited.replace("noeviction", "allkeys-lru")), []);
    }

    #[test]
    fn replicas_are_read_from_info() {
        let text = "role:master\r\nconnected_slaves:2\r\nslave0:ip=10.0.0.7,port=6379,state=online,offset=1,lag=0\r\n\
                    slave1:ip=::1,port=6380,state=online,offset=1,lag=0\r\nslave_repl_offset:1\r\n";
        let replicas: Vec<_> = replicas(&fields(text)).iter().map(ToString::to_string).collect();
        assert_eq!(replicas, ["10.0.0.7:6379", "::1:6380"]);
    }
}
