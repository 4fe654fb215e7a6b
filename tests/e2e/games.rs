//! Behaviour of single games over sockets.

mod crowds;
mod skirmish;
mod windows;
