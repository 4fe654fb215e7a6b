//! A TCP relay that can freeze its connections.

use std::net::SocketAddr;

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
};

/// A relay in front of a server, until it is dropped.
#[derive(Debug)]
pub(crate) struct Relay {
    freezer: Freezer,
    /// Dropping it closes all connections.
    _accepting: JoinSet<()>,
}

/// Freezes the connections of a relay.
#[derive(Debug, Clone)]
pub(crate) struct Freezer {
    /// Every change freezes the connections of its time.
    freezes: watch::Sender<()>,
}

impl Relay {
    /// Relays from a listener to a server.
    pub(crate) fn start(listener: TcpListener, server: SocketAddr) -> Self {
        let freezer = Freezer {
            freezes: watch::Sender::new(()),
        };
        let mut accepting = JoinSet::new();
        accepting.spawn(accept(listener, server, freezer.clone()));
        Self {
            freezer,
            _accepting: accepting,
        }
    }

    /// Its freezer.
    pub(crate) const fn freezer(&self) -> &Freezer {
        &self.freezer
    }
}

impl Freezer {
    /// Freezes all present connections: they stay open, and no byte passes. New connections work.
    pub(crate) fn freeze(&self) {
        self.freezes.send_replace(());
    }
}

async fn accept(listener: TcpListener, server: SocketAddr, freezer: Freezer) {
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        connections.spawn(relay(client, server, freezer.freezes.subscribe()));
    }
}

async fn relay(mut client: TcpStream, server: SocketAddr, mut freezes: watch::Receiver<()>) {
    let Ok(mut server) = TcpStream::connect(server).await else {
        return;
    };
    tokio::select! {
        biased;
        frozen = freezes.changed() => if frozen.is_ok() { std::future::pending().await },
        _ended = copy_bidirectional(&mut client, &mut server) => {}
    }
}
