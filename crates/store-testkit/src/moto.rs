//! A real S3 server: Moto, which `.ci/tools moto` installs. It keeps its objects in memory.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
};

/// Prints its process ID, and ends the server when its own standard input ends, so that no server outlives the test process.
const GUARD: &str = r#""$0" "$@" & echo $!; read -r _; kill -9 $! 2>/dev/null"#;

/// An S3 server on a free port of the loopback interface, killed on drop.
#[derive(Debug)]
pub struct Moto {
    address: String,
    pid: String,
    _guard: Child,
}

impl Moto {
    /// Starts a server and waits until it answers.
    ///
    /// # Panics
    ///
    /// Moto is not installed.
    #[must_use]
    pub fn start() -> Self {
        let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/moto/bin/moto");
        assert!(tool.exists(), "`.ci/tools moto` installs the S3 server of the tests");
        let mut guard = Command::new("sh")
            .args(["-c", GUARD])
            .arg(tool)
            .args(["-H", "127.0.0.1", "-p", "0"])
            .env("PYTHONUNBUFFERED", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut pid = String::new();
        let mut out = BufReader::new(guard.stdout.take().expect("a pipe"));
        out.read_line(&mut pid).expect("a process ID");
        let mut log = BufReader::new(guard.stderr.take().expect("a pipe"));
        let address = address_in(&mut log);
        // A full pipe would stop the server.
        thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        thread::spawn(move || std::io::copy(&mut log, &mut std::io::sink()));
        Self {
            address,
            pid: pid.trim().to_owned(),
            _guard: guard,
        }
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Creates a bucket.
    ///
    /// # Panics
    ///
    /// The server refuses it.
    pub fn create(&self, bucket: &str) {
        self.put(bucket, "");
    }

    /// The settings of an archive in a bucket of this server.
    #[must_use]
    pub fn settings(&self) -> Vec<(String, String)> {
        let url = self.url();
        let settings = [
            ("AWS_ENDPOINT_URL", url.as_str()),
            ("AWS_ALLOW_HTTP", "true"),
            ("AWS_REGION", "us-east-1"),
            ("AWS_ACCESS_KEY_ID", "key"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
        ];
        settings.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec()
    }

    /// Lets a bucket keep earlier versions of its objects.
    ///
    /// # Panics
    ///
    /// The server refuses it.
    pub fn keep_versions(&self, bucket: &str) {
        let setting = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>";
        self.put(&format!("{bucket}?versioning"), setting);
    }

    fn put(&self, path: &str, body: &str) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "PUT /{path} HTTP/1.0\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        assert!(response.contains(" 200 "), "{response}");
    }

    /// Stops it with SIGSTOP: connections stay open, and it does not answer.
    pub fn pause(&self) {
        self.signal("-STOP");
    }

    /// Continues it after a pause; it then also processes the requests from meanwhile.
    pub fn resume(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.pid]).status();
        assert!(sent.is_ok_and(|status| status.success()), "the server runs");
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
