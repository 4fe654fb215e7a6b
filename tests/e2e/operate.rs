//! Configuration, health, what operators see and repair, the benchmark.

mod bench;
mod configuration;
mod health;
mod operators;
