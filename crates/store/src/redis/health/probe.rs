//! Tries every command of the store on keys of its own: an ACL can permit some commands and refuse others, and a server
//! without one of them would look healthy.

use std::collections::BTreeSet;

use ::redis::{
    RedisError, RedisResult, Value,
    aio::{ConnectionLike, MultiplexedConnection},
};
use tokio::time::timeout;

use crate::Shard;
use crate::redis::{
    failures::{failed, is_refused},
    keys,
    servers::{access::Access, node::Node},
};

/// The commands of the store, each with arguments that have no effect or one on the keys `{s}`, `{h}`, `{z}` and `{r}` only.
/// The last ones remove these keys. Tests compare the names with the ACL in deploy/README.md.
pub(crate) const COMMANDS: [(&str, &str); 36] = [
    ("ping", ""),
    ("select", "{db}"),
    ("info", ""),
    ("time", ""),
    ("scan", "0 COUNT 1"),
    ("wait", "0 0"),
    ("eval", "return(1) 1 {s}"),
    ("evalsha", "0000000000000000000000000000000000000000 1 {s}"),
    ("persist", "{s}"),
    ("set", "{s} 1 PX 60000"),
    ("setrange", "{s} 0 1"),
    ("get", "{s}"),
    ("mget", "{s}"),
    ("pttl", "{s}"),
    ("pexpireat", "{s} 9999999999999 LT"),
    ("rename", "{s} {r}"),
    ("hset", "{h} f 1"),
    ("hget", "{h} f"),
    ("hmget", "{h} f"),
    ("hlen", "{h}"),
    ("hscan", "{h} 0"),
    ("zadd", "{z} 1 m"),
    ("zscore", "{z} m"),
    ("zcard", "{z}"),
    ("zrange", "{z} 0 -1"),
    ("zrangebylex", "{z} - +"),
    ("zrangebyscore", "{z} 0 1"),
    ("publish", "{c} 1"),
    ("pexpire", "{r} 0"),
    ("hdel", "{h} f"),
    ("zremrangebyscore", "{z} 2 3"),
    ("zrem", "{z} m"),
    // These concern only some topologies, or a connection of their own.
    (SUBSCRIBE, ""),
    (UNSUBSCRIBE, ""),
    ("asking", ""),
    ("cluster|slots", ""),
];

const SUBSCRIBE: &str = "subscribe";
const UNSUBSCRIBE: &str = "unsubscribe";

/// The first of [`COMMANDS`] that scripts use as well, and the number of those that a pipeline tries.
const SCRIPTED_FROM: usize = 8;
const PIPELINED: usize = 32;

/// Runs a command in a script, because a server can refuse it only there.
const SCRIPT: &str = "return redis.pcall(unpack(ARGV))";

/// What a server refuses.
#[derive(Debug, Default)]
pub(crate) struct Refused {
    /// Commands, or the keys or channels of the store.
    what: BTreeSet<&'static str>,
    /// The codes of the refusals.
    codes: BTreeSet<String>,
}

impl Refused {
    /// Adds an error about a command; returns the error if it is no refusal and the command was not executed.
    fn note(&mut self, command: &'static str, reply: RedisResult<Value>) -> RedisResult<()> {
        let Err(error) = reply else { return Ok(()) };
        if is_refused(&error) {
            self.add(command, &error);
            return Ok(());
        }
        match error.code() {
            // The server has executed the command, or would have: another refusal left a key out.
            Some("ERR" | "NOSCRIPT" | "WRONGTYPE") => Ok(()),
            Some(_) | None => Err(error),
        }
    }

    /// Adds a refusal.
    pub(crate) fn add(&mut self, command: &'static str, error: &RedisError) {
        let text = error.detail().unwrap_or_default();
        self.what
            .insert(if text.contains("the keys") || text.contains("a key") {
                "the keys tinsel:*"
            } else if text.contains("channel") {
                "the channels tinsel:*"
            } else {
                command
            });
        let is_unknown = text.to_ascii_lowercase().contains("unknown");
        self.codes
            .insert(if is_unknown { "unknown command" } else { "NOPERM" }.to_owned());
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.what.is_empty()
    }

    /// The refusals, and the remedy.
    pub(crate) fn sentence(&self) -> String {
        let list = |set: &mut dyn Iterator<Item = &str>| set.collect::<Vec<_>>().join(", ");
        format!(
            "the server refuses {} ({}); permit all commands, keys and channels of the ACL in deploy/README.md",
            list(&mut self.what.iter().copied()),
            list(&mut self.codes.iter().map(String::as_str))
        )
    }
}

/// Tries all commands at a master that has this shard.
///
/// # Errors
///
/// If the master does not answer, or executes nothing at the moment. Then `refused` can be incomplete.
pub(crate) async fn probe(
    (node, shard): (&Node, Shard),
    is_cluster: bool,
    probe: u64,
    refused: &mut Refused,
) -> RedisResult<()> {
    let access = &node.access;
    let mut connection = match node.endpoint.open(&access.config()).await {
        Ok((connection, _)) => connection,
        // A new connection selects its database first.
        Err(error) if is_refused(&error) => {
            refused.add("select", &error);
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    let words = |text: &str| words(text, shard, probe, access);
    let mut direct = ::redis::pipe();
    for (name, arguments) in COMMANDS.iter().take(PIPELINED) {
        direct.cmd(name).arg(words(arguments));
    }
    let tried = COMMANDS.iter().take(PIPELINED).map(|(name, _)| *name);
    replies(&mut connection, &direct, tried, refused).await?;
    if !refused.what.contains("eval") {
        let mut scripted = ::redis::pipe();
        let of_scripts = || COMMANDS.iter().take(PIPELINED).skip(SCRIPTED_FROM);
        for (name, arguments) in of_scripts() {
            let (script, key) = (scripted.cmd("EVAL").arg(SCRIPT), keys::probe(shard, probe, "s"));
            script.arg(1).arg(key).arg(*name).arg(words(arguments));
        }
        replies(&mut connection, &scripted, of_scripts().map(|(name, _)| *name), refused).await?;
    }
    if is_cluster {
        let mut of_cluster = ::redis::pipe();
        of_cluster.cmd("CLUSTER").arg("SLOTS").cmd("ASKING");
        replies(
            &mut connection,
            &of_cluster,
            ["cluster|slots", "asking"].into_iter(),
            refused,
        )
        .await?;
    }
    subscribe((node, shard), refused).await
}

async fn subscribe((node, shard): (&Node, Shard), refused: &mut Refused) -> RedisResult<()> {
    let patience = node.access.response_timeout();
    let trying = async {
        let (mut sink, _messages) = node.endpoint.pubsub().await?.split();
        // One of each kind that the store uses. Only the last one gets a message of the probe.
        let of_match = keys::of_probed_match(shard).to_string();
        let channels = [
            keys::DUE_CHANNEL,
            keys::MESSAGES_CHANNEL,
            &of_match,
            keys::PROBE_CHANNEL,
        ];
        let subscribed = sink.subscribe(&channels[..]).await;
        refused.note(SUBSCRIBE, subscribed.map(|()| Value::Nil))?;
        let unsubscribed = sink.unsubscribe(&channels[..]).await;
        refused.note(UNSUBSCRIBE, unsubscribed.map(|()| Value::Nil))
    };
    let tried = timeout(patience, trying).await;
    tried.unwrap_or_else(|_| Err(failed("a subscription timed out")))
}

async fn replies(
    connection: &mut MultiplexedConnection,
    pipeline: &::redis::Pipeline,
    names: impl Iterator<Item = &'static str>,
    refused: &mut Refused,
) -> RedisResult<()> {
    let count = pipeline.cmd_iter().count();
    let replies = connection.req_packed_commands(pipeline, 0, count).await?;
    for (name, reply) in names.zip(replies) {
        refused.note(name, reply.extract_error())?;
    }
    Ok(())
}

/// The arguments of a command.
fn words(text: &str, shard: Shard, probe: u64, access: &Access) -> Vec<String> {
    let word = |word: &str| match word {
        "{db}" => access.database().to_string(),
        "{c}" => keys::PROBE_CHANNEL.to_owned(),
        _ => match word.strip_prefix('{').and_then(|word| word.strip_suffix('}')) {
            Some(kind) => keys::probe(shard, probe, kind).to_string(),
            None => word.to_owned(),
        },
    };
    text.split_whitespace().map(word).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::COMMANDS;

    #[test]
    fn the_documented_acl_contains_exactly_the_commands_of_the_check() {
        let document = include_str!("../../../../../deploy/README.md");
        let (_, acl) = document.split_once("user tinsel on >password").expect("an ACL");
        let (acl, _) = acl.split_once("```").expect("its end");
        let of_topologies = ["asking", "cluster|slots"];
        let documented = acl.split_whitespace().filter_map(|word| word.strip_prefix('+'));
        let documented: BTreeSet<_> = documented.chain(of_topologies).collect();
        assert_eq!(documented, COMMANDS.iter().map(|(name, _)| *name).collect());
        for command in of_topologies {
            assert!(document.contains(&format!("+{command}")), "{command}");
        }
    }
}
