//! The floors: bare tonic handlers that do one compare-and-set by script.
//!
//! The first one only sets a state of a given size. The second writes the minimum for Tinsel's guarantees:
//! the state, a log entry and the response to the request, if the request has no response yet. It also publishes a
//! notice.

use std::{
    convert::Infallible,
    net::{SocketAddr, TcpListener, TcpStream},
    num::NonZeroUsize,
    process::ExitCode,
    sync::Arc,
    task::{Context, Poll},
};

use futures_util::{
    StreamExt,
    future::{BoxFuture, Ready, ready},
    stream::{self, BoxStream},
};
use redis::{IntoConnectionInfo, Script, aio::MultiplexedConnection, io::tcp::TcpSettings};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tonic::{
    Request, Response, Status,
    body::Body,
    server::{Grpc, NamedService, ServerStreamingService, UnaryService},
    transport::{Channel, Server},
};
use tonic_prost::ProstCodec;

use crate::{
    children::{Child, free_port},
    window::Call,
};

/// A request with the parts of an action: the caller and the content.
#[derive(Clone, PartialEq, prost::Message)]
struct Set {
    #[prost(string, tag = "1")]
    key: String,
    #[prost(uint64, tag = "2")]
    expected: u64,
    #[prost(bytes = "bytes", tag = "3")]
    action: bytes::Bytes,
    /// The size of the state.
    #[prost(uint64, tag = "4")]
    size: u64,
    /// The size of the log entry; 0 for the first floor, which writes none.
    #[prost(uint64, tag = "5")]
    entry_size: u64,
}

/// The sizes of the data that an action writes.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    pub record: usize,
    pub entry: usize,
}

/// The response of a call.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Done {
    #[prost(uint64, tag = "1")]
    revision: u64,
}

const COMPARE_AND_SET: &str = r"
if (redis.call('HGET', KEYS[1], 'v') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[2], 's', ARGV[3])
return 1";

const SAME_WRITES: &str = r"
local found = redis.call('HMGET', KEYS[1], 'v', 'i', 'q' .. ARGV[2])
if found[3] then return 2 end
if (found[1] or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[2], 's', ARGV[3], 'e' .. ARGV[2], ARGV[4], 'q' .. ARGV[2], ARGV[5])
redis.call('PUBLISH', KEYS[1], ARGV[2])
return 1";

/// The size of a stored response, with its digest.
const ANSWER: usize = 12;

/// The maximum size of a state.
const STATE_MAX: usize = 64 * 1024;

/// The server of both floors, and its client.
pub struct Rival {
    pub server: Child,
    /// The version of each key, for the first floor and for the second.
    versions: [Vec<u64>; 2],
}

/// One of the floors.
#[derive(Debug, Clone, Copy)]
pub enum Floor {
    Bare,
    SameWrites,
}

impl Rival {
    /// Starts the floor.
    pub async fn start(redis: &str) -> Self {
        let port = free_port();
        let args = [port.to_string(), redis.to_owned()];
        Self {
            server: Child::start("floor-server", port, &args).await,
            versions: Default::default(),
        }
    }

    /// As many calls as Tinsel gets in the same window, each with its own key and the same number of bytes.
    pub fn calls(&mut self, floor: Floor, count: usize, sizes: Sizes) -> Vec<Call> {
        let (versions, name, entry_size) = match floor {
            Floor::Bare => (&mut self.versions[0], "bare", 0),
            Floor::SameWrites => (&mut self.versions[1], "same", sizes.entry as u64),
        };
        versions.resize(versions.len().max(count), 0);
        let keys = versions.iter_mut().take(count).enumerate();
        let calls = keys.map(|(number, version)| {
            *version += 1;
            let message = Set {
                key: format!("floor:{name}:{number}"),
                expected: *version - 1,
                action: vec![7; 120].into(),
                size: sizes.record as u64,
                entry_size,
            };
            call(self.server.channel(number), message)
        });
        calls.collect()
    }
}

/// Opens a stream.
pub async fn watch(channel: Channel) -> BoxStream<'static, Result<Done, Status>> {
    let mut client = tonic::client::Grpc::new(channel);
    client.ready().await.unwrap();
    let path = http::uri::PathAndQuery::from_static("/bench.Floor/Watch");
    let codec = ProstCodec::<Set, Done>::default();
    let opened = client.server_streaming(Request::new(Set::default()), path, codec).await;
    opened.expect("a stream").into_inner().boxed()
}

fn call(channel: Channel, message: Set) -> Call {
    Box::new(move || {
        Box::pin(async move {
            let mut client = tonic::client::Grpc::new(channel);
            client.ready().await.unwrap();
            let path = http::uri::PathAndQuery::from_static("/bench.Floor/Set");
            let codec = ProstCodec::<Set, Done>::default();
            client
                .unary(Request::new(message), path, codec)
                .await
                .expect("a floor has no concurrent writers");
        })
    })
}

/// Runs this process as the server of the floors.
pub fn serve(args: &[String]) -> ExitCode {
    let [port, redis] = args else {
        return ExitCode::from(2);
    };
    let address = SocketAddr::from(([127, 0, 0, 1], port.parse().unwrap()));
    let listener = TcpListener::bind(address).unwrap();
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let workers: Vec<_> = (0..cores).map(|_| start_worker(redis.clone())).collect();
    for (stream, worker) in listener.incoming().zip(workers.iter().cycle()) {
        worker.send(stream.unwrap()).unwrap();
    }
    ExitCode::SUCCESS
}

/// Starts a thread that serves the connections that it is sent. Like a thread of Tinsel, it has its own runtime and its
/// own connection to Redis.
fn start_worker(redis: String) -> UnboundedSender<TcpStream> {
    let (sender, receiver) = unbounded_channel();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    std::thread::spawn(move || runtime.block_on(serve_connections(&redis, receiver)));
    sender
}

async fn serve_connections(redis: &str, receiver: UnboundedReceiver<TcpStream>) {
    let info = redis.into_connection_info().unwrap();
    let info = info.set_tcp_settings(TcpSettings::default().set_nodelay(true));
    let client = redis::Client::open(info).unwrap();
    let floor = Handler {
        redis: client.get_multiplexed_async_connection().await.unwrap(),
        scripts: Arc::new([COMPARE_AND_SET, SAME_WRITES].map(Script::new)),
        state: (0..STATE_MAX).map(|byte| byte as u8).collect(),
    };
    let connections = stream::unfold(receiver, async |mut receiver| {
        let stream = receiver.recv().await?;
        stream.set_nodelay(true).unwrap();
        stream.set_nonblocking(true).unwrap();
        Some((tokio::net::TcpStream::from_std(stream), receiver))
    });
    let server = Server::builder().add_service(floor);
    server.serve_with_incoming(connections).await.unwrap();
}

#[derive(Clone)]
struct Handler {
    redis: MultiplexedConnection,
    scripts: Arc<[Script; 2]>,
    state: Arc<[u8]>,
}

impl NamedService for Handler {
    const NAME: &'static str = "bench.Floor";
}

impl tower::Service<http::Request<Body>> for Handler {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let floor = self.clone();
        let watching = request.uri().path().ends_with("/Watch");
        Box::pin(async move {
            if watching {
                let mut grpc = Grpc::new(ProstCodec::<Done, Set>::default());
                return Ok(grpc.server_streaming(Watching, request).await);
            }
            Ok(Grpc::new(ProstCodec::<Done, Set>::default())
                .unary(floor, request)
                .await)
        })
    }
}

/// A stream that sends two messages and then nothing.
#[derive(Clone, Copy)]
struct Watching;

impl ServerStreamingService<Set> for Watching {
    type Response = Done;
    type ResponseStream = BoxStream<'static, Result<Done, Status>>;
    type Future = Ready<Result<Response<Self::ResponseStream>, Status>>;

    fn call(&mut self, _: Request<Set>) -> Self::Future {
        let said = stream::iter([Ok(Done { revision: 1 }), Ok(Done { revision: 2 })]);
        ready(Ok(Response::new(said.chain(stream::pending()).boxed())))
    }
}

impl UnaryService<Set> for Handler {
    type Response = Done;
    type Future = BoxFuture<'static, Result<Response<Done>, Status>>;

    fn call(&mut self, request: Request<Set>) -> Self::Future {
        let mut floor = self.clone();
        Box::pin(async move {
            let asked = request.into_inner();
            let revision = asked.expected + 1;
            let [bare, same_writes] = &*floor.scripts;
            let script = if asked.entry_size == 0 { bare } else { same_writes };
            let mut script = script.prepare_invoke();
            script
                .key(asked.key)
                .arg(asked.expected)
                .arg(revision)
                .arg(&floor.state[..asked.size as usize]);
            if asked.entry_size > 0 {
                script
                    .arg(&floor.state[..asked.entry_size as usize])
                    .arg(&floor.state[..ANSWER]);
            }
            match script.invoke_async::<u8>(&mut floor.redis).await {
                Ok(1) => Ok(Response::new(Done { revision })),
                Ok(_) => Err(Status::aborted("moved")),
                Err(error) => Err(Status::unavailable(error.to_string())),
            }
        })
    }
}
