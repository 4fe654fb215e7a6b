//! Instruments bound to their labels.

use std::collections::BTreeMap;

use parking_lot::RwLock;

/// An instrument for each combination of labels, named by a key and bound at its first use.
///
/// A measurement with an unbound instrument hashes and compares all its labels, which costs more than the measurement.
#[derive(Debug)]
pub struct Bound<K, I>(RwLock<BTreeMap<K, I>>);

impl<K, I> Default for Bound<K, I> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<K: Ord, I> Bound<K, I> {
    /// Measures with the instrument of a key. The number of keys must be small, because the instruments stay.
    pub fn with(&self, key: K, bind: impl FnOnce() -> I, measure: impl Fn(&I)) {
        if let Some(bound) = self.0.read().get(&key) {
            return measure(bound);
        }
        measure(self.0.write().entry(key).or_insert_with(bind));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn an_instrument_is_bound_once_for_each_key() {
        let (bound, binds) = (Bound::default(), Cell::new(0));
        let measured = Cell::new("");
        for (key, instrument) in [("a", "of a"), ("b", "of b"), ("a", "again")] {
            let bind = || {
                binds.set(binds.get() + 1);
                instrument
            };
            bound.with(key, bind, |instrument| measured.set(instrument));
        }
        assert_eq!((binds.get(), measured.get()), (2, "of a"));
    }
}
