//! Random bytes on the wire: frames of HTTP/2, requests of HTTP/1.1, and messages of gRPC-Web.

use std::net::SocketAddr;

use tinsel_harness::{Chance, METHODS};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// The first bytes of each HTTP/2 connection of a client.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The time that a client waits for a response before it closes the connection: most inputs get none.
const WAIT: std::time::Duration = std::time::Duration::from_millis(50);

/// Sends one random input on a connection of its own, and reads what the server responds. The server may close the
/// connection at any time.
pub async fn send(address: SocketAddr, chance: &mut Chance) {
    let bytes = match chance.below(4) {
        0 => http1(chance),
        1 => grpc_web(chance),
        _ => http2(chance),
    };
    let exchange = async {
        let mut stream = TcpStream::connect(address).await?;
        stream.write_all(&bytes).await?;
        let mut response = [0; 4096];
        while stream.read(&mut response).await? > 0 {}
        Ok::<_, std::io::Error>(())
    };
    // Both a closed connection and silence are fine: the vitals show whether the server has kept anything.
    drop(timeout(WAIT, exchange).await);
}

/// Opens and cancels this number of calls, on a new connection whenever the server has ended one.
pub async fn cancel(address: SocketAddr, calls: u32) {
    let mut left = calls;
    while left > 0 {
        let Ok(mut stream) = TcpStream::connect(address).await else {
            return;
        };
        let mut bytes = [PREFACE, &[0, 0, 0, 4, 0, 0, 0, 0, 0]].concat();
        let mut stream_id = 1_u32;
        while left > 0 {
            for _ in 0..left.min(500) {
                bytes.extend(cancelled(stream_id));
                stream_id += 2;
                left -= 1;
            }
            if stream.write_all(&bytes).await.is_err() {
                break;
            }
            bytes.clear();
            // Without reading, the server's responses would stop it before its limit does.
            let mut response = vec![0; 65_536];
            drop(timeout(WAIT, stream.read(&mut response)).await);
        }
    }
}

/// A HEADERS frame that opens a call of `POST /` at the authority `a`, and a RST_STREAM frame that cancels it.
fn cancelled(stream_id: u32) -> Vec<u8> {
    let id = stream_id.to_be_bytes();
    let open = [&[0, 0, 6, 1, 4][..], &id, &[0x83, 0x86, 0x84, 0x41, 1, b'a']].concat();
    let cancel = [&[0, 0, 4, 3, 0][..], &id, &[0, 0, 0, 8]].concat();
    [open, cancel].concat()
}

/// Frames with a valid length and random content, after a valid preface.
fn http2(chance: &mut Chance) -> Vec<u8> {
    let mut bytes = PREFACE.to_vec();
    if chance.below(4) > 0 {
        // An empty SETTINGS frame, as the protocol demands.
        bytes.extend([0, 0, 0, 4, 0, 0, 0, 0, 0]);
    }
    for _ in 0..=chance.below(30) {
        let most = if chance.below(20) == 0 { 20_000 } else { 64 };
        let payload = chance.bytes(most);
        let length = u32::try_from(payload.len()).expect("a short frame").to_be_bytes();
        let stream = u32::try_from(chance.below(9)).expect("a small number").to_be_bytes();
        let kind = u8::try_from(chance.below(12)).expect("a small number");
        bytes.extend([length[1], length[2], length[3], kind, chance.byte()]);
        bytes.extend(stream);
        bytes.extend(payload);
    }
    if chance.below(3) == 0 {
        bytes.truncate(chance.below(bytes.len()));
    }
    bytes
}

fn http1(chance: &mut Chance) -> Vec<u8> {
    let method = ["GET", "POST", "OPTIONS", "PRI", "\u{1f385}"][chance.below(5)];
    let path = METHODS[chance.below(METHODS.len())].path;
    let mut bytes = format!("{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n").into_bytes();
    for _ in 0..chance.below(5) {
        bytes.extend(chance.bytes(200));
        bytes.extend(b"\r\n");
    }
    bytes.extend(b"\r\n");
    bytes.extend(chance.bytes(500));
    bytes
}

/// A call of gRPC-Web with a random body: often with a length that is not its own.
fn grpc_web(chance: &mut Chance) -> Vec<u8> {
    let path = METHODS[chance.below(METHODS.len())].path;
    let kind = [
        "application/grpc-web+proto",
        "application/grpc-web-text",
        "application/grpc",
    ][chance.below(3)];
    let mut body = vec![chance.byte() % 3];
    let content = chance.bytes(300);
    let length = match chance.below(3) {
        0 => u32::MAX,
        1 => 0,
        _ => u32::try_from(content.len()).expect("a short body"),
    };
    body.extend(length.to_be_bytes());
    body.extend(content);
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    [head.into_bytes(), body].concat()
}
