//! The servers of a client.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use rustls::ClientConfig;
use tonic::transport::Endpoint;

use crate::{connector::Connector, error::Error, options::Options, random, tls::Secured, traced::Traced};

/// The replicas. The client uses one until it fails, or closes the connection.
#[derive(Debug)]
pub(crate) struct Endpoints {
    channels: Vec<Traced>,
    preferred: Arc<AtomicUsize>,
}

/// One of the replicas.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    index: usize,
    pub(crate) channel: Traced,
}

impl Endpoints {
    pub(crate) fn new(addresses: &[String], options: &Options) -> Result<Self, Error> {
        let preferred = Arc::new(AtomicUsize::new(0));
        let connector = Connector::new(options, Arc::clone(&preferred), addresses.len());
        let tls = addresses.iter().any(|address| address.starts_with("https://"));
        let tls = tls.then(|| options.tls.config()).transpose();
        let tls = tls.map_err(|why| Error::BadCertificate { why })?;
        let channels: Result<Vec<_>, _> = addresses
            .iter()
            .map(|address| channel(address, connector.clone(), tls.as_ref()))
            .collect();
        let mut channels = channels?;
        if channels.is_empty() {
            return Err(Error::BadEndpoint { given: String::new() });
        }
        if !options.in_order {
            random::shuffle(&mut channels);
        }
        Ok(Self { channels, preferred })
    }

    pub(crate) fn count(&self) -> usize {
        self.channels.len()
    }

    /// The current replica.
    pub(crate) fn choose(&self) -> Option<Chosen> {
        let index = self.preferred.load(Ordering::Relaxed);
        let channel = self.channels.get(index)?.clone();
        Some(Chosen { index, channel })
    }

    /// Moves on to the replica after `chosen`, unless another call has already moved on.
    pub(crate) fn move_on(&self, chosen: &Chosen) {
        let next = if chosen.index.saturating_add(1) < self.channels.len() {
            chosen.index.saturating_add(1)
        } else {
            0
        };
        let _moved = self
            .preferred
            .compare_exchange(chosen.index, next, Ordering::Relaxed, Ordering::Relaxed);
    }
}

fn channel(address: &str, connector: Connector, tls: Option<&Arc<ClientConfig>>) -> Result<Traced, Error> {
    let with_scheme = if address.contains("://") {
        address.to_owned()
    } else {
        format!("http://{address}")
    };
    let bad = || Error::BadEndpoint {
        given: address.to_owned(),
    };
    let endpoint = Endpoint::from_shared(with_scheme).map_err(|_| bad())?;
    let uri = endpoint.uri().clone();
    // A client that requires TLS must never connect without it: anyone on the network could read its tokens.
    match (uri.scheme_str(), tls) {
        (Some("http"), _) => Ok(Traced::new(endpoint.connect_with_connector_lazy(connector), None)),
        (Some("https"), Some(tls)) => {
            let secured = Secured::new(Arc::clone(tls), uri.host().unwrap_or_default()).ok_or_else(bad)?;
            // The connector adds TLS. tonic would add its own to an `https` URI, so it only gets one as the origin.
            let port = uri.port_u16().unwrap_or(443);
            let to = format!("http://{}:{port}", uri.host().unwrap_or_default());
            let endpoint = Endpoint::from_shared(to).map_err(|_| bad())?.origin(uri);
            let late = secured.late();
            let channel = endpoint.connect_with_connector_lazy(connector.secured(secured));
            Ok(Traced::new(channel, Some(late)))
        }
        _ => Err(bad()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endpoints(addresses: &[&str]) -> Result<Endpoints, Error> {
        let addresses: Vec<_> = addresses.iter().map(ToString::to_string).collect();
        Endpoints::new(&addresses, &Options::default())
    }

    #[tokio::test]
    async fn an_invalid_address_is_named() {
        for bad in ["", "http://", "not an address", "::", "https://", "redis://localhost:1"] {
            let error = endpoints(&["localhost:1", bad]).unwrap_err();
            assert!(
                matches!(&error, Error::BadEndpoint { given } if given == bad),
                "{bad:?}: {error:?}"
            );
        }
        assert!(endpoints(&[]).is_err());
    }

    #[tokio::test]
    async fn moving_on_goes_round_and_counts_once() {
        let three = endpoints(&["127.0.0.1:1", "http://127.0.0.1:2", "[::1]:3"]).unwrap();
        let first = three.choose().unwrap();
        three.move_on(&first);
        three.move_on(&first);
        assert_eq!(three.choose().unwrap().index, 1);
        three.move_on(&three.choose().unwrap());
        three.move_on(&three.choose().unwrap());
        assert_eq!(three.choose().unwrap().index, 0);
    }
}
