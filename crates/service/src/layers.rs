//! What stands around every call: who calls, limits on how often that is and how many calls run at once, and an answer
//! from the catalogue whatever happens.

use std::{
    convert::Infallible,
    panic::AssertUnwindSafe,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use futures_util::{
    FutureExt,
    future::{BoxFuture, ready},
};
use http::{Request, Response};
use tinsel_store::MatchStore;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tonic::{Code, Status, body::Body};
use tower::{Layer, Service};

use crate::{
    api_key::{self, ApiKey},
    auth::Keys,
    caller::{Address, Caller},
    deps::Deps,
    error::RpcError,
    quotas::Quotas,
};

/// Guards a service: refuses calls beyond the limits, ends those that take too long, survives a panic, and puts failures
/// of gRPC itself, such as bytes that are no message, into the catalogue of reasons.
#[derive(Debug, Clone)]
pub struct GuardLayer {
    calls: Arc<Semaphore>,
    calls_max: usize,
    call_time: Duration,
    message_bytes: usize,
    callers: Arc<Callers>,
}

/// What callers are told by and counted in.
#[derive(Debug)]
struct Callers {
    keys: Keys,
    api_keys: Vec<ApiKey>,
    trusted_proxies: usize,
    quotas: Arc<Quotas>,
}

impl GuardLayer {
    /// The guard of the server that these serve. Its limits count for all connections together.
    #[must_use]
    pub fn new<S: MatchStore>(deps: &Deps<S>) -> Self {
        let limits = &deps.settings.limits;
        let calls_max = limits.calls.min(Semaphore::MAX_PERMITS);
        Self {
            calls: Arc::new(Semaphore::new(calls_max)),
            calls_max,
            call_time: limits.call_time,
            message_bytes: limits.message_bytes,
            callers: Arc::new(Callers {
                keys: deps.keys.clone(),
                api_keys: deps.settings.api_keys.clone(),
                trusted_proxies: deps.settings.trusted_proxies,
                quotas: Arc::clone(&deps.quotas),
            }),
        }
    }
}

impl<S> Layer<S> for GuardLayer {
    type Service = Guard<S>;

    fn layer(&self, inner: S) -> Guard<S> {
        Guard {
            inner,
            guard: self.clone(),
        }
    }
}

/// A guarded service.
#[derive(Debug, Clone)]
pub struct Guard<S> {
    inner: S,
    guard: GuardLayer,
}

impl<S> Service<Request<Body>> for Guard<S>
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
        let admitted = match self.guard.admit(&mut request) {
            Ok(admitted) => admitted,
            Err(refusal) => return ready(Ok(Status::from(refusal).into_http())).boxed(),
        };
        let message_bytes = self.guard.message_bytes;
        let answering = AssertUnwindSafe(self.inner.call(request)).catch_unwind();
        let answering = tokio::time::timeout(self.guard.call_time, answering);
        async move {
            let answered = answering.await;
            drop(admitted);
            match answered {
                Ok(Ok(Ok(response))) => Ok(catalogued(response, message_bytes)),
                Ok(Err(_)) => Ok(Status::from(RpcError::internal("a panic")).into_http()),
                Err(_) => Ok(Status::from(RpcError::TimedOut).into_http()),
            }
        }
        .boxed()
    }
}

impl GuardLayer {
    /// Returns when no call is under way, streams not counted.
    pub async fn idle(&self) {
        let all = u32::try_from(self.calls_max).unwrap_or(u32::MAX);
        // The semaphore is never closed.
        let _permits = self.calls.acquire_many(all).await;
    }

    /// Takes a call on, if its caller may and there is room, and notes whose it is. Health and reflection are always
    /// taken on: whoever asks whether a busy server is alive must be told.
    fn admit(&self, request: &mut Request<Body>) -> Result<Option<OwnedSemaphorePermit>, RpcError> {
        if !request.uri().path().starts_with("/tinsel.") {
            return Ok(None);
        }
        let caller = self.callers.caller_of(request)?;
        request.extensions_mut().insert(caller);
        let room = Arc::clone(&self.calls).try_acquire_owned();
        room.map(Some).map_err(|_| RpcError::Overloaded)
    }
}

impl Callers {
    /// Whose call it is, which is counted.
    fn caller_of(&self, request: &Request<Body>) -> Result<Caller, RpcError> {
        let headers = request.headers();
        let address = Address::of(headers, request.extensions(), self.trusted_proxies);
        let key = api_key::of_call(&self.api_keys, headers);
        let place = key.as_ref().ok().copied().flatten();
        let caller = Caller::of(place, &self.keys, headers, address);
        // Who tries keys out is counted as well.
        self.quotas.call(caller.who)?;
        key.map(|_| caller)
    }
}

/// A failure without details is one of gRPC itself, before any handler was asked.
fn catalogued(response: Response<Body>, limit_bytes: usize) -> Response<Body> {
    let failure = Status::from_header_map(response.headers()).filter(|status| status.details().is_empty());
    let Some(failure) = failure else { return response };
    let cause = failure.message().to_owned();
    let code = failure.code();
    let error = if code == Code::OutOfRange {
        RpcError::MessageTooLarge { limit_bytes }
    } else if code == Code::Unimplemented && cause.is_empty() {
        RpcError::MethodNotFound
    } else if code == Code::Unimplemented || code == Code::Internal {
        RpcError::MalformedMessage { cause }
    } else {
        return response;
    };
    Status::from(error).into_http()
}
