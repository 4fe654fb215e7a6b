//! The parts of which games write their invariants.

use std::fmt::Debug;

use crate::play::Verdict;

/// Returns the violation unless the condition holds.
///
/// # Errors
///
/// The violation.
pub fn hold(holds: bool, wrong: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(wrong()) }
}

/// Returns a violation unless both are equal.
///
/// # Errors
///
/// The violation, with both values.
pub fn equal<T: PartialEq + Debug>(what: &str, one: &T, other: &T) -> Verdict {
    hold(one == other, || format!("{what}: {one:?} is not {other:?}"))
}
