//! Hidden information is in no response and in no log line.

mod hiding;
mod logs;
