//! TLS to servers with an `https://` address.

use std::{
    error::Error as StdError,
    fmt, io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use parking_lot::Mutex;
use rustls::{
    AlertDescription, CertificateError, ClientConfig, InvalidMessage, RootCertStore,
    pki_types::{CertificateDer, PrivateKeyDer, ServerName, pem::PemObject},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::causes::causes;

/// The certificates of a client. By default it trusts the system's CA certificates, and sends no certificate.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Tls {
    /// CA certificates in PEM, in place of the system's.
    pub ca: Option<Vec<u8>>,
    /// The client certificate and its private key, in PEM.
    pub identity: Option<(Vec<u8>, Vec<u8>)>,
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tls(…)")
    }
}

/// Why a TLS connection failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// The server does not use TLS.
    #[error("the server does not use TLS; connect with http://")]
    Plaintext,
    /// The client does not trust the CA of the server's certificate.
    #[error("unknown CA: no trusted CA has signed the server's certificate; pass its CA certificate")]
    UnknownCa,
    /// The server's certificate is for other names.
    #[error("wrong name: the server's certificate is not valid for {name}; connect with a name of the certificate")]
    WrongName {
        /// The name in the address of the server.
        name: String,
    },
    /// The server's certificate has expired.
    #[error("the server's certificate has expired; report it to the operator")]
    Expired,
    /// The server requires a certificate of the client, and did not accept it.
    #[error("the server requires a client certificate of a CA that it trusts; pass one with its private key")]
    ClientCertificate,
    /// Another failure of TLS.
    #[error("TLS failed: {0}")]
    Other(String),
}

/// Opens TLS connections to one server.
#[derive(Clone)]
pub(crate) struct Secured {
    connector: TlsConnector,
    name: ServerName<'static>,
    /// The last failure of TLS after a handshake. A server can refuse a client certificate only then, and hyper does not
    /// pass on why the connection failed.
    late: Late,
}

/// The last failure of TLS after a handshake, until it is taken.
pub(crate) type Late = Arc<Mutex<Option<TlsError>>>;

/// A TLS connection that notes its failure.
#[derive(Debug)]
pub(crate) struct TlsConnection {
    stream: TlsStream<TcpStream>,
    late: Late,
}

impl AsyncRead for TlsConnection {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, to: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(context, to);
        if let Poll::Ready(Err(error)) = &read {
            *self.late.lock() = of(error);
        }
        read
    }
}

impl AsyncWrite for TlsConnection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl fmt::Debug for Secured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Secured").field(&self.name).finish()
    }
}

impl Secured {
    /// TLS connections by this configuration to the server with this name or address.
    pub(crate) fn new(config: Arc<ClientConfig>, host: &str) -> Option<Self> {
        let host = host.trim_start_matches('[').trim_end_matches(']');
        Some(Self {
            connector: TlsConnector::from(config),
            name: ServerName::try_from(host.to_owned()).ok()?,
            late: Late::default(),
        })
    }

    /// The failures after handshakes.
    pub(crate) fn late(&self) -> Late {
        Arc::clone(&self.late)
    }

    /// The connection after the handshake.
    pub(crate) async fn connect(self, stream: TcpStream) -> Result<TlsConnection, TlsError> {
        let Self { connector, name, late } = self;
        match connector.connect(name.clone(), stream).await {
            Ok(stream) => Ok(TlsConnection { stream, late }),
            Err(error) => {
                Err(of(&error).map_or_else(|| TlsError::Other(error.to_string()), |found| found.named(&name)))
            }
        }
    }
}

impl TlsError {
    fn named(self, server: &ServerName<'_>) -> Self {
        match self {
            Self::WrongName { .. } => Self::WrongName {
                name: server.to_str().into_owned(),
            },
            Self::Plaintext | Self::UnknownCa | Self::Expired | Self::ClientCertificate | Self::Other(_) => self,
        }
    }

    /// The TLS failure among the causes of an error, if there is one.
    pub(crate) fn among_causes(error: &(dyn StdError + 'static)) -> Option<Self> {
        causes(error).find_map(|error| {
            let known = error.downcast_ref::<Self>().cloned();
            known.or_else(|| error.downcast_ref::<io::Error>().and_then(of))
        })
    }
}

/// The TLS failure of a connection; `None` for another failure.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "the enum is foreign; its other failures keep their own text"
)]
fn of(error: &io::Error) -> Option<TlsError> {
    use CertificateError as Certificate;
    let error = error.get_ref()?.downcast_ref::<rustls::Error>()?;
    Some(match error {
        rustls::Error::InvalidMessage(InvalidMessage::InvalidContentType) => TlsError::Plaintext,
        // A CA whose name is trusted, with another key, is unknown as well.
        rustls::Error::InvalidCertificate(Certificate::UnknownIssuer | Certificate::BadSignature) => {
            TlsError::UnknownCa
        }
        rustls::Error::InvalidCertificate(
            Certificate::NotValidForName | Certificate::NotValidForNameContext { .. },
        ) => TlsError::WrongName { name: String::new() },
        rustls::Error::InvalidCertificate(Certificate::Expired | Certificate::ExpiredContext { .. }) => {
            TlsError::Expired
        }
        rustls::Error::AlertReceived(
            AlertDescription::CertificateRequired
            | AlertDescription::UnknownCA
            | AlertDescription::BadCertificate
            | AlertDescription::CertificateUnknown
            | AlertDescription::DecryptError,
        ) => TlsError::ClientCertificate,
        other => TlsError::Other(other.to_string()),
    })
}

impl Tls {
    /// The configuration of connections.
    ///
    /// # Errors
    ///
    /// The certificate or key that cannot be used, and the cause.
    pub(crate) fn config(&self) -> Result<Arc<ClientConfig>, String> {
        let bad = |what: &str, why: &dyn fmt::Display| format!("{what}: {why}");
        let mut roots = RootCertStore::empty();
        match &self.ca {
            Some(pem) => {
                for certificate in chain(pem).map_err(|error| bad("CA", &error))? {
                    roots.add(certificate).map_err(|error| bad("CA", &error))?;
                }
            }
            None => {
                roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            }
        }
        if roots.is_empty() {
            return Err(bad(
                "CA",
                &"no CA certificates found; pass a file with certificates in PEM",
            ));
        }
        let config = ClientConfig::builder().with_root_certificates(roots);
        let mut config = match &self.identity {
            None => config.with_no_client_auth(),
            Some((certificate, key)) => {
                let chain = chain(certificate).map_err(|error| bad("client certificate", &error))?;
                let key = PrivateKeyDer::from_pem_slice(key).map_err(|error| bad("client key", &error))?;
                let config = config.with_client_auth_cert(chain, key);
                config.map_err(|error| bad("client certificate and key", &error))?
            }
        };
        config.alpn_protocols = vec![b"h2".to_vec()];
        Ok(Arc::new(config))
    }
}

fn chain(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, rustls::pki_types::pem::Error> {
    CertificateDer::pem_slice_iter(pem).collect()
}
