//! The certificates for servers with an `https://` address.

use tinsel_client::Tls;

use super::given;
use crate::failure::Failure;

/// The certificates for `https://` servers.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct TlsArgs {
    /// PEM file with CA certificates of https:// servers, in place of the system's.
    #[arg(long, env = "TINSEL_CA", value_name = "FILE")]
    ca: Option<String>,
    /// PEM file with a client certificate, if the servers require one.
    #[arg(
        long,
        env = "TINSEL_CLIENT_CERTIFICATE",
        value_name = "FILE",
        requires = "client_key"
    )]
    client_certificate: Option<String>,
    /// PEM file with the private key of --client-certificate.
    #[arg(
        long,
        env = "TINSEL_CLIENT_KEY",
        value_name = "FILE",
        requires = "client_certificate"
    )]
    client_key: Option<String>,
}

impl TlsArgs {
    /// Reads the files.
    pub(super) fn files(&self) -> Result<Tls, Failure> {
        let read = |path: &Option<String>| given(path).map(|path| read(&path)).transpose();
        Ok(Tls {
            ca: read(&self.ca)?,
            identity: read(&self.client_certificate)?.zip(read(&self.client_key)?),
        })
    }
}

pub(super) fn read(path: &str) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|error| Failure::File {
        file: path.to_owned(),
        why: error.to_string(),
    })
}
