//! Callers: their credentials, connections, limits and quotas.

pub(crate) mod api_key;
pub(crate) mod caller;
pub(crate) mod connection;
pub(crate) mod join_code;
pub(crate) mod operator_token;
pub(crate) mod quotas;
pub(crate) mod token;
