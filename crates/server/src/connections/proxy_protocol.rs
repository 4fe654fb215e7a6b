//! The PROXY protocol, by which a load balancer of TCP connections states the address of each client.
//!
//! A connection from a listed load balancer must begin with a header of version 1 or 2. On any other connection a header is
//! invalid data, because its sender could state any address. The optional checksum of version 2 is ignored: TCP has its own,
//! and no header is trusted for more than an address.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use ipnet::IpNet;
use proxy_header::{Error, ParseConfig, ProxyHeader};
use tokio::{io::AsyncReadExt, net::TcpStream, sync::Semaphore};

/// The maximum size of a header in bytes. Load balancers add some hundred bytes to the addresses.
const BYTES_MAX: usize = 4096;

/// The maximum number of connections at a time of which the header has not arrived. The limits of connections apply from
/// then on.
const UNKNOWN_MAX: usize = 1000;

const PARSE: ParseConfig = ParseConfig {
    include_tlvs: false,
    allow_v1: true,
    allow_v2: true,
};

/// The load balancers that send headers.
#[derive(Debug, Clone)]
pub(super) struct ProxyProtocol {
    from: Arc<[IpNet]>,
    unknown: Arc<Semaphore>,
}

impl ProxyProtocol {
    /// Load balancers in these networks.
    pub(super) fn new(from: &[IpNet]) -> Self {
        Self {
            from: from.into(),
            unknown: Arc::new(Semaphore::new(UNKNOWN_MAX)),
        }
    }

    fn is_listed(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.from.iter().any(|network| network.contains(&peer))
    }

    /// The address of the client on a connection from `peer`, after its header if it has one. A load balancer itself is the
    /// client of its health checks.
    ///
    /// # Errors
    ///
    /// A listed load balancer sent no header, or too many other headers have not arrived.
    pub(super) async fn client(&self, stream: &mut TcpStream, peer: SocketAddr) -> io::Result<SocketAddr> {
        if !self.is_listed(peer.ip()) {
            return Ok(peer);
        }
        let _permit = self.unknown.try_acquire().map_err(|_| {
            io::Error::other(format!(
                "{UNKNOWN_MAX} other connections have not sent their header yet"
            ))
        })?;
        let mut header = Vec::with_capacity(128);
        loop {
            match ProxyHeader::parse(&header, PARSE) {
                Ok((header, _)) => return Ok(header.proxied_address().map_or(peer, |address| address.source)),
                // Byte by byte: what follows the header belongs to the client.
                Err(Error::BufferTooShort) if header.len() < BYTES_MAX => header.push(stream.read_u8().await?),
                Err(error) => return Err(io::Error::new(io::ErrorKind::InvalidData, error)),
            }
        }
    }
}
