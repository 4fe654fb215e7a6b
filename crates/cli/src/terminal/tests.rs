//! Tests of the terminal, without a server.
