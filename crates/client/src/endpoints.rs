//! The servers of a client.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use parking_lot::Mutex;
use rustls::ClientConfig;
use tonic::transport::Endpoint;

use crate::{
    connector::Connector,
    error::Error,
    options::Options,
    random,
    tls::{Late, Secured},
    traced::Traced,
};

/// The replicas. The client uses one until it fails, or closes the connection.
#[derive(Debug)]
pub(crate) struct Endpoints {
    replicas: Vec<Replica>,
    preferred: Arc<AtomicUsize>,
    /// Whether any server has responded.
    reached: AtomicBool,
}

/// One of the replicas, with its current connection.
#[derive(Debug)]
struct Replica {
    address: Address,
    current: Mutex<Numbered>,
}

/// A connection, and the number of connections to the same replica before it.
#[derive(Debug, Clone)]
struct Numbered {
    number: u64,
    channel: Traced,
}

/// The connection for a call.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    index: usize,
    number: u64,
    pub(crate) channel: Traced,
}

impl Endpoints {
    pub(crate) fn new(addresses: &[String], options: &Options) -> Result<Self, Error> {
        let preferred = Arc::new(AtomicUsize::new(0));
        let connector = Connector::new(options, Arc::clone(&preferred), addresses.len());
        let tls = addresses.iter().any(|address| address.starts_with("https://"));
        let tls = tls.then(|| options.tls.config()).transpose();
        let tls = tls.map_err(|why| Error::BadCertificate { why })?;
        let replicas: Result<Vec<_>, _> = addresses
            .iter()
            .map(|address| Ok(Replica::at(Address::parse(address, &connector, tls.as_ref(), options)?)))
            .collect();
        let mut replicas = replicas?;
        if replicas.is_empty() {
            return Err(Error::BadEndpoint { given: String::new() });
        }
        if !options.in_order {
            random::shuffle(&mut replicas);
        }
        Ok(Self {
            replicas,
            preferred,
            reached: AtomicBool::new(false),
        })
    }

    pub(crate) fn count(&self) -> usize {
        self.replicas.len()
    }

    /// The current connection to the current replica.
    pub(crate) fn choose(&self) -> Option<Chosen> {
        let index = self.preferred.load(Ordering::Relaxed);
        let Numbered { number, channel } = self.replicas.get(index)?.current.lock().clone();
        Some(Chosen { index, number, channel })
    }

    /// Later calls use a new connection to this replica, unless another call has already replaced it. The calls of the
    /// old connection go on, because it may be alive; it closes after the last one.
    pub(crate) fn replace(&self, silent: &Chosen) {
        let Some(replica) = self.replicas.get(silent.index) else {
            return;
        };
        let mut current = replica.current.lock();
        if current.number == silent.number {
            current.number = current.number.saturating_add(1);
            current.channel = replica.address.channel();
        }
    }

    /// Notes that a server has responded.
    pub(crate) fn reach(&self) {
        self.reached.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_reached(&self) -> bool {
        self.reached.load(Ordering::Relaxed)
    }

    /// Moves on to the replica after `chosen`, unless another call has already moved on.
    pub(crate) fn move_on(&self, chosen: &Chosen) {
        let next = if chosen.index.saturating_add(1) < self.replicas.len() {
            chosen.index.saturating_add(1)
        } else {
            0
        };
        let _moved = self
            .preferred
            .compare_exchange(chosen.index, next, Ordering::Relaxed, Ordering::Relaxed);
    }
}

impl Replica {
    fn at(address: Address) -> Self {
        let channel = address.channel();
        let current = Mutex::new(Numbered { number: 0, channel });
        Self { address, current }
    }
}

/// The address of a replica.
#[derive(Debug)]
struct Address {
    endpoint: Endpoint,
    connector: Connector,
    late: Option<Late>,
}

impl Address {
    fn parse(
        address: &str,
        connector: &Connector,
        tls: Option<&Arc<ClientConfig>>,
        options: &Options,
    ) -> Result<Self, Error> {
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
        let (endpoint, connector, late) = match (uri.scheme_str(), tls) {
            (Some("http"), _) => (endpoint, connector.clone(), None),
            (Some("https"), Some(tls)) => {
                let secured = Secured::new(Arc::clone(tls), uri.host().unwrap_or_default()).ok_or_else(bad)?;
                // The connector adds TLS. tonic would add its own to an `https` URI, so it only gets one as the origin.
                let port = uri.port_u16().unwrap_or(443);
                let to = format!("http://{}:{port}", uri.host().unwrap_or_default());
                let endpoint = Endpoint::from_shared(to).map_err(|_| bad())?.origin(uri);
                let late = secured.late();
                (endpoint, connector.clone().secured(secured), Some(late))
            }
            _ => return Err(bad()),
        };
        let endpoint = endpoint
            .http2_keep_alive_interval(options.ping_after)
            .keep_alive_timeout(options.ping_timeout)
            .keep_alive_while_idle(false);
        Ok(Self {
            endpoint,
            connector,
            late,
        })
    }

    /// A connection that opens at the first call.
    fn channel(&self) -> Traced {
        let channel = self.endpoint.connect_with_connector_lazy(self.connector.clone());
        Traced::new(channel, self.late.clone())
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

    #[tokio::test]
    async fn a_silent_connection_is_replaced_once() {
        let one = endpoints(&["127.0.0.1:1"]).unwrap();
        let silent = one.choose().unwrap();
        one.replace(&silent);
        one.replace(&silent);
        assert_eq!(one.choose().unwrap().number, 1);
    }
}
