//! Calls to a server, with messages or with bytes.

use std::{convert::Infallible, net::Ipv4Addr};

use bytes::{Buf, BufMut, Bytes};
use tinsel_proto::v1::{WatchMatchRequest, WatchMatchResponse, watch_match_request::Position};
use tonic::{
    Request, Status,
    body::Body,
    client::Grpc,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    codegen::http::uri::PathAndQuery,
    metadata::MetadataMap,
    transport::{Endpoint, server::TcpConnectInfo},
};
use tower::{Service, ServiceExt, util::BoxCloneSyncService};

use crate::{
    call::{Call, Method},
    refusals::heard,
    waiting::{PATIENCE, soon},
};
use prost::Message;

/// How calls reach a server: over a connection, or in process.
pub type Transport = BoxCloneSyncService<http::Request<Body>, http::Response<Body>, Status>;

/// A client of one server. Clones share the connection.
///
/// Every refusal must match the catalogue of refusals; otherwise the test fails.
#[derive(Debug, Clone)]
pub struct Api {
    transport: Transport,
    /// Metadata of every call, in addition to the token.
    metadata: MetadataMap,
}

impl Api {
    /// Connects to the server at `url`.
    pub async fn connect(url: &str) -> Self {
        Self::connect_by(Self::endpoint(url)).await
    }

    /// Connects with the options of `endpoint`.
    pub async fn connect_by(endpoint: Endpoint) -> Self {
        let channel = soon("a connection", endpoint.connect()).await;
        let channel = channel.expect("the server is listening");
        Self::over(Transport::new(
            channel.map_err(|error| Status::from_error(error.into())),
        ))
    }

    /// A client that connects with the options of `endpoint` at its first call, and again after each loss.
    #[must_use]
    pub fn connect_lazily(endpoint: &Endpoint) -> Self {
        let channel = endpoint.connect_lazy();
        Self::over(Transport::new(
            channel.map_err(|error| Status::from_error(error.into())),
        ))
    }

    /// Calls this service directly, without a socket: the same layers and handlers, without HTTP/2. The service sees a
    /// caller from the loopback address.
    pub fn in_process<S>(service: S) -> Self
    where
        S: Service<http::Request<Body>, Response = http::Response<Body>, Error = Infallible>,
        S: Clone + Send + Sync + 'static,
        S::Future: Send + 'static,
    {
        let caller = TcpConnectInfo {
            local_addr: None,
            remote_addr: Some((Ipv4Addr::LOCALHOST, 0).into()),
        };
        let service = service.map_request(move |mut request: http::Request<Body>| {
            request.extensions_mut().insert(caller.clone());
            request
        });
        Self::over(Transport::new(service.map_err(|never| match never {})))
    }

    fn over(transport: Transport) -> Self {
        Self {
            transport,
            metadata: MetadataMap::new(),
        }
    }

    /// The same connection, with one more metadata entry for each call.
    #[must_use]
    pub fn with(&self, name: &'static str, value: &str) -> Self {
        let mut api = self.clone();
        api.metadata.insert(name, value.parse().expect("a header"));
        api
    }

    /// An endpoint with the timeout of the tests.
    #[must_use]
    pub fn endpoint(url: &str) -> Endpoint {
        Endpoint::from_shared(url.to_owned())
            .expect("a URL")
            .connect_timeout(PATIENCE)
    }

    /// The transport, for generated clients.
    #[must_use]
    pub fn transport(&self) -> Transport {
        self.transport.clone()
    }

    /// Sends a unary call with this token.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub async fn ask<Q: Call>(&self, asked: &Q, token: Option<&str>) -> Result<Q::Answer, Status> {
        let answer = self
            .ask_bytes(Q::METHOD.path, asked.encode_to_vec().into(), token)
            .await?;
        Ok(Q::Answer::decode(answer).expect("an answer of this call"))
    }

    /// Sends these bytes, which need not be a valid message, and returns the bytes of the response.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub async fn ask_bytes(&self, path: &'static str, asked: Bytes, token: Option<&str>) -> Result<Bytes, Status> {
        let mut grpc = self.ready().await?;
        let answering = grpc.unary(self.request(asked, token), PathAndQuery::from_static(path), Raw);
        heard(soon(path, answering).await).map(tonic::Response::into_inner)
    }

    /// Starts a call and never sends its message.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub async fn ask_without_end(&self, path: &'static str) -> Result<Bytes, Status> {
        soon(path, self.ask_in_pieces(path, tokio_stream::pending())).await
    }

    /// Sends the bytes of `pieces` as they come; together they must be one message. Waits for them without a time
    /// limit.
    pub(crate) async fn ask_in_pieces(
        &self,
        path: &'static str,
        asked: impl tokio_stream::Stream<Item = Bytes> + Send + 'static,
    ) -> Result<Bytes, Status> {
        let mut grpc = self.ready().await?;
        let answering = grpc.client_streaming(Request::new(asked), PathAndQuery::from_static(path), Raw);
        heard(answering.await).map(tonic::Response::into_inner)
    }

    /// Opens a stream with these bytes.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub async fn stream_bytes(
        &self,
        path: &'static str,
        asked: Bytes,
        token: Option<&str>,
    ) -> Result<Streaming<Bytes>, Status> {
        let mut grpc = self.ready().await?;
        let answering = grpc.server_streaming(self.request(asked, token), PathAndQuery::from_static(path), Raw);
        heard(soon(path, answering).await).map(Streaming::of)
    }

    /// Calls any method with these bytes. For a stream, returns its first message, if there is one.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub async fn ask_any(&self, method: Method, asked: Bytes, token: Option<&str>) -> Result<Bytes, Status> {
        if !method.streams {
            return self.ask_bytes(method.path, asked, token).await;
        }
        let mut stream = self.stream_bytes(method.path, asked, token).await?;
        let first = soon("a message of the stream", stream.message()).await?;
        Ok(first.unwrap_or_default())
    }

    /// Watches a match after a revision, with this token.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub async fn watch(
        &self,
        match_id: &str,
        after_revision: Option<u64>,
        token: Option<&str>,
    ) -> Result<Streaming<WatchMatchResponse>, Status> {
        let position = after_revision.map(Position::AfterRevision);
        self.watch_from(match_id, position, token).await
    }

    /// Watches a match after a revision or a cursor, with this token.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub async fn watch_from(
        &self,
        match_id: &str,
        position: Option<Position>,
        token: Option<&str>,
    ) -> Result<Streaming<WatchMatchResponse>, Status> {
        let asked = WatchMatchRequest {
            match_id: match_id.to_owned(),
            position,
            ..WatchMatchRequest::default()
        };
        self.watch_with(asked, token).await
    }

    /// Watches a match by a request, with this token.
    ///
    /// # Errors
    ///
    /// The status of the refusal.
    pub async fn watch_with(
        &self,
        asked: WatchMatchRequest,
        token: Option<&str>,
    ) -> Result<Streaming<WatchMatchResponse>, Status> {
        let mut client = tinsel_proto::v1::match_service_client::MatchServiceClient::new(self.transport());
        let answering = client.watch_match(self.request(asked, token));
        heard(soon("a stream", answering).await).map(Streaming::of)
    }

    fn request<T>(&self, message: T, token: Option<&str>) -> Request<T> {
        let mut request = Request::new(message);
        *request.metadata_mut() = self.metadata.clone();
        if let Some(token) = token {
            // A token with its own scheme is sent unchanged.
            let value = if token.contains(' ') {
                token.to_owned()
            } else {
                format!("Bearer {token}")
            };
            let value = value.parse().expect("a header");
            request.metadata_mut().insert("authorization", value);
        }
        request
    }

    async fn ready(&self) -> Result<Grpc<Transport>, Status> {
        let mut grpc = Grpc::new(self.transport());
        grpc.ready().await?;
        Ok(grpc)
    }
}

/// The messages of a stream.
#[derive(Debug)]
pub struct Streaming<T>(tonic::Streaming<T>);

impl<T> Streaming<T> {
    fn of(response: tonic::Response<tonic::Streaming<T>>) -> Self {
        Self(response.into_inner())
    }

    /// The next message; `None` if the stream has ended without an error.
    ///
    /// # Errors
    ///
    /// The status with which the server ended the stream.
    pub async fn message(&mut self) -> Result<Option<T>, Status> {
        heard(self.0.message().await)
    }
}

/// A codec for messages as bytes, valid or not.
#[derive(Debug, Clone, Copy, Default)]
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

    fn encode(&mut self, item: Bytes, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        to.put(item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, from: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(from.copy_to_bytes(from.remaining())))
    }
}
