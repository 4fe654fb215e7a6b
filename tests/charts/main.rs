//! What an operator is given: the chart, the image, dashboards and alerts, checked by the tools of those who read them,
//! and against a server that runs.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod alerts;
mod chart;
mod chosen;
mod deploy;
mod exported;
mod image;
mod notes;
mod options;
mod promql;
mod queries;
mod refused;
mod rendered;
mod sense;
mod templates;
mod tools;
mod values;
