//! Servers behind one name, which are replaced one after the other.

use std::process::ExitStatus;

use tokio::task::spawn_blocking;

use crate::{
    one_name::OneName,
    process::Process,
    waiting::{soon, until_ready},
};

/// When a server that is replaced is removed from the list of addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// Before SIGTERM, as with a `preStop` hook of Kubernetes.
    First,
    /// After its end: connections to it fail in the meantime.
    Last,
}

/// Servers behind one address, as a Deployment of Kubernetes runs them.
#[derive(Debug)]
pub struct Deployment {
    store: String,
    arguments: Vec<String>,
    name: OneName,
    servers: Vec<Process>,
}

impl Deployment {
    /// Starts this number of servers on this store, and waits until all are ready.
    pub async fn start(store: &str, servers: usize, arguments: &[&str]) -> Self {
        let arguments = [arguments, &["--metrics-listen", "127.0.0.1:0"]].concat();
        let mut deployment = Self {
            store: store.to_owned(),
            arguments: arguments.iter().map(ToString::to_string).collect(),
            name: OneName::new().await,
            servers: Vec::new(),
        };
        for _ in 0..servers {
            deployment.add().await;
        }
        deployment
    }

    /// The URL of all servers.
    #[must_use]
    pub fn url(&self) -> String {
        self.name.url()
    }

    /// The running servers.
    #[must_use]
    pub fn servers(&self) -> &[Process] {
        &self.servers
    }

    /// Starts all later servers on the store with this URL.
    pub fn use_store(&mut self, store: &str) {
        store.clone_into(&mut self.store);
    }

    /// Starts one more server, which gets connections as soon as it is ready.
    pub async fn add(&mut self) {
        let (store, arguments) = (self.store.clone(), self.arguments.clone());
        let starting = spawn_blocking(move || {
            let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
            Process::on(&store, &arguments)
        });
        let server = starting.await.expect("a server");
        until_ready(&server.url()).await;
        self.name.add(server.address());
        self.servers.push(server);
    }

    /// Starts a new server, and then stops the oldest with SIGTERM. Returns the exit status and the log of the stopped
    /// server.
    pub async fn replace_oldest(&mut self, leaving: Leaving) -> (ExitStatus, Vec<String>) {
        self.add().await;
        let mut oldest = self.servers.remove(0);
        let address = oldest.address();
        if leaving == Leaving::First {
            self.name.remove(address);
        }
        oldest.terminate();
        let ending = spawn_blocking(move || oldest.ended());
        let ended = soon("the end of a server", ending).await.expect("it ends");
        self.name.remove(address);
        ended
    }

    /// For each server, the number of calls of this method that succeeded.
    pub async fn answered(&self, method: &str) -> Vec<f64> {
        let method = format!("rpc_method=\"tinsel.v1.MatchService/{method}\"");
        let labels = [method.as_str(), "rpc_response_status_code=\"OK\""];
        let mut answered = Vec::new();
        for server in &self.servers {
            answered.push(server.metric("rpc_server_call_duration_seconds_count", &labels).await);
        }
        answered
    }
}
