//! Watching a match, also from browsers and other languages.

mod python_clients;
mod watching;
mod web;
