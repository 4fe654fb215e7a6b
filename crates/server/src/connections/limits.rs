//! Limits of concurrent connections, in all and from one address. Each connection costs little memory, but an unlimited
//! number could exhaust it.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    net::IpAddr,
    sync::Arc,
};

use opentelemetry::{
    KeyValue,
    metrics::{Counter, Meter, UpDownCounter},
};
use parking_lot::Mutex;
use tinsel_service::Address;

use crate::config::ConnectionMaxima;

/// The connection limits of one listener, and their usage.
#[derive(Debug)]
pub(crate) struct ConnectionLimits {
    maxima: ConnectionMaxima,
    taken: Mutex<Taken>,
    instruments: Option<Instruments>,
}

/// The limit that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LimitReached {
    All,
    Address,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    /// The numbers of connections of the addresses that have any.
    by: BTreeMap<Address, usize>,
}

#[derive(Debug)]
struct Instruments {
    open: UpDownCounter<i64>,
    refused: Counter<u64>,
}

/// A permit of a connection, released when it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    limits: Arc<ConnectionLimits>,
    by: Address,
}

impl ConnectionLimits {
    /// Limits without a metric.
    pub(crate) const fn new(maxima: ConnectionMaxima) -> Self {
        Self {
            maxima,
            taken: Mutex::new(Taken {
                all: 0,
                by: BTreeMap::new(),
            }),
            instruments: None,
        }
    }

    /// The same with metrics of `meter`.
    pub(crate) fn measured_by(self, meter: &Meter) -> Self {
        let instruments = Instruments {
            open: meter
                .i64_up_down_counter("tinsel.connections.open")
                .with_description("Open client connections")
                .build(),
            refused: meter
                .u64_counter("tinsel.connections.refused")
                .with_description("Connections refused over a limit, by limit")
                .build(),
        };
        instruments.open.add(0, &[]);
        for full in [LimitReached::All, LimitReached::Address] {
            instruments.refused.add(0, &full.labels());
        }
        Self {
            instruments: Some(instruments),
            ..self
        }
    }

    /// Takes a permit for a connection from this address.
    ///
    /// # Errors
    ///
    /// The limit that was reached.
    pub(crate) fn take(self: &Arc<Self>, from: IpAddr) -> Result<ConnectionPermit, LimitReached> {
        let by = Address::from(from);
        let taken = self.note_taken(by);
        if let Some(instruments) = &self.instruments {
            match taken {
                Ok(()) => instruments.open.add(1, &[]),
                Err(full) => instruments.refused.add(1, &full.labels()),
            }
        }
        taken.map(|()| ConnectionPermit {
            limits: Arc::clone(self),
            by,
        })
    }

    fn note_taken(&self, by: Address) -> Result<(), LimitReached> {
        let taken = &mut *self.taken.lock();
        if taken.all >= self.maxima.all {
            return Err(LimitReached::All);
        }
        let its = taken.by.get(&by).copied().unwrap_or_default();
        if self.maxima.each.is_some_and(|each| its >= each) {
            return Err(LimitReached::Address);
        }
        taken.by.insert(by, its.saturating_add(1));
        taken.all = taken.all.saturating_add(1);
        Ok(())
    }

    fn note_left(&self, by: Address) {
        let taken = &mut *self.taken.lock();
        taken.all = taken.all.saturating_sub(1);
        if let Entry::Occupied(mut its) = taken.by.entry(by) {
            *its.get_mut() = its.get().saturating_sub(1);
            if *its.get() == 0 {
                its.remove();
            }
        }
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.limits.note_left(self.by);
        if let Some(instruments) = &self.limits.instruments {
            instruments.open.add(-1, &[]);
        }
    }
}

impl LimitReached {
    /// The label of metrics and log lines.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Address => "address",
        }
    }

    fn labels(self) -> [KeyValue; 1] {
        [KeyValue::new("limit", self.label())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: &str = "192.0.2.1";
    const BOB: &str = "192.0.2.2";

    fn limits(all: usize, each: Option<usize>) -> Arc<ConnectionLimits> {
        Arc::new(ConnectionLimits::new(ConnectionMaxima { all, each }))
    }

    fn take(limits: &Arc<ConnectionLimits>, from: &str) -> Result<ConnectionPermit, LimitReached> {
        limits.take(from.parse().unwrap())
    }

    #[test]
    fn connections_over_the_total_limit_are_refused_until_one_closes() {
        let limits = limits(2, None);
        let (first, second) = (take(&limits, ANN).unwrap(), take(&limits, ANN).unwrap());
        assert_eq!(take(&limits, BOB).unwrap_err(), LimitReached::All);
        drop(first);
        let third = take(&limits, BOB).unwrap();
        assert_eq!(take(&limits, ANN).unwrap_err(), LimitReached::All);
        drop((second, third));
        assert!(limits.taken.lock().by.is_empty(), "closed connections leave no entry");
    }

    #[test]
    fn connections_over_the_limit_of_an_address_are_refused() {
        let limits = limits(5, Some(2));
        let kept: Vec<_> = (0..2).map(|_| take(&limits, ANN).unwrap()).collect();
        assert_eq!(take(&limits, ANN).unwrap_err(), LimitReached::Address);
        let other = take(&limits, BOB).unwrap();
        drop(kept);
        take(&limits, ANN).unwrap();
        drop(other);
    }

    #[test]
    fn addresses_of_one_network_share_one_limit() {
        let limits = limits(5, Some(1));
        let _kept = take(&limits, "2001:db8:1:2::1").unwrap();
        assert_eq!(
            take(&limits, "2001:db8:1:2:3:4:5:6").unwrap_err(),
            LimitReached::Address
        );
        take(&limits, "2001:db8:1:3::1").unwrap();
        // An IPv4 address counts the same when it is written as an IPv6 address.
        let _kept = take(&limits, ANN).unwrap();
        assert_eq!(take(&limits, "::ffff:192.0.2.1").unwrap_err(), LimitReached::Address);
    }
}
