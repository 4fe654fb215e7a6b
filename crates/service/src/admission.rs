//! Middleware of every call: identifies the caller, applies rate limits and the concurrency limit, and turns every
//! failure into a reason of the API.

mod protocol_failures;
mod stream_end;

use std::{
    convert::Infallible,
    num::NonZeroU32,
    panic::AssertUnwindSafe,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use futures_util::{
    FutureExt,
    future::{BoxFuture, ready},
};
use http::{HeaderMap, HeaderName, Request, Response};
use http_body_util::Limited;
use tinsel_store::MatchStore;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tonic::{Code, Status, body::Body};
use tonic_types::StatusExt;
use tower::{Layer, Service};
use tracing::Span;

use crate::{
    auth::{
        api_key::ApiKeys,
        caller::{Address, Caller},
        connection::HealthOnly,
        token::Keys,
    },
    deps::Deps,
    error::RpcError,
    methods::Method,
    metrics::Metrics,
    quotas::{Quotas, StreamPermit},
    settings::{Clock, Limits, Rate},
};
use protocol_failures::catalogued;
use stream_end::StreamEnd;

/// Middleware of a service. It refuses calls over the limits, ends calls at their time limit and survives panics. It
/// also gives a reason to failures of gRPC itself, such as an undecodable message.
#[derive(Debug, Clone)]
pub struct AdmissionLayer {
    calls: Arc<Semaphore>,
    calls_max: usize,
    /// Whether the server waits for all calls to complete. No call is admitted from then on, even if that wait is
    /// abandoned.
    closing: Arc<AtomicBool>,
    call_time: Duration,
    message_bytes: usize,
    callers: Arc<Callers>,
    clock: Arc<dyn Clock>,
    metrics: Arc<Metrics>,
}

/// Identifies callers and applies their limits.
#[derive(Debug)]
struct Callers {
    keys: Keys,
    api_keys: Arc<ApiKeys>,
    trusted_proxies: usize,
    quotas: Arc<Quotas>,
}

impl AdmissionLayer {
    /// The middleware of the operators' endpoint. Its limits are separate from those of the players' endpoint.
    #[must_use]
    pub fn of_operators<S: MatchStore>(deps: &Deps<S>) -> Self {
        let unlimited = Rate {
            per_second: 0,
            burst: 1,
        };
        let limits = Limits {
            rate: unlimited,
            address_rate: unlimited,
            ..deps.settings.limits.clone()
        };
        let (guard, api_keys) = (Self::new(deps), Arc::<ApiKeys>::default());
        Self {
            callers: Arc::new(Callers {
                keys: deps.keys.clone(),
                trusted_proxies: 0,
                quotas: Arc::new(Quotas::new(&limits, Arc::clone(&api_keys), Arc::clone(&deps.clock))),
                api_keys,
            }),
            ..guard
        }
    }

    /// The middleware of the server with these dependencies. Its limits apply to all connections together.
    #[must_use]
    pub fn new<S: MatchStore>(deps: &Deps<S>) -> Self {
        let limits = &deps.settings.limits;
        let calls_max = limits.calls.min(Semaphore::MAX_PERMITS);
        Self {
            calls: Arc::new(Semaphore::new(calls_max)),
            calls_max,
            closing: Arc::default(),
            call_time: limits.call_time,
            message_bytes: limits.message_bytes,
            callers: Arc::new(Callers {
                keys: deps.keys.clone(),
                api_keys: Arc::clone(&deps.api_keys),
                trusted_proxies: deps.settings.trusted_proxies,
                quotas: Arc::clone(&deps.quotas),
            }),
            clock: Arc::clone(&deps.clock),
            metrics: Arc::clone(&deps.metrics),
        }
    }
}

impl<S> Layer<S> for AdmissionLayer {
    type Service = Admission<S>;

    fn layer(&self, inner: S) -> Admission<S> {
        Admission {
            inner,
            guard: Arc::new(self.clone()),
        }
    }
}

/// A service with the middleware.
#[derive(Debug, Clone)]
pub struct Admission<S> {
    inner: S,
    /// Shared, because connections clone the service for each call.
    guard: Arc<AdmissionLayer>,
}

impl<S> Service<Request<Body>> for Admission<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let method = Method::of(request.uri().path());
        let measured = self.guard.measure(method);
        let admitted = match self.guard.admit(method, &mut request) {
            Ok(admitted) => admitted,
            Err(refusal) => {
                let refusal = Status::from(refusal);
                measured.done(Some(&refusal));
                return ready(Ok(refusal.into_http())).boxed();
            }
        };
        let (message_bytes, metrics) = (self.guard.message_bytes, Arc::clone(&self.guard.metrics));
        let waits = waits(request.headers()).filter(|waits| *waits < self.guard.call_time);
        let answering = AssertUnwindSafe(self.inner.call(request)).catch_unwind();
        let answering = tokio::time::timeout(waits.unwrap_or(self.guard.call_time), answering);
        async move {
            let answered = answering.await;
            let permit = match admitted {
                Admitted::Call(_) | Admitted::Free => None,
                Admitted::Stream(permit) => Some(permit),
            };
            let response = match answered {
                Ok(Ok(Ok(response))) => catalogued(response, message_bytes),
                Ok(Err(_)) => Status::from(RpcError::internal("a panic")).into_http(),
                // The caller's own deadline has passed, which is not a failure of the server.
                Err(_) if waits.is_some() => return Ok(Status::from(RpcError::TimedOut).into_http()),
                Err(_) => Status::from(RpcError::TimedOut).into_http(),
            };
            let failure = Status::from_header_map(response.headers()).filter(|status| status.code() != Code::Ok);
            measured.done(failure.as_ref());
            Ok(if method.streams && failure.is_none() {
                response.map(|body| Body::new(StreamEnd::new(body, metrics, method.name, permit)))
            } else {
                response
            })
        }
        .boxed()
    }
}

impl AdmissionLayer {
    /// Waits until no call is in flight, not counting streams. New calls are refused because the server is shutting
    /// down.
    pub async fn idle(&self) {
        self.closing.store(true, Ordering::SeqCst);
        let all = u32::try_from(self.calls_max).unwrap_or(u32::MAX);
        // Never fails, because the semaphore is never closed.
        let _permits = self.calls.acquire_many(all).await;
    }

    /// Starts the measurement of a call.
    fn measure(&self, method: Method) -> Measured {
        self.metrics.call_began(method.name);
        Measured {
            metrics: Arc::clone(&self.metrics),
            clock: Arc::clone(&self.clock),
            method: Some(method.name),
            since: self.clock.steady(),
        }
    }

    /// Admits a call if its caller is within the limits and the server has capacity, and attaches the caller to the
    /// request. Health checks are always admitted, because an overloaded server must still answer them.
    fn admit(&self, method: Method, request: &mut Request<Body>) -> Result<Admitted, RpcError> {
        let path = request.uri().path();
        let streams = path == HEALTH_STREAM || path.starts_with(REFLECTION_STREAMS);
        if !streams && !path.starts_with("/tinsel.") {
            return Ok(Admitted::Free);
        }
        match HealthOnly::noted(request.extensions()) {
            Some(HealthOnly::OverLimit) => return Err(RpcError::Overloaded),
            Some(HealthOnly::Plaintext) => return Err(RpcError::TlsRequired),
            None => {}
        }
        if streams {
            let permit = self.callers.stream_of(request)?;
            let asked = std::mem::take(request.body_mut());
            *request.body_mut() = Body::new(Limited::new(asked, ASKED_BYTES_MAX));
            return Ok(Admitted::Stream(permit));
        }
        let caller = self.callers.caller_of(request)?;
        request.extensions_mut().insert(caller);
        let room = Arc::clone(&self.calls).try_acquire_owned();
        let admitted = room.map(Admitted::Call).map_err(|_| {
            if self.closing.load(Ordering::SeqCst) {
                RpcError::Draining
            } else {
                RpcError::Overloaded
            }
        })?;
        if let Some(tenant) = self.callers.api_keys.tenant_of(&caller) {
            self.metrics.usage.called(tenant.name, method.name);
        }
        Ok(admitted)
    }
}

static GRPC_TIMEOUT: HeaderName = HeaderName::from_static("grpc-timeout");

/// The caller's time limit, from the `grpc-timeout` header: up to eight digits and a unit.
fn waits(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(&GRPC_TIMEOUT)?.to_str().ok()?;
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.len() > 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(number.saturating_mul(60 * 60))),
        "M" => Some(Duration::from_secs(number.saturating_mul(60))),
        "S" => Some(Duration::from_secs(number)),
        "m" => Some(Duration::from_millis(number)),
        "u" => Some(Duration::from_micros(number)),
        "n" => Some(Duration::from_nanos(number)),
        _ => None,
    }
}

/// The cost of a call as a number of calls. A list reads many matches or shards, which costs the store as much work as
/// many actions.
fn counts(path: &str) -> NonZeroU32 {
    const ONE: NonZeroU32 = NonZeroU32::MIN;
    const TEN: NonZeroU32 = ONE.saturating_add(9);
    match path {
        "/tinsel.v1.MatchService/ListMatches" | "/tinsel.v1.MatchService/ListPlayerMatches" => TEN,
        _ => ONE,
    }
}

/// The maximum of request bytes in one stream without a key or token. Reflection responds to a few bytes with whole
/// files.
const ASKED_BYTES_MAX: usize = 16 * 1024;
const HEALTH_STREAM: &str = "/grpc.health.v1.Health/Watch";
const REFLECTION_STREAMS: &str = "/grpc.reflection.";

/// Measures a call, even if its caller cancels it.
#[derive(Debug)]
struct Measured {
    metrics: Arc<Metrics>,
    clock: Arc<dyn Clock>,
    /// `None` after the measurement.
    method: Option<&'static str>,
    since: Duration,
}

impl Measured {
    /// Records that the call was answered, with this failure if it failed.
    fn done(mut self, failure: Option<&Status>) {
        self.measure(failure);
    }

    fn measure(&mut self, failure: Option<&Status>) {
        if let Some(method) = self.method.take() {
            let took = self.clock.steady().saturating_sub(self.since);
            self.metrics.call(method, took, failure);
        }
        if let Some(info) = failure.and_then(Status::get_details_error_info) {
            Span::current().record("tinsel.refusal", info.reason);
        }
    }
}

impl Drop for Measured {
    fn drop(&mut self) {
        if self.method.is_some() {
            self.measure(Some(&Status::cancelled("")));
        }
    }
}

/// The permit that an admitted call holds.
#[derive(Debug)]
enum Admitted {
    /// A permit of the concurrency limit, held until the response.
    Call(#[expect(dead_code, reason = "held until it is dropped")] OwnedSemaphorePermit),
    /// A permit of the limit of streams, held until the response ends. Tinsel's own streams take theirs later, after
    /// the match has been found.
    Stream(StreamPermit),
    /// No permit.
    Free,
}

impl Callers {
    /// Identifies the caller and counts the call.
    fn caller_of(&self, request: &Request<Body>) -> Result<Caller, RpcError> {
        let headers = request.headers();
        let address = self.address(request);
        let key = self.api_keys.of_call(headers);
        let holder_index = key.as_ref().ok().copied().flatten();
        let caller = Caller::of(holder_index, &self.keys, headers, address);
        // A call with an unknown key counts as well, which slows down guessing.
        self.quotas.call(&caller, counts(request.uri().path()))?;
        key.map(|_| caller)
    }

    /// A permit for a stream without a key or token, counted for its address. Opening the stream counts as a call.
    fn stream_of(&self, request: &Request<Body>) -> Result<StreamPermit, RpcError> {
        let address = self.address(request);
        let caller = Caller::at(address);
        self.quotas.call(&caller, NonZeroU32::MIN)?;
        self.quotas.stream(caller.quota_key)
    }

    fn address(&self, request: &Request<Body>) -> Address {
        Address::of(request.headers(), request.extensions(), self.trusted_proxies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grpc_timeout_header_is_parsed() {
        let waits = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("grpc-timeout", text.parse().unwrap());
            waits(&headers)
        };
        assert_eq!(waits("2H"), Some(Duration::from_secs(7200)));
        assert_eq!(waits("3M"), Some(Duration::from_secs(180)));
        assert_eq!(waits("99999999S"), Some(Duration::from_secs(99_999_999)));
        assert_eq!(waits("250m"), Some(Duration::from_millis(250)));
        assert_eq!(waits("7u"), Some(Duration::from_micros(7)));
        assert_eq!(waits("0n"), Some(Duration::ZERO));
        for wrong in ["", "S", "5", "5s", "123456789S", "-1S", "+1S", "1.5S", " 1S"] {
            assert_eq!(waits(wrong), None, "{wrong:?}");
        }
    }
}
