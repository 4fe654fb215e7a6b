//! The size of refusals on the wire. A client drops a response whose headers are too large, and with it the reason.

use std::{
    collections::{BTreeMap, BTreeSet},
    net::{Ipv4Addr, SocketAddr},
};

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full};
use prost::Message as _;
use prost_reflect::{DescriptorPool, DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, Value};
use tinsel_harness::{Api, Replica, TestMatch, created, frame, frames, soon};
use tinsel_server::Config;
use tonic::{Status, body::Body};
use tower::ServiceExt as _;

/// The maximum of bytes of the headers that carry a refusal.
const HEADERS_MAX: usize = 4_096;

/// The maximum of a request.
const REQUEST_MAX: usize = 64 * 1024;

/// A character with a small message and a large header.
const WIDE: &str = "𝔘";

/// Invalid values for the fields of a request.
#[derive(Debug, Clone, Copy)]
struct Hostile<'a> {
    match_id: &'a str,
    /// The number of characters of each text.
    characters: usize,
    /// The number of elements of each list that is not in another one.
    elements: usize,
    /// Which field of a oneof is set; none after the last.
    choice: usize,
    /// The field of the request that is absent.
    absent: Option<u32>,
}

impl Hostile<'_> {
    fn message(self, of: &MessageDescriptor, depth: usize) -> DynamicMessage {
        let mut message = DynamicMessage::new(of.clone());
        for field in of
            .fields()
            .filter(|field| depth > 0 || Some(field.number()) != self.absent)
        {
            let chosen = field
                .containing_oneof()
                .filter(|oneof| !oneof.is_synthetic())
                .is_none_or(|oneof| {
                    oneof.fields().nth(self.choice % (oneof.fields().count() + 1)).as_ref() == Some(&field)
                });
            let is_nested = matches!(field.kind(), Kind::Message(_));
            if !chosen || (is_nested && depth == 12) {
                continue;
            }
            let value = match field.is_list() {
                true => Value::List((0..self.elements).map(|_| self.value(&field, depth)).collect()),
                false => self.value(&field, depth),
            };
            message.set_field(&field, value);
        }
        message
    }

    fn value(self, field: &FieldDescriptor, depth: usize) -> Value {
        match field.kind() {
            Kind::String if field.name() == "match_id" => Value::String(self.match_id.to_owned()),
            Kind::String if field.name() == "game_id" => Value::String("jingle_brawl".to_owned()),
            Kind::String => Value::String(WIDE.repeat(self.characters)),
            Kind::Bytes => Value::Bytes(WIDE.repeat(self.characters).into()),
            Kind::Bool => Value::Bool(true),
            Kind::Enum(_) => Value::EnumNumber(99),
            Kind::Int32 => Value::I32(i32::MIN),
            Kind::Int64 => Value::I64(i64::MIN),
            Kind::Uint32 => Value::U32(u32::MAX),
            Kind::Uint64 => Value::U64(u64::MAX),
            Kind::Message(of) => {
                let elements = if field.is_list() { 1 } else { self.elements };
                Value::Message(Hostile { elements, ..self }.message(&of, depth + 1))
            }
            kind => panic!("a field of kind {kind:?}"),
        }
    }
}

/// A refusal as it was received.
#[derive(Debug, Default)]
struct Received {
    /// The bytes of the headers that carry it, with their names.
    bytes: usize,
    message: String,
}

/// Sends these bytes, and measures the refusal; `None` without one. Refusals of streams are in the headers.
async fn refusal_of(
    api: &Api,
    (path, streams): (&str, bool),
    token: &str,
    (content_type, asked): (&str, &[u8]),
) -> Option<Received> {
    let request = http::Request::post(path)
        .header("content-type", content_type)
        .header("te", "trailers")
        .header("authorization", format!("Bearer {token}"))
        .body(Body::new(Full::new(Bytes::from(frame(asked)))))
        .unwrap();
    let response = soon(path, api.transport().oneshot(request)).await.unwrap();
    let (head, body) = response.into_parts();
    let mut headers = head.headers;
    if !streams {
        let body = soon(path, body.collect()).await.unwrap();
        headers.extend(body.trailers().cloned().unwrap_or_default());
        // The trailers of gRPC-Web are the last frame of the body.
        let body = body.to_bytes();
        let trailers = frames(&body).into_iter().find(|(flags, _)| flags & 0x80 != 0);
        for line in trailers
            .iter()
            .flat_map(|(_, text)| std::str::from_utf8(text).unwrap().lines())
        {
            let (name, value) = line.split_once(':').unwrap();
            let name = http::HeaderName::from_bytes(name.as_bytes()).unwrap();
            headers.insert(name, value.trim().parse().unwrap());
        }
    }
    let status = Status::from_header_map(&headers).filter(|status| status.code() != tonic::Code::Ok)?;
    let carrying = headers.iter().filter(|(name, _)| name.as_str().starts_with("grpc-"));
    Some(Received {
        bytes: carrying.map(|(name, value)| name.as_str().len() + value.len()).sum(),
        message: status.message().to_owned(),
    })
}

// E2
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_largest_refusal_of_every_call_fits_in_four_kilobytes_of_headers() {
    let config = Config {
        admin_listen: Some(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))),
        ..Config::default()
    };
    let replica = Replica::start(config).await;
    let operators = format!("http://{}", replica.admin_address().unwrap());
    let operators = Api::connect(&operators).await;
    let table = TestMatch::of_players(&[replica.api()], &created("")).await;
    let protos = DescriptorPool::decode(tinsel_proto::DESCRIPTORS).unwrap();
    let mut largest: BTreeMap<String, Received> = BTreeMap::new();
    for service in protos
        .services()
        .filter(|service| service.package_name() == "tinsel.v1")
    {
        let api = if service.name() == "AdminService" {
            &operators
        } else {
            replica.api()
        };
        for method in service.methods() {
            let path = format!("/{}/{}", service.full_name(), method.name());
            let input = method.input();
            let absent = input.fields().map(|field| Some(field.number())).chain([None]);
            let mut sent = BTreeSet::new();
            for absent in absent {
                for (characters, elements, choice) in variants() {
                    let hostile = Hostile {
                        match_id: &table.match_id,
                        characters,
                        elements,
                        choice,
                        absent,
                    };
                    let asked = hostile.message(&input, 0).encode_to_vec();
                    if asked.len() < REQUEST_MAX && sent.insert(asked.clone()) {
                        let encoding = ["application/grpc", "application/grpc-web+proto"][sent.len() % 2];
                        let refusal = refusal_of(
                            api,
                            (&path, method.is_server_streaming()),
                            table.token(0),
                            (encoding, &asked),
                        )
                        .await;
                        let refusal = refusal.unwrap_or_default();
                        let kept = largest.entry(path.clone()).or_default();
                        if refusal.bytes > kept.bytes {
                            *kept = refusal;
                        }
                    }
                }
            }
        }
    }
    for (path, refusal) in &largest {
        assert!(
            refusal.bytes <= HEADERS_MAX,
            "{path}: {} bytes: {}",
            refusal.bytes,
            refusal.message
        );
    }
    assert!(
        largest.values().any(|refusal| refusal.bytes > HEADERS_MAX * 3 / 4),
        "the requests provoke large refusals"
    );
}

fn variants() -> impl Iterator<Item = (usize, usize, usize)> {
    let texts = [1, 30, 1_500].into_iter();
    let lists = texts.flat_map(|characters| [1, 60].map(|elements| (characters, elements)));
    lists.flat_map(|(characters, elements)| (0..9).map(move |choice| (characters, elements, choice)))
}
