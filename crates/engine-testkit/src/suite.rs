//! Every property as a function over a subject and its seeds. [`crate::conformance!`] makes them tests.

use std::ops::Range;

use crate::{
    laws,
    subject::Subject,
    walk::{Failure, walk},
};

macro_rules! walked {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            ///
            /// The law is broken.
            pub fn $name<S: Subject>(seeds: Range<u64>) -> Result<(), Failure> {
                walk::<S>(stringify!($name), seeds, &mut laws::$name::<S>)
            }
        )*
    };
}

walked! {
    /// See [`laws::every_match_ends_within_the_declared_bound`].
    every_match_ends_within_the_declared_bound,
    /// See [`laws::owing_is_empty_exactly_when_over`].
    owing_is_empty_exactly_when_over,
}
