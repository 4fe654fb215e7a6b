//! Classifies errors of commands, for connections and for callers of the store.

use std::{error::Error, io, sync::Arc, time::Duration};

use ::redis::{ErrorKind, RedisError, RedisResult, ServerErrorKind};
use rustls::{AlertDescription, CertificateError};
use tokio::time::timeout;

use crate::{StoreError, WriteRefusal};

/// Whether another connection may work: this one has ended, does not answer, or leads to a server that is now a
/// replica.
pub(super) fn is_broken(error: &RedisError) -> bool {
    error.is_unrecoverable_error() || error.is_io_error() || is_no_master(error)
}

/// Whether the server is a replica now.
pub(super) fn is_no_master(error: &RedisError) -> bool {
    let replica = [ServerErrorKind::ReadOnly, ServerErrorKind::MasterDown].map(ErrorKind::Server);
    replica.contains(&error.kind())
}

/// Parts of the texts of errors by which a server refuses a command, also inside a script, to this user or to all.
const REFUSALS: [&str; 6] = [
    "no permissions",
    "ACL failure in script",
    "The user executing the script can't",
    "nknown command",
    "nknown Redis command",
    "nknown subcommand",
];

/// Whether the server refuses the command itself, so that a retry is refused as well.
pub(super) fn is_refused(error: &RedisError) -> bool {
    let text = error.detail().unwrap_or_default();
    error.code() == Some("NOPERM") || REFUSALS.iter().any(|refusal| text.contains(refusal))
}

/// The text of a server's error, without the name of the user and without arguments.
fn text_of(error: &RedisError) -> Option<String> {
    let text = error.detail()?.lines().next()?;
    let end = [", with args", " script: "]
        .iter()
        .filter_map(|end| text.find(end))
        .min();
    let text = text.get(..end.unwrap_or(text.len()))?;
    Some(match (text.find("User "), text.find(" has no permissions")) {
        (Some(from), Some(to)) if from < to => format!("{}the user{}", text.get(..from)?, text.get(to..)?),
        (Some(_) | None, _) => text.to_owned(),
    })
}

/// The refusal of a command inside a script, with the commands of the line that has failed: some versions of Redis do not name
/// them.
pub(super) fn named(error: RedisError, script: &str) -> RedisError {
    let line = || {
        let (_, place) = error.detail()?.rsplit_once("@user_script:")?;
        let number: usize = place.trim_end_matches('.').parse().ok()?;
        script.lines().nth(number.checked_sub(1)?)
    };
    let Some(line) = line().filter(|_| is_refused(&error)) else {
        return error;
    };
    let calls = line.split("redis.call('").skip(1);
    let commands: Vec<_> = calls
        .filter_map(|call| Some(call.split_once('\'')?.0.to_lowercase()))
        .collect();
    let text = text_of(&error).unwrap_or_default();
    let text = format!("{text}: {}", commands.join(" or "));
    (error.kind(), "response error", text).into()
}

/// The store error of a failed command. It contains the cause, but no address and no data of the command.
pub(super) fn failure(error: &RedisError) -> StoreError {
    let code = error.code().unwrap_or_default();
    if code == "WRONGTYPE" || error.kind() == ErrorKind::UnexpectedReturnType {
        return StoreError::Corrupt("a key of another type".to_owned());
    }
    if let Some(refusal) = WriteRefusal::of(code) {
        return StoreError::RefusesWrites(refusal);
    }
    if is_refused(error) {
        let text = text_of(error).unwrap_or_default();
        let code = if code.is_empty() { "ERR" } else { code };
        return StoreError::NotPermitted(format!("{text} ({code})"));
    }
    let (io, text) = (error.source().and_then(io_error), text_of(error));
    let what = match (error.kind(), code) {
        (_, "NOAUTH") => "a password is required",
        (ErrorKind::AuthenticationFailed, _) => "wrong password or unknown user",
        (_, "LOADING") => "loading its data",
        (ErrorKind::Parse, _) => "the response is not that of a Redis server; check host and port in store",
        // This text is ours, not a server's.
        (ErrorKind::Client, _) => error.detail().unwrap_or("not sent"),
        (ErrorKind::Server(ServerErrorKind::ResponseError), _) if text.is_some() => text.as_deref().unwrap_or_default(),
        _ if error.is_timeout() => {
            "timed out; check the network, the load of the server, and TLS (scheme redis or rediss in store)"
        }
        _ => io.map_or_else(|| error.category(), |io| failed_io(io)),
    };
    StoreError::Unavailable(if code.is_empty() {
        what.to_owned()
    } else {
        format!("{what} ({code})")
    })
}

/// The I/O error behind an error of the client, which shares it between copies.
fn io_error<'a>(source: &'a (dyn Error + 'static)) -> Option<&'a io::Error> {
    let shared = source.downcast_ref::<Arc<dyn Error + Send + Sync>>();
    shared.map_or_else(|| source.downcast_ref(), |error| error.downcast_ref())
}

/// The cause of an I/O error, without addresses.
fn failed_io(error: &io::Error) -> &'static str {
    let is = |kinds: &[io::ErrorKind]| kinds.contains(&error.kind());
    let text = error.to_string();
    if is(&[io::ErrorKind::ConnectionRefused]) {
        "connection refused"
    } else if is(&[io::ErrorKind::HostUnreachable, io::ErrorKind::NetworkUnreachable]) {
        "host unreachable"
    } else if is(&ENDED) {
        "connection closed by the server; if it expects TLS, use the scheme rediss in store"
    } else if is(&[io::ErrorKind::InvalidData]) {
        failed_tls(error)
    } else if text.contains("lookup") {
        "unknown host name"
    } else {
        "I/O error"
    }
}

/// The cause of a failed TLS handshake.
fn failed_tls(error: &io::Error) -> &'static str {
    use AlertDescription as Alert;
    match error.get_ref().and_then(|error| error.downcast_ref()) {
        Some(rustls::Error::InvalidCertificate(
            CertificateError::Expired | CertificateError::ExpiredContext { .. },
        )) => "the TLS certificate of the server has expired; renew it",
        Some(rustls::Error::InvalidCertificate(_)) => {
            "invalid TLS certificate; check store_ca and the names in the certificate"
        }
        Some(rustls::Error::AlertReceived(Alert::CertificateRequired)) => {
            "the server requires a client certificate; set store_certificate and store_key"
        }
        Some(rustls::Error::AlertReceived(
            Alert::BadCertificate
            | Alert::CertificateExpired
            | Alert::CertificateRevoked
            | Alert::CertificateUnknown
            | Alert::UnknownCA
            | Alert::UnsupportedCertificate,
        )) => "the server refuses the client certificate; check store_certificate",
        Some(_) | None => "TLS handshake failed; if the server expects no TLS, use the scheme redis in store",
    }
}

/// The errors of a connection that the server has closed.
const ENDED: [io::ErrorKind; 4] = [
    io::ErrorKind::UnexpectedEof,
    io::ErrorKind::BrokenPipe,
    io::ErrorKind::ConnectionReset,
    io::ErrorKind::ConnectionAborted,
];

/// The error of a connection that has ended.
pub(super) fn ended() -> StoreError {
    StoreError::Unavailable("the connection has ended".to_owned())
}

/// `done` after the reply to a command, which must come within its time limit.
pub(super) async fn within<T, U>(
    patience: Duration,
    asked: impl Future<Output = RedisResult<T>>,
    done: U,
) -> Result<U, StoreError> {
    let reply = timeout(patience, asked).await;
    let reply = reply.map_err(|_| StoreError::Unavailable("a subscription timed out".to_owned()))?;
    reply.map(|_| done).map_err(|error| failure(&error))
}

/// An error that no server reported.
pub(super) fn failed(why: &str) -> RedisError {
    (ErrorKind::Client, "failed", why.to_owned()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failed_handshake_names_its_remedy() {
        let cause = |error| failed_io(&io::Error::new(io::ErrorKind::InvalidData, error));
        let alert = |alert| cause(rustls::Error::AlertReceived(alert));
        let invalid = |invalid| cause(rustls::Error::InvalidCertificate(invalid));
        for (cause, expected) in [
            (invalid(CertificateError::Expired), "has expired; renew it"),
            (invalid(CertificateError::UnknownIssuer), "check store_ca"),
            (
                alert(AlertDescription::CertificateRequired),
                "set store_certificate and store_key",
            ),
            (alert(AlertDescription::UnknownCA), "check store_certificate"),
            (alert(AlertDescription::ProtocolVersion), "use the scheme redis"),
        ] {
            assert!(cause.contains(expected), "{cause}: {expected}");
        }
    }

    #[test]
    fn a_refusal_has_the_text_of_redis_and_the_command_but_no_user_and_no_arguments() {
        let error =
            |text: &str| RedisError::from((ErrorKind::Server(ServerErrorKind::ResponseError), "", text.to_owned()));
        for (text, expected) in [
            (
                "User alice has no permissions to run the 'publish' command",
                "the user has no permissions to run the 'publish' command (ERR)",
            ),
            (
                "The user executing the script can't run this command or subcommand script: 73b1, on @user_script:2.",
                "The user executing the script can't run this command or subcommand: zadd (ERR)",
            ),
            (
                "unknown command 'nonsense', with args beginning with: 'a secret'",
                "unknown command 'nonsense' (ERR)",
            ),
        ] {
            let failure = failure(&named(error(text), "local a\nredis.call('ZADD', KEYS[1])"));
            assert!(
                matches!(&failure, StoreError::NotPermitted(cause) if cause == expected),
                "{failure:?}"
            );
        }
        for transient in [
            "max number of clients reached",
            "value is not an integer or out of range",
        ] {
            let failure = failure(&error(transient));
            let expected = format!("{transient} (ERR)");
            assert!(
                matches!(&failure, StoreError::Unavailable(cause) if *cause == expected),
                "{failure:?}"
            );
        }
    }

    #[test]
    fn a_server_that_is_not_redis_is_named_as_the_cause() {
        let parse = RedisError::from((ErrorKind::Parse, "parse error"));
        assert!(failure(&parse).to_string().contains("not that of a Redis server"));
    }
}
