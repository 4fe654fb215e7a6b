//! Configuration, health, operator reports and repairs, the benchmark.

mod bench;
mod configuration;
mod health;
mod operators;
mod rotation;
mod secret_files;
mod store_condition;
mod tls;
