//! The instruments of the checks of the store.

use std::collections::BTreeSet;

use opentelemetry::{
    KeyValue,
    metrics::{Gauge, Meter},
};
use tinsel_store::{ProblemKind, ServerLoad};

/// The instruments of the checks of the store. The loads have the label `node`, of which a store has few.
#[derive(Debug)]
pub(super) struct StoreMetrics {
    problems: Gauge<u64>,
    memory_used: Gauge<u64>,
    memory_limit: Gauge<u64>,
    evicted: Gauge<u64>,
    clients: Gauge<u64>,
    clients_limit: Gauge<u64>,
}

impl StoreMetrics {
    pub(super) fn new(meter: &Meter) -> Self {
        let gauge = |name: &'static str, what: &'static str| meter.u64_gauge(name).with_description(what);
        Self {
            problems: gauge(
                "tinsel.store.problems",
                "1 if the last check of the store found this problem, else 0",
            )
            .build(),
            memory_used: gauge(
                "tinsel.store.memory.used",
                "Memory that a server of Redis uses, by node",
            )
            .with_unit("By")
            .build(),
            memory_limit: gauge(
                "tinsel.store.memory.limit",
                "maxmemory of a server of Redis, by node; 0 without a limit",
            )
            .with_unit("By")
            .build(),
            evicted: gauge(
                "tinsel.store.keys.evicted",
                "Keys that a server of Redis has evicted since its start, by node",
            )
            .build(),
            clients: gauge("tinsel.store.clients", "Connections of a server of Redis, by node").build(),
            clients_limit: gauge("tinsel.store.clients.limit", "maxclients of a server of Redis, by node").build(),
        }
    }

    pub(super) fn problems(&self, found: &BTreeSet<ProblemKind>) {
        for kind in ProblemKind::ALL {
            let labels = [KeyValue::new("problem", kind.name())];
            self.problems.record(found.contains(&kind).into(), &labels);
        }
    }

    pub(super) fn loads(&self, loads: &[ServerLoad]) {
        for load in loads {
            let labels = [KeyValue::new("node", load.node.clone())];
            self.memory_used.record(load.memory_used, &labels);
            self.memory_limit.record(load.memory_limit, &labels);
            self.evicted.record(load.keys_evicted, &labels);
            self.clients.record(load.clients, &labels);
            self.clients_limit.record(load.clients_limit, &labels);
        }
    }
}
