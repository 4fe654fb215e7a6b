//! The implementation of the API.
//!
//! The service holds no authoritative state. It loads a match, applies a command to it, and writes the result by
//! compare-and-set, so any number of replicas can serve the same matches. It opens no sockets and reads no environment;
//! [`Deps`] contains all its dependencies.

mod admission;
mod api;
mod auth;
mod background;
mod cache;
mod commit;
mod deps;
mod error;
mod lobby;
mod matchmaking;
mod methods;
mod metrics;
mod name_filter;
mod outbox;
mod play;
mod player_index;
mod presence;
mod quotas;
mod read;
mod record;
mod rematch;
mod schedule;
mod settings;
mod shard_number;
mod store_check;
mod store_clock;
mod store_use;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;
mod token_secrets;
mod views;
mod watch;

use std::sync::Arc;

use tinsel_store::MatchStore;
use tonic::service::Routes;

pub use admission::{Admission, AdmissionLayer};
pub use api::dispatch;
pub use auth::{
    api_key::ApiKeys,
    caller::Address,
    connection::{ConnectionEnd, HealthOnly},
    operator_token::OperatorTokens,
    token::{Keys, TOKEN_KEY, match_of_token},
};
pub use background::{Background, Health, OtherShards};
pub use deps::Deps;
pub use error::status::{code_name, is_servers_fault};
pub use methods::Method;
pub use name_filter::NameFilter;
pub use settings::{
    ApiKey, Clock, Entropy, KeyQuota, Limits, Logs, NamePatterns, NotAPattern, OperatorToken, Rate, Retention, Settings,
};

/// The services of the API.
#[must_use]
pub fn routes<S: MatchStore>(deps: Arc<Deps<S>>) -> Routes {
    let games = api::GameService(Arc::clone(&deps));
    Routes::new(api::MatchService(deps)).add_service(games)
}

/// The service for operators, to be served at a separate address.
#[must_use]
pub fn admin_routes<S: MatchStore>(deps: Arc<Deps<S>>) -> Routes {
    Routes::new(api::AdminService(deps))
}

/// The domain of the platform's reasons, which the API lists as `ErrorReason`.
pub const REASON_DOMAIN: &str = error::status::DOMAIN;
