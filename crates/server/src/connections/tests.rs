use std::{collections::BTreeSet, fs};

use tinsel_store_testkit::Authority;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::*;

const SAID_FIRST: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
const PING: &[u8] = &[
    0, 0, 8, 6, 0, 0, 0, 0, 0, b'h', b'e', b'l', b'l', b'o', b'y', b'o', b'u',
];
const PONG: &[u8] = &[
    0, 0, 8, 6, 1, 0, 0, 0, 0, b'h', b'e', b'l', b'l', b'o', b'y', b'o', b'u',
];

/// Connects and sends this.
async fn says(to: SocketAddr, what: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(to).await.expect("a connection");
    stream.write_all(what).await.expect("it is heard");
    stream
}

/// Longer than any test takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Waits until the server closes the connection.
async fn is_cut(mut stream: TcpStream) {
    let mut heard = Vec::new();
    // The operating system decides whether the connection is closed or reset.
    let end = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut heard));
    drop(end.await.expect("it is cut"));
}

/// Connections with this timeout of the preface, and without a time limit for calls.
async fn listening(hello: Duration) -> (Connections, TcpListener, SocketAddr) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let at = listener.local_addr().expect("its address");
    let mut connections = Connections::of_operators(PATIENCE * 2, None, CancellationToken::new());
    connections.hello = hello;
    (connections, listener, at)
}

async fn nothing(_: Request<Body>) -> Result<Response<Body>, Infallible> {
    Ok(Response::new(Body::empty()))
}

/// Sends a ping, and waits for the answer.
async fn is_served(stream: &mut TcpStream) {
    stream.write_all(PING).await.expect("it is heard");
    let mut heard = Vec::new();
    while !heard.windows(PONG.len()).any(|bytes| bytes == PONG) {
        let read = tokio::time::timeout(PATIENCE, stream.read_buf(&mut heard)).await;
        let read = read.expect("an answer").expect("an answer");
        assert_ne!(read, 0, "it was cut: {heard:?}");
    }
}

#[tokio::test]
async fn only_connections_without_a_preface_are_closed() {
    for http1 in [true, false] {
        let (mut connections, listener, at) = listening(Duration::from_millis(200)).await;
        connections.http1 = http1;
        let serving = tokio::spawn(connections.serve(listener, Worker::current(), tower::service_fn(nothing)));
        let mut quiet = says(at, &[SAID_FIRST, SETTINGS].concat()).await;
        is_cut(says(at, &[]).await).await;
        is_cut(says(at, &SAID_FIRST[..PREFACE - 1]).await).await;
        is_served(&mut quiet).await;
        serving.abort();
    }
}

#[tokio::test]
async fn a_preface_that_arrived_in_time_counts_even_if_it_is_read_late() {
    let hello = Duration::from_millis(20);
    for _ in 0..20 {
        let (connections, listener, at) = listening(hello).await;
        let serving = tokio::spawn(connections.serve(listener, Worker::current(), tower::service_fn(nothing)));
        let mut late = says(at, &[]).await;
        // The connection is accepted, and the server waits for the preface.
        tokio::task::yield_now().await;
        tokio::task::yield_now().await;
        late.write_all(&[SAID_FIRST, SETTINGS].concat())
            .await
            .expect("it is heard");
        // The only thread of this test is blocked until the timeout has passed.
        std::thread::sleep(hello * 2);
        is_served(&mut late).await;
        serving.abort();
    }
}

#[tokio::test]
async fn a_shutdown_closes_connections_without_a_preface_at_once() {
    for http1 in [true, false] {
        let (mut connections, listener, at) = listening(PATIENCE * 2).await;
        connections.http1 = http1;
        let draining = connections.draining.clone();
        let serving = tokio::spawn(connections.serve(listener, Worker::current(), tower::service_fn(nothing)));
        let others = [says(at, &[]).await, says(at, &SAID_FIRST[..PREFACE - 1]).await];
        let mut last = says(at, &[SAID_FIRST, SETTINGS].concat()).await;
        // Accepted after all others.
        is_served(&mut last).await;
        draining.cancel();
        for stream in others {
            is_cut(stream).await;
        }
        drop(last);
        let ended = tokio::time::timeout(PATIENCE, serving).await;
        ended.expect("it ends").expect("it ends well");
    }
}

/// TLS with a certificate of its own.
fn tls() -> Tls {
    let certified = Authority::new().certify(&["localhost"]);
    let folder = std::env::temp_dir().join(format!("tinsel-connections-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        Some(path)
    };
    let config = Config {
        tls_certificate: file("tls.crt", &certified.certificate),
        tls_key: file("tls.key", &certified.key),
        ..Config::default()
    };
    let (tls, _) = Tls::of(config.tls().expect("files"), true).expect("a certificate");
    fs::remove_dir_all(&folder).expect("the folder");
    tls
}

#[tokio::test]
async fn connections_without_a_tls_handshake_are_closed_at_the_timeout_or_at_shutdown() {
    const BEGUN: &[u8] = &[22, 3, 1];
    let tls = tls();
    let (mut connections, listener, at) = listening(Duration::from_millis(200)).await;
    connections.tls = Some(tls.clone());
    let serving = tokio::spawn(connections.serve(listener, Worker::current(), tower::service_fn(nothing)));
    is_cut(says(at, &[]).await).await;
    is_cut(says(at, BEGUN).await).await;
    serving.abort();

    let (mut connections, listener, at) = listening(PATIENCE * 2).await;
    connections.tls = Some(tls);
    let draining = connections.draining.clone();
    let serving = tokio::spawn(connections.serve(listener, Worker::current(), tower::service_fn(nothing)));
    let others = [says(at, &[]).await, says(at, BEGUN).await];
    let mut last = says(at, &[SAID_FIRST, SETTINGS].concat()).await;
    // Accepted after all others; without TLS it is served for health checks.
    is_served(&mut last).await;
    draining.cancel();
    for stream in others {
        is_cut(stream).await;
    }
    drop(last);
    let ended = tokio::time::timeout(PATIENCE, serving).await;
    ended.expect("it ends").expect("it ends well");
}

#[test]
fn connections_that_begin_together_do_not_end_together() {
    let longest = Duration::from_secs(600);
    let drawn: BTreeSet<_> = (0..100).map(|_| drawn(longest)).collect();
    assert!(drawn.len() > 90, "{drawn:?}");
    assert!(drawn.iter().all(|age| (longest / 2..=longest).contains(age)));
    let early = drawn.iter().filter(|age| **age < longest * 3 / 4).count();
    assert!((20..=80).contains(&early), "{early} of 100 in the first half");
}
