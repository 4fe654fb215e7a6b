//! A minimal client for HTTP/1.1, as browsers use it.

use std::{collections::BTreeMap, net::SocketAddr};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::waiting::soon;

/// A response over HTTP/1.1.
#[derive(Debug)]
pub struct Http1 {
    /// The status.
    pub status: u16,
    /// The headers, names in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body, without the framing of chunks.
    pub body: Vec<u8>,
}

impl Http1 {
    /// Sends one request and reads the response until the connection closes.
    pub async fn ask(address: SocketAddr, what: (&str, &str), headers: &[(&str, &str)], body: &[u8]) -> Self {
        let mut stream = Self::send(address, what, headers, body).await;
        let mut bytes = Vec::new();
        let read = soon("an answer over HTTP/1.1", stream.read_to_end(&mut bytes)).await;
        read.expect("an answer");
        Self::parse(&bytes)
    }

    /// Sends one request; the caller reads the response.
    pub async fn send(
        address: SocketAddr,
        (method, path): (&str, &str),
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> TcpStream {
        let mut head = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if headers.iter().all(|(name, _)| *name != "host") {
            head.push_str(&format!("host: {address}\r\n"));
        }
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        stream.write_all(head.as_bytes()).await.expect("a head is sent");
        stream.write_all(body).await.expect("a body is sent");
        stream
    }

    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = std::str::from_utf8(&bytes[..end]).expect("a head in text");
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let header = |line: &str| {
            let (name, value) = line.split_once(": ")?;
            Some((name.to_lowercase(), value.to_owned()))
        };
        let headers: BTreeMap<_, _> = lines.filter_map(header).collect();
        let body = &bytes[end + 4..];
        let chunked = headers.get("transfer-encoding").is_some_and(|value| value == "chunked");
        Self {
            status: status.expect("a status").parse().expect("its number"),
            body: if chunked { dechunk(body) } else { body.to_vec() },
            headers,
        }
    }
}

/// A message in a gRPC frame: one byte of flags, the length, and the message.
#[must_use]
pub fn frame(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).expect("a length");
    [&[0], length.to_be_bytes().as_slice(), message].concat()
}

/// The frames of a body: the flags and content of each.
#[must_use]
pub fn frames(mut body: &[u8]) -> Vec<(u8, &[u8])> {
    let mut frames = Vec::new();
    while let Some((head, rest)) = body.split_first_chunk::<5>() {
        let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]);
        let (content, rest) = rest.split_at(usize::try_from(length).expect("a length"));
        frames.push((head[0], content));
        body = rest;
    }
    frames
}

fn dechunk(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).expect("a size in text");
        let size = usize::from_str_radix(size, 16).expect("a size");
        if size == 0 {
            break;
        }
        let start = end + 2;
        body.extend_from_slice(&bytes[start..start + size]);
        bytes = &bytes[start + size + 2..];
    }
    body
}
