//! The names of all draws (SW-15).

use std::num::NonZeroU32;

use tinsel_engine::Chance;

use crate::components::Die;

/// The first picker, 0 or 1 (SW-17).
pub const FIRST_PICKER: &str = "SW-17 first picker";
/// The number of obstacles (SW-19a).
pub const OBSTACLES: &str = "SW-19 obstacles";
/// A half side of the obstacle in the middle (SW-19b).
pub const MIDDLE: &str = "SW-19 middle";
/// Circle or rectangle (SW-19c).
pub const KIND: &str = "SW-19 kind";
/// Radius, x and y of a circle (SW-19c).
pub const CIRCLE: &str = "SW-19 circle";
/// Width, height, x and y of a rectangle (SW-19c).
pub const RECTANGLE: &str = "SW-19 rectangle";
/// A die that is rolled (SW-31).
pub const ROLL: &str = "SW-31 roll";
/// A die that is re-rolled (SW-33).
pub const REROLL: &str = "SW-33 re-roll";
/// A die that Bianca's ability forces to roll again (SW-63).
pub const FORCED: &str = "SW-63 forced re-roll";

/// One uniform integer from `least` to `most`, both included; it draws even if they are equal.
// SW-14
pub(crate) fn draw(chance: &mut dyn Chance, name: &'static str, least: i32, most: i32) -> i32 {
    let more = u32::try_from(i64::from(most).saturating_sub(i64::from(least))).unwrap_or(0);
    let bound = NonZeroU32::MIN.saturating_add(more);
    let drawn = chance.below(name, bound);
    least.saturating_add_unsigned(drawn)
}

/// A drawn die.
pub(crate) fn die(chance: &mut dyn Chance, name: &'static str) -> Die {
    let value = u8::try_from(draw(chance, name, 1, 6)).ok();
    value.and_then(Die::new).unwrap_or(Die::ONE)
}
