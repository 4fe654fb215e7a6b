//! What stands around every call: a limit on how many run at once, and an answer from the catalogue whatever happens.

use std::{
    convert::Infallible,
    panic::AssertUnwindSafe,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use futures_util::{FutureExt, future::BoxFuture};
use http::{Request, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};
use tonic::{Code, Status, body::Body};
use tower::{Layer, Service};

use crate::{deps::Limits, error::RpcError};

/// Guards a service: refuses calls beyond the limit, ends those that take too long, survives a panic, and puts failures of gRPC itself, such as bytes
/// that are no message, into the catalogue of reasons.
#[derive(Debug, Clone)]
pub struct GuardLayer {
    calls: Arc<Semaphore>,
    calls_max: usize,
    call_time: Duration,
    message_bytes: usize,
}

impl GuardLayer {
    /// A guard with these limits, for one server.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        let calls_max = limits.calls.min(Semaphore::MAX_PERMITS);
        Self {
            calls: Arc::new(Semaphore::new(calls_max)),
            calls_max,
            call_time: limits.call_time,
            message_bytes: limits.message_bytes,
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

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let Ok(admitted) = self.guard.admit(request.uri().path()) else {
            return async { Ok(Status::from(RpcError::Overloaded).into_http()) }.boxed();
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

    /// Takes a call on, if there is room. Health and reflection are always taken on: whoever asks whether a busy server
    /// is alive must be told.
    fn admit(&self, path: &str) -> Result<Option<OwnedSemaphorePermit>, TryAcquireError> {
        if path.starts_with("/tinsel.") {
            Arc::clone(&self.calls).try_acquire_owned().map(Some)
        } else {
            Ok(None)
        }
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
