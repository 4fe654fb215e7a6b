//! What is tested of each library.

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use futures_util::{StreamExt as _, stream};
use tinsel_catalog::GameId;
use tinsel_client::{Client, Host, Options, Tls};
use tinsel_conformance::{CHECKS, Check, Outcome, Program, Verdict};
use tinsel_harness::{Authority, Link, Mounted, Process, redis, root};
use tinsel_proto::v1::{CreateMatchRequest, OptionValues};

/// A client library with its example programs, ready to run.
pub(crate) trait Library {
    /// The command that starts an example.
    fn example(&self, name: &str) -> Vec<String>;
}

/// A change of a library's code that breaks one promise.
#[derive(Debug)]
pub(crate) struct Mutation {
    /// The file, below the folder of the library.
    pub(crate) file: &'static str,
    pub(crate) from: &'static str,
    pub(crate) to: &'static str,
    /// The check that must fail.
    pub(crate) check: &'static str,
}

impl Mutation {
    /// Changes the code in a copy of the library.
    pub(crate) fn apply(&self, library: &Path) {
        let path = library.join(self.file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(self.from), "{} has no {}", path.display(), self.from);
        fs::write(path, text.replace(self.from, self.to)).unwrap();
    }
}

/// The time limit of a check, on a machine that is busy with other tests.
const LIMIT: Duration = Duration::from_secs(60);

/// The time limit of a check that a mutant may never end. A ping of gRPC for Go comes after 10 seconds at the earliest.
const MUTANT_LIMIT: Duration = Duration::from_secs(15);

async fn run(check: &'static Check, line: Vec<String>, limit: Duration) -> Outcome {
    let free: SocketAddr = "127.0.0.1:0".parse().unwrap();
    check.run(&Program::Command { line, limit }, free).await.unwrap()
}

/// The names of the checks that this program fails, with a report of them.
pub(crate) async fn failed(line: &[String], limit: Duration) -> (Vec<&'static str>, String) {
    let running = stream::iter(CHECKS).map(|check| run(check, line.to_vec(), limit));
    let outcomes: Vec<Outcome> = running.buffered(2).collect().await;
    let failed: Vec<&Outcome> = outcomes.iter().filter(|one| one.verdict != Verdict::Kept).collect();
    let report: Vec<String> = failed.iter().map(|outcome| tinsel_conformance::line(outcome)).collect();
    (
        failed.iter().map(|outcome| outcome.check.name).collect(),
        report.join("\n"),
    )
}

/// The library passes every check.
pub(crate) async fn passes_every_check(library: &impl Library) {
    let (failed, report) = failed(&library.example("conformance"), LIMIT).await;
    assert!(failed.is_empty(), "{report}");
}

/// A mutant of a library fails the check of the promise that it breaks.
pub(crate) async fn fails(check: &str, mutant: &impl Library) {
    let check = CHECKS.iter().find(|known| known.name == check).expect("a check");
    let outcome = run(check, mutant.example("conformance"), MUTANT_LIMIT).await;
    assert_ne!(outcome.verdict, Verdict::Kept, "{}", check.name);
}

/// The library plays every game to its end on two servers, of which one is replaced during the match.
pub(crate) async fn plays_while_a_server_is_replaced(library: &impl Library) {
    let mut servers = [start("127.0.0.1:0"), start("127.0.0.1:0")];
    for (number, game) in GameId::ALL.iter().enumerate() {
        plays_while_one_is_replaced(library, *game, &mut servers, number % 2);
    }
}

/// The library plays a game to its end although its only server restarts while it submits a decision.
pub(crate) async fn plays_while_its_only_server_restarts(library: &impl Library) {
    plays_while_one_is_replaced(library, GameId::PresentsOfMine, &mut [start("127.0.0.1:0")], 0);
}

fn plays_while_one_is_replaced(library: &impl Library, game: GameId, servers: &mut [Process], index: usize) {
    let urls: Vec<_> = servers.iter().map(Process::url).collect();
    let mut line = library.example("play");
    line.extend([urls.join(","), game.as_str().to_owned(), "--step".to_owned()]);
    let mut player = Command::new(&line[0])
        .args(&line[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = player.stdin.take().unwrap();
    let mut ended = false;
    for line in BufReader::new(player.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap)
    {
        let replaces = line == "turn 2";
        let address = servers[index].address().to_string();
        if replaces {
            servers[index].terminate();
            servers[index].ended();
        }
        if line.starts_with("turn ") {
            stdin.write_all(b"\n").unwrap();
        }
        if replaces {
            servers[index] = start(&address);
        }
        ended |= line.starts_with("ended: ");
    }
    assert!(player.wait().unwrap().success() && ended, "{game}");
}

/// The library plays a match to its end although its connection becomes silent twice, at turns.
pub(crate) async fn plays_over_silent_connections(library: &impl Library) {
    let server = start("127.0.0.1:0");
    let link = Link::to(server.address()).await;
    let host = match_with_an_open_seat(&Client::connect([server.url()]).unwrap()).await;
    let line = library.example("conformance");
    let mut player = Command::new(&line[0]);
    player.args(&line[1..]).env("TINSEL_MATCH", host.match_id());
    player.env("TINSEL_SERVERS", format!("http://{}", link.address()));
    player.env("TINSEL_ATTEMPT_MS", "1000").env("TINSEL_PING_MS", "1000");
    // gRPC for Go pings after 10 seconds at the earliest.
    player.env("TINSEL_SILENCE_MS", "3000");
    let playing = tokio::task::spawn_blocking(move || run_to_its_end(&mut player));

    let mut turns = BTreeSet::new();
    let mut watch = host.watch(None);
    while let Some(watched) = watch.next().await {
        let watched = watched.unwrap();
        let Some(state) = watched.state().and_then(|state| state.r#match.as_ref()) else {
            continue;
        };
        let is_turn = state.pending_decisions.iter().any(|pending| pending.seat == Some(7));
        if is_turn && turns.insert(state.revision) && turns.len() <= 2 {
            link.silence();
        }
    }
    playing.await.unwrap();
    assert!(turns.len() > 2, "{turns:?}");
    assert!(link.accepted() > 2, "each silence is followed by a new connection");
}

/// The first bot plays a match to its end, as `proto/README.md` prints it from `source`.
pub(crate) async fn the_first_bot_plays(library: &impl Library, source: &str) {
    let source = fs::read_to_string(root().join(source)).unwrap();
    let readme = fs::read_to_string(root().join("proto/README.md")).unwrap();
    assert!(readme.contains(source.trim()), "proto/README.md shows the first bot");

    let server = start("127.0.0.1:0");
    let client = Client::connect([server.url()]).unwrap();
    let host = match_with_an_open_seat(&client).await;
    let mut line = library.example("first_bot");
    line.extend([server.url(), host.match_id().to_owned()]);
    ends_the_match(Command::new(&line[0]).args(&line[1..]), &host).await;
}

/// The variables that replace the roots of the system: of OpenSSL and Go, of Node, and of gRPC for Python.
const SYSTEM_ROOTS: [&str; 3] = [
    "SSL_CERT_FILE",
    "NODE_EXTRA_CA_CERTS",
    "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH",
];

/// The library plays a match over TLS with a CA file, and with the roots of the system, and trusts no other server.
pub(crate) async fn plays_over_tls(library: &impl Library) {
    let authority = Authority::new();
    let server = authority.certify(&["localhost"]);
    let files = [
        ("tls.crt", server.certificate.as_str()),
        ("tls.key", &server.key),
        ("ca.crt", &authority.pem()),
    ];
    let mounted = Mounted::new(&files);
    let [certificate, key, ca] = ["tls.crt", "tls.key", "ca.crt"].map(|name| mounted.path(name));
    let server = Process::start(redis(), &["--tls-certificate", &certificate, "--tls-key", &key]);
    let address = format!("https://localhost:{}", server.address().port());
    let tls = Tls {
        ca: Some(authority.pem().into()),
        ..Tls::default()
    };
    let options = Options {
        tls,
        ..Options::default()
    };
    let client = Client::with_options([&address], options).unwrap();
    let line = library.example("conformance");
    let player = |host: &Host, roots: &[&str]| {
        let mut player = Command::new(&line[0]);
        player.args(&line[1..]).env("TINSEL_SERVERS", &address);
        player.env("TINSEL_MATCH", host.match_id());
        player.envs(roots.iter().map(|variable| (variable, &ca)));
        player
    };
    for roots in [&["TINSEL_CA"][..], &SYSTEM_ROOTS] {
        let host = match_with_an_open_seat(&client).await;
        ends_the_match(&mut player(&host, roots), &host).await;
    }
    let host = match_with_an_open_seat(&client).await;
    let untrusting = player(&host, &[]).output().unwrap();
    assert!(
        !untrusting.status.success(),
        "it trusts a server with a certificate of an unknown authority"
    );
    let stderr = String::from_utf8_lossy(&untrusting.stderr);
    let repeats = stderr.contains("no response after") && !stderr.contains("no response after 2 attempts");
    assert!(!repeats, "{stderr}");
}

/// The library reports an address without a scheme at once, as a retry does not help.
pub(crate) fn rejects_an_address_without_a_scheme(library: &impl Library) {
    let line = library.example("conformance");
    let mut command = Command::new(&line[0]);
    command.args(&line[1..]).env("TINSEL_SERVERS", "localhost:7400");
    let output = command.env("TINSEL_MATCH", "000-match").output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && stderr.contains("localhost:7400"),
        "{stderr}"
    );
    assert!(!stderr.contains("no response after"), "{stderr}");
}

fn start(address: &str) -> Process {
    Process::with(address, &redis().url(), &[], &[])
}

/// A match of Presents of Mine with bots in all seats but one.
async fn match_with_an_open_seat(client: &Client) -> Host {
    let options = OptionValues {
        game_id: GameId::PresentsOfMine.as_str().to_owned(),
        values: Vec::new(),
    };
    let request = CreateMatchRequest {
        options: Some(options),
        ..CreateMatchRequest::default()
    };
    let host = client.create_with(request).await.unwrap();
    for _ in 0..7 {
        host.add_bot().await.unwrap();
    }
    host
}

/// Runs a player, which ends the match.
async fn ends_the_match(player: &mut Command, host: &Host) {
    run_to_its_end(player);
    let state = host.state().await.unwrap();
    assert!(state.r#match.unwrap().outcome.is_some(), "the match is over");
}

/// An empty folder of this name, in the folder of the tests.
pub(crate) fn empty_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _absent = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a command that must succeed.
pub(crate) fn run_to_its_end(command: &mut Command) {
    let output = command.output().unwrap();
    let [stdout, stderr] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{command:?}\n{stdout}\n{stderr}");
}

/// A copy of a folder with this name.
pub(crate) fn copied(from: &Path, name: &str) -> PathBuf {
    let copy = empty_folder(name);
    run_to_its_end(Command::new("cp").arg("-R").arg(from.join(".")).arg(&copy));
    copy
}

/// The path of a tool that `.ci/tools` installs.
pub(crate) fn tool(path: &str) -> String {
    let path = root().join(".tools").join(path);
    assert!(path.exists(), "`make test-clients` installs {}", path.display());
    path.display().to_string()
}
