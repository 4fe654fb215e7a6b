//! A server with the requests of S3 that an archive sends.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{Method, StatusCode},
    response::Response,
};
use bytes::Bytes;
use tinsel_archive::{Archive, ArchiveOptions};
use tokio::{net::TcpListener, sync::Semaphore};

use crate::{patient, settings};

/// A bucket with the name `bucket`.
#[derive(Clone)]
pub(crate) struct Bucket {
    address: String,
    state: Arc<State>,
}

/// The objects of a bucket, and the requests to it.
pub(crate) struct State {
    objects: Mutex<BTreeMap<String, Bytes>>,
    /// The method of each request.
    requests: Mutex<Vec<Method>>,
    /// A read takes a permit before it answers.
    pub(crate) reads: Semaphore,
    running: AtomicUsize,
    running_max: AtomicUsize,
    refusal: Refusal,
}

/// The requests that a bucket refuses.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Refusal {
    Nothing,
    /// Requests without a signature.
    Unsigned,
    /// Lists without a signature.
    UnsignedLists,
    /// All requests, with this status and code. The response repeats the request's credentials.
    All(u16, &'static str),
    /// Requests with this method, with this status and code.
    Method(&'static Method, u16, &'static str),
    /// The first request, with status 503.
    First,
}

impl Bucket {
    pub(crate) async fn start(refusal: Refusal) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(State {
            objects: Mutex::default(),
            requests: Mutex::default(),
            reads: Semaphore::new(1000),
            running: AtomicUsize::new(0),
            running_max: AtomicUsize::new(0),
            refusal,
        });
        let answering = Arc::clone(&state);
        let router = Router::new().fallback(move |request: Request| answer(Arc::clone(&answering), request));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, state }
    }

    /// An archive in this bucket.
    pub(crate) fn archive(&self) -> Archive {
        self.archive_with(|_| ())
    }

    /// An archive with changed options.
    pub(crate) fn archive_with(&self, change: impl FnOnce(&mut ArchiveOptions)) -> Archive {
        let mut options = patient(settings(&self.address));
        change(&mut options);
        Archive::open("s3://bucket/some/prefix", options).unwrap()
    }

    pub(crate) fn state(&self) -> &State {
        &self.state
    }

    /// The number of requests with this method.
    pub(crate) fn requests(&self, method: &Method) -> usize {
        let requests = self.state.requests.lock().unwrap();
        requests.iter().filter(|of| *of == method).count()
    }

    /// The highest number of reads that ran at the same time.
    pub(crate) fn running_max(&self) -> usize {
        self.state.running_max.load(Ordering::Relaxed)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.state.objects.lock().unwrap().keys().cloned().collect()
    }
}

async fn answer(state: Arc<State>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let credentials = head
        .headers
        .get("authorization")
        .map(|value| value.to_str().unwrap().to_owned());
    let is_list = head.uri.query().is_some_and(|query| query.contains("list-type=2"));
    let is_first = {
        let mut requests = state.requests.lock().unwrap();
        requests.push(head.method.clone());
        requests.len() == 1
    };
    let refused = match state.refusal {
        Refusal::Nothing => None,
        Refusal::Unsigned => credentials.is_none().then_some((403, "AccessDenied")),
        Refusal::UnsignedLists => (credentials.is_none() && is_list).then_some((403, "AccessDenied")),
        Refusal::All(status, code) => Some((status, code)),
        Refusal::Method(method, status, code) => (head.method == *method).then_some((status, code)),
        Refusal::First => is_first.then_some((503, "SlowDown")),
    };
    if let Some((status, code)) = refused {
        let repeated = credentials.unwrap_or_default();
        let error = format!("<Error><Code>{code}</Code><Message>{repeated}</Message></Error>");
        return response(status, Body::from(error));
    }
    let path = head.uri.path().strip_prefix("/bucket/").unwrap_or_default().to_owned();
    let object = || state.objects.lock().unwrap().get(&path).cloned();
    match head.method {
        Method::PUT => {
            let object = to_bytes(body, usize::MAX).await.unwrap();
            state.objects.lock().unwrap().insert(path, object);
            response(200, Body::empty())
        }
        Method::DELETE => {
            state.objects.lock().unwrap().remove(&path);
            response(204, Body::empty())
        }
        _ if is_list => response(200, Body::from(list(&state))),
        Method::GET => {
            let running = state.running.fetch_add(1, Ordering::Relaxed) + 1;
            state.running_max.fetch_max(running, Ordering::Relaxed);
            let found = object();
            state.reads.acquire().await.unwrap().forget();
            state.running.fetch_sub(1, Ordering::Relaxed);
            found.map_or_else(not_found, |object| response(200, Body::from(object)))
        }
        _ => object().map_or_else(not_found, |object| response(200, Body::from(object))),
    }
}

fn not_found() -> Response {
    response(404, Body::from("<Error><Code>NoSuchKey</Code></Error>"))
}

fn response(status: u16, body: Body) -> Response {
    let built = Response::builder()
        .status(StatusCode::from_u16(status).unwrap())
        .header("etag", "\"tag\"")
        .header("last-modified", "Wed, 25 Nov 2026 00:00:00 GMT");
    built.body(body).unwrap()
}

fn list(state: &State) -> String {
    let objects = state.objects.lock().unwrap();
    let listed = objects.iter().map(|(name, object)| {
        let size = object.len();
        format!(
            "<Contents><Key>{name}</Key><LastModified>2026-11-25T00:00:00.000Z</LastModified><ETag>\"tag\"</ETag>\
             <Size>{size}</Size></Contents>"
        )
    });
    let listed: String = listed.collect();
    format!("<ListBucketResult><IsTruncated>false</IsTruncated>{listed}</ListBucketResult>")
}
