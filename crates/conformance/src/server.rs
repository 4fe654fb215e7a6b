//! The servers of a check.

use std::{
    convert::Infallible,
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
};

use bytes::{Buf, BufMut, Bytes};
use futures_util::{
    StreamExt,
    future::{BoxFuture, FutureExt},
    stream::{self, BoxStream},
};
use parking_lot::Mutex;
use tokio::{
    net::TcpListener,
    sync::{mpsc, watch},
    task::JoinSet,
    time::Instant,
};
use tokio_stream::wrappers::{ReceiverStream, TcpListenerStream};
use tonic::{
    Request, Response, Status,
    body::Body,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    server::Grpc,
    service::Routes,
    transport::Server,
};

use crate::{
    call::{Call, Position, Reaction, Side},
    fault::{self, Fault, StreamFault},
    relay::{Freezer, Relay},
    scripted_match::ScriptedMatch,
};

/// The listening servers of one check, until they are dropped.
#[derive(Debug)]
pub struct Listening {
    addresses: Vec<SocketAddr>,
    script: Script,
    tasks: JoinSet<()>,
    /// In front of the only server, if its connections freeze.
    _relay: Option<Relay>,
}

/// The match of both servers, and a notice of every change.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    played: Arc<Mutex<ScriptedMatch>>,
    changed: Arc<watch::Sender<()>>,
    freezer: Option<Freezer>,
}

impl Listening {
    /// Listens on `address` and on the port above it, or on two free ports if the port is 0.
    ///
    /// # Errors
    ///
    /// An address is in use.
    pub(crate) async fn start(address: SocketAddr, fault: Fault) -> io::Result<Self> {
        let mut script = Script {
            played: Arc::new(Mutex::new(ScriptedMatch::new(fault))),
            changed: Arc::new(watch::Sender::new(())),
            freezer: None,
        };
        let mut tasks = JoinSet::new();
        let first = TcpListener::bind(address).await?;
        let mut addresses = vec![first.local_addr()?];
        let mut relay = None;
        if fault == Fault::ClosedPort {
            drop(first);
        } else if fault.freezing_method().is_some() {
            let server = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
            let relayed = Relay::start(first, server.local_addr()?);
            script.freezer = Some(relayed.freezer().clone());
            relay = Some(relayed);
            serve(server, Side::A, &script, &mut tasks);
        } else {
            let mut above = address;
            if address.port() != 0 {
                above.set_port(address.port().saturating_add(1));
            }
            let second = TcpListener::bind(above).await?;
            addresses.push(second.local_addr()?);
            serve(first, Side::A, &script, &mut tasks);
            serve(second, Side::B, &script, &mut tasks);
        }
        Ok(Self {
            addresses,
            script,
            tasks,
            _relay: relay,
        })
    }

    /// The addresses, separated by commas: one if its connections freeze or its port is closed, otherwise two.
    pub(crate) fn addresses(&self) -> String {
        let addresses = self.addresses.iter();
        let addresses: Vec<_> = addresses.map(|address| format!("http://{address}")).collect();
        addresses.join(",")
    }

    /// Ends the servers and all streams. Returns the match.
    pub(crate) async fn stop(mut self) -> ScriptedMatch {
        self.tasks.shutdown().await;
        let mut played = self.script.played.lock();
        let fault = played.fault();
        std::mem::replace(&mut *played, ScriptedMatch::new(fault))
    }
}

fn serve(listener: TcpListener, side: Side, script: &Script, tasks: &mut JoinSet<()>) {
    let broken = script.clone();
    let connections = TcpListenerStream::new(listener).filter_map(move |connection| {
        let closed = broken.closes_connections(side);
        async move { (!closed).then_some(connection) }
    });
    let service = Scripted {
        side,
        script: script.clone(),
    };
    let routes = Routes::from(axum::Router::new().fallback_service(service));
    let serving = Server::builder().add_routes(routes);
    let serving = serving.serve_with_incoming(connections.boxed());
    tasks.spawn(async move {
        // The listener is open, so only the end of the check ends it.
        let _ended = serving.await;
    });
}

impl Script {
    fn closes_connections(&self, side: Side) -> bool {
        let mut played = self.played.lock();
        played.fault() == Fault::Broken && played.is_faulty(side)
    }

    fn react(&self, call: Call) -> Reaction {
        let mut played = self.played.lock();
        if let Some(freezer) = self.freezer.as_ref().filter(|_| played.freezes(&call)) {
            freezer.freeze();
        }
        let reaction = played.react(call);
        drop(played);
        self.changed.send_replace(());
        reaction
    }

    /// Whether the match is over. A client has still to receive the last state.
    pub(crate) fn is_over(&self) -> bool {
        self.played.lock().is_over()
    }

    /// The messages of a stream after this position.
    fn stream(&self, position: Position) -> BoxStream<'static, Result<Bytes, Status>> {
        let (sender, receiver) = mpsc::channel(8);
        let number = self.played.lock().streams();
        let stream = Streaming {
            script: self.clone(),
            number,
            sender,
        };
        tokio::spawn(stream.send_all(position));
        ReceiverStream::new(receiver).boxed()
    }
}

/// An open stream.
struct Streaming {
    script: Script,
    number: usize,
    sender: mpsc::Sender<Result<Bytes, Status>>,
}

impl Streaming {
    /// Sends every message, until the match or the stream ends.
    async fn send_all(self, mut position: Position) {
        let mut changes = self.script.changed.subscribe();
        loop {
            let next = self.script.played.lock().message_after(position);
            let Some((message, revision)) = next else {
                if self.script.is_over() {
                    return;
                }
                tokio::select! {
                    changed = changes.changed() => if changed.is_err() { return },
                    () = self.sender.closed() => return,
                }
                continue;
            };
            position = Some(revision);
            if !self.send(Ok(message.into())).await {
                return;
            }
            if self.script.played.lock().fault() == Fault::LaterRelease {
                let unknown = self.script.played.lock().unknown(revision);
                self.send(Ok(unknown.into())).await;
            }
            let fault = self.script.played.lock().stream_fault(self.number, revision);
            if let Some(fault) = fault
                && !self.fail(fault, revision, &mut changes).await
            {
                return;
            }
        }
    }

    async fn send(&self, message: Result<Bytes, Status>) -> bool {
        self.sender.send(message).await.is_ok()
    }

    /// Performs the fault. Returns whether the stream goes on.
    async fn fail(&self, fault: StreamFault, revision: u64, changes: &mut watch::Receiver<()>) -> bool {
        match fault {
            StreamFault::End => false,
            StreamFault::Cut | StreamFault::Limit => {
                self.send(Err(fault::broken())).await;
                false
            }
            StreamFault::Draining => {
                let message = self.script.played.lock().draining(revision);
                self.send(Ok(message.into())).await;
                self.sender.closed().await;
                false
            }
            StreamFault::Silence => {
                self.sender.closed().await;
                false
            }
            StreamFault::LostRevision => {
                self.until_after(revision, changes).await;
                self.script.played.lock().lose_revision();
                self.send(Err(fault::broken())).await;
                false
            }
            StreamFault::Repeat => {
                self.until_after(revision, changes).await;
                let message = self.script.played.lock().repeated(revision);
                self.send(Ok(message.into())).await
            }
        }
    }

    async fn until_after(&self, revision: u64, changes: &mut watch::Receiver<()>) {
        while self.script.played.lock().revision() <= revision {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }
}

/// The service of one server: every method, by its path.
#[derive(Debug, Clone)]
struct Scripted {
    side: Side,
    script: Script,
}

impl tower::Service<http::Request<axum::body::Body>> for Scripted {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut std::task::Context<'_>) -> std::task::Poll<Result<(), Infallible>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<axum::body::Body>) -> Self::Future {
        let path = request.uri().path();
        let method = path.rsplit('/').next().unwrap_or_default().to_owned();
        let (side, script) = (self.side, self.script.clone());
        let answer = tower::service_fn(move |request: Request<Bytes>| {
            let (metadata, _, message) = request.into_parts();
            let call = Call {
                side,
                at: Instant::now(),
                method: method.clone(),
                metadata,
                message,
            };
            let script = script.clone();
            async move { answer(&script, call).await }
        });
        async move { Ok(Grpc::new(Raw).server_streaming(answer, request).await) }.boxed()
    }
}

/// The messages of a response. A unary response is a stream of one message.
async fn answer(script: &Script, call: Call) -> Result<Response<BoxStream<'static, Result<Bytes, Status>>>, Status> {
    match script.react(call) {
        Reaction::Response(message) => Ok(Response::new(stream::once(async { Ok(message.into()) }).boxed())),
        Reaction::Stream(position) => Ok(Response::new(script.stream(position))),
        Reaction::Refused(status) => Err(*status),
        Reaction::Silence => std::future::pending().await,
    }
}

/// Messages as bytes.
#[derive(Debug, Clone, Copy)]
struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(message);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}
