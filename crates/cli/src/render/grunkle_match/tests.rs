//! Golden texts, of messages as a server would send them.
