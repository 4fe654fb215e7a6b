//! How many connections there may be at once, in all and from one address: what a server keeps for each is little, and for
//! as many as like to come it would be everything.

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

/// The places of one listener.
#[derive(Debug)]
pub(crate) struct Places {
    limits: PlaceLimits,
    taken: Mutex<Taken>,
    instruments: Option<Instruments>,
}

/// How many places there are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlaceLimits {
    /// For all together.
    pub(crate) all: usize,
    /// For each address; as many as there are, if `None`.
    pub(crate) each: Option<usize>,
}

/// Which of the limits leaves no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Full {
    All,
    Address,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    /// Of those that have any.
    by: BTreeMap<Address, usize>,
}

#[derive(Debug)]
struct Instruments {
    open: UpDownCounter<i64>,
    refused: Counter<u64>,
}

/// A place that is taken until this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    by: Address,
}

impl Places {
    /// Places that nobody counts.
    pub(crate) const fn new(limits: PlaceLimits) -> Self {
        Self {
            limits,
            taken: Mutex::new(Taken {
                all: 0,
                by: BTreeMap::new(),
            }),
            instruments: None,
        }
    }

    /// The same, counted by `meter`.
    pub(crate) fn measured_by(self, meter: &Meter) -> Self {
        let instruments = Instruments {
            open: meter
                .i64_up_down_counter("tinsel.connections.open")
                .with_description("Connections of clients")
                .build(),
            refused: meter
                .u64_counter("tinsel.connections.refused")
                .with_description("Connections that found no place, by the limit that left none")
                .build(),
        };
        instruments.open.add(0, &[]);
        for full in [Full::All, Full::Address] {
            instruments.refused.add(0, &full.labels());
        }
        Self {
            instruments: Some(instruments),
            ..self
        }
    }

    /// A place for who comes from this address.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub(crate) fn take(self: &Arc<Self>, from: IpAddr) -> Result<Place, Full> {
        let by = Address::from(from);
        let taken = self.note_taken(by);
        if let Some(instruments) = &self.instruments {
            match taken {
                Ok(()) => instruments.open.add(1, &[]),
                Err(full) => instruments.refused.add(1, &full.labels()),
            }
        }
        taken.map(|()| Place {
            places: Arc::clone(self),
            by,
        })
    }

    fn note_taken(&self, by: Address) -> Result<(), Full> {
        let taken = &mut *self.taken.lock();
        if taken.all >= self.limits.all {
            return Err(Full::All);
        }
        let its = taken.by.get(&by).copied().unwrap_or_default();
        if self.limits.each.is_some_and(|each| its >= each) {
            return Err(Full::Address);
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

impl Drop for Place {
    fn drop(&mut self) {
        self.places.note_left(self.by);
        if let Some(instruments) = &self.places.instruments {
            instruments.open.add(-1, &[]);
        }
    }
}

impl Full {
    fn labels(self) -> [KeyValue; 1] {
        let limit = match self {
            Self::All => "all",
            Self::Address => "address",
        };
        [KeyValue::new("limit", limit)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: &str = "192.0.2.1";
    const BOB: &str = "192.0.2.2";

    fn places(all: usize, each: Option<usize>) -> Arc<Places> {
        Arc::new(Places::new(PlaceLimits { all, each }))
    }

    fn take(places: &Arc<Places>, from: &str) -> Result<Place, Full> {
        places.take(from.parse().unwrap())
    }

    #[test]
    fn there_are_so_many_places_and_each_is_free_again_when_it_is_left() {
        let places = places(2, None);
        let (first, second) = (take(&places, ANN).unwrap(), take(&places, ANN).unwrap());
        assert_eq!(take(&places, BOB).unwrap_err(), Full::All);
        drop(first);
        let third = take(&places, BOB).unwrap();
        assert_eq!(take(&places, ANN).unwrap_err(), Full::All);
        drop((second, third));
        assert!(places.taken.lock().by.is_empty(), "nobody is remembered who has left");
    }

    #[test]
    fn an_address_has_no_more_than_its_share() {
        let places = places(5, Some(2));
        let kept: Vec<_> = (0..2).map(|_| take(&places, ANN).unwrap()).collect();
        assert_eq!(take(&places, ANN).unwrap_err(), Full::Address);
        let other = take(&places, BOB).unwrap();
        drop(kept);
        take(&places, ANN).unwrap();
        drop(other);
    }

    #[test]
    fn who_has_many_addresses_of_one_network_has_one_share() {
        let places = places(5, Some(1));
        let _kept = take(&places, "2001:db8:1:2::1").unwrap();
        assert_eq!(take(&places, "2001:db8:1:2:3:4:5:6").unwrap_err(), Full::Address);
        take(&places, "2001:db8:1:3::1").unwrap();
        // However an IPv4 address is written.
        let _kept = take(&places, ANN).unwrap();
        assert_eq!(take(&places, "::ffff:192.0.2.1").unwrap_err(), Full::Address);
    }
}
