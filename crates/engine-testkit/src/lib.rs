//! The laws every game keeps, as a suite that each game runs.
#![expect(clippy::panic, reason = "a broken law stops the test it is found in")]

mod flow;
mod play;
mod script;
mod shrink;
mod step;
mod subject;
mod text;
mod walk;

pub mod laws;
pub mod suite;

pub use play::{Moment, Verdict, match_seed};
pub use script::{Draw, Draws, Recording};
pub use step::Step;
pub use subject::{
    Action, Bound, Change, Config, Declared, Event, Holds, Invariant, Legal, Reject, Rotation, Subject, Table, View,
};
pub use walk::{Failure, Replay, replay};

/// Makes one test of every property, for a [`Subject`] and a range of seeds.
///
/// ```ignore
/// tinsel_engine_testkit::conformance! { Presents, seeds = 0..64 }
/// ```
#[macro_export]
macro_rules! conformance {
    ($subject:ty, seeds = $seeds:expr $(,)?) => {
        $crate::conformance! { @each $subject, $seeds,
            every_match_ends_within_the_declared_bound
            owing_is_empty_exactly_when_over
        }
    };
    (@each $subject:ty, $seeds:expr, $($property:ident)*) => {
        $(
            #[test]
            fn $property() {
                $crate::assert_kept($crate::suite::$property::<$subject>($seeds));
            }
        )*
    };
}

/// Stops the test if a property does not hold.
///
/// # Panics
///
/// With the law, what is wrong, and a test that shows it.
#[track_caller]
pub fn assert_kept(kept: Result<(), Failure>) {
    if let Err(failure) = kept {
        panic!("{failure}");
    }
}
