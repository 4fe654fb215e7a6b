//! Collectors of traces.

use std::{
    collections::BTreeMap,
    net::Ipv4Addr,
    sync::{Arc, Mutex},
};

use opentelemetry_proto::tonic::{
    collector::trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
    common::v1::{KeyValue, any_value::Value},
    trace::v1::{Span, status::StatusCode},
};
use tinsel_store_testkit::Certified;
use tokio::{net::TcpListener, sync::Semaphore};
use tonic::{
    Request, Response, Status,
    transport::{Identity, Server, ServerTlsConfig, server::TcpIncoming},
};

/// A collector that stores the spans that it receives.
#[derive(Debug, Clone)]
pub struct Collector {
    told: Arc<Mutex<Vec<(String, Span)>>>,
    /// One permit for each remaining response.
    answers: Arc<Semaphore>,
}

impl Default for Collector {
    fn default() -> Self {
        let answers = Arc::new(Semaphore::new(Semaphore::MAX_PERMITS));
        let told = Arc::default();
        Self { told, answers }
    }
}

#[tonic::async_trait]
impl TraceService for Collector {
    async fn export(
        &self,
        request: Request<ExportTraceServiceRequest>,
    ) -> Result<Response<ExportTraceServiceResponse>, Status> {
        for resource in request.into_inner().resource_spans {
            let attributes = resource.resource.map(|resource| resource.attributes);
            let service = text(&attributes.unwrap_or_default(), "service.name").unwrap_or_default();
            let spans = resource.scope_spans.into_iter().flat_map(|scope| scope.spans);
            let spans = spans.map(|span| (service.clone(), span));
            self.told.lock().expect("spans").extend(spans);
        }
        let answer = self.answers.acquire().await.expect("it is never closed");
        answer.forget();
        Ok(Response::new(ExportTraceServiceResponse::default()))
    }
}

impl Collector {
    /// A collector that stores spans, and responds only as often as [`answer`](Self::answer) allows.
    #[must_use]
    pub fn silent() -> Self {
        Self {
            answers: Arc::new(Semaphore::new(0)),
            ..Self::default()
        }
    }

    /// Allows a silent collector this number of further responses.
    pub fn answer(&self, times: usize) {
        self.answers.add_permits(times);
    }

    /// Starts to listen; returns its address.
    ///
    /// # Panics
    ///
    /// If there is no free port.
    pub async fn serve(&self) -> String {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a socket");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let server = Server::builder().add_service(TraceServiceServer::new(self.clone()));
        tokio::spawn(server.serve_with_incoming(TcpIncoming::from(listener)));
        url
    }

    /// Starts to listen with TLS; returns its address, by the name `localhost`.
    ///
    /// # Panics
    ///
    /// If there is no free port.
    pub async fn serve_secured(&self, certified: &Certified) -> String {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a socket");
        let url = format!(
            "https://localhost:{}",
            listener.local_addr().expect("an address").port()
        );
        let identity = Identity::from_pem(&certified.certificate, &certified.key);
        let server = Server::builder().tls_config(ServerTlsConfig::new().identity(identity));
        let server = server
            .expect("a certificate")
            .add_service(TraceServiceServer::new(self.clone()));
        tokio::spawn(server.serve_with_incoming(TcpIncoming::from(listener)));
        url
    }

    /// All received spans.
    #[must_use]
    pub fn spans(&self) -> Vec<Span> {
        let told = self.told.lock().expect("spans");
        told.iter().map(|(_, span)| span.clone()).collect()
    }

    /// The received spans of this service.
    #[must_use]
    pub fn spans_of(&self, service: &str) -> Vec<Span> {
        let told = self.told.lock().expect("spans");
        let of_service = told.iter().filter(|(of, _)| of == service);
        of_service.map(|(_, span)| span.clone()).collect()
    }
}

/// The values of a span that tests need.
pub trait SpanValues {
    /// The text of this attribute.
    fn text(&self, key: &str) -> Option<String>;
    /// The number of this attribute.
    fn number(&self, key: &str) -> Option<i64>;
    /// All attributes, as texts.
    fn attributes(&self) -> BTreeMap<String, String>;
    /// Whether its status is an error.
    fn failed(&self) -> bool;
    /// The spans that it links to.
    fn linked(&self) -> Vec<Vec<u8>>;
}

impl SpanValues for Span {
    fn text(&self, key: &str) -> Option<String> {
        text(&self.attributes, key)
    }

    fn number(&self, key: &str) -> Option<i64> {
        let value = value(&self.attributes, key)?;
        if let Value::IntValue(number) = value {
            Some(*number)
        } else {
            None
        }
    }

    fn attributes(&self) -> BTreeMap<String, String> {
        let written = |attribute: &KeyValue| {
            let value = attribute.value.as_ref()?.value.as_ref()?;
            let text = if let Value::StringValue(text) = value {
                text.clone()
            } else if let Value::IntValue(number) = value {
                number.to_string()
            } else {
                format!("{value:?}")
            };
            Some((attribute.key.clone(), text))
        };
        self.attributes.iter().filter_map(written).collect()
    }

    fn failed(&self) -> bool {
        let status = self.status.as_ref();
        status.is_some_and(|status| status.code() == StatusCode::Error)
    }

    fn linked(&self) -> Vec<Vec<u8>> {
        self.links.iter().map(|link| link.span_id.clone()).collect()
    }
}

fn text(attributes: &[KeyValue], key: &str) -> Option<String> {
    let value = value(attributes, key)?;
    if let Value::StringValue(text) = value {
        Some(text.clone())
    } else {
        None
    }
}

fn value<'a>(attributes: &'a [KeyValue], key: &str) -> Option<&'a Value> {
    let attribute = attributes.iter().find(|attribute| attribute.key == key)?;
    attribute.value.as_ref()?.value.as_ref()
}
