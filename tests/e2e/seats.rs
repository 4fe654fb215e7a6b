//! Finding a match, taking a seat, leaving it, and who may do what.

mod auth;
mod inviting;
mod leaving;
mod listing;
mod names;
mod quick;
