//! How patient a client is, and by what it is known.

use std::time::Duration;

use crate::token::ApiKey;

/// How patient a client is, and by which API key it is known. The defaults suit people and bots that play over a network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// How long a call is tried, repetitions and waits between them included. Also how long a watch tries to get its
    /// stream back. 30 seconds.
    pub deadline: Duration,
    /// How long one try waits for its answer before it counts as lost. 10 seconds.
    pub attempt: Duration,
    /// How long one try waits for a connection. 3 seconds.
    pub connect: Duration,
    /// Whether servers are asked in the order in which they are named, as where the first is the nearest, and one is left
    /// only when it fails. No: each client has an order of its own, by chance, and chooses anew when a connection has
    /// ended, so that all servers get their share, also those that have come later.
    pub in_order: bool,
    /// The first wait before a repetition; it doubles from one to the next. 50 milliseconds.
    pub backoff: Duration,
    /// The longest wait before a repetition. 2 seconds.
    pub backoff_max: Duration,
    /// How long a watch may be silent before it counts as dead. 45 seconds: three heartbeats of a server that keeps its
    /// default of one in 15 seconds.
    pub silence: Duration,
    /// Whether a watch passes on heartbeats. No.
    pub heartbeats: bool,
    /// The API key that goes along with every call. None.
    pub api_key: Option<ApiKey>,
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
            heartbeats: false,
            api_key: None,
        }
    }
}
