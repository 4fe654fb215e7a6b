//! The settings of the service by the configuration.

use std::time::Duration;

use tinsel_service::{Limits, OperatorToken, Rate, Retention, Settings};

use super::{Config, DAY, HOUR};

impl Config {
    /// The settings of the service.
    pub(crate) fn settings(&self) -> Settings {
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let rate = Rate {
            per_second: self.caller_calls_per_second,
            burst: self.caller_calls_burst,
        };
        Settings {
            shards: self.shards,
            heartbeat: Duration::from_secs(self.heartbeat_seconds),
            retention: Retention {
                lobby: Duration::from_secs(self.lobby_ttl_hours * HOUR),
                active: Duration::from_secs(self.active_ttl_days * DAY),
                finished: Duration::from_secs(self.finished_ttl_days * DAY),
            },
            limits: Limits {
                message_bytes: size(self.message_bytes_max),
                streams: size(self.streams_max),
                calls: size(self.calls_max),
                rate,
                address_rate: Rate {
                    per_second: self.address_calls_per_second,
                    burst: self.address_calls_per_second.saturating_mul(2),
                },
                caller_streams: size(self.caller_streams_max),
                bearer_streams: size(self.token_streams_max),
                open_matches: self.open_matches_max,
                ..Limits::default()
            },
            operator_token: self.admin_token.as_ref().map(|token| OperatorToken::new(token.bytes())),
            api_keys: self.api_keys.iter().flat_map(|file| file.keys(rate)).collect(),
            trusted_proxies: size(self.trusted_proxies.into()),
            store_allow_eviction: self.store_allow_eviction,
        }
    }
}
