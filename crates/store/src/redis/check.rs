//! Checks the version, settings and condition of the servers, by `INFO`: managed services block `CONFIG`.

use std::collections::BTreeMap;

use ::redis::{Cmd, RedisError, RedisResult, Value, from_redis_value};

use super::{Redis, failures::failure, host_port::HostPort, keys, sentinels::once};
use crate::{ProblemKind, SHARDS_MAX, Shard, StoreError, StoreProblem};

/// The oldest supported version. Since it, an error inside a script keeps its code, such as `OOM`.
const VERSION_MIN: (u64, u64) = (7, 0);

/// The share of its memory limit above which a server is almost full, in percent.
const FULL_PERCENT: u64 = 90;

/// The number of replicas from which on `min-replicas-to-write 1` survives the failure of one.
const REPLICAS_OF_MIN_REPLICAS: u64 = 2;

/// What `INFO` reports, by field.
type Info<'a> = BTreeMap<&'a str, &'a str>;

impl Redis {
    /// The problems of all servers: the masters, and their replicas, which can become masters. A replica that this
    /// process cannot reach is left out.
    pub(super) async fn check_servers(&self) -> Result<Vec<StoreProblem>, StoreError> {
        let mut problems = Vec::new();
        for (node, info) in self.ask_masters(&|_| ::redis::cmd("INFO")).await? {
            match info.and_then(|info| Ok(from_redis_value::<String>(info)?)) {
                Ok(text) => {
                    let info = fields(&text);
                    problems.extend(self.of_master(&node, &info));
                    for replica in replicas(&info) {
                        problems.extend(self.check_replica(&replica).await);
                    }
                }
                Err(error) => problems.push(refused_info(&node, &error)),
            }
        }
        let script = |shard| {
            let mut command = ::redis::cmd("EVAL");
            command.arg("return 1").arg(1).arg(keys::pulse(shard));
            command
        };
        let answers = self.ask_masters(&script).await?;
        let refused = answers
            .into_iter()
            .filter_map(|(node, answer)| Some((node, answer.err()?)));
        problems.extend(refused.map(|(node, error)| StoreProblem {
            kind: ProblemKind::ScriptsRefused,
            node,
            sentence: format!(
                "the server refuses scripts ({}); give its user the permissions that deploy/README.md lists",
                code(&error)
            ),
        }));
        Ok(problems)
    }

    /// The answers of all masters that answer, also by an error.
    async fn ask_masters(
        &self,
        command: &(impl Fn(Shard) -> Cmd + Sync),
    ) -> Result<Vec<(String, RedisResult<Value>)>, StoreError> {
        let shards: Vec<_> = (0..SHARDS_MAX).filter_map(Shard::new).collect();
        let (mut answers, mut failed) = (Vec::new(), None);
        let servers = &self.shared.servers;
        let asking = servers.ask_each(&shards, command, |shards, reply| match reply {
            Err(error) if !is_refusal(&error) => failed = Some(failure(&error)),
            reply => answers.push((servers.name(shards.first().copied()), reply)),
        });
        asking.await;
        match failed {
            Some(error) if answers.is_empty() => Err(error),
            Some(_) | None => Ok(answers),
        }
    }

    async fn check_replica(&self, at: &HostPort) -> Vec<StoreProblem> {
        let access = self.shared.servers.access();
        let asked = async { once::<String>(access, &access.to(at)?, &::redis::cmd("INFO")).await };
        match asked.await {
            Ok(text) => of_any(&at.to_string(), &fields(&text)),
            Err(error) => {
                tracing::debug!(error = %failure(&error), "store replica not checked");
                Vec::new()
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

fn refused_info(node: &str, error: &RedisError) -> StoreProblem {
    let sentence = format!(
        "the server refuses INFO ({}), so version, eviction policy, persistence and memory are unknown; permit +info",
        code(error)
    );
    problem(ProblemKind::Unknown, node, sentence)
}

fn unknown(field: &str) -> String {
    format!("INFO does not contain {field}; check that setting by hand")
}

/// Whether the server has answered, and refuses this command.
fn is_refusal(error: &RedisError) -> bool {
    matches!(error.code(), Some("NOPERM" | "ERR"))
}

fn code(error: &RedisError) -> String {
    error.code().unwrap_or_default().to_owned()
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
                vec![ProblemKind::MemoryLow],
            ),
            ("maxmemory:1000", "maxmemory:0\r\ntotal_system_memory:2000", vec![]),
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
