//! Actions that no honest client sends.
