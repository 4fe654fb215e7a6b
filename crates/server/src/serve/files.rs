//! Certificates, keys and tokens from files, which the server reads again when they change.

use std::sync::Arc;

use tinsel_service::{ApiKeys, NameFilter, OperatorTokens};
use tinsel_store::RedisTls;

use crate::{
    config::{Config, ConfigProblem, ListenerFiles},
    reload::Reload,
    tls::Tls,
};

/// The TLS of a listener, if it is configured. Its files are added to `reloads`.
pub(super) fn listener_tls(
    files: Option<ListenerFiles>,
    http1: bool,
    reloads: &mut Vec<Reload>,
) -> Result<Option<Tls>, ConfigProblem> {
    let Some(files) = files else { return Ok(None) };
    let (tls, reload) = Tls::of(files, http1)?;
    reloads.push(reload);
    Ok(Some(tls))
}

/// The TLS of connections to Redis. Its files are added to `reloads`.
pub(crate) fn store_tls(config: &Config, reloads: &mut Vec<Reload>) -> Result<RedisTls, ConfigProblem> {
    let tls = RedisTls::default();
    if let Some(files) = config.redis_files() {
        let mut reload = Reload::new("store certificate", files.paths());
        let used = tls.clone();
        let apply = move || {
            let (ca, client) = files.read()?;
            let replaced = used.replace(ca, client);
            replaced.map_err(|error| ConfigProblem::new(format!("store_ca must be {error}")))
        };
        apply()?;
        reload.apply_by(apply);
        reloads.push(reload);
    }
    Ok(tls)
}

/// Replaces the API keys when their file changes.
pub(super) fn api_keys(config: &Config, keys: Arc<ApiKeys>) -> Option<Reload> {
    let path = config.api_keys.as_ref()?.path();
    let mut reload = Reload::new("API keys", vec![path.into()]);
    let config = config.clone();
    reload.apply_by(move || {
        keys.replace(&config.reread_api_keys()?);
        Ok(())
    });
    Some(reload)
}

/// Replaces the filter of names when its file changes.
pub(super) fn name_filter(config: &Config, filter: Arc<NameFilter>) -> Option<Reload> {
    let path = config.name_filter.as_ref()?.path();
    let mut reload = Reload::new("filter of names", vec![path.into()]);
    let config = config.clone();
    reload.apply_by(move || {
        filter.replace(config.reread_name_filter()?);
        Ok(())
    });
    Some(reload)
}

/// Replaces the operator tokens when their file changes.
pub(super) fn operator_tokens(config: &Config, tokens: Arc<OperatorTokens>) -> Option<Reload> {
    let path = config.operator_tokens.as_ref()?.path();
    let mut reload = Reload::new("operator tokens", vec![path.into()]);
    let config = config.clone();
    reload.apply_by(move || {
        tokens.replace(&config.reread_operator_tokens()?);
        Ok(())
    });
    Some(reload)
}
