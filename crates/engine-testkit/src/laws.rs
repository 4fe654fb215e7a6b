//! The laws that are asked at every moment of a match, for use with [`crate::replay`].

pub use crate::flow::{every_match_ends_within_the_declared_bound, owing_is_empty_exactly_when_over};
