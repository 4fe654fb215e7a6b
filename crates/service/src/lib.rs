//! What each call means.
//!
//! The service holds no match: it loads one, lets its game judge, and writes the result by compare-and-set, so any
//! number of replicas serve the same matches. It opens no socket and reads no environment; [`Deps`] is everything it
//! is given.

mod abort;
mod api_key;
mod auth;
mod bots;
mod caller;
mod change;
mod conduct;
mod connection;
mod decision;
mod deps;
mod error;
mod history;
mod join_code;
mod layers;
mod listing;
mod lobby;
mod log;
mod mark;
mod methods;
mod metrics;
mod names;
mod naming;
mod open_matches;
mod operator;
mod outages;
mod quick;
mod quotas;
mod reading;
mod recent;
mod request;
mod rpc;
mod seated;
mod show;
mod status;
mod sweep;
mod table;
mod tables;
#[cfg(test)]
mod testing;
#[cfg(feature = "testkit")]
pub mod testkit;
mod time_control;
mod time_out;
mod trace;
mod validate;
mod watch;

use std::sync::Arc;

use tinsel_proto::v1::{
    admin_service_server::AdminServiceServer, game_service_server::GameServiceServer,
    match_service_server::MatchServiceServer,
};
use tinsel_store::MatchStore;
use tonic::service::Routes;

pub use api_key::{ApiKey, KeyQuota};
pub use auth::{Keys, match_of_token};
pub use caller::Address;
pub use connection::{ConnectionEnd, NoPlace};
pub use deps::{Clock, Deps, Entropy, Limits, Logs, Retention, Settings};
pub use layers::{Guard, GuardLayer};
pub use methods::method_name;
pub use metrics::{code_name, is_servers_fault};
pub use operator::OperatorToken;
pub use quotas::Rate;
pub use sweep::Sweeper;

/// The services of the API.
#[must_use]
pub fn routes<S: MatchStore>(deps: Arc<Deps<S>>) -> Routes {
    let bytes = deps.settings.limits.message_bytes;
    let matches = MatchServiceServer::new(rpc::Matches(deps)).max_decoding_message_size(bytes);
    let games = GameServiceServer::new(rpc::Games).max_decoding_message_size(bytes);
    Routes::new(matches).add_service(games)
}

/// The service for operators, which is to be served at an address of its own.
#[must_use]
pub fn admin_routes<S: MatchStore>(deps: Arc<Deps<S>>) -> Routes {
    let bytes = deps.settings.limits.message_bytes;
    Routes::new(AdminServiceServer::new(rpc::Admin(deps)).max_decoding_message_size(bytes))
}

/// The reasons of the platform, as the API's `ErrorReason` lists them, are given in this domain.
pub const REASON_DOMAIN: &str = status::DOMAIN;
