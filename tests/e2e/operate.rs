//! Configuration, health, operator reports and repairs, backups, the benchmark.

mod backup;
mod bench;
mod configuration;
mod health;
mod operators;
mod rotation;
mod secret_files;
mod store_condition;
mod tls;
