//! A call as its handler receives it, and the codec that reads requests and writes responses.

use std::{convert::Infallible, future::Future, marker::PhantomData};

use bytes::{Buf, BufMut, Bytes};
use futures_util::{FutureExt, Stream};
use http::{Extensions, HeaderName};
use prost::Message;
use tinsel_store::{MatchStore, RequestId};
use tonic::{
    Request, Response, Status,
    body::Body,
    codec::{BufferSettings, Codec, CompressionEncoding, DecodeBuf, Decoder, EncodeBuf, Encoder},
    metadata::MetadataMap,
    server::Grpc,
};
use tower::service_fn;

use crate::{auth::caller::Caller, commit::idempotency::IdempotencyKey, deps::Deps, error::RpcError};

/// The minimum size of a response that is compressed, in bytes. Below it, gzip saves less than a network packet.
const GZIP_BYTES_MIN: usize = 1024;

/// The size of most requests, in bytes.
const REQUEST_BYTES: usize = 256;
/// The size of most responses and updates, in bytes.
const RESPONSE_BYTES: usize = 1024;

/// Names of headers, parsed once: each lookup by a string would validate it.
static GRPC_ACCEPT_ENCODING: HeaderName = HeaderName::from_static("grpc-accept-encoding");
static GRPC_ENCODING: HeaderName = HeaderName::from_static("grpc-encoding");

/// A request with its metadata and its authenticated caller.
#[derive(Debug)]
pub(super) struct Call<Q> {
    pub(super) message: Q,
    /// The bytes of the message as they were received.
    received: Bytes,
    pub(super) caller: Caller,
    pub(super) metadata: MetadataMap,
    pub(super) extensions: Extensions,
}

impl<Q: Message + Default> Call<Q> {
    fn new(request: Request<Received<Q>>) -> Self {
        let (metadata, extensions, Received { message, bytes }) = request.into_parts();
        Self {
            message,
            received: bytes,
            caller: Caller::noted(&extensions),
            metadata,
            extensions,
        }
    }

    /// The idempotency key of a call of `method` by `caller`. Only the same caller can retry a call, and only with a
    /// request id.
    pub(super) fn key<S: MatchStore>(
        &self,
        deps: &Deps<S>,
        request_id: Option<&RequestId>,
        method: &'static str,
        caller: impl ToString,
    ) -> IdempotencyKey {
        match request_id {
            None => IdempotencyKey::unnamed(deps.random()),
            Some(id) => IdempotencyKey::new::<Q>(id, method, caller.to_string(), self.received.clone()),
        }
    }
}

/// Answers a call with one message.
pub(super) async fn unary<Q, R, Handled>(
    bytes_max: usize,
    request: http::Request<Body>,
    handler: impl Fn(Call<Q>) -> Handled,
) -> Result<http::Response<Body>, Infallible>
where
    Q: Message + Default + 'static,
    R: Message + 'static,
    Handled: Future<Output = Result<R, RpcError>> + Send + 'static,
{
    // Without the header, `disable_compression` would be an allocation without an effect.
    let accepts_compressed = request.headers().contains_key(&GRPC_ACCEPT_ENCODING);
    let service = service_fn(|request| {
        // Boxed, because otherwise each of the enclosing futures would reserve space for it.
        let handled = handler(Call::new(request)).boxed();
        async {
            let answer: Bytes = handled.await?.encode_to_vec().into();
            let is_small = answer.len() < GZIP_BYTES_MIN;
            let mut response = Response::new(answer);
            if accepts_compressed && is_small {
                response.disable_compression();
            }
            Ok(response)
        }
    });
    let mut grpc = accepting_gzip::<Q>(bytes_max);
    if accepts_compressed {
        grpc = grpc.send_compressed(CompressionEncoding::Gzip);
    }
    Ok(grpc.unary(service, request).await)
}

/// Answers a call with a stream of messages that are already encoded. They are compressed only if the request is:
/// most libraries accept gzip unasked, and each of many watchers would cost its own compression.
pub(super) async fn streaming<Q, Messages, Handled>(
    bytes_max: usize,
    request: http::Request<Body>,
    handler: impl Fn(Call<Q>) -> Handled,
) -> Result<http::Response<Body>, Infallible>
where
    Q: Message + Default + 'static,
    Messages: Stream<Item = Result<Bytes, Status>> + Send + 'static,
    Handled: Future<Output = Result<Messages, RpcError>> + Send + 'static,
{
    let service = service_fn(|request| {
        let handled = handler(Call::new(request)).boxed();
        async { Ok(Response::new(handled.await?)) }
    });
    let mut grpc = accepting_gzip::<Q>(bytes_max);
    if request
        .headers()
        .get(&GRPC_ENCODING)
        .is_some_and(|encoding| encoding == "gzip")
    {
        grpc = grpc.send_compressed(CompressionEncoding::Gzip);
    }
    Ok(grpc.server_streaming(service, request).await)
}

/// Accepts requests with and without compression, up to this size after decompression.
fn accepting_gzip<Q: Message + Default + 'static>(bytes_max: usize) -> Grpc<MessageCodec<Q>> {
    Grpc::new(MessageCodec(PhantomData))
        .max_decoding_message_size(bytes_max)
        .accept_compressed(CompressionEncoding::Gzip)
}

/// A message with the bytes that it was parsed from.
#[derive(Debug)]
struct Received<Q> {
    message: Q,
    bytes: Bytes,
}

/// Reads messages of type `Q`, and writes messages that are already encoded.
struct MessageCodec<Q>(PhantomData<fn() -> Q>);

impl<Q: Message + Default + 'static> Codec for MessageCodec<Q> {
    type Encode = Bytes;
    type Decode = Received<Q>;
    type Encoder = WriteBytes;
    type Decoder = ReadMessage<Q>;

    fn encoder(&mut self) -> WriteBytes {
        WriteBytes
    }

    fn decoder(&mut self) -> ReadMessage<Q> {
        ReadMessage(PhantomData)
    }
}

struct ReadMessage<Q>(PhantomData<fn() -> Q>);

impl<Q: Message + Default> Decoder for ReadMessage<Q> {
    type Item = Received<Q>;
    type Error = Status;

    fn decode(&mut self, source: &mut DecodeBuf<'_>) -> Result<Option<Received<Q>>, Status> {
        let bytes = source.copy_to_bytes(source.remaining());
        let message = Q::decode(bytes.clone()).map_err(|error| Status::internal(error.to_string()))?;
        Ok(Some(Received { message, bytes }))
    }

    fn buffer_settings(&self) -> BufferSettings {
        buffers(REQUEST_BYTES)
    }
}

struct WriteBytes;

impl Encoder for WriteBytes {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, target: &mut EncodeBuf<'_>) -> Result<(), Status> {
        target.put(message);
        Ok(())
    }

    fn buffer_settings(&self) -> BufferSettings {
        buffers(RESPONSE_BYTES)
    }
}

/// Buffers of this initial size. tonic's default of 8 KiB would be most of the memory of an idle stream.
fn buffers(bytes: usize) -> BufferSettings {
    const YIELD_BYTES: usize = 32 * 1024;
    BufferSettings::new(bytes, YIELD_BYTES)
}
