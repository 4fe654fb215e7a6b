//! A user that lacks a permission: each check names it.

use redis::Client;
use tinsel_store::{Coverage, MatchStore, ProblemKind, Redis, StoreError, StoreInspection, StoreReport};
use tinsel_store_testkit::{Failover, RedisCluster, RedisServer, documented_acl, id, patient, shard, until, write};

/// A store as the user with this name, which the server knows afterwards by these rules.
fn as_user(server: &RedisServer, user: &str, rules: &[&str]) -> Redis {
    server.tell(&format!("ACL SETUSER {user} on >pw {}", rules.join(" ")));
    let url = server.url().replace("redis://", &format!("redis://{user}:pw@"));
    Redis::connect(&url, patient()).unwrap()
}

/// The one refusal of a complete check.
fn refused(report: &StoreReport) -> &str {
    let kinds: Vec<_> = report.problems.iter().map(|problem| problem.kind).collect();
    assert_eq!(kinds, [ProblemKind::CommandsRefused], "{report:?}");
    assert_eq!(report.coverage, Coverage::All, "{report:?}");
    &report.problems[0].sentence
}

#[tokio::test]
async fn each_command_of_the_documented_acl_is_tried_and_named_if_it_is_refused() {
    let server = RedisServer::start_durable();
    let acl = documented_acl();
    let acl: Vec<_> = acl.iter().map(String::as_str).collect();
    let whole = as_user(&server, "whole", &acl).check(1).await;
    assert_eq!((whole.problems, whole.coverage), (vec![], Coverage::All));
    let commands: Vec<_> = acl.iter().filter_map(|word| word.strip_prefix('+')).collect();
    assert!(commands.len() > 30, "{commands:?}");
    for (number, command) in commands.iter().enumerate() {
        let minus = format!("-{command}");
        let without = [&acl[..], &[&minus]].concat();
        let report = as_user(&server, &format!("user{number}"), &without).check(1).await;
        let expected = format!("the server refuses {command} (NOPERM)");
        // The settings of a server are unknown without INFO.
        assert!(refused(&report).starts_with(&expected), "{command}: {report:?}");
    }
    let mut connection = Client::open(server.url()).unwrap().get_connection().unwrap();
    let keys: u64 = redis::cmd("DBSIZE").query(&mut connection).unwrap();
    assert!(keys <= 2, "each check removes its keys, or they expire: {keys}");
}

#[tokio::test]
async fn all_refused_commands_keys_and_channels_are_one_problem() {
    let server = RedisServer::start_durable();
    let acl = documented_acl();
    let acl: Vec<_> = acl.iter().map(String::as_str).collect();
    let few = as_user(&server, "few", &[&acl[..], &["-publish", "-zadd", "-persist"]].concat());
    assert!(refused(&few.check(1).await).contains("refuses persist, publish, zadd (NOPERM)"));
    let keys = as_user(&server, "keys", &[&acl[..], &["resetkeys", "~other:*"]].concat());
    assert!(refused(&keys.check(1).await).contains("refuses the keys tinsel:* (NOPERM)"));
    let channels = as_user(&server, "channels", &[&acl[..], &["resetchannels", "&other"]].concat());
    assert!(refused(&channels.check(1).await).contains("refuses the channels tinsel:* (NOPERM)"));
}

#[tokio::test]
async fn a_command_that_the_server_does_not_know_is_refused() {
    let server = RedisServer::start_with("--appendonly yes --rename-command PEXPIREAT none");
    let store = Redis::connect(&server.url(), patient()).unwrap();
    assert!(refused(&store.check(1).await).contains("refuses pexpireat (unknown command)"));
}

#[tokio::test]
async fn a_server_without_free_connections_is_unreachable_and_refuses_nothing() {
    let server = RedisServer::start_durable();
    let store = Redis::connect(&server.url(), patient()).unwrap();
    server.tell("CONFIG SET maxclients 1");
    let _only = Client::open(server.url()).unwrap().get_connection();
    until("no connection is free", || async {
        let report = store.check(1).await;
        let of_kind = |kind| report.problems.iter().any(|problem| problem.kind == kind);
        assert!(!of_kind(ProblemKind::CommandsRefused), "{report:?}");
        of_kind(ProblemKind::Unreachable) && report.coverage != Coverage::All
    })
    .await;
}

#[tokio::test]
async fn each_master_of_a_cluster_is_tried() {
    let cluster = RedisCluster::start();
    let store = Redis::connect(&cluster.url(), patient()).unwrap();
    let refusals = async || {
        let problems = store.check(1).await.problems;
        let refusals = problems
            .into_iter()
            .filter(|problem| problem.kind == ProblemKind::CommandsRefused);
        refusals.collect::<Vec<_>>()
    };
    until("the cluster is known", || async {
        store.check(1).await.coverage == Coverage::All
    })
    .await;
    assert_eq!(refusals().await, []);
    cluster.permit(cluster.slot("s017"), "-publish");
    let found = refusals().await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].sentence.contains("refuses publish (NOPERM)") && found[0].node.starts_with("127.0.0.1:"),
        "{found:?}"
    );
    for command in ["cluster|slots", "asking"] {
        cluster.permit(cluster.slot("s017"), &format!("-{command}"));
        assert!(refusals().await[0].sentence.contains(command));
    }
}

/// After a failover it would be the master.
#[tokio::test]
async fn a_replica_that_does_not_know_the_user_is_reported_and_not_refused() {
    let master = RedisServer::start_durable();
    let replica = RedisServer::start_with(&format!("--replicaof 127.0.0.1 {} --appendonly yes", master.port()));
    let acl = documented_acl();
    let store = as_user(&master, "few", &acl.iter().map(String::as_str).collect::<Vec<_>>());
    until("the replica is found", || async {
        let report = store.check(1).await;
        assert_eq!(report.coverage, Coverage::All, "{report:?}");
        report.problems.iter().any(|problem| {
            problem.node.ends_with(&format!(":{}", replica.port()))
                && problem.kind == ProblemKind::Unknown
                && problem.sentence.contains("create the user on it as well")
        })
    })
    .await;
}

#[tokio::test]
async fn a_write_that_is_refused_in_a_script_names_the_command_but_no_data() {
    let server = RedisServer::start();
    let store = as_user(&server, "few", &["~*", "&*", "+@all", "-publish"]);
    let refused = store.create(id(shard()), write("a secret")).await;
    let Err(StoreError::NotPermitted(cause)) = refused else {
        panic!("{refused:?}");
    };
    assert!(
        cause.contains("publish") && !cause.contains("secret") && !cause.contains("few"),
        "{cause}"
    );
}

#[tokio::test]
async fn a_user_with_only_some_of_the_keys_or_channels_is_refused() {
    let server = RedisServer::start_durable();
    for (number, (keys, channels)) in [("~tinsel:*", "&tinsel:probe"), ("~other:*", "&tinsel:*")]
        .into_iter()
        .enumerate()
    {
        let rules = ["resetkeys", keys, "resetchannels", channels, "+@all"];
        let store = as_user(&server, &format!("some{number}"), &rules);
        let report = store.check(1).await;
        let found = refused(&report);
        assert!(found.contains("permit all commands, keys and channels"), "{found}");
    }
}
