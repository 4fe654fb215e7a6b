//! Positions as they are written on paper, and other worlds for whoever tests what is hidden.
//!
//! Only with the feature `testkit`. Everything here may panic: it is for tests.

mod nonsense;
mod position;
mod words;
mod worlds;
