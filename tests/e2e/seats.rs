//! Finding a match, taking a seat, leaving it, and authorization.

mod auth;
mod hosting;
mod inviting;
mod leaving;
mod listing;
mod names;
mod platforms;
mod quick;
mod rematches;
mod tenants;
