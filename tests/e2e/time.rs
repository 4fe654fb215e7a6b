//! Deadlines, clocks, and random schedules.

mod clocks;
mod late;
mod schedules;
