//! The defaults of the options.

use std::net::SocketAddr;

use tinsel_service::{Limits, Settings};

use super::{
    Config, LogFormat, Otel, StoreAddress,
    settings::{DAY, HOUR, MINUTE},
};

impl Default for Config {
    #[expect(clippy::too_many_lines, reason = "one row for each option reads best in one place")]
    fn default() -> Self {
        let (settings, limits) = (Settings::default(), Limits::default());
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 7400)),
            web: true,
            web_host: Vec::new(),
            cors_origins: Vec::new(),
            web_frame_ancestors: Vec::new(),
            tls_certificate: None,
            tls_key: None,
            tls_client_ca: None,
            metrics_listen: None,
            admin_listen: None,
            admin_tls_certificate: None,
            admin_tls_key: None,
            admin_tls_client_ca: None,
            operator_tokens: None,
            store: StoreAddress::Memory,
            store_user: None,
            store_password: None,
            store_sentinel_user: None,
            store_sentinel_password: None,
            store_ca: None,
            store_certificate: None,
            store_key: None,
            store_replicas: 0,
            store_allow_eviction: settings.store_allow_eviction,
            require_store_mark: settings.require_store_mark,
            token_secret: None,
            previous_token_secrets: Vec::new(),
            shards: settings.shards,
            heartbeat_seconds: settings.heartbeat.as_secs(),
            lobby_ttl_hours: settings.retention.lobby.as_secs() / HOUR,
            active_ttl_days: settings.retention.active.as_secs() / DAY,
            finished_ttl_days: settings.retention.finished.as_secs() / DAY,
            archive: None,
            archive_ttl_days: settings
                .retention
                .archived
                .map_or(0, |retention| retention.as_secs() / DAY),
            response_ttl_minutes: settings.retention.responses.as_secs() / MINUTE,
            drain_seconds: 20,
            connection_age_seconds: 600,
            connections_max: 10_000,
            address_connections_max: 1000,
            message_bytes_max: u64::try_from(limits.message_bytes).unwrap_or(u64::MAX),
            streams_max: u64::try_from(limits.streams).unwrap_or(u64::MAX),
            calls_max: u64::try_from(limits.calls).unwrap_or(u64::MAX),
            api_keys: None,
            name_filter: None,
            caller_calls_per_second: limits.rate.per_second,
            caller_calls_burst: limits.rate.burst,
            address_calls_per_second: limits.address_rate.per_second,
            caller_streams_max: u64::try_from(limits.caller_streams).unwrap_or(u64::MAX),
            token_streams_max: u64::try_from(limits.bearer_streams).unwrap_or(u64::MAX),
            open_matches_max: limits.open_matches,
            public_list: settings.public_list,
            trusted_proxies: u32::try_from(settings.trusted_proxies).unwrap_or(u32::MAX),
            proxy_protocol_from: Vec::new(),
            log: "info".to_owned(),
            log_format: LogFormat::Auto,
            otlp_endpoint: None,
            otlp_ca: None,
            otlp_metrics_endpoint: None,
            otel: Otel::default(),
            traces_per_thousand: 100,
        }
    }
}
