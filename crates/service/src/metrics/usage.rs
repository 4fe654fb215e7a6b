//! The usage of the service by the holders of API keys.

use opentelemetry::{
    KeyValue,
    metrics::{Counter, Meter},
};

/// A counter with the holder, a tenant, as a label: an operator has named each of them.
#[derive(Debug)]
pub(crate) struct UsageMetrics {
    calls: Counter<u64>,
}

impl UsageMetrics {
    pub(super) fn new(meter: &Meter) -> Self {
        Self {
            calls: meter
                .u64_counter("tinsel.keys.calls")
                .with_description("Admitted calls with an API key, by its holder and by method")
                .build(),
        }
    }

    /// Counts an admitted call.
    pub(crate) fn called(&self, holder: String, method: &'static str) {
        let labels = [KeyValue::new("holder", holder), KeyValue::new("rpc.method", method)];
        self.calls.add(1, &labels);
    }
}
