//! Checks of the deployment: the chart, the image, the compose file, dashboards and alerts, compared with a
//! running server; and traces in Jaeger.
//!
//! A test that needs a tool is in a module with the tool's name: `helm::`, `promtool::`, `kubernetes_validate::`,
//! `hadolint::`, `dclint::`, `jaeger::`. Where no registry offers a tool, `make test-deploy` leaves out its tests and lists
//! them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests fail by panicking"
)]

mod alerts;
mod chart;
mod compose;
mod exported;
mod helm;
mod image;
mod jaeger;
mod linters;
mod options;
mod promql;
mod promtool;
mod queries;
mod sense;
mod tools;
mod values;
