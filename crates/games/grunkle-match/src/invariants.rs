//! The invariants of `RULES.md`, section 11: one function each, named by it.
