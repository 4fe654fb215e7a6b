//! Traces, metrics and log lines.

mod by_http;
mod collectors;
mod exporting;
mod log_lines;
pub(crate) mod metrics;
mod sampling;
mod secured;
mod spans;
mod traces;
