//! Deadlines, clocks, and whatever order things happen in.

mod clocks;
mod late;
mod schedules;
