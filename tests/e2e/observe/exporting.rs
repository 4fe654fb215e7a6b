//! The metrics that a server exports to a collector.

use std::{
    net::Ipv4Addr,
    sync::{Arc, Mutex},
};

use opentelemetry_proto::tonic::{
    collector::metrics::v1::{
        ExportMetricsServiceRequest, ExportMetricsServiceResponse,
        metrics_service_server::{MetricsService, MetricsServiceServer},
    },
    common::v1::{KeyValue, any_value::Value},
    metrics::v1::{ResourceMetrics, metric::Data, number_data_point},
};
use tinsel_harness::{ANY_GAME, Api, Choice, Process, TestMatch, created, redis, soon, until};
use tokio::net::TcpListener;
use tonic::{Request, Response, Status, transport::server::TcpIncoming};

/// A collector that stores each export.
#[derive(Debug, Clone, Default)]
struct Collector(Arc<Mutex<Vec<ResourceMetrics>>>);

#[tonic::async_trait]
impl MetricsService for Collector {
    async fn export(
        &self,
        request: Request<ExportMetricsServiceRequest>,
    ) -> Result<Response<ExportMetricsServiceResponse>, Status> {
        self.0.lock().unwrap().extend(request.into_inner().resource_metrics);
        Ok(Response::new(ExportMetricsServiceResponse::default()))
    }
}

fn text(attributes: &[KeyValue], key: &str) -> Option<String> {
    let attribute = attributes.iter().find(|attribute| attribute.key == key)?;
    match attribute.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text.clone()),
        _ => None,
    }
}

impl Collector {
    /// Starts to listen; returns its address.
    async fn serve(&self) -> String {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let server = tonic::transport::Server::builder().add_service(MetricsServiceServer::new(self.clone()));
        tokio::spawn(server.serve_with_incoming(TcpIncoming::from(listener)));
        url
    }

    /// The number of matches in a phase, in each export.
    fn matches(&self, phase: &str) -> Vec<i64> {
        let told = self.0.lock().unwrap();
        let metrics = told.iter().flat_map(|of| &of.scope_metrics).flat_map(|of| &of.metrics);
        let sums = metrics
            .filter(|metric| metric.name == "tinsel.match.transitions")
            .filter_map(|metric| {
                let Some(Data::Sum(sum)) = &metric.data else {
                    return None;
                };
                Some(sum)
            });
        let points = sums.flat_map(|sum| &sum.data_points).filter(|point| {
            let of_game = text(&point.attributes, "game").as_deref() == Some(ANY_GAME.as_str());
            of_game && text(&point.attributes, "phase").as_deref() == Some(phase)
        });
        let numbers = points.filter_map(|point| match point.value? {
            number_data_point::Value::AsInt(number) => Some(number),
            number_data_point::Value::AsDouble(_) => None,
        });
        numbers.collect()
    }

    /// The value of this resource attribute, in each export.
    fn come_from(&self, key: &str) -> Vec<Option<String>> {
        let told = self.0.lock().unwrap();
        let resources = told.iter().map(|of| of.resource.as_ref());
        let mut from: Vec<_> = resources
            .map(|of| of.and_then(|of| text(&of.attributes, key)))
            .collect();
        from.dedup();
        from
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_metrics_are_sent_before_a_server_ends() {
    let collector = Collector::default();
    let endpoint = collector.serve().await;
    let mut server = Process::start(redis(), &["--otlp-metrics-endpoint", &endpoint]);
    let api = Api::connect(&server.url()).await;
    let table = TestMatch::of_players(&[&api], &created("")).await;
    table.play(&[&api], Choice::Default).await;
    server.terminate();
    let ending = tokio::task::spawn_blocking(move || server.ended());
    let (status, log) = soon("the end of the process", ending).await.unwrap();
    assert_eq!(status.code(), Some(0), "{log:#?}");
    for phase in ["LOBBY", "ACTIVE", "FINISHED"] {
        assert_eq!(collector.matches(phase).last(), Some(&1), "{phase}");
    }
    assert_eq!(collector.come_from("service.name"), [Some("tinsel".to_owned())]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_are_exported_repeatedly_while_a_server_runs() {
    let collector = Collector::default();
    let endpoint = collector.serve().await;
    let often = [("OTEL_METRIC_EXPORT_INTERVAL", "20")];
    let server = Process::with(
        "127.0.0.1:0",
        &redis().url(),
        &["--otlp-metrics-endpoint", &endpoint],
        &often,
    );
    let api = Api::connect(&server.url()).await;
    for created_so_far in 1..=2 {
        TestMatch::create(&api, &created("")).await;
        until("an export with these events", || async {
            collector.matches("LOBBY").last() == Some(&created_so_far)
        })
        .await;
    }
    let told = collector.matches("LOBBY").len();
    until("another export without new events", || async {
        collector.matches("LOBBY").len() > told
    })
    .await;
    let instances = collector.come_from("service.instance.id");
    assert!(instances.len() == 1 && instances[0].is_some(), "{instances:?}");
}
