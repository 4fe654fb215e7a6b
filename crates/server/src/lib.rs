//! The server: configuration, telemetry, listeners, graceful shutdown.
//!
//! This is the only crate that reads the environment, opens sockets and installs telemetry. [`main`] runs the whole
//! process; [`Server`] is a server inside another program, such as a demo or a test.

mod admin;
mod archive;
mod clock;
mod config;
mod connections;
mod copy_store;
mod health;
mod metrics;
mod process;
mod reflection;
mod reload;
mod serve;
mod telemetry;
mod tls;
mod web;
mod workers;

pub use clock::{OsEntropy, SystemClock};
pub use config::{
    ApiKeyFile, Config, ConfigProblem, KeyHolder, LogFormat, NameFilterFile, OperatorTokenFile, Options, Otel,
    RawOption, Secret, Source, StoreAddress,
};
pub use copy_store::CopiedStore;
pub use process::{main, usage};
pub use serve::{Server, StartError};
pub use telemetry::{Telemetry, trace_calls};
pub use tinsel_store::{Marks, MoveError, Moved};
