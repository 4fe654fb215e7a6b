//! The toy passes the whole suite.

use tinsel_engine_testkit::toy::{Toys, bug};

type Sound = Toys<{ bug::NONE }>;

tinsel_engine_testkit::conformance! { Sound, seeds = 0..64 }
tinsel_engine_testkit::presentation! { Sound, seeds = 0..64 }
