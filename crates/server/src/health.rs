//! Health checks by the gRPC protocol.
//!
//! `liveness` is SERVING as long as the process runs, even if the store is unreachable, because a restart would not
//! help. The whole server, which is the empty name, `readiness`, and each service that reflection lists are SERVING while
//! the store answers heartbeats and no shutdown has begun. Clients with health checks ask for their service. Before the
//! first answer of the store the server is not ready. The response to a check contains the cause, without addresses and
//! secrets, in the metadata [`CAUSE`].

use std::time::Duration;

use futures_util::{
    StreamExt, future,
    stream::{self, BoxStream},
};
use opentelemetry::metrics::{Gauge, Meter};
use tinsel_service::ConnectionEnd;
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;
use tonic::{Code, Request, Response, Status, metadata::MetadataValue};
use tonic_health::{
    ServingStatus,
    pb::{HealthCheckRequest, HealthCheckResponse, health_check_response, health_server::Health},
    server::{HealthReporter, HealthService},
};

use crate::reflection;

const LIVENESS: &str = "liveness";

/// The names that report whether the server is ready.
fn readiness() -> impl Iterator<Item = &'static str> {
    ["", "readiness"].into_iter().chain(reflection::services_of_players())
}

fn is_readiness(name: &str) -> bool {
    readiness().any(|known| known == name)
}

/// The metadata key of the cause why a server is not ready.
const CAUSE: &str = "tinsel-not-ready";

/// How often the log repeats why the server is not ready.
const REPEATED: Duration = Duration::from_secs(60);
/// The shortest time between two lines with different causes, because causes can alternate with each heartbeat.
const CHANGED: Duration = Duration::from_secs(5);

/// Reports whether the server is ready.
#[derive(Debug)]
pub(crate) struct Readiness {
    reporter: HealthReporter,
    gauge: Gauge<u64>,
}

/// The health service of a server that is not ready yet, and the handle to report its readiness.
pub(crate) async fn service(
    found: watch::Receiver<tinsel_service::Health>,
    draining: CancellationToken,
    meter: &Meter,
) -> (Readiness, impl Health) {
    let reporter = HealthReporter::new();
    reporter.set_service_status(LIVENESS, ServingStatus::Serving).await;
    let gauge = meter.u64_gauge("tinsel.ready");
    let gauge = gauge
        .with_description("1 if the server is ready: the store is reachable and no shutdown is in progress; else 0");
    let told = HealthService::from_health_reporter(reporter.clone());
    let readiness = Readiness {
        reporter,
        gauge: gauge.build(),
    };
    readiness.set(false).await;
    (readiness, Ending { told, found, draining })
}

impl Readiness {
    async fn set(&self, ready: bool) {
        self.gauge.record(ready.into(), &[]);
        let status = if ready {
            ServingStatus::Serving
        } else {
            ServingStatus::NotServing
        };
        for service in readiness() {
            self.reporter.set_service_status(service, status).await;
        }
    }
}

/// Reports the health that the heartbeat finds, until shutdown begins. Watchers get changes only.
pub(crate) async fn report(
    readiness: Readiness,
    mut found: watch::Receiver<tinsel_service::Health>,
    stopping: CancellationToken,
) {
    // The cause that was logged last, and when; `None` while the server is ready or has just started.
    let (mut was_ready, mut logged) = (false, None::<(String, Instant)>);
    loop {
        let health = found.borrow_and_update().clone();
        let ready = health == tinsel_service::Health::Ready;
        if was_ready != ready {
            readiness.set(ready).await;
            was_ready = ready;
        }
        let mut next = None;
        logged = match health.cause() {
            None => {
                tracing::info!(ready, "readiness");
                None
            }
            Some(_) if health == tinsel_service::Health::Starting => None,
            Some(cause) => {
                let next_after = |(last, at): &(String, Instant)| *at + if *last == cause { REPEATED } else { CHANGED };
                let last = logged.filter(|last| Instant::now() < next_after(last));
                let last = last.unwrap_or_else(|| {
                    tracing::warn!(ready, cause, "readiness");
                    (cause.clone(), Instant::now())
                });
                next = Some(next_after(&last));
                Some(last)
            }
        };
        let news = async {
            tokio::select! {
                changed = found.changed() => changed.is_ok(),
                () = until(next) => true,
            }
        };
        if stopping.run_until_cancelled(news).await != Some(true) {
            break;
        }
    }
    readiness.set(false).await;
    tracing::info!(ready = false, "readiness");
}

async fn until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => future::pending().await,
    }
}

/// Health checks with streams that end with their connection, and at shutdown after a last message. Otherwise a client
/// that watches health would delay the shutdown until the drain timeout.
#[derive(Debug)]
struct Ending {
    told: HealthService,
    found: watch::Receiver<tinsel_service::Health>,
    draining: CancellationToken,
}

#[tonic::async_trait]
impl Health for Ending {
    type WatchStream = BoxStream<'static, Result<HealthCheckResponse, Status>>;

    async fn check(&self, request: Request<HealthCheckRequest>) -> Result<Response<HealthCheckResponse>, Status> {
        let part = request.get_ref().service.clone();
        let mut response = self.told.check(request).await?;
        let cause = self.found.borrow().cause().filter(|_| is_readiness(&part));
        if let Some(cause) = cause.and_then(|cause| MetadataValue::try_from(cause).ok()) {
            response.metadata_mut().insert(CAUSE, cause);
        }
        Ok(response)
    }

    async fn watch(&self, request: Request<HealthCheckRequest>) -> Result<Response<Self::WatchStream>, Status> {
        let stops = is_readiness(&request.get_ref().service);
        let draining = self.draining.clone();
        let ending = ConnectionEnd::noted(request.extensions()).unwrap_or_else(|| draining.clone());
        let last = move || {
            let status = health_check_response::ServingStatus::NotServing.into();
            let stopping = stops && draining.is_cancelled();
            future::ready(stopping.then_some(Ok(HealthCheckResponse { status })))
        };
        let told = match self.told.watch(request).await {
            Ok(told) => told.into_inner().boxed(),
            // By the protocol, the stream of an unknown service stays open: the service can be registered later.
            Err(status) if status.code() == Code::NotFound => {
                let status = health_check_response::ServingStatus::ServiceUnknown.into();
                let unknown = future::ready(Ok(HealthCheckResponse { status }));
                stream::once(unknown).chain(stream::pending()).boxed()
            }
            Err(status) => return Err(status),
        };
        let mut said = None;
        let news = move |answer: &Result<HealthCheckResponse, Status>| {
            let status = answer.as_ref().map(|answer| answer.status).ok();
            future::ready(said.replace(status) != Some(status))
        };
        let last = stream::once(future::lazy(move |_| last())).filter_map(|last| last);
        let until_the_end = told.take_until(ending.cancelled_owned()).chain(last);
        Ok(Response::new(until_the_end.filter(news).boxed()))
    }
}
