//! Configuration, health, operator reports and repairs, the benchmark.

mod bench;
mod configuration;
mod health;
mod operators;
mod store_condition;
