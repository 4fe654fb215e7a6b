//! The way of spans and metrics to a collector.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
    thread,
};

use opentelemetry_otlp::{
    WithExportConfig, WithHttpConfig, WithTonicConfig,
    tonic_types::transport::{Certificate, ClientTlsConfig},
};
use reqwest::blocking::Client;

use crate::config::{Protocol, Signal};

/// Where spans, or metrics, are sent, and how.
#[derive(Debug)]
pub(crate) struct Collector {
    endpoint: String,
    /// A file with CA certificates, in place of those of the system.
    ca: Option<PathBuf>,
    signal: Signal,
}

impl Collector {
    /// The collector of spans; `common` is the endpoint of all signals.
    pub(super) fn of_traces(common: Option<&str>, ca: Option<&Path>, signal: &Signal) -> Option<Self> {
        let common = common.map(|common| match signal.protocol {
            Protocol::Grpc => common.to_owned(),
            // By the specification, each signal has its path below the common endpoint.
            Protocol::HttpProtobuf => format!("{}/v1/traces", common.trim_end_matches('/')),
        });
        Self::at(signal.endpoint.clone().or(common)?, ca, signal)
    }

    /// The collector at a complete endpoint.
    pub(crate) fn at(endpoint: String, ca: Option<&Path>, signal: &Signal) -> Option<Self> {
        let (ca, signal) = (ca.map(Path::to_owned), signal.clone());
        (!endpoint.is_empty()).then_some(Self { endpoint, ca, signal })
    }

    pub(crate) const fn protocol(&self) -> Protocol {
        self.signal.protocol
    }

    /// Completes an exporter by gRPC.
    pub(crate) fn by_grpc<E: WithExportConfig + WithTonicConfig>(&self, exporter: E) -> E {
        let exporter = exporter.with_endpoint(&self.endpoint).with_timeout(self.signal.timeout);
        if !self.endpoint.starts_with("https://") {
            return exporter;
        }
        exporter.with_tls_config(match self.certificates() {
            Some(pem) => ClientTlsConfig::new().ca_certificate(Certificate::from_pem(pem)),
            None => ClientTlsConfig::new().with_native_roots(),
        })
    }

    /// Completes an exporter by HTTP.
    ///
    /// # Errors
    ///
    /// The CA certificates are invalid.
    pub(crate) fn by_http<E: WithExportConfig + WithHttpConfig>(&self, exporter: E) -> Result<E, Box<dyn Error>> {
        // Another part of the process may have installed one; both are ring.
        drop(rustls::crypto::ring::default_provider().install_default());
        let mut client = Client::builder().timeout(self.signal.timeout).no_proxy();
        if let Some(pem) = self.certificates() {
            client = client.tls_certs_only(reqwest::Certificate::from_pem_bundle(&pem)?);
        }
        // A blocking client must not be made by a thread of a runtime. Exporters use it from threads of their own.
        let client = thread::spawn(move || client.build())
            .join()
            .map_err(|_| "no thread")??;
        let exporter = exporter.with_endpoint(&self.endpoint).with_timeout(self.signal.timeout);
        Ok(exporter.with_http_client(client))
    }

    /// Without a readable file no certificate is trusted, and every export fails.
    fn certificates(&self) -> Option<Vec<u8>> {
        self.ca.as_ref().map(|path| fs::read(path).unwrap_or_default())
    }
}
