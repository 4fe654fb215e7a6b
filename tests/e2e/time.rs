//! Deadlines, clocks, idle servers, and random schedules.

mod clocks;
mod idle;
mod late;
mod schedules;
