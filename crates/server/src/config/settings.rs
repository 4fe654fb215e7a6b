//! What the configuration means for the parts of the server.

use std::time::Duration;

use tinsel_service::{ApiKey, Limits, NamePatterns, OperatorToken, Rate, Retention, Settings};
use tinsel_store::{Login, RedisOptions, RedisTls};

use super::{
    ApiKeyFile, ClientFiles, Config, ConfigProblem, ListenerFiles, NameFilterFile, OperatorTokenFile, Secret, tls,
};

/// Seconds.
pub(super) const MINUTE: u64 = 60;
pub(super) const HOUR: u64 = 60 * MINUTE;
pub(super) const DAY: u64 = 24 * HOUR;

/// The maximum numbers of connections.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ConnectionMaxima {
    /// In all.
    pub(crate) all: usize,
    /// From one address; `None` for no limit.
    pub(crate) each: Option<usize>,
}

fn login(user: Option<&String>, password: Option<&Secret>) -> Login {
    Login {
        user: user.cloned(),
        password: password.map(|password| password.reveal().to_owned()),
    }
}

impl Config {
    /// The options of the Redis store.
    pub(crate) fn redis(&self, tls: RedisTls) -> RedisOptions {
        RedisOptions {
            replicas: self.store_replicas,
            // Redis can evict marks.
            is_mark_required: !self.store_allow_eviction,
            tls,
            login: login(self.store_user.as_ref(), self.store_password.as_ref()),
            sentinel_login: login(self.store_sentinel_user.as_ref(), self.store_sentinel_password.as_ref()),
            ..RedisOptions::default()
        }
    }

    /// The TLS files of the Redis store; `None` if it uses those of the system.
    pub(crate) fn redis_files(&self) -> Option<ClientFiles> {
        let (ca, certificate, key) = (&self.store_ca, &self.store_certificate, &self.store_key);
        ClientFiles::new(ca.as_deref(), certificate.as_deref(), key.as_deref())
    }

    /// The TLS files of the player listener; `None` if it does not use TLS.
    pub(crate) fn tls(&self) -> Option<ListenerFiles> {
        let (certificate, key, ca) = (&self.tls_certificate, &self.tls_key, &self.tls_client_ca);
        ListenerFiles::new(&tls::OF_PLAYERS, certificate.as_deref(), key.as_deref(), ca.as_deref())
    }

    /// The TLS files of the admin listener; `None` if it does not use TLS.
    pub(crate) fn admin_tls(&self) -> Option<ListenerFiles> {
        let (certificate, key) = (&self.admin_tls_certificate, &self.admin_tls_key);
        let ca = self.admin_tls_client_ca.as_deref();
        ListenerFiles::new(&tls::OF_OPERATORS, certificate.as_deref(), key.as_deref(), ca)
    }

    /// Reads the file of API keys again, if there is one.
    pub(crate) fn reread_api_keys(&self) -> Result<Vec<ApiKey>, ConfigProblem> {
        let Some(file) = &self.api_keys else {
            return Ok(Vec::new());
        };
        Ok(ApiKeyFile::read(file.path())?.keys(self.rate()).collect())
    }

    /// Reads the filter of names again, if there is one.
    pub(crate) fn reread_name_filter(&self) -> Result<NamePatterns, ConfigProblem> {
        let Some(file) = &self.name_filter else {
            return Ok(NamePatterns::default());
        };
        Ok(NameFilterFile::read(file.path())?.patterns())
    }

    /// Reads the file of operator tokens again, if there is one.
    pub(crate) fn reread_operator_tokens(&self) -> Result<Vec<OperatorToken>, ConfigProblem> {
        let Some(file) = &self.operator_tokens else {
            return Ok(Vec::new());
        };
        Ok(OperatorTokenFile::read(file.path())?.tokens().collect())
    }

    const fn rate(&self) -> Rate {
        Rate {
            per_second: self.caller_calls_per_second,
            burst: self.caller_calls_burst,
        }
    }

    /// The connection limits of the player listener.
    pub(crate) fn connection_maxima(&self) -> ConnectionMaxima {
        let size = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        let each = size(self.address_connections_max);
        ConnectionMaxima {
            all: size(self.connections_max),
            each: (each > 0 && self.trusted_proxies == 0).then_some(each),
        }
    }

    /// The settings of the service.
    pub(crate) fn settings(&self) -> Settings {
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let rate = self.rate();
        Settings {
            shards: self.shards,
            heartbeat: Duration::from_secs(self.heartbeat_seconds),
            retention: Retention {
                lobby: Duration::from_secs(self.lobby_ttl_hours * HOUR),
                active: Duration::from_secs(self.active_ttl_days * DAY),
                finished: Duration::from_secs(self.finished_ttl_days * DAY),
                responses: Duration::from_secs(self.response_ttl_minutes * MINUTE),
                archived: (self.archive_ttl_days > 0).then(|| Duration::from_secs(self.archive_ttl_days * DAY)),
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
            operator_tokens: self
                .operator_tokens
                .iter()
                .flat_map(OperatorTokenFile::tokens)
                .collect(),
            public_list: self.public_list,
            api_keys: self.api_keys.iter().flat_map(|file| file.keys(rate)).collect(),
            name_patterns: self
                .name_filter
                .as_ref()
                .map(NameFilterFile::patterns)
                .unwrap_or_default(),
            trusted_proxies: size(self.trusted_proxies.into()),
            store_allow_eviction: self.store_allow_eviction,
            require_store_mark: self.require_store_mark,
        }
    }
}
