//! Watching a match, also from a browser and from another language.

mod python_clients;
mod watching;
mod web;
