use std::{collections::BTreeSet, fs};

use tinsel_store_testkit::Authority;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{greeting::PREFACE, *};

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

/// A HEADERS frame that opens a call, and a RST_STREAM frame that cancels it.
fn cancelled_call(number: u32) -> Vec<u8> {
    // POST, http, the path /, and the authority a.
    const FIELDS: &[u8] = &[0x83, 0x86, 0x84, 0x41, 1, b'a'];
    let stream = (2 * number + 1).to_be_bytes();
    let open = [&[0, 0, 6, 1, 4][..], &stream, FIELDS];
    let cancel = [&[0, 0, 4, 3, 0][..], &stream, &[0, 0, 0, 8]];
    [open.concat(), cancel.concat()].concat()
}

async fn never(_: Request<Body>) -> Result<Response<Body>, Infallible> {
    std::future::pending().await
}

// B6
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_burst_of_cancelled_calls_ends_no_connection_and_a_flood_does() {
    let (mut connections, listener, at) = listening(PATIENCE * 2).await;
    connections.calls_max = CALLS_MAX;
    let serving = tokio::spawn(connections.serve(listener, Worker::current(), tower::service_fn(never)));
    let mut stream = says(at, &[SAID_FIRST, SETTINGS].concat()).await;
    let burst: Vec<_> = (0..900).flat_map(cancelled_call).collect();
    stream.write_all(&burst).await.expect("it is heard");
    is_served(&mut stream).await;
    let (mut reads, mut writes) = stream.into_split();
    let flood = tokio::spawn(async move {
        for number in 900..100_000 {
            if writes.write_all(&cancelled_call(number)).await.is_err() {
                return;
            }
        }
    });
    let mut heard = Vec::new();
    // GOAWAY of the connection: eight bytes or more, on stream 0.
    let is_goaway = |bytes: &[u8]| bytes[0] == 0 && bytes[3] == 7 && bytes[4..9] == [0; 5];
    while !heard.windows(9).any(is_goaway) {
        let read = tokio::time::timeout(PATIENCE, reads.read_buf(&mut heard)).await;
        assert_ne!(read.expect("GOAWAY").expect("GOAWAY"), 0, "it was cut");
    }
    flood.abort();
    serving.abort();
}

/// Responds with the address of the client.
async fn address(request: Request<Body>) -> Result<Response<Body>, Infallible> {
    let from = request
        .extensions()
        .get::<TcpConnectInfo>()
        .and_then(TcpConnectInfo::remote_addr);
    Ok(Response::new(Body::new(format!(
        "from {}.",
        from.expect("an address").ip()
    ))))
}

// B8
#[tokio::test]
async fn only_a_listed_load_balancer_states_the_address_of_its_client() {
    const GET: &[u8] = b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";
    const SIGNATURE: &[u8] = b"\r\n\r\n\0\r\nQUIT\n";
    // Of the client, over TCP and IPv4; or of the load balancer itself.
    let v2 = |command: u8, rest: &[u8]| {
        let length = u8::try_from(rest.len()).expect("it is short");
        [SIGNATURE, &[0x20 | command, command * 0x11, 0, length], rest].concat()
    };
    let addresses = [192, 0, 2, 9, 127, 0, 0, 1, 0xc0, 0, 0x1c, 0xe8];
    // With a TLV of the type NOOP.
    let with_tlv = [&addresses[..], &[4, 0, 1, 0]].concat();
    for (listed, header, client) in [
        (
            "127.0.0.0/8",
            b"PROXY TCP4 192.0.2.7 127.0.0.1 49152 7400\r\n".to_vec(),
            Some("192.0.2.7"),
        ),
        (
            "127.0.0.1/32",
            b"PROXY TCP6 2001:db8::7 ::1 49152 7400\r\n".to_vec(),
            Some("2001:db8::7"),
        ),
        ("127.0.0.0/8", b"PROXY UNKNOWN\r\n".to_vec(), Some("127.0.0.1")),
        ("127.0.0.0/8", v2(1, &addresses), Some("192.0.2.9")),
        ("127.0.0.0/8", v2(1, &with_tlv), Some("192.0.2.9")),
        ("127.0.0.0/8", v2(0, &[]), Some("127.0.0.1")),
        ("127.0.0.0/8", Vec::new(), None),
        ("127.0.0.0/8", [b"PROXY TCP4 ".to_vec(), vec![b'1'; 200]].concat(), None),
        ("10.0.0.0/8", Vec::new(), Some("127.0.0.1")),
        (
            "10.0.0.0/8",
            b"PROXY TCP4 192.0.2.7 127.0.0.1 49152 7400\r\n".to_vec(),
            None,
        ),
    ] {
        let (mut connections, listener, at) = listening(PATIENCE * 2).await;
        connections.http1 = true;
        connections.proxies = ProxyProtocol::new(&[listed.parse().expect("a network")]);
        let serving = tokio::spawn(connections.serve(listener, Worker::current(), tower::service_fn(address)));
        let mut stream = says(at, &[&header[..], GET].concat()).await;
        let mut heard = Vec::new();
        let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut heard)).await;
        drop(read.expect("an end"));
        let heard = String::from_utf8_lossy(&heard);
        let expected = client.map(|client| format!("from {client}."));
        match expected {
            Some(expected) => assert!(heard.ends_with(&expected), "{header:?}: {heard}"),
            None => assert!(!heard.contains("from"), "{header:?}: {heard}"),
        }
        serving.abort();
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
