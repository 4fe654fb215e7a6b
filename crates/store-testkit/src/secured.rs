//! A Redis server behind TLS, with an ACL user that has exactly the permissions that the store needs.

use std::{fs, path::Path};

use crate::{
    authority::{Authority, Certified},
    process::{MEMORY_LIMIT, Process, free_port, words},
};

/// The document with the permissions of the store's user; in a Cluster and with sentinels it needs a little more.
const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/README.md");

/// The words of the ACL line in deploy/README.md after the password: keys, channels and commands.
///
/// # Panics
///
/// The document has no such line.
#[must_use]
pub fn documented_acl() -> Vec<String> {
    let document = fs::read_to_string(DOCUMENT).expect("the document");
    let (_, from) = document.split_once("user tinsel on >password ").expect("an ACL");
    let (acl, _) = from.split_once("```").expect("its end");
    acl.split_whitespace().map(str::to_owned).collect()
}

/// The options by which a server has a memory limit and the store's user. The password contains characters that a URL must escape.
pub(crate) fn user() -> String {
    format!(
        "{MEMORY_LIMIT} --user tinsel on >p@ss/word {}",
        documented_acl().join(" ")
    )
}

/// The user and the password in a URL.
pub(crate) const LOGIN: &str = "tinsel:p%40ss%2Fword";

/// A `redis-server` with TLS and its own certificates, killed on drop.
#[derive(Debug)]
pub struct SecuredRedis {
    _process: Process,
    tls_port: u16,
    authority: Authority,
}

impl SecuredRedis {
    /// Makes certificates, starts a server and waits until it answers.
    ///
    /// # Panics
    ///
    /// There is no `redis-server` to start.
    #[must_use]
    pub fn start() -> Self {
        Self::authenticating("no")
    }

    /// The same; it requires a client certificate.
    #[must_use]
    pub fn requiring_certificates() -> Self {
        Self::authenticating("yes")
    }

    fn authenticating(clients: &str) -> Self {
        let authority = Authority::new();
        let server = authority.certify(&["127.0.0.1", "localhost"]);
        let tls_port = free_port();
        let arguments = |_, folder: &Path| {
            let file = |name: &str, text: &str| {
                let path = folder.join(name);
                fs::write(&path, text).expect("a file");
                path.to_string_lossy().into_owned()
            };
            let certificate = file("certificate.pem", &server.certificate);
            let (key, ca) = (file("key.pem", &server.key), file("ca.pem", &authority.pem()));
            words(&format!(
                "--tls-port {tls_port} --tls-cert-file {certificate} --tls-key-file {key} --tls-ca-cert-file {ca} \
                 --tls-auth-clients {clients} --appendonly no {}",
                user()
            ))
        };
        Self {
            _process: Process::start(arguments),
            tls_port,
            authority,
        }
    }

    /// Its address, with user and password.
    #[must_use]
    pub fn url(&self) -> String {
        format!("rediss://{LOGIN}@127.0.0.1:{}/", self.tls_port)
    }

    /// The certificate of its CA, in PEM.
    #[must_use]
    pub fn ca(&self) -> String {
        self.authority.pem()
    }

    /// A client certificate that it accepts.
    #[must_use]
    pub fn client(&self) -> Certified {
        self.authority.certify(&["client"])
    }
}
