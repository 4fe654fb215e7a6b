//! Callers: their credentials and connections.

pub(crate) mod api_key;
pub(crate) mod caller;
pub(crate) mod connection;
pub(crate) mod join_code;
pub(crate) mod operator_token;
pub(crate) mod token;
