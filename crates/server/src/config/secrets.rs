//! Options that must not be empty, and secrets in files.

use std::fs;

use super::{ConfigProblem, Options, RawOption, Secret};

/// Selects an option.
type Of = fn(&Options) -> &Option<RawOption>;

/// The options for which an empty value is an error, because the server would be less secure, or lose matches, if they
/// counted as omitted. A missing key of a Kubernetes Secret, for example, is an empty variable.
const NEVER_EMPTY: [(&str, Of); 23] = [
    ("tls_certificate", |o| &o.tls_certificate),
    ("tls_key", |o| &o.tls_key),
    ("tls_client_ca", |o| &o.tls_client_ca),
    ("admin_tls_certificate", |o| &o.admin_tls_certificate),
    ("admin_tls_key", |o| &o.admin_tls_key),
    ("admin_tls_client_ca", |o| &o.admin_tls_client_ca),
    ("operator_tokens", |o| &o.operator_tokens),
    ("store", |o| &o.store),
    ("store_file", |o| &o.store_file),
    ("store_user", |o| &o.store_user),
    ("store_password", |o| &o.store_password),
    ("store_password_file", |o| &o.store_password_file),
    ("store_sentinel_user", |o| &o.store_sentinel_user),
    ("store_sentinel_password", |o| &o.store_sentinel_password),
    ("store_sentinel_password_file", |o| &o.store_sentinel_password_file),
    ("store_ca", |o| &o.store_ca),
    ("store_certificate", |o| &o.store_certificate),
    ("store_key", |o| &o.store_key),
    ("token_secret", |o| &o.token_secret),
    ("token_secret_file", |o| &o.token_secret_file),
    ("previous_token_secrets_file", |o| &o.previous_token_secrets_file),
    ("api_keys", |o| &o.api_keys),
    ("name_filter", |o| &o.name_filter),
];

/// Refuses empty values where they do not count as omitted.
pub(super) fn refuse_empty(sources: [&Options; 2]) -> Result<(), ConfigProblem> {
    for (name, of) in NEVER_EMPTY {
        if sources
            .iter()
            .any(|options| of(options).as_ref().is_some_and(RawOption::is_empty))
        {
            return Err(ConfigProblem(format!(
                "{name} must not be empty; set a value, or remove the option"
            )));
        }
    }
    Ok(())
}

/// The option `name`, or the content of the file `{name}_file`: lines count as a list, separated by commas.
pub(super) fn file_or(name: &str, given: Option<&str>, file: Option<&str>) -> Result<Option<String>, ConfigProblem> {
    let Some(path) = file else {
        return Ok(given.map(str::to_owned));
    };
    if given.is_some() {
        return Err(ConfigProblem(format!(
            "{name} and {name}_file must not both be set; remove one"
        )));
    }
    // The path is not repeated, because it can be a secret at the wrong option.
    let text = fs::read_to_string(path)
        .map_err(|error| ConfigProblem(format!("{name}_file must be a readable file: {error}")))?;
    let lines: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
    if lines.is_empty() {
        return Err(ConfigProblem(format!("{name}_file must contain {name}, but is empty")));
    }
    Ok(Some(lines.join(",")))
}

/// The password `name`, or that in the file `{name}_file`.
pub(super) fn password(name: &str, given: Option<&str>, file: Option<&str>) -> Result<Option<Secret>, ConfigProblem> {
    Ok(file_or(name, given, file)?.map(Secret::of_any_length))
}
