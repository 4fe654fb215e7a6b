//! A bucket on a real S3 server: Moto, which `.ci/tools moto` installs. Moto accepts every signature, and none.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    sync::OnceLock,
    thread,
};

use tinsel_archive::{Archive, ArchiveError};

use crate::{check_contract, id, object, patient, settings};

/// Ends the server when its own standard input ends, so that no server outlives the test process.
const GUARD: &str = r#""$0" "$@" & read -r _; kill -9 $! 2>/dev/null"#;

/// The server of all tests.
struct Moto {
    address: String,
    _guard: Child,
}

impl Moto {
    fn start() -> Self {
        let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/moto/bin/moto");
        assert!(tool.exists(), "`.ci/tools moto` installs the S3 server of the tests");
        let mut guard = Command::new("sh")
            .args(["-c", GUARD])
            .arg(tool)
            .args(["-H", "127.0.0.1", "-p", "0"])
            .env("PYTHONUNBUFFERED", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut log = BufReader::new(guard.stderr.take().expect("a pipe"));
        let address = address_in(&mut log);
        // A full pipe would stop the server.
        thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Self { address, _guard: guard }
    }
}

/// The address that the server logs when it accepts connections.
fn address_in(log: &mut impl BufRead) -> String {
    let mut read = String::new();
    while log.read_line(&mut read).unwrap() > 0 {
        if let Some((_, address)) = read.split_once("Running on http://") {
            return address.trim().to_owned();
        }
    }
    panic!("Moto did not start: {read}");
}

/// The address of the server.
fn server() -> &'static str {
    static MOTO: OnceLock<Moto> = OnceLock::new();
    &MOTO.get_or_init(Moto::start).address
}

/// Creates a bucket.
fn create(name: &str) {
    let mut stream = TcpStream::connect(server()).unwrap();
    write!(
        stream,
        "PUT /{name} HTTP/1.0\r\nHost: {}\r\nContent-Length: 0\r\n\r\n",
        server()
    )
    .unwrap();
    let mut created = String::new();
    stream.read_to_string(&mut created).unwrap();
    assert!(created.contains(" 200 "), "{created}");
}

fn open(url: &str) -> Archive {
    Archive::open(url, patient(settings(&format!("http://{}", server())))).unwrap()
}

#[tokio::test]
async fn an_archive_in_a_bucket_keeps_the_contract() {
    create("contract");
    check_contract(&open("s3://contract/some/prefix"), &open("s3://contract/some/prefix/")).await;
}

#[tokio::test]
async fn a_bucket_that_needs_no_signature_is_public() {
    create("public");
    let archive = open("s3://public");
    assert_eq!(archive.is_public().await, Ok(Some(true)));
    archive.put(id(1), object("one")).await.unwrap();
    assert_eq!(archive.is_public().await, Ok(Some(true)));
}

#[tokio::test]
async fn prefixes_of_one_bucket_are_independent() {
    create("prefixes");
    open("s3://prefixes/one").put(id(1), object("one")).await.unwrap();
    for (url, expected) in [
        ("s3://prefixes/one", Some(object("one"))),
        ("s3://prefixes/other", None),
        ("s3://prefixes", None),
    ] {
        assert_eq!(open(url).get(id(1)).await, Ok(expected), "{url}");
    }
}

#[tokio::test]
async fn a_missing_bucket_is_a_refusal() {
    let archive = open("s3://missing");
    let refused = Err(ArchiveError::Refused("HTTP status 404 NoSuchBucket".to_owned()));
    assert_eq!(archive.get(id(1)).await, refused);
    assert_eq!(archive.put(id(1), object("one")).await.map(|()| None), refused);
}
