//! The commands of `deploy/OPERATIONS.md` for backups, run as written.

use std::{
    fs,
    net::TcpListener,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::atomic::{AtomicU32, Ordering},
};

use tinsel_client::Client;
use tinsel_harness::{
    Api, Choice, Failover, Process, RedisCluster, RedisServer, TestMatch, binary, created, documented_acl, root, soon,
};
use tinsel_history::verify;
use tinsel_proto::v1::MatchExport;

/// With characters that a shell and a URL treat specially.
const PASSWORD: &str = "p@ss/w#r d%?$1";
const PASSWORD_IN_URL: &str = "p%40ss%2Fw%23r%20d%25%3F%241";

/// The commands below this title, without their indentation.
fn script(title: &str) -> String {
    let guide = fs::read_to_string(root().join("deploy/OPERATIONS.md")).unwrap();
    let mut blocks = guide
        .split("```sh\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let is_titled = |block: &&str| block.lines().next().map(str::trim) == Some(&*format!("# {title}"));
    let block = blocks
        .find(is_titled)
        .unwrap_or_else(|| panic!("no commands {title:?}"));
    let indent = block.len() - block.trim_start().len();
    let lines = block.lines().map(|line| line.get(indent..).unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// A folder of a test, removed on drop.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tinsel-backup-{}-{number}", std::process::id()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a program, and returns its folder.
    fn program(&self, name: &str, commands: &str) -> PathBuf {
        let programs = self.0.join("programs");
        fs::create_dir_all(&programs).unwrap();
        let file = programs.join(name);
        fs::write(&file, format!("#!/bin/sh\n{commands}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        programs
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _: Result<(), _> = fs::remove_dir_all(&self.0);
    }
}

/// Runs the commands below a title with these variables. Programs in the folder come first.
fn run(title: &str, programs: &Path, variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new("sh");
    let first = r#"export PATH="$1:$PATH"; eval "$2""#;
    command.args(["-c", first, "sh"]).arg(programs).arg(script(title));
    command.envs(variables.iter().copied()).output().unwrap()
}

fn succeed(title: &str, variables: &[(&str, &str)]) -> String {
    let output = run(title, binary("tinsel").parent().unwrap(), variables);
    assert!(output.status.success(), "{title}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A port of which the port of the bus is free as well.
fn free_port() -> u16 {
    let free = |port: u16| TcpListener::bind(("127.0.0.1", port)).is_ok();
    let mut ports = std::iter::repeat_with(|| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    });
    ports.find(|port| *port < 55_000 && free(port + 10_000)).unwrap()
}

/// The new Redis of a restore. Shut down on drop.
struct Restored {
    folder: Folder,
    port: String,
    password: &'static str,
}

impl Restored {
    fn new(password: &'static str, settings: &str) -> Self {
        let (folder, port) = (Folder::new(), free_port().to_string());
        let data = folder.path("data");
        fs::create_dir(&data).unwrap();
        let password_line = match password {
            "" => String::new(),
            password => format!("requirepass \"{password}\"\n"),
        };
        let config =
            format!("port {port}\nbind 127.0.0.1\ndir {data}\nappendonly yes\nsave \"\"\n{password_line}{settings}\n");
        fs::write(folder.path("redis.conf"), config).unwrap();
        Self { folder, port, password }
    }

    /// Runs the commands below a title for this Redis.
    fn succeed(&self, title: &str, variables: &[(&str, &str)]) -> String {
        let (data, config) = (self.folder.path("data"), self.folder.path("redis.conf"));
        let own = [
            ("HOST", "127.0.0.1"),
            ("PORT", &self.port),
            ("DATA", &data),
            ("CONFIG", &config),
        ];
        let login = ("REDISCLI_AUTH", self.password);
        let login: &[_] = if self.password.is_empty() { &[] } else { &[login] };
        succeed(title, &[&own[..], login, variables].concat())
    }

    /// Starts it as it runs in production, and returns its number of keys.
    async fn start(&self) -> usize {
        let config = self.folder.path("redis.conf");
        let start = Command::new("redis-server")
            .args([&config, "--daemonize", "yes"])
            .status();
        assert!(start.unwrap().success());
        self.keys().await
    }

    async fn keys(&self) -> usize {
        soon("the number of keys", async {
            loop {
                if let Ok(keys) = self.ask(&["DBSIZE"]).parse() {
                    return keys;
                }
                tokio::task::yield_now().await;
            }
        })
        .await
    }

    fn ask(&self, command: &[&str]) -> String {
        let mut asking = Command::new("redis-cli");
        asking
            .args(["-p", &self.port])
            .args(command)
            .env("REDISCLI_AUTH", self.password);
        String::from_utf8(asking.output().unwrap().stdout)
            .unwrap()
            .trim()
            .to_owned()
    }
}

impl Drop for Restored {
    fn drop(&mut self) {
        self.ask(&["SHUTDOWN", "NOSAVE"]);
    }
}

/// A live Redis with a password and an append-only file.
fn live() -> (RedisServer, redis::Connection) {
    let redis = RedisServer::start_durable();
    let mut connection = redis::Client::open(redis.url()).unwrap().get_connection().unwrap();
    let mut command = redis::cmd("CONFIG");
    command.arg("SET").arg("requirepass").arg(PASSWORD);
    command.query::<()>(&mut connection).unwrap();
    (redis, connection)
}

fn config(connection: &mut redis::Connection, name: &str) -> String {
    let reply: Vec<String> = redis::cmd("CONFIG").arg("GET").arg(name).query(connection).unwrap();
    reply.into_iter().nth(1).unwrap()
}

/// The URL of a Redis with the password.
fn url_at(port: &str) -> String {
    format!("redis://:{PASSWORD_IN_URL}@127.0.0.1:{port}/")
}

/// Matches that are complete before a backup, and their histories.
async fn played(url: &str, count: usize) -> Vec<(String, MatchExport)> {
    let (api, client) = (Api::connect(url).await, Client::connect([url]).unwrap());
    let mut matches = Vec::new();
    for _ in 0..count {
        let table = TestMatch::of_players(&[&api], &created("")).await;
        table.play(&[&api], Choice::Bot(3)).await;
        let export = client.export(&table.match_id, None).await.unwrap();
        matches.push((table.match_id.clone(), export));
    }
    matches
}

/// Runs commands while players create matches.
async fn amid_writes(url: &str, run: impl FnOnce() -> String + Send + 'static) {
    let api = Api::connect(url).await;
    let mut running = tokio::task::spawn_blocking(run);
    let (apis, asked) = ([&api], created(""));
    loop {
        tokio::select! {
            done = &mut running => return drop(done.unwrap()),
            _ = TestMatch::of_players(&apis, &asked) => {}
        }
    }
}

/// A server on the restored store has the matches, and players can begin others.
async fn check_restored(store: &str, matches: &[(String, MatchExport)]) -> Process {
    let server = Process::on(store, &["--admin-listen", "127.0.0.1:0"]);
    let client = Client::connect([server.url()]).unwrap();
    for (id, before) in matches {
        let export = client.export(id, None).await.unwrap();
        assert_eq!(export.entries, before.entries, "{id}");
        verify(&export).unwrap();
    }
    played(&server.url(), 1).await;
    server
}

async fn check_backup(kind: &'static str) {
    let (redis, mut connection) = live();
    let (port, folder) = (redis.port().to_string(), Folder::new());
    let server = Process::on(&url_at(&port), &[]);
    let matches = played(&server.url(), 3).await;
    let (backup, data) = (folder.path("backup"), config(&mut connection, "dir"));
    let copy = backup.clone();
    amid_writes(&server.url(), move || {
        let variables = [
            ("HOST", "127.0.0.1"),
            ("PORT", &*port),
            ("REDISCLI_AUTH", PASSWORD),
            ("DATA", &*data),
            ("BACKUP", &*copy),
        ];
        succeed(&format!("Back up with {kind}"), &variables)
    })
    .await;
    let mode = fs::metadata(&backup).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    assert_eq!(config(&mut connection, "auto-aof-rewrite-percentage"), "100");

    let restored = Restored::new(PASSWORD, "");
    restored.succeed(&format!("Restore {kind}"), &[("BACKUP", &backup)]);
    assert!(restored.start().await >= matches.len());
    let server = check_restored(&url_at(&restored.port), &matches).await;
    let line: serde_json::Value = serde_json::from_str(&server.line_with("admin listener started")).unwrap();
    let admin = format!("http://{}", line["address"].as_str().unwrap());
    let drill = tokio::task::spawn_blocking(move || {
        let printed = restored.succeed("Drill", &[("ADMIN", &admin)]);
        (printed, restored)
    });
    let (printed, _restored) = drill.await.unwrap();
    let count = printed.lines().find_map(|line| line.trim().parse::<usize>().ok());
    assert!(count.is_some_and(|count| count > matches.len()), "{printed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_rdb_file_that_was_written_amid_writes_is_restored_with_an_append_only_file() {
    check_backup("RDB").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_only_file_that_was_copied_amid_writes_is_restored() {
    check_backup("AOF").await;
}

/// The permissions for backups that the guide names, beside those of a server.
fn permissions() -> Vec<String> {
    let guide = fs::read_to_string(root().join("deploy/OPERATIONS.md")).unwrap();
    let (_, named) = guide.split_once("the user also needs `").unwrap();
    let named = named.split('`').next().unwrap().split(' ').map(str::to_owned);
    documented_acl().into_iter().chain(named).collect()
}

/// The reason for the procedure. The user has the documented permissions only.
#[tokio::test]
async fn a_redis_with_an_append_only_file_ignores_a_copied_rdb_file() {
    let (redis, mut connection) = live();
    let mut user = redis::cmd("ACL");
    user.arg(&["SETUSER", "few", "on"]).arg(format!(">{PASSWORD}"));
    user.arg(permissions()).query::<()>(&mut connection).unwrap();
    redis::cmd("SET")
        .arg("tinsel:key")
        .arg("value")
        .query::<()>(&mut connection)
        .unwrap();
    let (folder, port) = (Folder::new(), redis.port().to_string());
    let backup = folder.path("backup");
    let variables = [
        ("HOST", "127.0.0.1"),
        ("PORT", &*port),
        ("REDISCLI_AUTH", PASSWORD),
        ("BACKUP", &*backup),
    ];
    let as_user = folder.program("redis-cli", r#"PATH="${PATH#*:}" exec redis-cli --user few "$@""#);
    let output = run("Back up with RDB", &as_user, &variables);
    assert!(output.status.success(), "{output:?}");
    let restored = Restored::new(PASSWORD, "");
    fs::copy(format!("{backup}/dump.rdb"), restored.folder.path("data/dump.rdb")).unwrap();
    assert_eq!(restored.start().await, 0);
}

#[test]
fn a_backup_that_fails_or_overlaps_leaves_the_rewrites_of_redis_enabled() {
    let (redis, mut connection) = live();
    let (folder, port, data) = (Folder::new(), redis.port().to_string(), config(&mut connection, "dir"));
    let mut number = 0;
    let mut backed_up = |cp: &str| {
        number += 1;
        let backup = folder.path(&number.to_string());
        let variables = [
            ("HOST", "127.0.0.1"),
            ("PORT", &*port),
            ("REDISCLI_AUTH", PASSWORD),
            ("DATA", &*data),
            ("BACKUP", &*backup),
        ];
        run("Back up with AOF", &folder.program("cp", cp), &variables)
    };
    let mut percentage = || config(&mut connection, "auto-aof-rewrite-percentage");
    // The copy fails, or is interrupted.
    for cp in ["exit 1", "kill -TERM $PPID"] {
        let output = backed_up(cp);
        assert!(!output.status.success(), "{output:?}");
        assert_eq!(percentage(), "100", "{cp}");
    }
    // Killed: the next run refuses, and names the remedy.
    assert!(!backed_up("kill -KILL $PPID").status.success());
    assert_eq!(percentage(), "0");
    let refused = backed_up("exit 0");
    let stderr = String::from_utf8(refused.stderr).unwrap();
    assert!(
        !refused.status.success() && stderr.contains("set it to 100"),
        "{stderr}"
    );
    redis::cmd("CONFIG")
        .arg(&["SET", "auto-aof-rewrite-percentage", "100"])
        .query::<()>(&mut connection)
        .unwrap();
    // Another run holds the lock.
    let lock = fs::File::create(format!("{data}/backup.lock")).unwrap();
    lock.lock().unwrap();
    let refused = backed_up("exit 0");
    let stderr = String::from_utf8(refused.stderr).unwrap();
    assert!(
        !refused.status.success() && stderr.contains("another backup runs"),
        "{stderr}"
    );
    assert_eq!(config(&mut connection, "auto-aof-rewrite-percentage"), "100");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_masters_of_a_cluster_are_backed_up_amid_writes_and_restored_as_another_cluster() {
    let cluster = RedisCluster::start();
    let server = Process::on(&cluster.url(), &[]);
    let matches = played(&server.url(), 6).await;
    let (folder, url) = (Folder::new(), cluster.url());
    let backup = folder.path("backup");
    let copy = backup.clone();
    amid_writes(&server.url(), move || {
        let (_, port) = url.rsplit_once(':').unwrap();
        succeed(
            "Back up a Cluster",
            &[("HOST", "127.0.0.1"), ("PORT", port), ("BACKUP", &copy)],
        )
    })
    .await;
    let nodes: Vec<_> = (0..3).map(|_| Restored::new("", "cluster-enabled yes")).collect();
    for (node, number) in nodes.iter().zip(["1", "2", "3"]) {
        node.succeed(
            "Restore a master of a Cluster",
            &[("BACKUP", &backup), ("NUMBER", number)],
        );
        assert!(node.keys().await > 0);
    }
    let others = nodes[1..].iter().map(|node| format!("127.0.0.1:{}", node.port));
    let others = others.collect::<Vec<_>>().join(" ");
    nodes[0].succeed("Connect the masters of a Cluster", &[("NODES", &others)]);
    let store = format!("redis+cluster://127.0.0.1:{}", nodes[0].port);
    check_restored(&store, &matches).await;
}

#[test]
fn commands_at_a_wrong_address_fail_and_change_nothing() {
    let (redis, folder) = (RedisServer::start(), Folder::new());
    let (running, nothing, backup) = (redis.port().to_string(), free_port().to_string(), folder.path("backup"));
    let data = folder.path("data");
    fs::create_dir(&data).unwrap();
    for (title, port, cause) in [
        ("Back up a Cluster", &nothing, "Could not connect"),
        ("Drill", &running, "the store has no matches"),
        ("Restore RDB", &running, "another Redis runs"),
    ] {
        let variables = [
            ("HOST", "127.0.0.1"),
            ("PORT", port),
            ("BACKUP", &backup),
            ("DATA", &data),
            ("CONFIG", "none"),
            ("ADMIN", "http://127.0.0.1:1"),
        ];
        let output = run(title, binary("tinsel").parent().unwrap(), &variables);
        let printed = format!("{output:?}");
        assert!(
            !output.status.success() && printed.contains(cause),
            "{title}: {printed}"
        );
    }
    assert!(!fs::exists(format!("{backup}/masters")).unwrap());
    redis.tell("PING");
}
