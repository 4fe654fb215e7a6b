//! Nothing that is hidden is shown, in any response or log line.

mod hiding;
mod logs;
