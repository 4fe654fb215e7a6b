//! Export by HTTP, and the other settings of the OpenTelemetry specification.

use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use prost::Message;
use tinsel_harness::{Api, Process, TestMatch, created, redis};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

/// A request that the collector got: its lines in lower case, and its body.
#[derive(Debug, Clone)]
struct Export {
    head: Vec<String>,
    body: Vec<u8>,
}

/// A collector that stores each request, and its URL.
async fn collector() -> (Arc<Mutex<Vec<Export>>>, String) {
    let exports = Arc::<Mutex<Vec<Export>>>::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let stored = Arc::clone(&exports);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let export = answer(stream).await;
            stored.lock().expect("the exports").push(export);
        }
    });
    (exports, url)
}

async fn answer(stream: TcpStream) -> Export {
    let (mut stream, mut head) = (BufReader::new(stream), Vec::new());
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.expect("a line");
        if line.trim().is_empty() {
            break;
        }
        head.push(line.trim().to_lowercase());
    }
    let length = head.iter().find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.expect("a length").parse().expect("a number")];
    stream.read_exact(&mut body).await.expect("the body");
    let response = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    stream.write_all(response).await.expect("an answer");
    Export { head, body }
}

/// The exports of a server on which only a match is created.
async fn exported(more: &[(&str, &str)]) -> Vec<Export> {
    let (exports, url) = collector().await;
    let metrics = format!("{url}/of/metrics");
    let variables = [
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &url),
        ("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", &metrics),
        ("OTEL_EXPORTER_OTLP_HEADERS", "x-team=party%20games"),
        ("OTEL_SERVICE_NAME", "games"),
        ("TINSEL_TRACES_PER_THOUSAND", "1000"),
    ];
    let variables = [&variables[..], more].concat();
    let server = Process::with("127.0.0.1:0", &redis().url(), &[], &variables);
    let api = Api::connect(&server.url()).await;
    TestMatch::create(&api, &created("")).await;
    // The last export is complete before the process ends.
    server.end().await;
    exports.lock().expect("the exports").clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn traces_and_metrics_are_sent_by_http_with_the_headers_of_the_variables() {
    let exports = exported(&[]).await;
    for path in ["/v1/traces", "/of/metrics"] {
        let request = format!("post {path} http/1.1");
        let export = exports.iter().find(|export| export.head[0] == request);
        let export = export.unwrap_or_else(|| panic!("{path}"));
        for line in ["content-type: application/x-protobuf", "x-team: party games"] {
            assert!(export.head.iter().any(|header| header == line), "{line}");
        }
    }
    let traces = exports.iter().find(|export| export.head[0].contains("traces"));
    let request = ExportTraceServiceRequest::decode(&*traces.expect("traces").body).expect("spans");
    let resource = format!("{:?}", request.resource_spans[0].resource);
    assert!(
        resource.contains("\"games\"") && !resource.contains("\"tinsel\""),
        "{resource}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disabled_sdk_exports_nothing() {
    assert!(exported(&[("OTEL_SDK_DISABLED", "true")]).await.is_empty());
}
