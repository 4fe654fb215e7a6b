//! The condition of the servers: settings, permissions, marks, and the data that they have lost.

pub(crate) mod check;
pub(crate) mod coverage;
pub(crate) mod losses;
pub(crate) mod marks;
pub(crate) mod measured;
pub(crate) mod probe;
pub(crate) mod regression;
