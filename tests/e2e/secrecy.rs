//! Hidden information is in no response and in no log line.

mod erasing;
mod hiding;
mod logs;
