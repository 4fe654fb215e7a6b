//! Certificates and keys in files.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use rustls::{
    RootCertStore, ServerConfig,
    crypto::ring::default_provider,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    server::WebPkiClientVerifier,
    sign::{CertifiedKey, SingleCertAndKey},
};

use super::ConfigProblem;

/// The names of the options of a listener.
#[derive(Debug)]
pub(crate) struct Names {
    certificate: &'static str,
    key: &'static str,
    client_ca: &'static str,
}

pub(super) const OF_PLAYERS: Names = Names {
    certificate: "tls_certificate",
    key: "tls_key",
    client_ca: "tls_client_ca",
};
pub(super) const OF_OPERATORS: Names = Names {
    certificate: "admin_tls_certificate",
    key: "admin_tls_key",
    client_ca: "admin_tls_client_ca",
};

/// The files of a listener with TLS.
#[derive(Debug, Clone)]
pub(crate) struct ListenerFiles {
    names: &'static Names,
    certificate: PathBuf,
    key: PathBuf,
    /// The CA certificates of clients; `None` if client certificates are not required.
    client_ca: Option<PathBuf>,
}

impl ListenerFiles {
    /// `None` without a certificate.
    pub(super) fn new(
        names: &'static Names,
        certificate: Option<&Path>,
        key: Option<&Path>,
        client_ca: Option<&Path>,
    ) -> Option<Self> {
        Some(Self {
            names,
            certificate: certificate?.to_owned(),
            key: key?.to_owned(),
            client_ca: client_ca.map(Path::to_owned),
        })
    }

    /// The paths of these options, if their files can be used.
    pub(super) fn checked(
        names: &'static Names,
        certificate: Option<&str>,
        key: Option<&str>,
        client_ca: Option<&str>,
    ) -> Result<[Option<PathBuf>; 3], ConfigProblem> {
        together((names.certificate, certificate), (names.key, key))?;
        if certificate.is_none() && client_ca.is_some() {
            let Names {
                certificate, client_ca, ..
            } = names;
            return Err(ConfigProblem(format!("{client_ca} requires {certificate}")));
        }
        let [certificate, key, client_ca] = [certificate, key, client_ca].map(|path| path.map(PathBuf::from));
        let files = Self::new(names, certificate.as_deref(), key.as_deref(), client_ca.as_deref());
        if let Some(files) = files {
            files.read(&[])?;
        }
        Ok([certificate, key, client_ca])
    }

    /// The paths of the files.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let paths = [Some(&self.certificate), Some(&self.key), self.client_ca.as_ref()];
        paths.into_iter().flatten().cloned().collect()
    }

    /// Reads the files, for connections with these application protocols.
    ///
    /// # Errors
    ///
    /// A file cannot be used. The error is one line that names the option and the cause.
    pub(crate) fn read(&self, protocols: &[&[u8]]) -> Result<Arc<ServerConfig>, ConfigProblem> {
        let certified = pair((self.names.certificate, &self.certificate), (self.names.key, &self.key))?;
        let config = ServerConfig::builder();
        let config = match &self.client_ca {
            None => config.with_no_client_auth(),
            Some(path) => {
                let name = self.names.client_ca;
                let roots = Arc::new(roots(name, &read(name, path)?)?);
                let verifier = WebPkiClientVerifier::builder(roots).build();
                config.with_client_cert_verifier(verifier.map_err(|error| problem(name, CERTIFICATES, &error))?)
            }
        };
        let mut config = config.with_cert_resolver(Arc::new(SingleCertAndKey::from(certified)));
        config.alpn_protocols = protocols.iter().map(|protocol| protocol.to_vec()).collect();
        Ok(Arc::new(config))
    }
}

/// The files for TLS connections to Redis.
#[derive(Debug, Clone)]
pub(crate) struct ClientFiles {
    ca: Option<PathBuf>,
    /// The client certificate and its key.
    pair: Option<(PathBuf, PathBuf)>,
}

/// CA certificates, and a client certificate with its key, in PEM.
pub(crate) type ClientPem = (Option<Vec<u8>>, Option<(Vec<u8>, Vec<u8>)>);

impl ClientFiles {
    /// `None` without a file.
    pub(super) fn new(ca: Option<&Path>, certificate: Option<&Path>, key: Option<&Path>) -> Option<Self> {
        let pair = certificate
            .zip(key)
            .map(|(certificate, key)| (certificate.to_owned(), key.to_owned()));
        (ca.is_some() || pair.is_some()).then(|| Self {
            ca: ca.map(Path::to_owned),
            pair,
        })
    }

    /// The paths of these options, if their files can be used.
    pub(super) fn checked(certificate: Option<&str>, key: Option<&str>) -> Result<[Option<PathBuf>; 2], ConfigProblem> {
        together(("store_certificate", certificate), ("store_key", key))?;
        let [certificate, key] = [certificate, key].map(|path| path.map(PathBuf::from));
        if let Some(files) = Self::new(None, certificate.as_deref(), key.as_deref()) {
            files.read()?;
        }
        Ok([certificate, key])
    }

    /// The paths of the files.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        let pair = self.pair.iter().flat_map(|(certificate, key)| [certificate, key]);
        self.ca.iter().chain(pair).cloned().collect()
    }

    /// Reads the files.
    ///
    /// # Errors
    ///
    /// As [`ListenerFiles::read`].
    pub(crate) fn read(&self) -> Result<ClientPem, ConfigProblem> {
        let ca = self.ca.as_ref().map(|path| {
            let pem = read("store_ca", path)?;
            roots("store_ca", &pem).map(|_| pem)
        });
        let client = self.pair.as_ref().map(|(certificate, key)| {
            pair(("store_certificate", certificate), ("store_key", key))?;
            Ok((read("store_certificate", certificate)?, read("store_key", key)?))
        });
        Ok((ca.transpose()?, client.transpose()?))
    }
}

/// The path of a file of CA certificates, if it can be used.
pub(super) fn certificates(name: &str, path: Option<&str>) -> Result<Option<PathBuf>, ConfigProblem> {
    let Some(path) = path.map(PathBuf::from) else {
        return Ok(None);
    };
    roots(name, &read(name, &path)?)?;
    Ok(Some(path))
}

const CERTIFICATES: &str = "a file with certificates in PEM";
const KEY: &str = "a file with a private key in PEM";

/// The path is not repeated, because it can be a key at the wrong option.
fn problem(name: &str, right: &str, cause: &dyn std::fmt::Display) -> ConfigProblem {
    ConfigProblem(format!("{name} must be {right}: {cause}"))
}

fn read(name: &str, path: &Path) -> Result<Vec<u8>, ConfigProblem> {
    fs::read(path).map_err(|error| problem(name, "a readable file in PEM", &error))
}

fn together(one: (&str, Option<&str>), other: (&str, Option<&str>)) -> Result<(), ConfigProblem> {
    for ((name, given), (needed, beside)) in [(one, other), (other, one)] {
        if given.is_some() && beside.is_none() {
            return Err(ConfigProblem(format!("{name} requires {needed}")));
        }
    }
    Ok(())
}

fn chain(name: &str, pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, ConfigProblem> {
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    let chain = chain.map_err(|error| problem(name, CERTIFICATES, &error))?;
    if chain.is_empty() {
        return Err(problem(name, CERTIFICATES, &"it contains none"));
    }
    Ok(chain)
}

fn roots(name: &str, pem: &[u8]) -> Result<RootCertStore, ConfigProblem> {
    let mut roots = RootCertStore::empty();
    for certificate in chain(name, pem)? {
        roots
            .add(certificate)
            .map_err(|error| problem(name, CERTIFICATES, &error))?;
    }
    Ok(roots)
}

/// The certificate chain with its private key.
fn pair(certificate: (&str, &Path), key: (&str, &Path)) -> Result<CertifiedKey, ConfigProblem> {
    let ((certificate_name, certificate), (key_name, key)) = (certificate, key);
    let chain = chain(certificate_name, &read(certificate_name, certificate)?)?;
    let pem = read(key_name, key)?;
    let private = PrivateKeyDer::from_pem_slice(&pem).map_err(|error| problem(key_name, KEY, &error))?;
    CertifiedKey::from_der(chain, private, &default_provider()).map_err(|error| {
        ConfigProblem(format!(
            "{key_name} must be the private key of {certificate_name}: {error}"
        ))
    })
}
