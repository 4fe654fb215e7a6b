//! The timeouts, retries and the API key of a client.

use std::time::Duration;

use crate::{tls::Tls, token::ApiKey};

/// The timeouts, retries and the API key of a client. The defaults suit players and bots that play over a network.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Options {
    /// Maximum duration of a call, including retries and waits between them. It also limits the time for which a watch
    /// tries to reopen its stream. Default: 30 seconds.
    pub deadline: Duration,
    /// Maximum duration of one try before it counts as lost. Default: 10 seconds.
    pub attempt: Duration,
    /// Maximum time for one try to connect. Default: 3 seconds.
    pub connect: Duration,
    /// Whether the client prefers servers in the given order, for example because the first is the nearest, and leaves
    /// one only after a failure. Default: no. Each client has a random order and chooses again after the end of a
    /// connection, so that all servers get an equal share, including new ones.
    pub in_order: bool,
    /// The first wait before a retry; each further wait is twice as long. Default: 50 milliseconds.
    pub backoff: Duration,
    /// The maximum wait before a retry. Default: 2 seconds.
    pub backoff_max: Duration,
    /// Maximum silence of a watch before it resumes on a new connection. Default: 45 seconds, which is three heartbeats at the
    /// server's default of one in 15 seconds.
    pub silence: Duration,
    /// The time without a byte after which a connection with an open call is pinged. Connections without calls are not
    /// pinged. Default: 10 seconds.
    pub ping_after: Duration,
    /// Maximum time for the answer to a ping before the connection is closed. Default: 5 seconds.
    pub ping_timeout: Duration,
    /// Whether a watch passes on heartbeats. Default: no.
    pub heartbeats: bool,
    /// Whether states, watches, histories and games contain their presentation: scenes, forms, sentences, components.
    /// Default: no.
    pub presentation: bool,
    /// Whether histories contain the scene after each revision, for which the server replays the match. Default: no.
    pub past_scenes: bool,
    /// The API key that every call sends. Default: none.
    pub api_key: Option<ApiKey>,
    /// The certificates for servers with an `https://` address.
    pub tls: Tls,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(30),
            attempt: Duration::from_secs(10),
            connect: Duration::from_secs(3),
            in_order: false,
            backoff: Duration::from_millis(50),
            backoff_max: Duration::from_secs(2),
            silence: Duration::from_secs(45),
            ping_after: Duration::from_secs(10),
            ping_timeout: Duration::from_secs(5),
            heartbeats: false,
            presentation: false,
            past_scenes: false,
            api_key: None,
            tls: Tls::default(),
        }
    }
}
