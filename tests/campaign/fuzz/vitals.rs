//! What a process holds: memory, threads and descriptors.

use std::{fmt, fs};

use tinsel_harness::{Process, resident_of};

/// What a process holds. All zero on systems without `/proc`.
#[derive(Debug, Clone, Copy)]
pub struct Vitals {
    /// Resident memory, in bytes.
    memory: u64,
    threads: usize,
    descriptors: usize,
}

impl Vitals {
    /// Those of a server.
    pub fn of(process: &Process) -> Self {
        let folder = format!("/proc/{}", process.id());
        let entries = |name: &str| fs::read_dir(format!("{folder}/{name}")).map_or(0, Iterator::count);
        Self {
            memory: resident_of(&process.id().to_string()) as u64,
            threads: entries("task"),
            descriptors: entries("fd"),
        }
    }

    /// What a process holds in addition to `before`, beyond its limits.
    pub fn growth(&self, before: &Self, bytes: u64) -> Vec<String> {
        let mut grown = Vec::new();
        if self.memory > before.memory + bytes {
            grown.push(format!("memory grew from {before} to {self}"));
        }
        // Blocking threads come and go.
        if self.threads > before.threads + 8 {
            grown.push(format!("threads grew from {before} to {self}"));
        }
        if self.descriptors > before.descriptors + 64 {
            grown.push(format!("descriptors grew from {before} to {self}"));
        }
        grown
    }
}

impl fmt::Display for Vitals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = self.memory / (1024 * 1024);
        write!(
            f,
            "{mebibytes} MiB, {} threads, {} descriptors",
            self.threads, self.descriptors
        )
    }
}
