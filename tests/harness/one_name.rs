//! One address for several servers.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// One address for several servers, like a Service of Kubernetes. It assigns each connection to the next server in
/// turn. It closes a connection to a server that does not listen.
#[derive(Debug)]
pub struct OneName {
    address: SocketAddr,
    servers: Arc<Mutex<Vec<SocketAddr>>>,
    accepting: JoinHandle<()>,
}

impl OneName {
    /// An address without servers.
    pub async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let servers = Arc::new(Mutex::new(Vec::new()));
        let accepting = tokio::spawn(accept(listener, Arc::clone(&servers)));
        Self {
            address,
            servers,
            accepting,
        }
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Assigns new connections to this server, too.
    pub fn add(&self, server: SocketAddr) {
        self.servers.lock().expect("the servers").push(server);
    }

    /// Assigns no further connections to this server; existing connections stay.
    pub fn remove(&self, server: SocketAddr) {
        self.servers
            .lock()
            .expect("the servers")
            .retain(|other| *other != server);
    }
}

impl Drop for OneName {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, servers: Arc<Mutex<Vec<SocketAddr>>>) {
    for turn in 0.. {
        let (stream, _) = listener.accept().await.expect("a connection");
        let server = {
            let servers = servers.lock().expect("the servers");
            servers.get(turn % servers.len().max(1)).copied()
        };
        if let Some(server) = server {
            tokio::spawn(pass_on(stream, server));
        }
    }
}

async fn pass_on(mut from: TcpStream, to: SocketAddr) {
    let Ok(mut to) = TcpStream::connect(to).await else {
        return;
    };
    for stream in [&from, &to] {
        stream.set_nodelay(true).expect("a socket");
    }
    // Both sides notice the end of the connection themselves.
    drop(copy_bidirectional(&mut from, &mut to).await);
}
