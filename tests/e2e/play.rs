//! Playing a match: calls, refusals, races, history.

mod bots;
mod errors;
mod fairness;
mod history;
pub(crate) mod matches;
pub(crate) mod nonsense;
mod presentation;
mod races;
