//! The floor: a bare tonic handler that does one compare-and-set by script on a state of a given size, and nothing else.

use std::{
    convert::Infallible,
    net::SocketAddr,
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

/// As much as an action brings along: who, and what.
#[derive(Clone, PartialEq, prost::Message)]
struct Set {
    #[prost(string, tag = "1")]
    key: String,
    #[prost(uint64, tag = "2")]
    expected: u64,
    #[prost(bytes = "bytes", tag = "3")]
    action: bytes::Bytes,
    /// How large the state is to be.
    #[prost(uint64, tag = "4")]
    size: u64,
}

/// What a call is answered with.
#[derive(Clone, PartialEq, prost::Message)]
pub struct Done {
    #[prost(uint64, tag = "1")]
    revision: u64,
}

const COMPARE_AND_SET: &str = r"
if (redis.call('HGET', KEYS[1], 'v') or '0') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[2], 's', ARGV[3])
return 1";

/// The largest state that can be asked for.
const STATE_MAX: usize = 64 * 1024;

/// The floor's server and what to call it with.
pub struct Rival {
    pub server: Child,
    /// The version of each key.
    versions: Vec<u64>,
}

impl Rival {
    /// Starts the floor.
    pub async fn start(redis: &str) -> Self {
        let port = free_port();
        let args = [port.to_string(), redis.to_owned()];
        Self {
            server: Child::start("floor-server", port, &args).await,
            versions: Vec::new(),
        }
    }

    /// As many calls as Tinsel gets in the same window, each to set a state of `size` bytes at a key of its own.
    pub fn calls(&mut self, count: usize, size: usize) -> Vec<Call> {
        self.versions.resize(self.versions.len().max(count), 0);
        let keys = self.versions.iter_mut().take(count).enumerate();
        let calls = keys.map(|(number, version)| {
            *version += 1;
            call(self.server.channel(number), number, *version - 1, size)
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

fn call(channel: Channel, number: usize, expected: u64, size: usize) -> Call {
    let message = Set {
        key: format!("floor:{number}"),
        expected,
        action: vec![7; 120].into(),
        size: size as u64,
    };
    Box::new(move || {
        Box::pin(async move {
            let mut client = tonic::client::Grpc::new(channel);
            client.ready().await.unwrap();
            let path = http::uri::PathAndQuery::from_static("/bench.Floor/Set");
            let codec = ProstCodec::<Set, Done>::default();
            client
                .unary(Request::new(message), path, codec)
                .await
                .expect("a floor that nobody else writes is free");
        })
    })
}

/// This process as the floor's server.
pub fn serve(args: &[String]) -> ExitCode {
    let [port, redis] = args else {
        return ExitCode::from(2);
    };
    let address = SocketAddr::from(([127, 0, 0, 1], port.parse().unwrap()));
    let state: Arc<[u8]> = (0..STATE_MAX).map(|byte| byte as u8).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let info = redis.as_str().into_connection_info().unwrap();
        let info = info.set_tcp_settings(TcpSettings::default().set_nodelay(true));
        let client = redis::Client::open(info).unwrap();
        let redis = client.get_multiplexed_async_connection().await.unwrap();
        let script = Arc::new(Script::new(COMPARE_AND_SET));
        let floor = Floor { redis, script, state };
        Server::builder()
            .tcp_nodelay(true)
            .add_service(floor)
            .serve(address)
            .await
            .unwrap();
    });
    ExitCode::SUCCESS
}

#[derive(Clone)]
struct Floor {
    redis: MultiplexedConnection,
    script: Arc<Script>,
    state: Arc<[u8]>,
}

impl NamedService for Floor {
    const NAME: &'static str = "bench.Floor";
}

impl tower::Service<http::Request<Body>> for Floor {
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

/// A stream that says two things and then nothing.
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

impl UnaryService<Set> for Floor {
    type Response = Done;
    type Future = BoxFuture<'static, Result<Response<Done>, Status>>;

    fn call(&mut self, request: Request<Set>) -> Self::Future {
        let mut floor = self.clone();
        Box::pin(async move {
            let asked = request.into_inner();
            let revision = asked.expected + 1;
            let mut script = floor.script.prepare_invoke();
            script
                .key(asked.key)
                .arg(asked.expected)
                .arg(revision)
                .arg(&floor.state[..asked.size as usize]);
            match script.invoke_async::<u8>(&mut floor.redis).await {
                Ok(1) => Ok(Response::new(Done { revision })),
                Ok(_) => Err(Status::aborted("moved")),
                Err(error) => Err(Status::unavailable(error.to_string())),
            }
        })
    }
}
