//! Certificates for TLS connections: CA certificates in place of the system's, and a client certificate.

use std::{fmt, sync::Arc};

use ::redis::{Client, ClientTlsConfig, ConnectionAddr, RedisResult, TlsCertificates};
use parking_lot::RwLock;

use super::address::UnusableAddress;

/// The first line of a PEM certificate.
const CERTIFICATE: &[u8] = b"-----BEGIN CERTIFICATE-----";

/// The certificates for TLS connections to Redis. Clones share them. After a replacement, new connections use the new
/// ones, and open connections stay open.
#[derive(Clone, Default)]
pub struct RedisTls(Arc<RwLock<Option<TlsCertificates>>>);

impl RedisTls {
    /// Replaces the certificates, in PEM: CA certificates, or `None` for those of the system; and the client certificate
    /// with its key.
    ///
    /// # Errors
    ///
    /// [`UnusableAddress::Certificates`] if one is invalid, or `ca` contains none. The certificates then do not change.
    pub fn replace(&self, ca: Option<Vec<u8>>, client: Option<(Vec<u8>, Vec<u8>)>) -> Result<(), UnusableAddress> {
        let some = |pem: &Vec<u8>| pem.windows(CERTIFICATE.len()).any(|text| text == CERTIFICATE);
        let certificates = TlsCertificates {
            root_cert: ca,
            client_tls: client.map(|(client_cert, client_key)| ClientTlsConfig {
                client_cert,
                client_key,
            }),
        };
        let address = ConnectionAddr::TcpTls {
            host: "localhost".to_owned(),
            port: 1,
            insecure: false,
            tls_params: None,
        };
        let client = certificates.client_tls.as_ref().map(|client| &client.client_cert);
        let valid = [certificates.root_cert.as_ref(), client]
            .into_iter()
            .flatten()
            .all(some);
        if !valid || with(address, &certificates).is_err() {
            return Err(UnusableAddress::Certificates);
        }
        *self.0.write() = Some(certificates);
        Ok(())
    }

    /// The address with the current certificates.
    pub(crate) fn applied_to(&self, address: ConnectionAddr) -> RedisResult<ConnectionAddr> {
        match &*self.0.read() {
            Some(certificates) => with(address, certificates),
            None => Ok(address),
        }
    }
}

impl fmt::Debug for RedisTls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RedisTls(…)")
    }
}

fn with(address: ConnectionAddr, certificates: &TlsCertificates) -> RedisResult<ConnectionAddr> {
    let client = Client::build_with_tls(address, certificates.clone())?;
    Ok(client.get_connection_info().addr().clone())
}
