//! Tests a client of Tinsel, in any language.
//!
//! Each [check](CHECKS) runs the client against one or two servers with a scripted match and one fault, such as a response
//! that is lost after the commit. Then it judges the calls that arrived. The client is a [program](Program) that joins
//! the match and plays the default answer at every turn.

#![forbid(unsafe_code)]

mod call;
mod check;
mod checks;
mod evidence;
mod fault;
mod program;
mod relay;
mod report;
mod scripted_match;
mod server;
mod wire;

pub use check::{Check, Outcome, Verdict};
pub use checks::{CHECKS, NOT_NECESSARY};
pub use program::Program;
pub use report::{junit, line};
pub use server::Listening;
