//! TLS of a listener: the current certificates, and the handshake.

use std::{io, sync::Arc};

use parking_lot::RwLock;
use rustls::ServerConfig;
use tokio::net::TcpStream;
use tokio_rustls::{TlsAcceptor, server::TlsStream};
use tokio_util::either::Either;

use crate::{
    config::{ConfigProblem, ListenerFiles},
    reload::Reload,
};

/// The first byte of a TLS connection: the type of a handshake record, by RFC 8446, section 5.1.
const HANDSHAKE: u8 = 22;

/// A connection with or without TLS.
pub(crate) type Stream = Either<TcpStream, TlsStream<TcpStream>>;

/// The current certificates of a listener. Each connection uses those that are current at its beginning.
#[derive(Debug, Clone)]
pub(crate) struct Tls {
    current: Arc<RwLock<Arc<ServerConfig>>>,
}

impl Tls {
    /// Certificates of these files, for HTTP/2 and, if `http1`, HTTP/1. The `Reload` replaces them when a file changes.
    pub(crate) fn of(files: ListenerFiles, http1: bool) -> Result<(Self, Reload), ConfigProblem> {
        let protocols: &[&[u8]] = if http1 { &[b"h2", b"http/1.1"] } else { &[b"h2"] };
        let (paths, read) = (files.paths(), move || files.read(protocols));
        let mut reload = Reload::new("TLS certificate", paths);
        let current = Arc::new(RwLock::new(read()?));
        let replaced = Arc::clone(&current);
        reload.apply_by(move || {
            *replaced.write() = read()?;
            Ok(())
        });
        Ok((Self { current }, reload))
    }

    /// The connection after its handshake; without one if the client does not begin it.
    ///
    /// # Errors
    ///
    /// The handshake failed, or the connection.
    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<Stream> {
        let mut first = [0];
        if stream.peek(&mut first).await? == 0 || first != [HANDSHAKE] {
            return Ok(Either::Left(stream));
        }
        let acceptor = TlsAcceptor::from(Arc::clone(&self.current.read()));
        acceptor.accept(stream).await.map(Either::Right)
    }
}
