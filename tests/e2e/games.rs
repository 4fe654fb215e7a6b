//! What one game alone can show over sockets.

mod crowds;
mod skirmish;
mod windows;
