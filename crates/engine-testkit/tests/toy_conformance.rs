//! The toy passes the whole suite.

mod toy;

use toy::{Toys, bug};

type Sound = Toys<{ bug::NONE }>;

tinsel_engine_testkit::conformance! { Sound, seeds = 0..64 }
tinsel_engine_testkit::presentation! { Sound, seeds = 0..64 }
