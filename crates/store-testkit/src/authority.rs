//! Certificate authorities of tests.

use std::{
    fmt,
    sync::atomic::{AtomicU32, Ordering},
};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

/// A certificate authority, with a name of its own.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

/// A certificate and its private key, in PEM.
#[derive(Debug, Clone)]
pub struct Certified {
    /// The certificate.
    pub certificate: String,
    /// The private key.
    pub key: String,
}

impl Authority {
    /// A new authority.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "each has keys of its own")]
    pub fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params
            .distinguished_name
            .push(DnType::CommonName, format!("authority {number}"));
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key")).expect("an issuer"))
    }

    /// Its certificate, in PEM.
    #[must_use]
    pub fn pem(&self) -> String {
        self.0.pem()
    }

    /// A certificate that it signs for these names and addresses.
    #[must_use]
    pub fn certify(&self, names: &[&str]) -> Certified {
        let key = KeyPair::generate().expect("a key");
        let names: Vec<_> = names.iter().map(ToString::to_string).collect();
        let params = CertificateParams::new(names).expect("names");
        Certified {
            certificate: params.signed_by(&key, &self.0).expect("a certificate").pem(),
            key: key.serialize_pem(),
        }
    }
}

impl fmt::Debug for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Authority(…)")
    }
}
