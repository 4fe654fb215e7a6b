//! A Redis server behind TLS, with an ACL user that has exactly the permissions that the store needs.

use std::{fs, path::Path};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

use crate::process::{Process, free_port, words};

/// The permissions of the store's user, as in deploy/README.md; in a Cluster and with sentinels it needs a little more. The
/// password holds characters that a URL must escape.
pub(crate) const USER: &str = "--user tinsel on >p@ss/word resetkeys ~tinsel:* resetchannels &tinsel:* \
     +ping +select +info +eval +evalsha +setrange +get +set +hget +hmget +hset +hdel +zadd +zrem +zcard +zscore +zrange +zrangebylex \
     +zrangebyscore +zremrangebyscore +pexpire +pexpireat +persist +time +publish +subscribe +unsubscribe +wait";

/// The user and the password in a URL.
pub(crate) const LOGIN: &str = "tinsel:p%40ss%2Fword";

/// A `redis-server` with TLS and its own certificates, killed on drop.
#[derive(Debug)]
pub struct SecuredRedis {
    _process: Process,
    tls_port: u16,
    ca: String,
}

impl SecuredRedis {
    /// Makes certificates, starts a server and waits until it answers.
    ///
    /// # Panics
    ///
    /// There is no `redis-server` to start.
    #[must_use]
    pub fn start() -> Self {
        let (issuer, key) = (issuer(), KeyPair::generate().expect("a key"));
        let names = ["127.0.0.1".to_owned(), "localhost".to_owned()];
        let params = CertificateParams::new(names).expect("names");
        let certificate = params.signed_by(&key, &issuer).expect("a certificate");
        let tls_port = free_port();
        let arguments = |_, folder: &Path| {
            let file = |name: &str, text: &str| {
                let path = folder.join(name);
                fs::write(&path, text).expect("a file");
                path.to_string_lossy().into_owned()
            };
            let certificate = file("certificate.pem", &certificate.pem());
            let (key, ca) = (file("key.pem", &key.serialize_pem()), file("ca.pem", &issuer.pem()));
            words(&format!(
                "--tls-port {tls_port} --tls-cert-file {certificate} --tls-key-file {key} --tls-ca-cert-file {ca} \
                 --tls-auth-clients no --appendonly no {USER}"
            ))
        };
        Self {
            _process: Process::start(arguments),
            tls_port,
            ca: issuer.pem(),
        }
    }

    /// Its address, with user and password.
    #[must_use]
    pub fn url(&self) -> String {
        format!("rediss://{LOGIN}@127.0.0.1:{}/", self.tls_port)
    }

    /// The certificate of its CA, in PEM.
    #[must_use]
    pub fn ca(&self) -> &str {
        &self.ca
    }
}

fn issuer() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("an issuer")
}
