//! CA certificates for servers, in place of the system's.

use ::redis::{Client, ConnectionAddr, RedisResult, TlsCertificates};

/// The first line of a PEM certificate.
const CERTIFICATE: &[u8] = b"-----BEGIN CERTIFICATE-----";

/// Whether the text contains certificates, all of them valid.
pub(super) fn can_trust(pem: &[u8]) -> bool {
    let found = pem.windows(CERTIFICATE.len()).any(|text| text == CERTIFICATE);
    let address = ConnectionAddr::TcpTls {
        host: "localhost".to_owned(),
        port: 1,
        insecure: false,
        tls_params: None,
    };
    found && trusting(address, pem).is_ok()
}

/// The address with these CA certificates.
pub(super) fn trusting(address: ConnectionAddr, pem: &[u8]) -> RedisResult<ConnectionAddr> {
    let certificates = TlsCertificates {
        client_tls: None,
        root_cert: Some(pem.to_vec()),
    };
    let client = Client::build_with_tls(address, certificates)?;
    Ok(client.get_connection_info().addr().clone())
}
