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

impl<K: Ord, I: Clone> Bound<K, I> {
    /// The instrument of a key. The number of keys must be small, because the instruments stay.
    pub fn of(&self, key: K, bind: impl FnOnce() -> I) -> I {
        if let Some(bound) = self.0.read().get(&key) {
            return bound.clone();
        }
        self.0.write().entry(key).or_insert_with(bind).clone()
    }
}
